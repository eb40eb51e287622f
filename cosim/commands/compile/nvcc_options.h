/* SPDX-License-Identifier: Apache-2.0 */
/* nvcc_options.h: the command line of nvcc ("NVIDIA CUDA Compiler Driver", chapter "Command Option
 * Description"), as far as it means something for programs on the front-end model.
 */
#ifndef SCORD_NVCC_OPTIONS_H
#define SCORD_NVCC_OPTIONS_H

#include "cosim/commands/compile/compile.h"

typedef enum nvcc_phase {
    NVCC_LINK,
    NVCC_COMPILE,      /* -c, -dc, -dw */
    NVCC_LIBRARY,      /* -lib */
    NVCC_DEVICE_LINK,  /* -dlink */
    NVCC_PTX,          /* -ptx */
    NVCC_PREPROCESS,   /* -E */
    NVCC_DEPENDENCIES, /* -M, -MM */
    NVCC_VERSION,
    NVCC_HELP
} nvcc_phase_t;

typedef struct nvcc_options {
    nvcc_phase_t phase;
    compile_options_t compile;
    word_list_t sources; /* of any language */
    word_list_t inputs;  /* sources, objects, archives and linker flags in their order */
    const char *output, *output_directory;
    compile_language_t language; /* of -x, LANGUAGE_NONE: by the end of the name */
    const char *dependency_file, *dependency_target;
    bool dependencies;                /* -MD, -MMD: beside the compilation */
    bool user_headers, phony_targets; /* -MM, -MMD; -MP */
    bool shared;                      /* -shared: of a device link only */
    bool forward;                     /* -forward-unknown-to-host-compiler */
    unsigned option_files;            /* read so far */
} nvcc_options_t;

/* Reads the words (argv[1] on), NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS. Returns 0, or
 * SCORD_EXIT_BAD_INPUT after one message. */
int nvcc_read_options(int argc, char **argv, nvcc_options_t *options);

/* For a command that takes sources and compiler flags: the option argv[*index] of nvcc (and its
 * value, to which *index moves) becomes words of the lists; FILES takes sources that an option file
 * names. *taken: it is one that has a meaning there, or none. Returns 0, or an exit code after one
 * message. */
int nvcc_take_option(compile_options_t *compile, word_list_t *inputs, word_list_t *files, int argc,
                     char **argv, int *index, bool *taken);
/* Whether nvcc itself has this option; those of the host compiler it takes behind -Xcompiler. */
bool nvcc_knows(const char *word);
/* A library of CUDA: scord's runtime is linked in its place, and a function that is not there is an
 * error of the linker with its name. */
bool nvcc_is_own_library(const char *name);

#endif
