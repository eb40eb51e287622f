/* eval_runs.c: see eval_runs.h. */
#include "tb/eval/grab/eval_runs.h"

#include <stdlib.h>
#include <string.h>

#include "tb/eval/grab/eval_paper.h"

static bool is_faults(const eval_run_t *run) { return strcmp(run->analysis, EVAL_FAULTS) == 0; }

/* ---- a file ---- */

/* NULL: no such list, or it is empty. */
static const json_t *json_first(const json_t *list) {
    return !list || list->type != JSON_ARRAY ? NULL : list->first;
}

static bool take_number(const char *path, const json_t *object, const char *name, double *sum) {
    char what[128];
    const json_t *member = json_member(object, name);
    snprintf(what, sizeof what, "no number `%s` where it should be; remove it", name);
    if (!member || member->type != JSON_NUMBER) return eval_fail(path, what);
    *sum += member->number;
    return true;
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
    const bool same = is_faults(run) ? is_scored_on(tree, run->settings)
                                     : is_timed_on(tree, run->settings, run->analysis);
    if (same && number && number->number == strtod(seed, NULL)) return true;
    snprintf(what, sizeof what,
             "not of the run that the manifest says (%s, settings %.300s, seed %.20s); remove it",
             run->analysis, run->settings, seed);
    return eval_fail(path, what);
}

/* Of the first scoring's first level: the L1s. */
static bool take_faults(const char *path, const json_t *tree, eval_run_t *run) {
    const json_t *level =
                     json_first(json_member(json_first(json_member(tree, "scorings")), "levels")),
                 *faults = json_member(level, "faults");
    bool good = take_number(path, level, "requests", &run->requests);
    for (unsigned type = 0; good && type < FAULT_TYPES; type++) {
        const json_t *fault = json_member(faults, eval_type_names[type]);
        good = take_number(path, fault, "count", &run->fault[type].count) &&
               take_number(path, fault, "cold", &run->fault[type].cold) &&
               take_number(path, fault, "roots", &run->fault[type].roots) &&
               take_number(path, fault, "affected", &run->fault[type].affected);
    }
    return good;
}

static bool take_cycles(const char *path, const json_t *tree, eval_run_t *run) {
    double cycles = 0;
    if (!take_number(path, json_member(tree, "total"), "cycles", &cycles)) return false;
    run->cycles += cycles;
    return cycles > 0 || eval_fail(path, "no cycles; remove it");
}

/* ---- the manifest ---- */

/* The record that a line belongs to, new or that of an earlier seed. */
static eval_run_t *record_of(eval_runs_t *runs, char *const *words) {
    for (eval_run_t *run = runs->runs + runs->count; run-- > runs->runs;)
        if (strcmp(run->group, words[0]) == 0 && strcmp(run->program, words[1]) == 0 &&
            strcmp(run->settings, words[2]) == 0 && strcmp(run->analysis, words[3]) == 0)
            return run;
    eval_run_t *run = &runs->runs[runs->count++];
    *run = (eval_run_t){
        .group = words[0], .program = words[1], .settings = words[2], .analysis = words[3]};
    return run;
}

const eval_form_t eval_form = {.columns = 6,
                               .names = "group program settings analysis seed file",
                               .run_bytes = sizeof(eval_run_t)};

bool eval_take_line(const char *path, const json_t *tree, char *const *words, eval_runs_t *runs) {
    eval_run_t *run = record_of(runs, words);
    run->wanted++;
    if (!tree) return true;
    const bool good = is_of(path, tree, run, words[4]) &&
                      (is_faults(run) ? take_faults(path, tree, run)
                                      : take_cycles(path, tree, run));
    run->seeds += good;
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
        if (run->seeds == run->wanted && strcmp(run->group, group) == 0 &&
            is_version(run->program, version) &&
            (!settings || strcmp(run->settings, settings) == 0) &&
            strcmp(run->analysis, analysis) == 0)
            return run;
    return NULL;
}

eval_list_t eval_runs_settings(const eval_runs_t *runs, const char *group) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->runs[i].group, group) == 0) eval_list_add(&list, runs->runs[i].settings);
    return list;
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
