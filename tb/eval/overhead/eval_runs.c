/* eval_runs.c: see eval_runs.h. */
#include "tb/eval/overhead/eval_runs.h"

#include <stdlib.h>
#include <string.h>

#include "sim/sm/machine.h"

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
    char what[128];
    for (size_t i = 0; i < sizeof statistics / sizeof *statistics; i++) {
        const json_t *member = json_member(total, statistics[i].name);
        snprintf(what, sizeof what, "no statistic `%s` in `total`; remove it", statistics[i].name);
        if (!member || member->type != JSON_NUMBER) return eval_fail(path, what);
        *(double *)((char *)sums + statistics[i].offset) += member->number;
    }
    return sums->cycles > 0 || eval_fail(path, "no cycles; remove it");
}

/* ---- the manifest ---- */

/* The record that a line belongs to, new or that of an earlier seed. */
static eval_run_t *record_of(eval_runs_t *runs, char *const *words) {
    for (size_t i = runs->count; i-- > 0;) {
        eval_run_t *run = &runs->runs[i];
        if (strcmp(run->group, words[0]) == 0 && strcmp(run->program, words[1]) == 0 &&
            strcmp(run->settings, words[2]) == 0)
            return run;
    }
    eval_run_t *run = &runs->runs[runs->count++];
    *run = (eval_run_t){.group = words[0], .program = words[1], .settings = words[2]};
    return run;
}

const eval_form_t eval_form = {
    .columns = 5, .names = "group program settings seed file", .run_bytes = sizeof(eval_run_t)};

bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs) {
    eval_run_t *run = record_of(runs, words);
    run->wanted++;
    if (!tree) return true;
    const bool good = is_of(path, tree, words[2], words[3]) &&
                      add_counts(path, json_member(tree, "total"), &run->total);
    run->seeds += good;
    return good;
}

/* ---- questions ---- */

const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *program,
                                 const char *settings) {
    for (const eval_run_t *run = runs->runs; run < runs->runs + runs->count; run++)
        if (run->seeds == run->wanted && strcmp(run->program, program) == 0 &&
            strcmp(run->settings, settings) == 0)
            return run;
    return NULL;
}

eval_list_t eval_runs_programs(const eval_runs_t *runs, const char *group) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->runs[i].group, group) == 0) eval_list_add(&list, runs->runs[i].program);
    return list;
}

eval_list_t eval_runs_settings(const eval_runs_t *runs, const char *group) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->runs[i].group, group) == 0) eval_list_add(&list, runs->runs[i].settings);
    return list;
}

const char *eval_program_name(const char *program, char name[EVAL_NAME_MAX]) {
    snprintf(name, EVAL_NAME_MAX, "%.*s", (int)strcspn(program, ":"), program);
    return name;
}
