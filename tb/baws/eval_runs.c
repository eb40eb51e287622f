/* eval_runs.c: see eval_runs.h. */
#include "eval_runs.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_tree.h"

const char *const eval_reason_names[REASON_COUNT] = {"control", "data", "structural", "barrier", "exit", "fetch"};

enum { WORDS = 7 }; /* of a line of the manifest */

static bool fail(const char *path, const char *what) {
    fprintf(stderr, "eval_baws: %s: %s\n", path, what);
    return false;
}

/* NULL: not readable. */
static char *read_text(const char *path) {
    char *text = NULL;
    size_t bytes = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) return NULL;
    if (getdelim(&text, &bytes, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* ---- a file ---- */

static double number(const json_t *object, const char *name, bool *good) {
    const json_t *member = json_member(object, name);
    if (member != NULL && member->type == JSON_NUMBER) return member->number;
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
    for (unsigned reason = 0; reason < REASON_COUNT; reason++) run->idle[reason] = number(idle, eval_reason_names[reason], &good);
    run->idle_empty = number(total, "idle_slots_empty", &good);
    run->issue_slots = number(total, "issue_slots", &good);
    run->fetch_slots = number(total, "fetch_slots", &good);
    run->fetch_hits = number(total, "fetch_hits", &good);
    run->fetch_misses = number(total, "fetch_misses", &good);
    run->blocks_per_sm = number(total, "blocks_per_sm", &good);
    run->warps_per_block = number(total, "warps_per_block", &good);
    return good && run->cycles > 0 && run->thread_instructions > 0;
}

static bool text_is(const json_t *object, const char *name, const char *wanted) {
    const json_t *member = json_member(object, name);
    return member != NULL && member->type == JSON_STRING && strcmp(member->string, wanted) == 0;
}

/* Is the file of the run that the manifest says? */
static bool is_of(const json_t *tree, const eval_run_t *run) {
    const json_t *seed = json_member(tree, "seed");
    return text_is(tree, "schema", "scord-sim-1") && text_is(tree, "mode", "cycle") && text_is(tree, "issue", run->config.issue) &&
           text_is(tree, "fetch", run->config.fetch) && seed != NULL && seed->number == run->seed &&
           text_is(tree, "settings", strcmp(run->config.settings, "-") == 0 ? "" : run->config.settings);
}

static bool read_run(const char *path, char *text, eval_run_t *run) {
    size_t at;
    json_t *tree = json_parse(text, &at);
    if (tree == NULL) return fail(path, "not JSON; remove it");
    const bool same = is_of(tree, run), whole = take_counts(json_member(tree, "total"), run);
    json_free(tree);
    if (!same) return fail(path, "not of the run that the manifest says (settings in the order of machine.def?); remove it");
    return whole || fail(path, "a count is missing; remove it");
}

/* ---- the manifest ---- */

static bool split(char *line, char *words[WORDS]) {
    char *rest = NULL;
    for (unsigned i = 0; i < WORDS; i++) {
        words[i] = strtok_r(i == 0 ? line : NULL, " ", &rest);
        if (words[i] == NULL) return false;
    }
    return true;
}

static bool add_line(const char *folder, char *line, eval_runs_t *runs) {
    char *words[WORDS], path[PATH_MAX];
    if (!split(line, words)) return fail(folder, "a line of `runs` is not: group program settings issue fetch seed file");
    eval_run_t *run = &runs->runs[runs->count];
    *run = (eval_run_t){.group = words[0], .program = words[1], .config = {words[2], words[3], words[4]}, .seed = (unsigned)strtoul(words[5], NULL, 10)};
    snprintf(path, sizeof path, "%s/%s", folder, words[6]);
    char *text = read_text(path);
    if (text == NULL) {
        runs->missing++;
        return true;
    }
    const bool good = read_run(path, text, run);
    runs->count += good;
    free(text);
    return good;
}

bool eval_runs_read(const char *folder, eval_runs_t *runs) {
    char path[PATH_MAX], *rest = NULL;
    size_t lines = 1;
    *runs = (eval_runs_t){0};
    snprintf(path, sizeof path, "%s/runs", folder);
    runs->manifest = read_text(path);
    if (runs->manifest == NULL) return fail(path, "cannot be read; run run_experiments.sh first");
    for (const char *at = runs->manifest; *at != '\0'; at++) lines += *at == '\n';
    runs->runs = calloc(lines, sizeof *runs->runs);
    if (runs->runs == NULL) return fail(path, "out of memory");
    for (char *line = strtok_r(runs->manifest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        if (!add_line(folder, line, runs)) return false;
    return runs->count > 0 || fail(path, "no run has a result");
}

void eval_runs_free(eval_runs_t *runs) {
    free(runs->manifest);
    free(runs->runs);
    *runs = (eval_runs_t){0};
}

/* ---- questions ---- */

static bool same_config(eval_config_t a, eval_config_t b) {
    return strcmp(a.settings, b.settings) == 0 && strcmp(a.issue, b.issue) == 0 && strcmp(a.fetch, b.fetch) == 0;
}

const eval_run_t *eval_runs_find(const eval_runs_t *runs, const char *program, eval_config_t config, unsigned seed) {
    for (const eval_run_t *run = runs->runs; run < runs->runs + runs->count; run++)
        if (run->seed == seed && strcmp(run->program, program) == 0 && same_config(run->config, config)) return run;
    return NULL;
}

bool eval_list_has(const eval_list_t *list, const char *word) {
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0) return true;
    return false;
}

static void add_word(eval_list_t *list, const char *word) {
    if (list->count < EVAL_LIST_MAX && !eval_list_has(list, word)) list->words[list->count++] = word;
}

static const char *program_of(const eval_run_t *run) { return run->program; }
static const char *policy_of(const eval_run_t *run) { return run->config.issue; }
static const char *settings_of(const eval_run_t *run) { return run->config.settings; }

static eval_list_t words_of(const eval_runs_t *runs, const char *group, const char *(*word)(const eval_run_t *run)) {
    eval_list_t list = {.count = 0};
    for (size_t i = 0; i < runs->count; i++)
        if (strcmp(runs->runs[i].group, group) == 0) add_word(&list, word(&runs->runs[i]));
    return list;
}

eval_list_t eval_runs_programs(const eval_runs_t *runs, const char *group) { return words_of(runs, group, program_of); }
eval_list_t eval_runs_policies(const eval_runs_t *runs, const char *group) { return words_of(runs, group, policy_of); }
eval_list_t eval_runs_settings(const eval_runs_t *runs, const char *group) { return words_of(runs, group, settings_of); }

unsigned eval_runs_seeds(const eval_runs_t *runs, unsigned *seeds, unsigned limit) {
    unsigned count = 0;
    for (size_t i = 0; i < runs->count; i++) {
        unsigned at = 0;
        while (at < count && seeds[at] != runs->runs[i].seed) at++;
        if (at == count && count < limit) seeds[count++] = runs->runs[i].seed;
    }
    return count;
}
