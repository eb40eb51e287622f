/* SPDX-License-Identifier: Apache-2.0 */
/* check_options.c: the command line of `scord check`. */
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/read_number.h"
#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/shared/mismatch_folder.h"
#include "cosim/commands/shared/whole_file.h"

/* What ScoRD's microbenchmarks mean; docs/oracle.md, "Models". */
#define DEFAULT_ORACLE_MODEL "scor"

/* The kinds of --only and --without. */
#define KINDS "race lanes mask barrier uninitialised launch memory warp"

/* ---- options with a reader of their own ---- */

static int read_oracle(void *place, const char *command, const char *option, const char *value) {
    const char **model = place;
    (void)command, (void)option, (void)value;
    if (!*model) *model = DEFAULT_ORACLE_MODEL;
    return 0;
}

static int read_oracle_model(void *place, const char *command, const char *option,
                             const char *value) {
    scord_oracle_axes_t axes;
    char names[256] = "";
    if (scord_oracle_preset(value, &axes) == 0) {
        *(const char **)place = value;
        return 0;
    }
    for (unsigned i = 0; i < scord_oracle_presets(); i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " " : "",
                 scord_oracle_preset_name(i));
    }
    return options_refuse_choice(command, option, names, value);
}

/* The machine in one word. */
#define AS_CUDA      "cuda"
#define AS_PUBLISHED "published"

static int read_as(void *place, const char *command, const char *option, const char *value) {
    if (strcmp(value, AS_CUDA) != 0 && strcmp(value, AS_PUBLISHED) != 0)
        return options_refuse_choice(command, option, AS_CUDA " " AS_PUBLISHED, value);
    *(const char **)place = strcmp(value, AS_CUDA) == 0 ? CHECK_CUDA_CONFIG
                                                        : CHECK_PUBLISHED_CONFIG;
    return 0;
}

/* ---- --only and --without: KIND,... ---- */

/* The bit of the kind that LENGTH letters of NAME name; 0: none. */
static uint32_t kind_bit(const char *name, size_t length) {
    for (unsigned kind = 0; kind <= SCORD_FINDING_KINDS; kind++) {
        const char *word = kind < SCORD_FINDING_KINDS ? scord_finding_kind_name(kind) : "race";
        if (strlen(word) == length && strncmp(word, name, length) == 0) return UINT32_C(1) << kind;
    }
    return 0;
}

static int read_kinds(void *place, const char *command, const char *option, const char *value) {
    uint32_t *kinds = place;
    for (const char *name = value;; name++) {
        const size_t length = strcspn(name, ",");
        const uint32_t bit = kind_bit(name, length);
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        if (bit == 0) return options_refuse_choice(command, option, KINDS, word);
        *kinds |= bit;
        name += length;
        if (*name == '\0') return 0;
    }
}

/* ---- schedules ---- */

static int read_schedule(void *place, const char *command, const char *option, const char *value) {
    pct_options_t pct;
    char(*name)[PCT_NAME] = place;
    if (!pct_named(value, &pct))
        return scord_fail(
            SCORD_EXIT_BAD_INPUT,
            "%s: %s takes pct:D:S or pct:D:S:K (pct-lanes:D:S:K), with a depth D of 1 "
            "to " OPTION_DIGITS(16) ", a draw S and K steps, not '%s'",
            command, option, value);
    pct_name(&pct, *name);
    return 0;
}

static int read_async(void *place, const char *command, const char *option, const char *value) {
    uint64_t seed;
    if (strcmp(value, "late") != 0 && !scord_read_number(value, 0, UINT64_MAX, &seed))
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s takes late or a seed, not '%s'", command,
                          option, value);
    *(const char **)place = value;
    return 0;
}

/* "90", "90s", "5m", "1.5h". */
static int read_time(void *place, const char *command, const char *option, const char *value) {
    char *end;
    double seconds = value[0] >= '0' && value[0] <= '9' ? strtod(value, &end) : 0;
    if (seconds > 0 && *end != '\0' && end[1] == '\0') {
        seconds *= *end == 's' ? 1 : *end == 'm' ? 60 : *end == 'h' ? 3600 : 0;
        end++;
    }
    if (!(seconds > 0) || seconds > 1e9 || *end != '\0')
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: %s takes a time such as 30s, 5m or 1h, not '%s'", command, option,
                          value);
    *(double *)place = seconds;
    return 0;
}

/* ---- the tables ---- */

#define EXPLORE(member) offsetof(explore_options_t, member)

static const option_t explore_options[] = {
    {"--schedules", "N", OPTION_NUMBER, EXPLORE(schedules), .least = 1, .most = 1000000000,
     .help = "explore: run the program under N schedules, merge what they show, and compare what "
             "they print and leave in memory"},
    {"--time", "T", OPTION_CALL, EXPLORE(time), .read = read_time,
     .help = "explore no longer than that (30s, 5m, 1h)"},
    {"--run-limit", "T", OPTION_CALL, EXPLORE(run_limit), .read = read_time,
     .help = "explore, and give a run up after T (default: 50 times what the fair one took, at "
             "least 60s)"},
    {"--draw", "HOW", OPTION_CHOICE, EXPLORE(draw), .choices = "mixed pct random",
     .standard = "mixed",
     .help =
         "which schedules are explored besides the fair one: {}; pct: probabilistic concurrency "
         "testing, random: as --seed draws"},
    {"--depth", "D", OPTION_UNSIGNED, EXPLORE(depth), .least = 1, .most = PCT_DEEPEST,
     .standard = "3", .help = "deepest bugs that PCT draws for"},
    {"--jobs", "N", OPTION_UNSIGNED, EXPLORE(jobs), .least = 1, .most = 256,
     .help = "explore N schedules at a time (default: one a core)"},
    {"--resume", "DIR", OPTION_FOLDER, EXPLORE(resume),
     .help = "explore with the runs kept in DIR; those that are there already count"},
    {"--no-early-stop", NULL, OPTION_FLAG, EXPLORE(no_early_stop),
     .help = "explore on when the last third of the schedules showed nothing new"},
    {"--progress", NULL, OPTION_FLAG, EXPLORE(progress),
     .help = "explore with lines of progress on standard error, also where that is no terminal"},
    {0}};

#define PLACE(member) offsetof(check_options_t, member)

static const option_t rows[] = {
    {"--rtl", NULL, OPTION_FLAG, PLACE(rtl),
     .help = "verdicts by the RTL, in lockstep with the golden model"},
    {"--as", "WHAT", OPTION_CALL, PLACE(as), .read = read_as, .standard = AS_CUDA,
     .choices = AS_CUDA " " AS_PUBLISHED,
     .help = "{}: today's CUDA: threads of a warp told apart, acquire and release, one metadata "
             "entry a word, __shared__ memory too (machine cuda); published: ScoRD's machine "
             "(gtx480), global memory only"},
    {"--shared", NULL, OPTION_FLAG, PLACE(shared),
     .help = "races in __shared__ memory too: what machine cuda does by default"},
    {"--no-shared", NULL, OPTION_FLAG, PLACE(no_shared), .help = "not there"},
    {"--only", "KIND,...", OPTION_CALL, PLACE(only), .read = read_kinds, .choices = KINDS,
     .help = "look for these kinds alone: {} (docs/findings.md); default: all of them on machine "
             "cuda, races on others"},
    {"--without", "KIND,...", OPTION_CALL, PLACE(without), .read = read_kinds, .choices = KINDS,
     .help = "not for these"},
    {"--leaks", NULL, OPTION_FLAG, PLACE(leaks),
     .help = "note what is never freed, by the line of its allocation"},
    {"--suppress", "FILE", OPTION_FILE, PLACE(suppress),
     .help = "races and findings that an entry of this file names do not count (docs/findings.md)"},
    {"--write-suppressions", "FILE", OPTION_FILE, PLACE(write_suppressions),
     .help = "an entry for each race and finding that counts"},
    {"--baseline", "REPORT.json", OPTION_FILE, PLACE(baseline),
     .help = "only what this earlier report of --json does not have counts"},
    {"--seed", "S", OPTION_NUMBER, PLACE(seed), .most = UINT64_MAX, .standard = "0",
     .help = "schedule: 0 is plain round robin, every other number draws one"},
    {"--schedule", "pct:D:S[:K]", OPTION_CALL, PLACE(schedule_name), .read = read_schedule,
     .help = "schedule of probabilistic concurrency testing: depth D, draw S, for K steps (default "
             "" OPTION_DIGITS(PCT_STANDARD_STEPS) "); pct-lanes:... ranks lanes that run apart"},
    {"--async", "late|SEED", OPTION_CALL, PLACE(async), .read = read_async,
     .help = "kernels, copies, sets run as late as the order of streams and events allows, or "
             "anywhere between, drawn by a seed (default: at their calls)"},
    {NULL, NULL, OPTION_TABLE, PLACE(explore), .table = explore_options},
    {"--config", "NAME", OPTION_TEXT, PLACE(config), .choices = "cuda " CHECK_CONFIGS,
     .help = "instead of --as, a machine: cuda, gtx480, tiny, nocache, ...; NAME:key=value,... "
             "changes keys"},
    {"--oracle", NULL, OPTION_CALL, PLACE(oracle_model), .read = read_oracle,
     .help = "also the exact oracle: every race a true or a false positive, and what was missed"},
    {"--oracle-model", "M", OPTION_CALL, PLACE(oracle_model), .read = read_oracle_model,
     .standard = DEFAULT_ORACLE_MODEL, .choices = "scor ptx hrf-direct",
     .help = "the oracle's memory model (implies --oracle): {}, ..."},
    {"--events", "FILE", OPTION_FILE, PLACE(events),
     .help = "record the event stream; `scord cosim FILE` repeats the check"},
    {"--json", "FILE", OPTION_FILE, PLACE(json),
     .help = "the report for programs ('-': standard output; the program's own goes to standard "
             "error then)"},
    {"--sarif", "FILE", OPTION_FILE, PLACE(sarif),
     .help = "the report as SARIF 2.1.0, for code-review tools ('-': standard output)"},
    {"--html", "FILE", OPTION_FILE, PLACE(html),
     .help = "the report as one page, with a link to the wave (`scord report` makes pages of "
             "several)"},
    {"--wave", "FILE", OPTION_FILE, PLACE(wave),
     .help = "with --rtl: FST wave and gtkwave view of the first race's decision"},
    {NULL, NULL, OPTION_TABLE, PLACE(explain), .table = explain_rows},
    {"--watch", NULL, OPTION_FLAG, PLACE(watch),
     .help = "check again whenever a source or header changes, until Ctrl-C"},
    {"--output", "DIR", OPTION_FOLDER, PLACE(output),
     .help =
         "where a mismatch between RTL and model leaves report, stream, wave, view and shrunk "
         "stream (default: $SCORD_OUTPUT, else mismatch, build/mismatch where there is a build/)"},
    {"--no-shrink", NULL, OPTION_FLAG, PLACE(no_shrink),
     .help = "do not minimize the stream of a mismatch"},
    {NULL, NULL, OPTION_TABLE, 0, .table = check_program_options},
    {"--checker-threads", "N", OPTION_UNSIGNED, PLACE(threads), .least = 1, .most = 1024,
     .help =
         "threads of the checker, beside the program: 1, 2 or 3, more are as good as 3 (default: "
         "as many as processors are there for); what is reported is the same"},
    {0}};

const command_form_t check_form = {
    .name = "check",
    .summary = "run a CUDA program with race detection, RTL against golden model",
    .usage =
        "scord check PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
        "scord check DIRECTORY [OPTION ...] [-- ARGUMENTS]\tall sources that lie in it\n"
        "scord check ./PROGRAM [OPTION ...] [-- ARGUMENTS]\tlinked by scord-nvcc, or nvcc "
        "-cudart shared\n"
        "scord check --make DIRECTORY [OPTION ...] [-- ARGUMENTS]\tbuilt by its makefile\n"
        "scord check FILE.ptx [OPTION ...]\tone kernel of a PTX file: --entry, --grid, --args\n",
    .about = "Compiles an unmodified CUDA program, runs it on the front-end model and reports its "
             "races by file and line. Its standard input, output and error are yours; ARGUMENTS "
             "are its own.\n",
    .options = rows,
    .examples = "scord check reduce.cu -- 4096\n"
                "make NVCC=scord-nvcc && scord check ./reduce -- 4096\n"
                "scord check reduce.cu --rtl --seed 7 --events run.sev --wave race.fst\n"
                "scord check reduce.cu --explain-race 0\n"
                "scord check reduce.cu --as published\n"
                "scord check reduce.cu --schedules 100\n"
                "scord check reduce.cu --time 5m --resume reduce.runs\n"
                "scord check reduce.cu --schedule pct:2:7:410\n",
    .exit_codes = "0 no race and no finding, 1 races, findings or mismatches (with --oracle also "
                  "races of the oracle alone), 2 bad usage, program or input, 3 environment",
    .program_words = true,
    .word = check_take_word};

static int settle_files(const check_options_t *options) {
    if (options->events && strcmp(options->events, "-") == 0)
        return options_refuse(options->command,
                              "--events takes a file: standard output is the program's", "");
    if (options->wave && !options->rtl)
        return options_refuse(options->command, "--wave shows the RTL: it needs --rtl", "");
    if (options->html && strcmp(options->html, "-") == 0)
        return options_refuse(options->command,
                              "--html takes a file: standard output is the program's", "");
    if (options->json && options->sarif && strcmp(options->json, "-") == 0 &&
        strcmp(options->sarif, "-") == 0)
        return options_refuse(options->command,
                              "--json and --sarif cannot both go to standard output", "");
    if (options->write_suppressions && strcmp(options->write_suppressions, "-") == 0)
        return options_refuse(options->command,
                              "--write-suppressions takes a file: standard output is the program's",
                              "");
    return explain_settle(&options->explain, options->command);
}

/* What --suppress and --baseline name, before anything is compiled. */
static int read_known(check_options_t *options) {
    char message[1024] = "";
    const struct {
        const char *path, *option;
    } files[] = {{options->suppress, "--suppress"}, {options->baseline, "--baseline"}};
    for (unsigned i = 0; i < 2; i++) {
        size_t size;
        if (!files[i].path) continue;
        errno = 0;
        char *text = whole_file_read(files[i].path, &size);
        if (!text)
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s %s: %s", files[i].option, files[i].path,
                              strerror(errno != 0 ? errno : EISDIR));
        const bool good = i == 0 ? scord_suppressions_read(&options->suppressions, files[i].path,
                                                           text, size, message, sizeof message)
                                 : scord_baseline_read(&options->known, files[i].path, text, size,
                                                       message, sizeof message);
        free(text);
        if (!good) return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", message);
    }
    if ((options->suppress || options->baseline) && options->oracle_model)
        return options_refuse(options->command,
                              "--oracle judges every race: not with --suppress or --baseline", "");
    return 0;
}

/* What is looked for: everything on machine cuda, else races; or what --only says. */
static int settle_kinds(check_options_t *options, bool cuda) {
    uint32_t kinds = options->only != 0 ? options->only : cuda ? 2 * CHECK_RACES - 1 : CHECK_RACES;
    kinds &= ~options->without;
    if (kinds == 0)
        return options_refuse(options->command, "--only and --without leave nothing to look for",
                              "");
    options->findings = kinds & (CHECK_RACES - 1);
    options->no_races = (kinds & CHECK_RACES) == 0;
    if (options->leaks && (kinds >> SCORD_FINDING_KIND_MEMORY & 1) == 0)
        return options_refuse(options->command, "--leaks is of kind memory, which is left out", "");
    if (options->no_races && options->oracle_model)
        return options_refuse(options->command, "--oracle judges races, which are left out", "");
    if (options->no_races && options->explain.asked)
        return options_refuse(options->command, "races are left out: there is none to explain", "");
    return 0;
}

/* Machine cuda is the default; on it `__shared__` memory is checked too. */
static int settle_machine(check_options_t *options) {
    if (options->as && options->config)
        return options_refuse(options->command,
                              "--as names a machine, --config another one: ", options->config);
    if (options->shared && options->no_shared)
        return options_refuse(options->command, "one of --shared and --no-shared", "");
    if (!options->config) options->config = options->as ? options->as : CHECK_CUDA_CONFIG;
    const size_t name = strcspn(options->config, ":");
    const bool cuda = name == strlen(CHECK_CUDA_CONFIG) &&
                      strncmp(options->config, CHECK_CUDA_CONFIG, name) == 0;
    options->shared = options->shared || (cuda && !options->no_shared);
    return settle_kinds(options, cuda);
}

/* One schedule, or many; what is of one run is asked of a replay. */
static int settle_schedules(check_options_t *options) {
    const explore_options_t *explore = &options->explore;
    const char *one = options->events               ? "--events"
                      : options->sarif              ? "--sarif"
                      : options->html               ? "--html"
                      : options->wave               ? "--wave"
                      : options->explain.asked      ? "--explain"
                      : options->write_suppressions ? "--write-suppressions"
                      : options->oracle_model       ? "--oracle"
                      : options->seed != 0          ? "--seed"
                      : options->schedule_name[0]   ? "--schedule"
                      : options->async              ? "--async"
                                                    : NULL;
    if (options->schedule_name[0] != '\0') options->schedule = options->schedule_name;
    if (explore->schedules == 0 && !(explore->time > 0)) {
        const char *alone = explore->resume          ? "--resume"
                            : explore->no_early_stop ? "--no-early-stop"
                            : explore->progress      ? "--progress"
                            : explore->run_limit > 0 ? "--run-limit"
                            : explore->jobs != 0     ? "--jobs"
                            : explore->draw != 0     ? "--draw"
                                                     : NULL;
        if (alone)
            return options_refuse(options->command,
                                  "--schedules N or --time T is missing: ", alone);
        return !options->schedule || options->seed == 0
                   ? 0
                   : options_refuse(options->command, "one of --seed and --schedule", "");
    }
    if (one)
        return options_refuse(options->command,
                              "is of one schedule, not of --schedules or --time; replay one with "
                              "it: ",
                              one);
    return 0;
}

int check_read_options(int argc, char **argv, check_options_t *options) {
    options_found_t found;
    check_start_options(options, "check", "checked", argc, argv);
    int code = options_read(&check_form, options, argc, argv, &found);
    options->help = found.help;
    if (code != 0 || options->help) return code;
    assert(found.program_words);
    options->arguments = found.program_words;
    if (!mismatch_folder(&options->output, options->folder, sizeof options->folder))
        options->no_shrink = true;
    code = settle_files(options);
    if (code == 0) code = settle_schedules(options);
    if (code == 0) code = settle_machine(options);
    if (code == 0) code = check_settle_keys(options);
    if (code == 0) code = check_settle_target(options);
    return code != 0 ? code : read_known(options);
}
