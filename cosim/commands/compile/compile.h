/* SPDX-License-Identifier: Apache-2.0 */
/* compile.h: CUDA sources to objects and programs on the front-end model, by clang-14 and without
 * the CUDA SDK.
 *
 * Device code goes to PTX text, which the host object embeds (section .nv_fatbin); the objects are
 * linked with libscordsim and libscord. Relocatable device code (nvcc's -rdc=true): the object
 * holds LLVM IR (section
 * __nv_relfatbin), and the link step makes one PTX module of all of them (device_link.h). The flags
 * and why they are so: compile_unit.c, sim/runtime/include/scord_cuda.h; docs/projects.md.
 */
#ifndef SCORD_COMPILE_H
#define SCORD_COMPILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "cosim/commands/compile/architecture.h"
#include "cosim/commands/compile/compile_cache.h"
#include "cosim/commands/shared/sha256.h"
#include "cosim/commands/compile/toolchain.h"
#include "cosim/commands/shared/options.h"

enum {
    COMPILE_UNITS_MAX = 256,
    COMPILE_WORDS_MAX = 512
}; /* sources, and words of any other kind, of a command line */

/* A list of words, NULL after the last. */
typedef struct word_list {
    const char *words[COMPILE_WORDS_MAX + 1];
    unsigned count;
} word_list_t;

/* Returns 0, or SCORD_EXIT_BAD_INPUT after one message when the list is full. */
int word_list_add(word_list_t *list, const char *word);
/* The same for an option that may be repeated: `place` is a word_list_t. */
option_reader_t word_list_read;

typedef enum compile_language {
    LANGUAGE_CUDA,
    LANGUAGE_CXX,
    LANGUAGE_C,
    LANGUAGE_NONE
} compile_language_t;

/* The macro by which CUDA's headers learn that stream 0 is the per-thread one. */
#define COMPILE_PER_THREAD_STREAM "CUDA_API_PER_THREAD_DEFAULT_STREAM=1"

/* By the end of the name; LANGUAGE_NONE: not a source. */
compile_language_t compile_language_of(const char *file);

/* One source and its object. */
typedef struct compile_unit {
    const char *source;
    compile_language_t language;
    char device[PATH_MAX], object[PATH_MAX]; /* PTX or LLVM IR (CUDA only), and the object: in the
                                                options' directory */
    char key[2][SHA256_HEX]; /* of device and host side: hash of all that goes into it; "" without a
                                cache */
    char overlay[PATH_MAX];  /* launch_text.h; "" none */
    bool cached[2];          /* whether it came from the cache */
} compile_unit_t;

typedef struct compile_options {
    word_list_t flags,
        host_flags, /* the user's for both sides (-D, -I, -std=…), for host code alone, */
        nvcc_flags, /* for nvcc alone, */
        rounding;   /* and of device code, as nvcc spells them: ftz=true, prec-div=false, … */
    char directory[PATH_MAX];         /* takes the intermediate files */
    char source_directory[PATH_MAX];  /* what file names in reports are relative to: "." as typed,
                                         else made absolute */
    architecture_set_t architectures; /* that the command line names */
    bool relocatable;
    bool verbose; /* show every command */
    int names;    /* file that takes the names of sources and the user's headers, a line each, where
                     there is a cache; 0: none */
    compile_cache_t cache;
    char libraries[PATH_MAX], headers[PATH_MAX]; /* filled in by compile_prepare */
    char compiler[PATH_MAX + 64];                /* which clang (toolchain_identify), likewise */
} compile_options_t;

/* The next four return 0, or an exit code of command.h after ONE message on standard error
 * (preceded by the compiler's own when the program is not valid CUDA). */
int compile_prepare(compile_options_t *options);
/* Fills in keys; without a cache nothing is done. */
int compile_hash(const compile_options_t *options, compile_unit_t *units, unsigned count);
/* Makes device and object files, host and device side and all units in parallel. */
int compile_objects(const compile_options_t *options, compile_unit_t *units, unsigned count);

/* What clang compiles for, whichever architecture the program is compiled for. */
#define COMPILE_TARGET "sm_60"
/* How device code is made of LLVM IR, by the compile and by the device link step. */
void compile_add_codegen(const compile_options_t *options, command_line_t *line);

/* Writes the architecture that the program sees into clang's device code, PTX or LLVM IR, and
 * removes from PTX what the flags of device code leave in it (compile_unit.c). Returns 0, or an
 * exit code after one message. */
int compile_finish_device(const char *path, unsigned architecture);
/* The architecture in IR that compile_finish_device wrote, 0: none. */
unsigned compile_architecture_of(const char *ir);

/* The command line of the host side of a source, without output and source. */
void compile_add_host_words(const compile_options_t *options, const compile_unit_t *unit,
                            command_line_t *line);

/* Whether atomics of host code become calls of the runtime. */
bool compile_sees_atomics(const compile_options_t *options);

/* A link: `inputs` are objects, archives and linker flags in the user's order. */
typedef struct link_job {
    const word_list_t *inputs;
    const char *output, *name; /* `name`: of the program in messages */
} link_job_t;
int compile_link(const compile_options_t *options, const link_job_t *job);

/* A whole program: sources and linker inputs to an executable in options->directory, whose path
 * goes to `program`. */
typedef struct compile_job {
    compile_options_t options;
    bool language_stated;        /* by -x: else it is of each source's name */
    compile_language_t language; /* then */
    word_list_t sources, inputs; /* the first source is the program's name in messages */
    unsigned from_cache, units;  /* of the last compile_program, for the statistics: sides that came
                                    from the cache, all */
    double seconds;
    bool by_nvcc; /* else by clang */
} compile_job_t;
int compile_program(compile_job_t *job, char *program, size_t program_size);

#endif
