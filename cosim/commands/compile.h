/* compile.h: CUDA sources to an executable on the front-end model, by clang-14 and without the CUDA SDK.
 *
 * Device code goes to PTX text, which the host object embeds; the objects are linked with libscordsim and libscord. The
 * flags and why they are so: docs/architecture.md, "CUDA C to PTX"; sim/runtime/include/scord_cuda.h.
 */
#ifndef SCORD_COMPILE_H
#define SCORD_COMPILE_H

#include <stddef.h>

enum { COMPILE_WORDS_MAX = 64 }; /* sources, and compiler flags, of a command line */

typedef struct compile_job {
    const char *sources[COMPILE_WORDS_MAX]; /* the first is the program's name in messages */
    unsigned source_count;
    const char *flags[COMPILE_WORDS_MAX]; /* the user's -D, -I, -std=…, -l… in their order */
    unsigned flag_count;
    const char *directory; /* takes the intermediate files and the executable */
} compile_job_t;

/* Compiles and links; the executable's path goes to `program`. Returns 0, or an exit code of command.h after ONE message
 * on standard error (preceded by the compiler's own when the program is not valid CUDA). */
int compile_program(const compile_job_t *job, char *program, size_t program_size);

/* Where the libraries and the CUDA headers are: SCORD_LIBRARY_DIR, else beside the executable. 0, or an exit code. */
int compile_find_installation(char *libraries, char *headers, size_t size);

#endif
