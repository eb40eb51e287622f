/* SPDX-License-Identifier: Apache-2.0 */
/* toolchain.h: running clang, the linker and the other tools: command lines, several at once, and
 * their messages in words of scord.
 */
#ifndef SCORD_TOOLCHAIN_H
#define SCORD_TOOLCHAIN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define COMPILER "clang++-14"

enum { COMMAND_WORDS_MAX = 1000, COMMAND_TEXT_MAX = 16 * PATH_MAX };

/* A command line under construction. Words that are made here live in `text`. */
typedef struct command_line {
    const char *words[COMMAND_WORDS_MAX + 1];
    unsigned count;
    char text[COMMAND_TEXT_MAX];
    size_t text_used;
    bool full; /* a word did not fit: toolchain_run refuses */
} command_line_t;

void command_add(command_line_t *line, const char *word);
void command_add_all(command_line_t *line,
                     const char *const *words); /* up to NULL; NULL itself: none */
void command_add_text(command_line_t *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* One run of a tool. */
typedef struct tool_run {
    command_line_t line;
    const char *source;      /* what it works on, for messages */
    const char *output;      /* file that takes standard output, NULL: standard error */
    char messages[PATH_MAX]; /* file that takes standard error */
    bool wanted;             /* else it is left out */
    bool verbose;            /* show the command on standard error, as nvcc -v does */
    int code; /* exit code; 127: the tool is not installed, 126: it could not be run */
    pid_t pid;
} tool_run_t;

/* Runs those that are wanted, as many at once as there are processors; stops starting more when one
 * failed. */
void toolchain_run(tool_run_t *runs, unsigned count);

/* A file in the scratch folder that could not be written: that its disk is full, if it is. Returns
 * the exit code. */
int toolchain_cannot_write(const char *path);

/* What a failed run means: prints the tool's own messages where they help, then ONE message of
 * scord. Each returns an exit code of command.h, 0 when the run was good. */
int toolchain_explain_compiler(const tool_run_t *run);
int toolchain_explain_linker(const tool_run_t *run);
int toolchain_explain_tool(const tool_run_t *run,
                           const char *package); /* any other: which package it is in */

/* Where the libraries (libscordsim.a, libscord.a) and the CUDA headers are: SCORD_LIBRARY_DIR, else
 * beside the executable or, installed, in ../lib/scord seen from it. Both of `size` bytes. Returns
 * 0, or an exit code after one message. */
int toolchain_find_installation(char *libraries, char *headers, size_t size);
/* Adds what tells one compiler from another (path, size, time of change of its file) to TEXT. */
void toolchain_identify(const char *tool, char *text, size_t size);

#endif
