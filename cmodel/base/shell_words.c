/* SPDX-License-Identifier: Apache-2.0 */
/* shell_words.c: see shell_words.h. */
#include "cmodel/base/shell_words.h"

#include <assert.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

void scord_put_shell_word(FILE *out, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_+./,:=@%";
    assert(out && word);
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            putc(*word, out);
    putc('\'', out);
}

void scord_put_shell_place(FILE *out) {
    char folder[PATH_MAX], path[PATH_MAX];
    if (getcwd(folder, sizeof folder)) {
        fputs("cd ", out);
        scord_put_shell_word(out, folder);
        fputs(" && ", out);
    }
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    const char *name = strrchr(path, '/');
    scord_put_shell_word(out, name && strcmp(name, "/scord") == 0 ? path : "scord");
}
