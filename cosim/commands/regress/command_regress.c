/* SPDX-License-Identifier: Apache-2.0 */
/* command_regress.c: `scord regress`: the catalogue and thousands of random runs, resumable
 * (docs/regress.md). */
#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/interrupts.h"
#include "cosim/commands/shared/mismatch_folder.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/page/report_page.h"
#include "cosim/commands/shared/whole_file.h"

enum { MOST_JOBS = 1024, MOST_SHARDS = 100000 };

static int read_shard(void *place, const char *command, const char *option, const char *value) {
    regress_options_t *options = place;
    const char *slash = strchr(value, '/');
    uint64_t shard, shards;
    if (!slash || !scord_read_digits(value, slash, &shard) ||
        !scord_read_number(slash + 1, 1, MOST_SHARDS, &shards) || shard < 1 || shard > shards)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: %s is K/N with K from 1 to N and N to %d, not \"%s\"", command,
                          option, MOST_SHARDS, value);
    assert(shard >= 1 && shard <= shards && shards <= MOST_SHARDS);
    options->shard = (unsigned)shard;
    options->shards = (unsigned)shards;
    return 0;
}

#define PLACE(member) offsetof(regress_options_t, member)

static const option_t rows[] = {
    {"--runs", "N", OPTION_NUMBER, PLACE(runs), .most = 10000000, .standard = "0",
     .help = "random runs, of the rows whose command has {seed}"},
    {"--seed", "S", OPTION_NUMBER, PLACE(seed), .most = UINT64_MAX, .standard = "1",
     .help = "the random runs' rows and seeds follow from it; more runs begin with the same"},
    {"--tier", "T", OPTION_CHOICE, PLACE(tier), .choices = REGRESS_TIER_NAMES, .standard = "smoke",
     .help = "{}: each has the rows of those before it"},
    {"--above", "T", OPTION_CHOICE, PLACE(above), .choices = "none " REGRESS_TIER_NAMES,
     .standard = "none",
     .help = "only the rows of tiers longer than T; their records join those of the others in "
             "--output"},
    {"--only", "GLOB", OPTION_TEXT, PLACE(only), .help = "rows whose id is like GLOB"},
    {"--touches", "UNIT", OPTION_TEXT, PLACE(touches), .help = "rows that touch UNIT"},
    {"--jobs", "J", OPTION_UNSIGNED, PLACE(jobs), .least = 1, .most = MOST_JOBS,
     .help = "at a time (default: the cores)"},
    {"--timeout", "S", OPTION_UNSIGNED, PLACE(timeout), .least = 1, .most = REGRESS_LONGEST_TIMEOUT,
     .help = "seconds a run may take, instead of its row's own (default " OPTION_DIGITS(
         REGRESS_DEFAULT_TIMEOUT) ")"},
    {"--output", "DIR", OPTION_FOLDER, PLACE(output),
     .help = "results.jsonl, summary.json, report.html (`scord report`), runs/ID of what did not "
             "pass (default: rows, build/rows where there is a build/)"},
    {"--no-html", NULL, OPTION_FLAG, PLACE(no_html), .help = "no report.html"},
    {"--keep", NULL, OPTION_FLAG, PLACE(keep), .help = "folders of runs that passed stay too"},
    {"--failed", NULL, OPTION_FLAG, PLACE(failed),
     .help = "runs again what did not pass, with this build"},
    {"--restart", NULL, OPTION_FLAG, PLACE(restart), .help = "drops the records that are there"},
    {"--shard", "K/N", OPTION_CALL, 0, .read = read_shard,
     .help = "the K-th of N parts of the runs, in results-K-of-N.jsonl: for job arrays"},
    {"--verbose", NULL, OPTION_FLAG, PLACE(verbose),
     .help = "a line for runs that pass too; the end of the log of each kind of failure"},
    {"--list", NULL, OPTION_FLAG, PLACE(list),
     .help = "prints the runs only: tier, timeout, what each took last, command; then the sums"},
    {"--replay", "RUN", OPTION_TEXT, PLACE(replay), .help = "RUN again, in front of you"},
    {"--collect", NULL, OPTION_FLAG, PLACE(collect),
     .help = "the summary of a folder, all its shards"},
    {0}};

const command_form_t regress_form = {
    .name = "regress",
    .summary = "the catalogue and thousands of random runs, resumable",
    .usage = "scord regress [OPTIONS] CATALOGUE...\n"
             "scord regress --replay RUN CATALOGUE...\n"
             "scord regress --collect [--output DIR]\n",
    .about =
        "Runs the tests of the catalogues (of a folder: of every *.tests below it), and random "
        "tests with seeds of their own, several at a time, the longest first. What has ended is on "
        "the disk at once; the same command goes on after "
        "Ctrl-C, a kill or a power cut. Catalogue rows are\n"
        "  id [tier=smoke|full|nightly|weekly] [config=C] [touches=a,b] [share=N] [timeout=S] "
        "[verdict=closing|exit] | command\n",
    .options = rows,
    .examples = "scord regress --runs 1000 --seed 7 tb/commands/regress/random.tests\n"
                "scord regress --only 'cosim-*' --tier nightly tb\n"
                "scord regress --list --tier full --output build/test tb\n"
                "scord regress --replay random-tiny.1838161457 tb/commands/regress/random.tests\n",
    .exit_codes = "0 everything passed, 1 something did not, 2 bad usage or catalogue, 3 "
                  "environment; interrupted: that signal"};

int regress_read_options(int argc, char **argv, regress_options_t *options) {
    options_found_t found;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *options = (regress_options_t){.shard = 1,
                                   .shards = 1,
                                   .jobs = cores < 1           ? 1
                                           : cores > MOST_JOBS ? MOST_JOBS
                                                               : (unsigned)cores};
    const int code = options_read(&regress_form, options, argc, argv, &found);
    if (code != 0) return code;
    if (found.help) return -1;
    options->catalogues = found.words;
    options->catalogue_count = (size_t)found.count;
    if (!options->output) {
        output_folder("rows", options->folder, sizeof options->folder);
        options->output = options->folder;
    }
    assert(options->jobs >= 1 && options->jobs <= MOST_JOBS && options->tier < REGRESS_TIERS);
    if (options->collect && found.count > 0)
        return options_refuse("regress", "--collect takes no catalogue: ", found.words[0]);
    if (!options->collect && found.count == 0)
        return options_refuse("regress", "no catalogue given", "");
    return 0;
}

static int replay(const regress_options_t *options, const regress_catalogue_t *catalogue) {
    regress_run_t run;
    char folder[PATH_MAX];
    int code = regress_plan_one(catalogue, options->replay, &run);
    if (code != 0) return code;
    snprintf(folder, sizeof folder, "%s/replay/%s", options->output, run.id);
    code = regress_make_folder(folder);
    if (code != 0) return code;
    char *command = regress_command(&run, folder);
    if (!command) return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for a command");
    printf("%s\n", command);
    fflush(stdout);
    regress_exec(command, folder);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot run sh: %s", strerror(errno));
}

/* What is there must be of this plan and this build, unless the user says otherwise. */
static int records_fit(const regress_options_t *options, const regress_plan_t *plan,
                       const regress_records_t *records, const char *path) {
    if (records->sessions == 0) return 0;
    if (strcmp(records->session.plan, plan->hash) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s holds another plan (catalogue, seed, tier or choice differ); "
                          "--restart drops it, or choose another --output",
                          path);
    if (strcmp(records->session.build, options->build) != 0 && !options->failed)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s is of build %s, this is %s; --failed runs again what did not pass, "
                          "--restart everything",
                          path, records->session.build, options->build);
    return 0;
}

static void mark_done(const regress_options_t *options, regress_plan_t *plan,
                      const regress_records_t *records) {
    for (size_t i = 0; i < plan->count; i++) {
        const regress_result_t *result = regress_records_find(records, plan->runs[i].id);
        plan->runs[i].done = result && !(options->failed && result->verdict != REGRESS_PASS);
    }
}

static void drop_runs(const regress_options_t *options) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/runs", options->output);
    regress_remove_folder(folder);
}

/* OUTPUT/results[-above-TIER][-SHARD-of-SHARDS].jsonl. */
static void records_path(const regress_options_t *options, char path[PATH_MAX]) {
    char above[32] = "", shard[32] = "";
    assert(options->shard >= 1 && options->shard <= options->shards);
    if (options->above != 0)
        snprintf(above, sizeof above, "-above-%s", regress_tier_names[options->above - 1]);
    if (options->shards != 1)
        snprintf(shard, sizeof shard, "-%u-of-%u", options->shard, options->shards);
    snprintf(path, PATH_MAX, "%s/results%s%s.jsonl", options->output, above, shard);
}

/* Everything up to the last record. */
static int run_all(const regress_options_t *options, regress_plan_t *plan) {
    char path[PATH_MAX];
    records_path(options, path);
    regress_records_t records = {0};
    int code = regress_make_folder(options->output);
    if (code == 0 && options->restart && options->shards == 1 && options->above == 0)
        drop_runs(options); /* else they may be those of others */
    if (code == 0 && !options->restart) code = regress_records_read(path, &records);
    if (code == 0) code = records_fit(options, plan, &records, path);
    FILE *file = code == 0 ? regress_records_open(path, records.cut, options->restart) : NULL;
    if (code == 0 && !file) code = SCORD_EXIT_ENVIRONMENT;
    if (code == 0) {
        mark_done(options, plan, &records);
        regress_plan_order(plan, &records);
        code = regress_record_session(file, options, plan);
    }
    if (code == 0) code = regress_pool(options, plan, file);
    if (file && fclose(file) != 0 && code == 0)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s: %s", path, strerror(errno));
    regress_records_free(&records);
    return code;
}

/* OUTPUT/report.html; the last line stays "N passed, N failed". CODE, or what is wrong. */
static int write_page(const regress_options_t *options, int code) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/report.html", options->output);
    const int written = report_single(path, options->output, NULL, NULL, 0, NULL);
    return written != 0 ? written : code;
}

/* What ran in the output folder, when something did, says how long it took. */
static int list(const regress_options_t *options, regress_plan_t *plan) {
    regress_records_t records = {0};
    int code = 0;
    if (access(options->output, F_OK) == 0)
        code = regress_records_collect_any(options->output, &records);
    if (code == 0) {
        regress_plan_order(plan, &records);
        code = regress_list(options, plan);
    }
    regress_records_free(&records);
    return code;
}

static int summarize(const regress_options_t *options, const regress_plan_t *interrupted) {
    regress_records_t records = {0};
    int code = regress_records_collect(options->output, &records);
    if (code == 0) code = regress_summary(options, &records, interrupted);
    regress_records_free(&records);
    return (code == 0 || code == SCORD_EXIT_FOUND) && !options->no_html ? write_page(options, code)
                                                                        : code;
}

/* The executable's own hash: it holds model, RTL and front end alike. */
static int read_build(regress_options_t *options) {
    size_t bytes;
    sha256_t hash;
    char *executable = whole_file_read("/proc/self/exe", &bytes);
    if (!executable)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot read /proc/self/exe: %s",
                          strerror(errno));
    sha256_start(&hash);
    sha256_add(&hash, executable, bytes);
    sha256_finish(&hash, options->build);
    free(executable);
    return 0;
}

int scord_command_regress(int argc, char **argv) {
    regress_options_t options;
    int code = regress_read_options(argc, argv, &options);
    if (code < 0) return options_print_help(&regress_form, stdout), SCORD_EXIT_CLEAN;
    if (code != 0) return code;
    if (options.collect) return summarize(&options, NULL);
    regress_catalogue_t catalogue;
    regress_plan_t plan = {0};
    code = regress_catalogue_read(options.catalogues, options.catalogue_count, &catalogue);
    if (code == 0 && options.replay)
        code = replay(&options, &catalogue);
    else if (code == 0)
        code = regress_plan_make(&catalogue, &options, &plan);
    if (code == 0 && options.list) {
        code = list(&options, &plan);
    } else if (code == 0) {
        interrupts_catch();
        code = read_build(&options);
        if (code == 0) code = run_all(&options, &plan);
        if (code == 0) code = summarize(&options, interrupts_seen() ? &plan : NULL);
    }
    regress_plan_free(&plan);
    regress_catalogue_free(&catalogue);
    return interrupts_end(code);
}
