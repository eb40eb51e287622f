/* SPDX-License-Identifier: Apache-2.0 */
/* eval_runs.c: see eval_runs.h. */
#include "tb/eval/grab/eval_runs.h"

#include <stdlib.h>
#include <string.h>

#include "tb/eval/grab/eval_paper.h"

static bool is_faults(const eval_run_t *run) { return strcmp(run->key.analysis, EVAL_FAULTS) == 0; }

/* ---- a file ---- */

/* NULL: no such list, or it is empty. */
static const json_t *json_first(const json_t *list) {
    return !list || list->type != JSON_ARRAY ? NULL : list->first;
}

/* Was it scored on the L1 that SETTINGS, "l1=2048", names, the program's requests in the order of
 * the cycle-level machine? */
static bool is_scored_on(const json_t *tree, const char *settings) {
    const json_t *bytes = json_member(json_member(json_first(json_member(tree, "scorings")), "l1"),
                                      "bytes");
    return eval_text_is(tree, "schema", "scord-grab-1") &&
           eval_text_is(tree, "interleaving", EVAL_INTERLEAVING) && bytes &&
           bytes->number == eval_l1_bytes(settings);
}

static bool is_timed_on(const json_t *tree, const char *settings, const char *policy) {
    return eval_text_is(tree, "schema", "scord-sim-1") && eval_text_is(tree, "mode", "cycle") &&
           eval_text_is(tree, "issue", policy) &&
           eval_text_is(tree, "settings", strcmp(settings, "-") == 0 ? "" : settings);
}

static bool is_of(const char *path, const json_t *tree, const eval_run_t *run, const char *seed) {
    char what[512];
    const json_t *number = json_member(tree, "seed");
    const bool same = is_faults(run) ? is_scored_on(tree, run->key.settings)
                                     : is_timed_on(tree, run->key.settings, run->key.analysis);
    if (same && number && number->number == strtod(seed, NULL)) return true;
    snprintf(what, sizeof what,
             "not of the run that the manifest says (%s, settings %.300s, seed %.20s); remove it",
             run->key.analysis, run->key.settings, seed);
    return eval_fail(path, what);
}

/* Of the first scoring's first level: the L1s. */
static bool take_faults(const char *path, const json_t *tree, eval_run_t *run) {
    const json_t *level =
                     json_first(json_member(json_first(json_member(tree, "scorings")), "levels")),
                 *faults = json_member(level, "faults");
    bool good = eval_take_number(path, level, "requests", &run->requests);
    for (unsigned type = 0; good && type < FAULT_TYPES; type++) {
        const json_t *fault = json_member(faults, eval_type_names[type]);
        good = eval_take_number(path, fault, "count", &run->fault[type].count) &&
               eval_take_number(path, fault, "cold", &run->fault[type].cold) &&
               eval_take_number(path, fault, "roots", &run->fault[type].roots) &&
               eval_take_number(path, fault, "affected", &run->fault[type].affected);
    }
    return good;
}

static bool take_cycles(const char *path, const json_t *tree, eval_run_t *run) {
    double cycles = 0;
    if (!eval_take_number(path, json_member(tree, "total"), "cycles", &cycles)) return false;
    run->cycles += cycles;
    return cycles > 0 || eval_fail(path, "no cycles; remove it");
}

/* ---- the manifest ---- */

const eval_form_t eval_form = {.columns = 6,
                               .names = "group program settings analysis seed file",
                               .run_bytes = sizeof(eval_run_t)};

bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs) {
    eval_run_t *run = eval_record_of(runs, &(eval_key_t){.group = words[0],
                                                         .program = words[1],
                                                         .settings = words[2],
                                                         .analysis = words[3]});
    if (!tree) return true;
    const bool good = is_of(path, tree, run, words[4]) &&
                      (is_faults(run) ? take_faults(path, tree, run)
                                      : take_cycles(path, tree, run));
    run->key.seeds += good;
    return good;
}

/* ---- questions ---- */

/* Is PROGRAM, "matmult:best,8", of VERSION, "matmult:best"? */
static bool is_version(const char *program, const char *version) {
    return strcspn(program, ",") == strlen(version) &&
           strncmp(program, version, strlen(version)) == 0;
}

const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *group, const char *version,
                                 const char *settings, const char *analysis) {
    for (const eval_run_t *run = runs->runs; run < runs->runs + runs->count; run++)
        if (run->key.seeds == run->key.wanted && strcmp(run->key.group, group) == 0 &&
            is_version(run->key.program, version) &&
            (!settings || strcmp(run->key.settings, settings) == 0) &&
            strcmp(run->key.analysis, analysis) == 0)
            return run;
    return NULL;
}

double eval_l1_bytes(const char *settings) {
    return strncmp(settings, "l1=", 3) == 0 ? strtod(settings + 3, NULL) : 0;
}

double eval_interference(const eval_run_t *run) {
    return run->fault[FAULT_MH].count + run->fault[FAULT_MSH].count;
}
double eval_faults(const eval_run_t *run) {
    return eval_interference(run) + run->fault[FAULT_MM].count;
}
double eval_caused(const eval_run_t *run) { return eval_faults(run) - run->fault[FAULT_MM].cold; }
