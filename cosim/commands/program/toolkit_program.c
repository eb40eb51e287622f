/* SPDX-License-Identifier: Apache-2.0 */
/* toolkit_program.c: see toolkit_program.h. The dynamic loader itself says what a program will
 * load, its libraries' libraries included (LD_TRACE_LOADED_OBJECTS: it prints them and ends,
 * without the program). */
#include "cosim/commands/program/toolkit_program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/commands/compile/object_file.h"
#include "cosim/commands/shared/whole_file.h"

/* What every program needs that loads one of the others. */
#define RUNTIME "libscordcuda.so"

/* With PRELOAD, the names that it misses, too: on standard error. */
static pid_t start_trace(const char *path, const char *preload, const char *libraries,
                         int ends[2]) {
    if (pipe(ends) != 0) return -1;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int nothing = open("/dev/null", O_WRONLY);
        if (nothing < 0 || dup2(ends[1], STDOUT_FILENO) < 0 ||
            dup2(preload ? ends[1] : nothing, STDERR_FILENO) < 0 ||
            setenv("LD_TRACE_LOADED_OBJECTS", "1", 1) != 0)
            _exit(126);
        if (preload &&
            (setenv("LD_WARN", "yes", 1) != 0 || setenv("LD_BIND_NOW", "yes", 1) != 0 ||
             setenv("LD_PRELOAD", preload, 1) != 0 || setenv("LD_LIBRARY_PATH", libraries, 1) != 0))
            _exit(126);
        close(ends[0]);
        close(ends[1]);
        execl(path, path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    if (child < 0) close(ends[0]);
    return child;
}

/* Lines are "\tNAME => PLACE (0x…)". */
static bool take_line(const char *line, char *preload, size_t size) {
    line += strspn(line, " \t");
    const size_t length = strcspn(line, " \t\n");
    /* sim/libraries */
    static const char *const others[] = {"libcublas.so.", "libcurand.so.", "libcufft.so.",
                                         "libcusparse.so.", "libcusolver.so."};
    const bool runtime = strncmp(line, "libcudart.so.", 13) == 0 ||
                         strncmp(line, "libcuda.so", 10) == 0;
    bool known = runtime;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        known |= strncmp(line, others[i], strlen(others[i])) == 0;
    if (!known) return false;
    const size_t used = strlen(preload);
    snprintf(preload + used, size - used, ":%.*s", (int)length, line);
    return runtime;
}

/* The toolkit's libraries that have no counterpart here, but ask for a GPU. */
static void note_foreign(const char *line) {
    static const char *const names[] = {"libcusolverMg", "libcudnn",    "libnccl",  "libnvjpeg",
                                        "libnpp",        "libcutensor", "libcupti", "libnvml"};
    line += strspn(line, " \t");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(line, names[i], strlen(names[i])) == 0)
            fprintf(stderr,
                    "scord: note: the program loads %.*s, which scord does not have: its calls "
                    "fail (docs/cuda.md, \"Libraries by their host interface\")\n",
                    (int)strcspn(line, " \t\n"), line);
}

static bool loads_runtime(const char *path, char *preload, size_t size) {
    int ends[2], status;
    bool found = false;
    char line[4096];
    const pid_t child = start_trace(path, NULL, NULL, ends);
    if (child < 0) return false;
    FILE *lines = fdopen(ends[0], "r");
    if (!lines) close(ends[0]);
    while (lines && fgets(line, sizeof line, lines)) {
        found |= take_line(line, preload, size);
        note_foreign(line);
    }
    if (lines) fclose(lines);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return found;
}

/* Of "undefined symbol: NAME, version … (FILE)" the name, where it is one of CUDA's, and the file
 * no library of the toolkit. */
static void take_name(const char *line, char *names, size_t size) {
    static const char phrase[] = "undefined symbol: ";
    const char *name = strstr(line, phrase);
    if (!name) return;
    name += sizeof phrase - 1;
    const size_t length = strcspn(name, " ,(\t\n"), used = strlen(names);
    if (strncmp(name, "cu", 2) != 0 || strstr(name, "/libcu")) return;
    snprintf(names + used, size - used, "%s%.*s", used > 0 ? ", " : "", (int)length, name);
}

void toolkit_program_missing(const char *path, const char *preload, const char *libraries,
                             char *names, size_t size) {
    int ends[2], status;
    char line[4096];
    *names = '\0';
    const pid_t child = start_trace(path, preload, libraries, ends);
    if (child < 0) return;
    FILE *lines = fdopen(ends[0], "r");
    if (!lines) close(ends[0]);
    while (lines && fgets(line, sizeof line, lines)) take_name(line, names, size);
    if (lines) fclose(lines);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
}

toolkit_link_t toolkit_program_link(const char *path, char *preload, size_t size) {
    object_part_t file;
    char *content = whole_file_read(path, &file.bytes);
    file.data = content;
    const bool dynamic = content && object_file_section(file, ".interp").data;
    const bool device = content && object_file_section(file, ".nvFatBinSegment").data;
    const bool opens = content && object_file_contains(file, "libcuda.so"); /* by dlopen */
    free(content);
    snprintf(preload, size, RUNTIME);
    if (dynamic && loads_runtime(path, preload, size)) return TOOLKIT_SHARED;
    if (dynamic && opens && !device) return TOOLKIT_SHARED;
    return device ? TOOLKIT_STATIC : TOOLKIT_ABSENT;
}
