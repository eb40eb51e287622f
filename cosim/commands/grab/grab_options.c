/* SPDX-License-Identifier: Apache-2.0 */
/* grab_options.c: the command line of `scord grab`. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cosim/commands/shared/whole_file.h"

static bool is_stream(const char *word) {
    return strcmp(word, "-") == 0 || ends_with(word, ".sev") || ends_with(word, ".sevt");
}

/* What the words say, before it is known whether they fit together. */
typedef struct grab_words {
    check_options_t common; /* first: check_program_options, check_take_word */
    grab_options_t options;
    const char *caches, *config;
    word_list_t what_if, settings, schedule; /* schedule: its words, none without --sched */
} grab_words_t;

static int take_word(void *place, int argc, char **argv, int *index) {
    grab_words_t *line = place;
    const char *word = argv[*index];
    if (!is_stream(word)) return check_take_word(&line->common, argc, argv, index);
    if (line->options.stream)
        return options_refuse(line->common.command, "one stream at a time, not also ", word);
    line->options.stream = word;
    return 0;
}

#define PLACE(member) offsetof(grab_words_t, member)

static const option_t rows[] = {
    {"--caches", "SETTINGS", OPTION_TEXT, PLACE(caches),
     .help = "caches of the machine: key=value,...; keys and defaults: l1=16K (bytes an SM), "
             "ways=4, sets=32 (instead of l1), line=128, policy=lru|fifo, l2=1536K (0: none), "
             "l2-ways=8, threads=all|half|quarter|1/N (of an SM's threads at a time)"},
    {"--what-if", "SETTINGS", OPTION_CALL, PLACE(what_if), .read = word_list_read,
     .help = "scores the same requests on other caches too: what differs from --caches; may be "
             "repeated"},
    {"--json", "FILE", OPTION_FILE, PLACE(options.json),
     .help = "the report for programs ('-': standard output, in the place of the text)"},
    {"--html", "FILE", OPTION_FILE, PLACE(options.html),
     .help = "the report as one page, with a heat map and a time line"},
    {"--top", "N", OPTION_NUMBER, PLACE(options.top), .least = 1, .most = UINT64_MAX,
     .standard = "10", .help = "root causes named in the text"},
    {"--quiet", NULL, OPTION_FLAG, PLACE(options.quiet),
     .help = "no text, only the program's own output"},
    {"--seed", "N", OPTION_NUMBER, PLACE(common.seed), .most = UINT64_MAX, .standard = "0",
     .help = "schedule of the functional mode (0: round robin), or with --sched the DRAM "
             "latencies"},
    {"--config", "NAME", OPTION_TEXT, PLACE(config), .choices = CHECK_CONFIGS,
     .help = "SMs, blocks and warps of the functional mode, of a program only "
             "(default " CHECK_PUBLISHED_CONFIG ")"},
    {"--sched", "POLICY", OPTION_CALL, PLACE(schedule), .read = word_list_read,
     .choices = GPU_ISSUE_POLICIES,
     .help = "the interleaving of the cycle-level machine `scord`, as `scord sim --sched`: {}"},
    {"--set", "name=value[,...]", OPTION_CALL, PLACE(settings), .read = word_list_read,
     .help = "numbers of that machine (`scord sim --machine help`); implies --sched lrr"},
    {NULL, NULL, OPTION_TABLE, PLACE(common), .table = check_program_options},
    {0}};

const command_form_t grab_form = {
    .name = "grab",
    .summary = "which source lines make threads miss in the caches they share",
    .usage = "scord grab PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
             "scord grab DIRECTORY | ./PROGRAM | --make DIRECTORY [OPTION ...] [-- ARGUMENTS]\n"
             "scord grab STREAM.sev | STREAM.sevt | - [OPTION ...]\n",
    .about = "Says why memory is slow, and which line causes it: every request is scored in the "
             "cache that the threads share and in a private one for each thread; where they "
             "differ, the first eviction of the chain is the root cause (GRAB, docs/grab.md).\n",
    .options = rows,
    .examples = "scord grab matmul.cu --html report.html\n"
                "scord grab matmul.cu --what-if l1=32K,ways=8 --what-if threads=half -- 256\n"
                "scord check matmul.cu --events run.sev; scord grab run.sev --caches "
                "l1=4K,policy=fifo --json -\n",
    .exit_codes = "0 scored, 2 bad usage, program or input, 3 environment",
    .program_words = true,
    .word = take_word};

/* ";SETTINGS" behind what is there already, and the user's name for it. */
static int add_what_if(grab_options_t *options, const check_options_t *common,
                       const char *settings) {
    const size_t used = strlen(options->machines);
    if (options->scorings == GRAB_SCORINGS_MAX ||
        used + strlen(settings) + 2 > sizeof options->machines)
        return options_refuse(common->command, "too many --what-if, at most 15 and not also ",
                              settings);
    snprintf(options->machines + used, sizeof options->machines - used, ";%s", settings);
    options->scoring_name[options->scorings++] = settings;
    return 0;
}

static int settle_caches(grab_options_t *options, const check_options_t *common,
                         const grab_words_t *line) {
    grab_machine_t machine[GRAB_SCORINGS_MAX];
    char message[512];
    int code = 0;
    if (line->caches &&
        (strlen(line->caches) >= sizeof options->machines || strchr(line->caches, ';')))
        return options_refuse(common->command, "--caches takes key=value,..., not ", line->caches);
    snprintf(options->machines, sizeof options->machines, "%s", !line->caches ? "" : line->caches);
    options->scoring_name[options->scorings++] = "machine";
    for (unsigned i = 0; code == 0 && i < line->what_if.count; i++) {
        if (strchr(line->what_if.words[i], ';'))
            return options_refuse(common->command, "--what-if takes key=value,..., not ",
                                  line->what_if.words[i]);
        code = add_what_if(options, common, line->what_if.words[i]);
    }
    if (code != 0) return code;
    if (grab_read_machines(options->machines, machine, message, sizeof message) != 0) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", common->command, message);
}

/* The cycle-level machine: `scord`, whose 32 warps an SM the events can name. */
static int settle_machine(grab_options_t *options, check_options_t *common,
                          const grab_words_t *line) {
    char message[512];
    options->cycles = line->schedule.count > 0 || line->settings.count > 0;
    if (!options->cycles) return 0;
    if (line->config)
        return options_refuse(
            common->command,
            "--config is of the functional mode, not of --sched and --set: ", line->config);
    gpu_machine_named("scord", &options->machine);
    for (unsigned i = 0; i < line->schedule.count; i++)
        if (check_read_issue(&options->schedule, common->command, "--sched",
                             line->schedule.words[i]) != 0)
            return SCORD_EXIT_BAD_INPUT;
    for (unsigned i = 0; i < line->settings.count; i++)
        if (!gpu_machine_set(&options->machine, line->settings.words[i], message, sizeof message))
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", common->command, message);
    options->machine.detector = 0;
    if (!gpu_machine_check(&options->machine, message, sizeof message))
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", common->command, message);
    if (options->machine.warps > SCORD_MAX_WARPS_PER_SM)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: events name at most %d warps an SM, not %u",
                          common->command, SCORD_MAX_WARPS_PER_SM, options->machine.warps);
    gpu_machine_config(&options->machine, scord_configs[0].name, options->config,
                       sizeof options->config);
    common->config = options->config;
    return 0;
}

static int settle_input(const grab_options_t *options, const check_options_t *common,
                        const grab_words_t *line) {
    const compile_job_t *job = &common->job;
    if (options->json && options->html && strcmp(options->json, "-") == 0 &&
        strcmp(options->html, "-") == 0)
        return options_refuse(common->command,
                              "--json and --html cannot both go to standard output", "");
    if (!options->stream) return check_settle_target((check_options_t *)(uintptr_t)common);
    if (job->sources.count > 0 || common->make || common->executable)
        return options_refuse(common->command,
                              "a stream or a program, not both: ", options->stream);
    if (options->cycles || line->config)
        return options_refuse(common->command,
                              "a stream has its interleaving and its machine: --sched, --set and "
                              "--config are for programs, not for ",
                              options->stream);
    return 0;
}

static int settle_line(const grab_words_t *line, grab_options_t *options, check_options_t *common) {
    common->config = line->config ? line->config : CHECK_PUBLISHED_CONFIG;
    int code = settle_caches(options, common, line);
    if (code == 0) code = settle_machine(options, common, line);
    return code != 0 ? code : settle_input(options, common, line);
}

int grab_read_options(int argc, char **argv, grab_options_t *options, check_options_t *common) {
    options_found_t found;
    grab_words_t *line = scord_need(calloc(1, sizeof *line));
    line->options.schedule = (gpu_schedule_t){.issue = SCORD_SCHEDULE_LRR,
                                              .fetch = SCORD_FETCH_ROUND_ROBIN};
    check_start_options(&line->common, "grab", "scored", argc, argv);
    line->common.output = ".";
    int code = options_read(&grab_form, line, argc, argv, &found);
    *options = line->options;
    *common = line->common;
    common->help = found.help;
    common->arguments = found.program_words;
    if (code == 0 && !found.help) code = settle_line(line, options, common);
    free(line);
    return code;
}
