/* SPDX-License-Identifier: Apache-2.0 */
/* eval_runs.c: see eval_runs.h. */
#include "tb/eval/baws/eval_runs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *const eval_reason_names[REASON_COUNT] = {"control", "data", "structural",
                                                     "barrier", "exit", "fetch"};

/* ---- a file ---- */

static double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

/* Every count of the member "total"; shares are divided here. */
static bool take_counts(const char *path, const json_t *total, eval_run_t *run) {
    double warps = 0, barriers = 0, exits = 0, lost = 0, possible = 0, phase_sum = 0, phases = 0;
    const struct {
        const char *name;
        double *value;
    } counts[] = {{"cycles", &run->cycles},
                  {"warp_instructions", &run->warp_instructions},
                  {"thread_instructions", &run->thread_instructions},
                  {"warps", &warps},
                  {"barrier_shares", &barriers},
                  {"exit_shares", &exits},
                  {"rtru_lost", &lost},
                  {"rtru_total", &possible},
                  {"rtru_phases", &phase_sum},
                  {"phases", &phases},
                  {"idle_slots_empty", &run->idle_empty},
                  {"issue_slots", &run->issue_slots},
                  {"fetch_slots", &run->fetch_slots},
                  {"fetch_hits", &run->fetch_hits},
                  {"fetch_misses", &run->fetch_misses},
                  {"blocks_per_sm", &run->blocks_per_sm},
                  {"warps_per_block", &run->warps_per_block}};
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
        if (!eval_take_number(path, total, counts[i].name, counts[i].value)) return false;
    for (unsigned reason = 0; reason < REASON_COUNT; reason++)
        if (!eval_take_number(path, json_member(total, "idle_slots"), eval_reason_names[reason],
                              &run->idle[reason]))
            return false;
    run->barrier_share = ratio(barriers, warps);
    run->exit_share = ratio(exits, warps);
    run->rtru = ratio(lost, possible);
    run->rtru_mean = ratio(phase_sum, phases);
    return (run->cycles > 0 && run->thread_instructions > 0) ||
           eval_fail(path, "no cycles or no instructions; remove it");
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
    if (!is_of(tree, run))
        return eval_fail(path, "not of the run that the manifest says (settings in the order of "
                               "machine.def?); remove it");
    return take_counts(path, json_member(tree, "total"), run);
}

/* ---- the manifest ---- */

const eval_form_t eval_form = {.columns = 7,
                               .names = "group program settings issue fetch seed file",
                               .run_bytes = sizeof(eval_run_t)};

bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs) {
    if (!tree) return true;
    eval_run_t *run = &runs->runs[runs->count];
    *run = (eval_run_t){.key = {.group = words[0], .program = words[1], .settings = words[2]},
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
        if (run->seed == seed && strcmp(run->key.program, program) == 0 &&
            same_config(run->config, config))
            return run;
    return NULL;
}

eval_list_t eval_runs_policies(const eval_runs_t *runs, const char *group) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->runs[i].key.group, group) == 0)
            eval_list_add(&list, runs->runs[i].config.issue);
    return list;
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
