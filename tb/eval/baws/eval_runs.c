/* eval_runs.c: see eval_runs.h. */
#include "tb/eval/baws/eval_runs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const eval_reason_names[REASON_COUNT] = {"control", "data", "structural",
                                                     "barrier", "exit", "fetch"};

/* ---- a file ---- */

static double number(const json_t *object, const char *name, bool *good) {
    const json_t *member = json_member(object, name);
    if (member && member->type == JSON_NUMBER) return member->number;
    *good = false;
    return 0;
}

static double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

static bool take_counts(const json_t *total, eval_run_t *run) {
    bool good = true;
    const json_t *idle = json_member(total, "idle_slots");
    const double warps = number(total, "warps", &good);
    run->cycles = number(total, "cycles", &good);
    run->warp_instructions = number(total, "warp_instructions", &good);
    run->thread_instructions = number(total, "thread_instructions", &good);
    run->barrier_share = ratio(number(total, "barrier_shares", &good), warps);
    run->exit_share = ratio(number(total, "exit_shares", &good), warps);
    run->rtru = ratio(number(total, "rtru_lost", &good), number(total, "rtru_total", &good));
    run->rtru_mean = ratio(number(total, "rtru_phases", &good), number(total, "phases", &good));
    for (unsigned reason = 0; reason < REASON_COUNT; reason++)
        run->idle[reason] = number(idle, eval_reason_names[reason], &good);
    run->idle_empty = number(total, "idle_slots_empty", &good);
    run->issue_slots = number(total, "issue_slots", &good);
    run->fetch_slots = number(total, "fetch_slots", &good);
    run->fetch_hits = number(total, "fetch_hits", &good);
    run->fetch_misses = number(total, "fetch_misses", &good);
    run->blocks_per_sm = number(total, "blocks_per_sm", &good);
    run->warps_per_block = number(total, "warps_per_block", &good);
    return good && run->cycles > 0 && run->thread_instructions > 0;
}

/* Is the file of the run that the manifest says? */
static bool is_of(const json_t *tree, const eval_run_t *run) {
    const json_t *seed = json_member(tree, "seed");
    return eval_text_is(tree, "schema", "scord-sim-1") && eval_text_is(tree, "mode", "cycle") &&
           eval_text_is(tree, "issue", run->config.issue) &&
           eval_text_is(tree, "fetch", run->config.fetch) && seed && seed->number == run->seed &&
           eval_text_is(tree, "settings",
                        strcmp(run->config.settings, "-") == 0 ? "" : run->config.settings);
}

static bool take_run(const char *path, const json_t *tree, eval_run_t *run) {
    const bool same = is_of(tree, run), whole = take_counts(json_member(tree, "total"), run);
    if (!same)
        return eval_fail(path, "not of the run that the manifest says (settings in the order of "
                               "machine.def?); remove it");
    return whole || eval_fail(path, "a count is missing; remove it");
}

/* ---- the manifest ---- */

const eval_form_t eval_form = {.columns = 7,
                               .names = "group program settings issue fetch seed file",
                               .run_bytes = sizeof(eval_run_t)};

bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs) {
    if (!tree) return true;
    eval_run_t *run = &runs->runs[runs->count];
    *run = (eval_run_t){.group = words[0],
                        .program = words[1],
                        .config = {words[2], words[3], words[4]},
                        .seed = (unsigned)strtoul(words[5], NULL, 10)};
    const bool good = take_run(path, tree, run);
    runs->count += good;
    return good;
}

/* ---- questions ---- */

static bool same_config(eval_config_t a, eval_config_t b) {
    return strcmp(a.settings, b.settings) == 0 && strcmp(a.issue, b.issue) == 0 &&
           strcmp(a.fetch, b.fetch) == 0;
}

const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *program, eval_config_t config,
                                 unsigned seed) {
    for (const eval_run_t *run = runs->runs; run < runs->runs + runs->count; run++)
        if (run->seed == seed && strcmp(run->program, program) == 0 &&
            same_config(run->config, config))
            return run;
    return NULL;
}

static const char *program_of(const eval_run_t *run) { return run->program; }
static const char *policy_of(const eval_run_t *run) { return run->config.issue; }
static const char *settings_of(const eval_run_t *run) { return run->config.settings; }

static eval_list_t words_of(const eval_runs_t *runs, const char *group,
                            const char *(*word)(const eval_run_t *run)) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->runs[i].group, group) == 0) eval_list_add(&list, word(&runs->runs[i]));
    return list;
}

eval_list_t eval_runs_programs(const eval_runs_t *runs, const char *group) {
    return words_of(runs, group, program_of);
}
eval_list_t eval_runs_policies(const eval_runs_t *runs, const char *group) {
    return words_of(runs, group, policy_of);
}
eval_list_t eval_runs_settings(const eval_runs_t *runs, const char *group) {
    return words_of(runs, group, settings_of);
}

unsigned eval_runs_seeds(const eval_runs_t *runs, unsigned *seeds, unsigned limit) {
    unsigned count = 0;
    for (size_t i = 0; i < runs->count; i++) {
        unsigned at = 0;
        while (at < count && seeds[at] != runs->runs[i].seed) at++;
        if (at == count && count < limit) seeds[count++] = runs->runs[i].seed;
    }
    return count;
}
