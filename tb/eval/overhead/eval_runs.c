/* SPDX-License-Identifier: Apache-2.0 */
/* eval_runs.c: see eval_runs.h. */
#include "tb/eval/overhead/eval_runs.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/machine.h"

static const struct {
    const char *name;
    size_t offset;
} statistics[] = {
#define STATISTIC(name) {#name, offsetof(eval_statistics_t, name)},
    EVAL_STATISTICS(STATISTIC)
#undef STATISTIC
};

/* ---- a file ---- */

/* The member "settings" that a run with these settings has. */
static bool settings_of(const char *settings, char *text, size_t size, char *message,
                        size_t message_size) {
    gpu_machine_t machine;
    gpu_machine_named("scord", &machine);
    if (strcmp(settings, "-") != 0 && !gpu_machine_set(&machine, settings, message, message_size))
        return false;
    gpu_machine_differences(&machine, text, size);
    return true;
}

static bool is_of(const char *path, const json_t *tree, const char *settings, const char *seed) {
    char wanted[4096], message[512];
    const json_t *number = json_member(tree, "seed");
    if (!settings_of(settings, wanted, sizeof wanted, message, sizeof message))
        return eval_fail(path, message);
    if (eval_text_is(tree, "schema", "scord-sim-1") && eval_text_is(tree, "mode", "cycle") &&
        eval_text_is(tree, "machine", "scord") && number && number->number == strtod(seed, NULL) &&
        eval_text_is(tree, "settings", wanted))
        return true;
    snprintf(
        message, sizeof message,
        "not of the run that the manifest says (machine scord, settings \"%.300s\"); remove it",
        wanted);
    return eval_fail(path, message);
}

static bool add_counts(const char *path, const json_t *total, eval_statistics_t *sums) {
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++)
        if (!eval_take_number(path, total, statistics[i].name,
                              (double *)((char *)sums + statistics[i].offset)))
            return false;
    return sums->cycles > 0 || eval_fail(path, "no cycles; remove it");
}

/* ---- the manifest ---- */

const eval_form_t eval_form = {
    .columns = 5, .names = "group program settings seed file", .run_bytes = sizeof(eval_run_t)};

bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs) {
    eval_run_t *run = eval_record_of(
        runs, &(eval_key_t){.group = words[0], .program = words[1], .settings = words[2]});
    if (!tree) return true;
    const bool good = is_of(path, tree, words[2], words[3]) &&
                      add_counts(path, json_member(tree, "total"), &run->total);
    run->key.seeds += good;
    return good;
}

/* ---- questions ---- */

const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *program,
                                 const char *settings) {
    for (const eval_run_t *run = runs->runs; run < runs->runs + runs->count; run++)
        if (run->key.seeds == run->key.wanted && strcmp(run->key.program, program) == 0 &&
            strcmp(run->key.settings, settings) == 0)
            return run;
    return NULL;
}

const char *eval_program_name(const char *program, char name[EVAL_NAME_MAX]) {
    snprintf(name, EVAL_NAME_MAX, "%.*s", (int)strcspn(program, ":"), program);
    return name;
}
