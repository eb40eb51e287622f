/* SPDX-License-Identifier: Apache-2.0 */
/* eval_read.c: the runs of an evaluation from its manifest (evaluation.h, eval_files.h). */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tb/eval/common/eval_files.h"
#include "tb/eval/common/evaluation.h"

static bool take_line(const char *folder, char *const *words, eval_runs_t *runs) {
    char path[PATH_MAX];
    json_t *tree = NULL;
    const eval_found_t found = eval_result_read(folder, words[eval_form.columns - 1], path,
                                                sizeof path, &tree);
    if (found == EVAL_BAD) return false;
    const bool good = eval_take_line(path, tree, words, runs);
    runs->missing += found == EVAL_ABSENT;
    runs->files += good && found == EVAL_READ;
    if (tree) json_free(tree);
    return good;
}

static bool read_all(const char *folder, eval_runs_t *runs) {
    eval_manifest_t *manifest = &runs->manifest;
    if (!eval_manifest_read(folder, eval_form.columns, eval_form.names, manifest)) return false;
    runs->runs = calloc(manifest->lines + 1, eval_form.run_bytes);
    if (!runs->runs) return eval_fail(folder, "out of memory");
    for (size_t line = 0; line < manifest->lines; line++)
        if (!take_line(folder, manifest->words + line * manifest->columns, runs)) return false;
    return runs->files > 0 || eval_fail(folder, "no run has a result");
}

eval_runs_t *eval_runs_read(const char *folder) {
    eval_runs_t *runs = calloc(1, sizeof *runs);
    if (!runs) {
        eval_fail(folder, "out of memory");
        return NULL;
    }
    if (read_all(folder, runs)) return runs;
    eval_runs_free(runs);
    return NULL;
}

/* ---- records ---- */

/* A record's first member; INDEX below runs->count. */
static eval_key_t *key_at(const eval_runs_t *runs, size_t index) {
    return (eval_key_t *)((char *)runs->runs + index * eval_form.run_bytes);
}

static bool same_words(const char *a, const char *b) { return !a || !b ? a == b : !strcmp(a, b); }

struct eval_run *eval_record_of(eval_runs_t *runs, const eval_key_t *key) {
    size_t index = runs->count;
    while (index-- > 0) {
        const eval_key_t *old = key_at(runs, index);
        if (same_words(old->group, key->group) && same_words(old->program, key->program) &&
            same_words(old->settings, key->settings) && same_words(old->analysis, key->analysis))
            break;
    }
    if (index == (size_t)-1) {
        index = runs->count++;
        *key_at(runs, index) = *key;
    }
    key_at(runs, index)->wanted++;
    return (struct eval_run *)key_at(runs, index);
}

eval_list_t eval_runs_programs(const eval_runs_t *runs, const char *group) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(key_at(runs, i)->group, group) == 0)
            eval_list_add(&list, key_at(runs, i)->program);
    return list;
}

eval_list_t eval_runs_settings(const eval_runs_t *runs, const char *group) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(key_at(runs, i)->group, group) == 0)
            eval_list_add(&list, key_at(runs, i)->settings);
    return list;
}

void eval_runs_free(eval_runs_t *runs) {
    eval_manifest_free(&runs->manifest);
    free(runs->runs);
    free(runs);
}
