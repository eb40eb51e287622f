/* SPDX-License-Identifier: Apache-2.0 */
/* eval_files.c: see eval_files.h. */
#include "tb/eval/common/eval_files.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool eval_fail(const char *path, const char *what) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, path, what);
    return false;
}

/* NULL: not readable. */
static char *read_text(const char *path) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *file = fopen(path, "r");
    if (!file) return NULL;
    if (getdelim(&text, &bytes, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* ---- the manifest ---- */

static bool split(char *line, unsigned columns, char **words) {
    char *rest = NULL;
    for (unsigned i = 0; i < columns; i++) {
        words[i] = strtok_r(i == 0 ? line : NULL, " ", &rest);
        if (!words[i]) return false;
    }
    return !strtok_r(NULL, " ", &rest);
}

bool eval_manifest_read(const char *folder, unsigned columns, const char *form,
                        eval_manifest_t *manifest) {
    char path[PATH_MAX], what[256], *rest = NULL;
    size_t lines = 1;
    snprintf(path, sizeof path, "%s/runs", folder);
    *manifest = (eval_manifest_t){.text = read_text(path), .columns = columns};
    if (!manifest->text) return eval_fail(path, "cannot be read; run run_experiments.sh first");
    for (const char *at = manifest->text; *at != '\0'; at++) lines += *at == '\n';
    manifest->words = calloc(lines * columns, sizeof *manifest->words);
    if (!manifest->words) return eval_fail(path, "out of memory");
    snprintf(what, sizeof what, "a line is not: %s", form);
    for (char *line = strtok_r(manifest->text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        if (!split(line, columns, manifest->words + columns * manifest->lines++))
            return eval_fail(path, what);
    return true;
}

void eval_manifest_free(eval_manifest_t *manifest) {
    free(manifest->text);
    free(manifest->words);
    *manifest = (eval_manifest_t){.text = NULL};
}

/* ---- a result ---- */

eval_found_t eval_result_read(const char *folder, const char *file, char *path, size_t size,
                              json_t **tree) {
    size_t at;
    snprintf(path, size, "%s/%s", folder, file);
    char *text = read_text(path);
    if (!text) return EVAL_ABSENT;
    *tree = json_parse(text, &at);
    free(text);
    if (*tree) return EVAL_READ;
    eval_fail(path, "not JSON; remove it");
    return EVAL_BAD;
}

bool eval_text_is(const json_t *object, const char *name, const char *wanted) {
    const json_t *member = json_member(object, name);
    return member && member->type == JSON_STRING && strcmp(member->string, wanted) == 0;
}

bool eval_take_number(const char *path, const json_t *object, const char *name, double *sum) {
    char what[128];
    const json_t *member = json_member(object, name);
    snprintf(what, sizeof what, "no number `%s` where it should be; remove it", name);
    if (!member || member->type != JSON_NUMBER) return eval_fail(path, what);
    *sum += member->number;
    return true;
}

/* ---- what is written ---- */

FILE *eval_open(const char *folder, const char *name, const char *suffix) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, suffix);
    FILE *out = fopen(path, "w");
    if (!out) eval_fail(path, strerror(errno));
    return out;
}
