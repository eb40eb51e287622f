/* grab_options.c: the command line of `scord grab`. */
#include <string.h>

#include "cosim/commands/grab/grab_internal.h"
#include "cosim/commands/shared/whole_file.h"

enum { TOP_DEFAULT = 10 };

void grab_print_help(FILE *out) {
    fputs("usage: scord grab PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
          "       scord grab DIRECTORY | ./PROGRAM | --make DIRECTORY [OPTION ...] [-- ARGUMENTS]  "
          "    as `scord check`\n"
          "       scord grab STREAM.sev | STREAM.sevt | - [OPTION ...]                       a "
          "recorded event stream\n"
          "\n"
          "Why memory is slow, with the culprit named: every request is scored in the cache that "
          "the threads share and in a\n"
          "private one for each thread; where they differ, the first eviction of the chain is the "
          "root cause (GRAB, docs/grab.md).\n"
          "\n"
          "  --caches SETTINGS  caches of the machine: key=value,...; keys and defaults:\n"
          "                     l1=16K (bytes an SM), ways=4, sets=32 (instead of l1), line=128, "
          "policy=lru|fifo,\n"
          "                     l2=1536K (0: none), l2-ways=8, threads=all|half|quarter|1/N (of an "
          "SM's threads at a time)\n"
          "  --what-if SETTINGS scores the same requests on other caches too: what differs from "
          "--caches; may be repeated\n"
          "  --json FILE        the report for programs (`-`: standard output, in the place of the "
          "text)\n"
          "  --html FILE        the report as one page, with a heat map and a time line\n"
          "  --top N            root causes told in the text (default 10)\n"
          "  --quiet            no text, only the program's own output\n"
          "  --seed N           schedule of the functional mode (default 0: round robin), or with "
          "--sched DRAM latencies\n"
          "  --config NAME      SMs, blocks and warps of the functional mode (default gtx480; of a "
          "program only)\n"
          "  --sched POLICY     the interleaving of the cycle-level machine `scord` under lrr, "
          "gto, tls, ... (`scord sim`)\n"
          "  --set name=value[,...]  numbers of that machine (`scord sim --machine help`); implies "
          "--sched lrr\n"
          "  --spin-limit N, --program FILE, --no-cache, -D... -I... -std=... and the like: as "
          "`scord check`\n"
          "\n"
          "examples:\n"
          "  scord grab matmul.cu --html report.html\n"
          "  scord grab matmul.cu --what-if l1=32K,ways=8 --what-if threads=half -- 256\n"
          "  scord check matmul.cu --events run.sev; scord grab run.sev --caches l1=4K,policy=fifo "
          "--json -\n"
          "\n"
          "exit codes: 0 scored, 2 bad usage, program or input, 3 environment\n",
          out);
}

/* ";SETTINGS" behind what is there already, and the user's name for it. */
static int add_what_if(grab_options_t *options, const check_options_t *common,
                       const char *settings) {
    const size_t used = strlen(options->machines);
    if (options->scorings == GRAB_SCORINGS_MAX ||
        used + strlen(settings) + 2 > sizeof options->machines)
        return check_bad_usage(common, "too many --what-if, at most 15 and not also ", settings);
    snprintf(options->machines + used, sizeof options->machines - used, ";%s", settings);
    options->scoring_name[options->scorings++] = settings;
    return 0;
}

/* What the words say, before it is known whether they fit together. */
typedef struct grab_words {
    const char *caches, *schedule, *config;
    word_list_t what_if, settings;
} grab_words_t;

static int read_valued(grab_options_t *options, check_options_t *common, grab_words_t *words,
                       const char *option, const char *value) {
    if (strcmp(option, "--seed") == 0)
        return check_read_number(common, option, value, 0, &common->seed);
    if (strcmp(option, "--top") == 0)
        return check_read_number(common, option, value, 1, &options->top);
    if (strcmp(option, "--what-if") == 0) return word_list_add(&words->what_if, value);
    if (strcmp(option, "--set") == 0) return word_list_add(&words->settings, value);
    if (strcmp(option, "--caches") == 0)
        words->caches = value;
    else if (strcmp(option, "--sched") == 0)
        words->schedule = value;
    else if (strcmp(option, "--config") == 0)
        words->config = value;
    else if (strcmp(option, "--json") == 0)
        options->json = value;
    else if (strcmp(option, "--html") == 0)
        options->html = value;
    else
        return check_bad_usage(common, "unknown option ", option);
    return 0;
}

static bool is_stream(const char *word) {
    return strcmp(word, "-") == 0 || ends_with(word, ".sev") || ends_with(word, ".sevt");
}

static int take_stream(grab_options_t *options, const check_options_t *common, const char *word) {
    if (options->stream) return check_bad_usage(common, "one stream at a time, not also ", word);
    options->stream = word;
    return 0;
}

static int read_word(grab_options_t *options, check_options_t *common, grab_words_t *words,
                     int *index) {
    const char *word = common->argv[*index];
    if (is_stream(word)) return take_stream(options, common, word);
    const int code = check_read_word(common, common->argv, common->argc, index);
    if (code != CHECK_NOT_COMMON) return code;
    if (strcmp(word, "--quiet") == 0)
        options->quiet = true;
    else if (*index + 1 >= common->argc)
        return check_bad_usage(common, "unknown option, or its value is missing: ", word);
    else
        return read_valued(options, common, words, word, common->argv[++*index]);
    return 0;
}

static int settle_caches(grab_options_t *options, const check_options_t *common,
                         const grab_words_t *words) {
    grab_machine_t machine[GRAB_SCORINGS_MAX];
    char message[512];
    int code = 0;
    if (words->caches &&
        (strlen(words->caches) >= sizeof options->machines || strchr(words->caches, ';')))
        return check_bad_usage(common, "--caches takes key=value,..., not ", words->caches);
    snprintf(options->machines, sizeof options->machines, "%s",
             !words->caches ? "" : words->caches);
    options->scoring_name[options->scorings++] = "machine";
    for (unsigned i = 0; code == 0 && i < words->what_if.count; i++) {
        if (strchr(words->what_if.words[i], ';'))
            return check_bad_usage(common, "--what-if takes key=value,..., not ",
                                   words->what_if.words[i]);
        code = add_what_if(options, common, words->what_if.words[i]);
    }
    if (code != 0) return code;
    if (grab_read_machines(options->machines, machine, message, sizeof message) != 0) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", common->command, message);
}

/* The cycle-level machine: `scord`, whose 32 warps an SM the events can name. */
static int settle_machine(grab_options_t *options, check_options_t *common,
                          const grab_words_t *words) {
    char message[512];
    options->cycles = words->schedule || words->settings.count > 0;
    if (!options->cycles) return 0;
    if (words->config)
        return check_bad_usage(
            common,
            "--config is of the functional mode, not of --sched and --set: ", words->config);
    gpu_machine_named("scord", &options->machine);
    if (words->schedule && !gpu_schedule_issue_named(words->schedule, &options->schedule))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: --sched is one of lrr, gto, tls, tls-sticky, saws, mwf-lrr, "
                          "mwf-gto, mewf-lrr, mewf-gto, not '%s'",
                          common->command, words->schedule);
    for (unsigned i = 0; i < words->settings.count; i++)
        if (!gpu_machine_set(&options->machine, words->settings.words[i], message, sizeof message))
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
                        const grab_words_t *words) {
    const compile_job_t *job = &common->job;
    if (options->json && options->html && strcmp(options->json, "-") == 0 &&
        strcmp(options->html, "-") == 0)
        return check_bad_usage(common, "--json and --html cannot both go to standard output", "");
    if (!options->stream) return check_settle_target((check_options_t *)(uintptr_t)common);
    if (job->sources.count > 0 || common->make || common->executable)
        return check_bad_usage(common, "a stream or a program, not both: ", options->stream);
    if (words->schedule || words->settings.count > 0 || words->config)
        return check_bad_usage(common,
                               "a stream has its interleaving and its machine: --sched, --set and "
                               "--config are for programs, not for ",
                               options->stream);
    return 0;
}

int grab_read_options(int argc, char **argv, grab_options_t *options, check_options_t *common) {
    int index = 1, code = 0;
    grab_words_t words = {0};
    *options = (grab_options_t){
        .top = TOP_DEFAULT,
        .schedule = {.issue = SCORD_SCHEDULE_LRR, .fetch = SCORD_FETCH_ROUND_ROBIN}};
    *common = (check_options_t){.command = "grab",
                                .done = "scored",
                                .config = scord_configs[0].name,
                                .output = ".",
                                .argc = argc,
                                .argv = argv};
    snprintf(common->job.options.source_directory, sizeof common->job.options.source_directory,
             ".");
    for (; index < argc && code == 0 && strcmp(argv[index], "--") != 0; index++)
        code = read_word(options, common, &words, &index);
    if (code != 0 || common->help) return code;
    common->arguments = argv + (index < argc ? index + 1 : argc);
    if (words.config) common->config = words.config;
    code = settle_caches(options, common, &words);
    if (code == 0) code = settle_machine(options, common, &words);
    return code != 0 ? code : settle_input(options, common, &words);
}
