/* SPDX-License-Identifier: Apache-2.0 */
/* document_paths.c: see document_paths.h. */
#include "cosim/commands/shared/document_paths.h"

#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/base/executable_folder.h"

#define FOLDER "docs/"

/* The installed folder of documents, if it has NAME of LENGTH bytes. */
static bool installed(const char *name, size_t length, char *path) {
    char folder[PATH_MAX], whole[PATH_MAX];
    if (!scord_executable_folder(folder, sizeof folder)) return false;
    const int used = snprintf(whole, sizeof whole, "%s/../share/doc/scord/" FOLDER "%.*s", folder,
                              (int)length, name);
    return used < (int)sizeof whole && realpath(whole, path);
}

void document_paths_put(FILE *out, const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_/";
    char path[PATH_MAX];
    assert(out && text);
    for (const char *at; (at = strstr(text, FOLDER));) {
        const char *const name = at + strlen(FOLDER);
        const size_t stem = strspn(name, letters), length = stem + strlen(".md");
        const bool begins = at == text || !strchr(letters, at[-1]);
        fwrite(text, 1, (size_t)(at - text), out);
        if (begins && strncmp(name + stem, ".md", strlen(".md")) == 0 &&
            installed(name, length, path)) {
            fputs(path, out);
            text = name + length;
        } else {
            fputs(FOLDER, out);
            text = name;
        }
    }
    fputs(text, out);
}
