/* command_regress.c: `scord regress`: the catalogue and thousands of random runs, resumable
 * (docs/regress.md). */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/shared/interrupts.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/page/report_page.h"
#include "cosim/commands/shared/whole_file.h"

enum { MOST_JOBS = 1024, MOST_SHARDS = 100000, LONGEST_TIMEOUT = 7 * 24 * 3600 };
#define MOST_RUNS UINT64_C(10000000)

static void print_usage(FILE *out) {
    fputs("usage: scord regress [OPTIONS] CATALOGUE...\n"
          "       scord regress --replay RUN CATALOGUE...        one run again, in front of you\n"
          "       scord regress --collect [--output DIR]         the summary of a folder, all its "
          "shards\n"
          "\n"
          "Runs the tests of the catalogues, and random tests with seeds of their own, several at "
          "a time. What has ended is on\n"
          "the disk at once; the same command goes on after Ctrl-C, a kill or a power cut. "
          "Catalogue rows are\n"
          "  id [tier=smoke|nightly|weekly] [config=C] [touches=a,b] [share=N] [timeout=S] "
          "[verdict=closing|exit] | command\n"
          "\n"
          "  --runs N          random runs, of the rows whose command has {seed} (default 0)\n"
          "  --seed S          the random runs' rows and seeds follow from it (default 1); more "
          "runs begin with the same\n"
          "  --tier T          smoke (default), nightly, weekly: each holds those before it\n"
          "  --only GLOB       rows whose id is like GLOB; --touches UNIT rows that touch it\n"
          "  --jobs J          at a time (default: the cores)\n"
          "  --timeout S       seconds a run may take, instead of its row's own (default 1800)\n"
          "  --output DIR      results.jsonl, summary.json, report.html (`scord report`), runs/ID "
          "of what did not pass (default regress)\n"
          "  --no-html         no report.html\n"
          "  --keep            folders of runs that passed stay too\n"
          "  --failed          runs again what did not pass, with this build\n"
          "  --restart         drops the records that are there\n"
          "  --shard K/N       the K-th of N parts of the runs, in results-K-of-N.jsonl: for job "
          "arrays\n"
          "  --verbose         a line for runs that pass too; the end of the log of each kind of "
          "failure\n"
          "  --list            prints the runs and their commands, runs nothing\n"
          "\n"
          "examples:\n"
          "  scord regress --runs 1000 --seed 7 tb/commands/regress/random.tests\n"
          "  scord regress --only 'cosim-*' --tier nightly tb/*/*.tests\n"
          "  scord regress --replay random-tiny.1838161457 tb/commands/regress/random.tests\n"
          "\n"
          "exit codes: 0 everything passed, 1 something did not, 2 bad usage or catalogue, 3 "
          "environment; interrupted: that signal\n",
          out);
}

static int number(const char *option, const char *text, uint64_t least, uint64_t most,
                  uint64_t *value) {
    if (scord_read_number(text, least, most, value)) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s is a number from %" PRIu64 " to %" PRIu64 ", not \"%s\"", option, least,
                      most, text);
}

static int small_number(const char *option, const char *text, unsigned least, unsigned most,
                        unsigned *value) {
    uint64_t wide;
    const int code = number(option, text, least, most, &wide);
    if (code == 0) *value = (unsigned)wide;
    return code;
}

static int take_shard(const char *text, regress_options_t *options) {
    const char *slash = strchr(text, '/');
    uint64_t shard, shards;
    if (!slash || !scord_read_digits(text, slash, &shard) ||
        !scord_read_number(slash + 1, 1, MOST_SHARDS, &shards) || shard < 1 || shard > shards)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "--shard is K/N with K from 1 to N and N to %d, not \"%s\"", MOST_SHARDS,
                          text);
    options->shard = (unsigned)shard;
    options->shards = (unsigned)shards;
    return 0;
}

static int take_tier(const char *text, regress_options_t *options) {
    for (options->tier = REGRESS_SMOKE; options->tier < REGRESS_TIERS; options->tier++)
        if (strcmp(text, regress_tier_names[options->tier]) == 0) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "--tier is smoke, nightly or weekly, not \"%s\"", text);
}

static int take_option(int option, regress_options_t *options) {
    switch (option) {
    case 'n': return number("--runs", optarg, 0, MOST_RUNS, &options->runs);
    case 's': return number("--seed", optarg, 0, UINT64_MAX, &options->seed);
    case 'T': return take_tier(optarg, options);
    case 'o': return options->only = optarg, 0;
    case 'u': return options->touches = optarg, 0;
    case 'j': return small_number("--jobs", optarg, 1, MOST_JOBS, &options->jobs);
    case 't': return small_number("--timeout", optarg, 1, LONGEST_TIMEOUT, &options->timeout);
    case 'd': return options->output = optarg, 0;
    case 'k': return options->keep = true, 0;
    case 'v': return options->verbose = true, 0;
    case 'f': return options->failed = true, 0;
    case 'r': return options->restart = true, 0;
    case 'S': return take_shard(optarg, options);
    case 'l': return options->list = true, 0;
    case 'p': return options->replay = optarg, 0;
    case 'c': return options->collect = true, 0;
    case 'H': return options->no_html = true, 0;
    default: return SCORD_EXIT_BAD_INPUT;
    }
}

int regress_read_options(int argc, char **argv, regress_options_t *options) {
    static const struct option long_options[] = {{"runs", required_argument, NULL, 'n'},
                                                 {"seed", required_argument, NULL, 's'},
                                                 {"tier", required_argument, NULL, 'T'},
                                                 {"only", required_argument, NULL, 'o'},
                                                 {"touches", required_argument, NULL, 'u'},
                                                 {"jobs", required_argument, NULL, 'j'},
                                                 {"timeout", required_argument, NULL, 't'},
                                                 {"output", required_argument, NULL, 'd'},
                                                 {"keep", no_argument, NULL, 'k'},
                                                 {"failed", no_argument, NULL, 'f'},
                                                 {"restart", no_argument, NULL, 'r'},
                                                 {"shard", required_argument, NULL, 'S'},
                                                 {"list", no_argument, NULL, 'l'},
                                                 {"replay", required_argument, NULL, 'p'},
                                                 {"collect", no_argument, NULL, 'c'},
                                                 {"verbose", no_argument, NULL, 'v'},
                                                 {"no-html", no_argument, NULL, 'H'},
                                                 {"help", no_argument, NULL, 'h'},
                                                 {0}};
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *options = (regress_options_t){.output = "regress",
                                   .seed = 1,
                                   .shard = 1,
                                   .shards = 1,
                                   .jobs = cores < 1           ? 1
                                           : cores > MOST_JOBS ? MOST_JOBS
                                                               : (unsigned)cores};
    opterr = 0;
    optind = 0; /* GNU: begin anew, even in the middle of a word */
    for (int option; (option = getopt_long(argc, argv, "h", long_options, NULL)) != -1;) {
        if (option == 'h') return -1;
        if (option == '?')
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              "bad option or missing value: %s; see scord regress --help",
                              scord_refused_word(argv));
        const int code = take_option(option, options);
        if (code != 0) return code;
    }
    options->catalogues = argv + optind;
    options->catalogue_count = (size_t)(argc - optind);
    if (options->collect ? argc > optind : argc == optind)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          options->collect ? "--collect takes no catalogue"
                                           : "no catalogue given; see scord regress --help");
    return 0;
}

static int list(const regress_options_t *options, const regress_plan_t *plan) {
    char folder[PATH_MAX];
    for (size_t i = 0; i < plan->count; i++) {
        snprintf(folder, sizeof folder, "%s/runs/%s", options->output, plan->runs[i].id);
        char *command = regress_command(&plan->runs[i], folder);
        if (!command) return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for a command");
        printf("%s tier=%s%s%s%s%s | %s\n", plan->runs[i].id,
               regress_tier_names[plan->runs[i].row->tier],
               plan->runs[i].row->config[0] ? " config=" : "", plan->runs[i].row->config,
               plan->runs[i].row->touches[0] ? " touches=" : "", plan->runs[i].row->touches,
               command);
        free(command);
    }
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

/* Everything up to the last record. */
static int run_all(const regress_options_t *options, regress_plan_t *plan) {
    char path[PATH_MAX];
    if (options->shards == 1)
        snprintf(path, sizeof path, "%s/results.jsonl", options->output);
    else
        snprintf(path, sizeof path, "%s/results-%u-of-%u.jsonl", options->output, options->shard,
                 options->shards);
    regress_records_t records = {0};
    int code = regress_make_folder(options->output);
    if (code == 0 && options->restart && options->shards == 1) drop_runs(options);
    if (code == 0 && !options->restart) code = regress_records_read(path, &records);
    if (code == 0) code = records_fit(options, plan, &records, path);
    FILE *file = code == 0 ? regress_records_open(path, records.cut, options->restart) : NULL;
    if (code == 0 && !file) code = SCORD_EXIT_ENVIRONMENT;
    if (code == 0) {
        mark_done(options, plan, &records);
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

static int summarize(const regress_options_t *options) {
    regress_records_t records = {0};
    int code = regress_records_collect(options->output, &records);
    if (code == 0) code = regress_summary(options, &records);
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
    if (code < 0) return print_usage(stdout), SCORD_EXIT_CLEAN;
    if (code != 0) return code;
    if (options.collect) return summarize(&options);
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
        if (code == 0) code = summarize(&options);
    }
    regress_plan_free(&plan);
    regress_catalogue_free(&catalogue);
    return interrupts_end(code);
}
