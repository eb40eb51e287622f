/* sim_options.c: the command line of `scord sim`. */
#include <string.h>

#include "cosim/commands/sim/sim_internal.h"

void sim_print_help(FILE *out) {
    fputs(
        "usage: scord sim PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
        "       scord sim DIRECTORY | ./PROGRAM | --make DIRECTORY [OPTION ...] [-- ARGUMENTS]     "
        " as `scord check`\n"
        "\n"
        "Compiles an unmodified CUDA program, runs it on the cycle-level model of a GPU and says "
        "where the cycles went.\n"
        "Its standard input, output and error are yours; ARGUMENTS are its own.\n"
        "\n"
        "  --machine NAME[,name=value,...]   baws (default: GTX 480, 48 warps an SM), scord (32 "
        "warps an SM, detector of\n"
        "                    configuration `wide`), scord-gtx480 (that of `gtx480`, the "
        "smallest);\n"
        "                    `--machine help` lists the numbers of a machine\n"
        "  --set name=value[,...]            changes numbers of the machine\n"
        "  --sched POLICY    issue: lrr (default), gto, tls, tls-sticky, saws, mwf-lrr, mwf-gto,\n"
        "                    mewf-lrr, mewf-gto (ours: ended warps count as waiting)\n"
        "  --fetch POLICY    fetch: rr (default), fef, cff, cff-refill (ours: an idle port "
        "refills)\n"
        "  --seed N          draws the latencies of DRAM accesses (default 1); with --functional "
        "the schedule\n"
        "  --functional      the fast mode: no cycle-level machine, the same program, only counts\n"
        "  --rtl             the RTL schedules beside the golden model: every pick and table is "
        "compared every cycle\n"
        "  --closed-loop     the RTL's picks drive the machine, and are compared as well\n"
        "  --wave FILE       with these two: FST wave of the scheduler of SM 0\n"
        "  --phases FILE     CSV: a line for every warp and phase between barriers\n"
        "  --detect          race detection too, as `scord check`, and the time that it takes "
        "(needs --machine scord,\n"
        "                    the machine of the ScoRD paper with at most 32 warps an SM; its "
        "costs: docs/memory-system.md)\n"
        "  --independent-threads[=always], --acquire-release  as `scord check`: how threads of a "
        "warp are scheduled, how orders of\n"
        "                    atomics are compiled, and what the detector of --detect knows of "
        "both\n"
        "  --json FILE       the numbers for programs (`-`: standard output, in the place of the "
        "report)\n"
        "  --html FILE       the numbers as one page, with a plot of the stalls\n"
        "  --quiet           no report and no speed, only the program's own output\n"
        "  --spin-limit N    give a spin up after N warp instructions without progress (default "
        "2000000)\n"
        "  --program FILE    with --make: which program, when the makefile builds several\n"
        "  --no-cache        compile anew\n"
        "  -D... -I... -std=... -O... -l... -rdc=true and the like go to the compiler\n"
        "\n"
        "examples:\n"
        "  scord sim reduce.cu -- 4096\n"
        "  scord sim reduce.cu --sched mwf-gto --fetch cff --json mwf.json --phases phases.csv\n"
        "  scord sim reduce.cu --machine scord,icache_ideal=1 --detect\n"
        "  scord sim reduce.cu --sched mwf-lrr --closed-loop --wave scheduler.fst\n"
        "\n"
        "exit codes: 0 simulated, 1 the RTL's scheduler differs, or races (--detect), 2 bad usage, "
        "program or input,\n"
        "            3 environment; the speed of the simulation goes to standard error\n",
        out);
}

enum { DETECTOR_WITH_DETECT = 2 }; /* machine.def: detector */

/* The names and settings are applied when all words are known: --set changes the machine that
 * --machine names. */
typedef struct sim_words {
    const char *machine;
    word_list_t settings;
} sim_words_t;

static int bad_name(const check_options_t *common, const char *option, const char *names,
                    const char *name) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s is one of %s, not '%s'", common->command,
                      option, names, name);
}

/* An option that takes a value. Returns 1: not one of them, 0, or an exit code. */
static int read_valued(sim_options_t *options, check_options_t *common, sim_words_t *words,
                       const char *option, const char *value) {
    if (strcmp(option, "--seed") == 0)
        return check_read_number(common, option, value, 0, &common->seed);
    if (strcmp(option, "--set") == 0) return word_list_add(&words->settings, value);
    if (strcmp(option, "--sched") == 0)
        return gpu_schedule_issue_named(value, &options->schedule)
                   ? 0
                   : bad_name(
                         common, option,
                         "lrr, gto, tls, tls-sticky, saws, mwf-lrr, mwf-gto, mewf-lrr, mewf-gto",
                         value);
    if (strcmp(option, "--fetch") == 0)
        return gpu_schedule_fetch_named(value, &options->schedule)
                   ? 0
                   : bad_name(common, option, "rr, fef, cff, cff-refill", value);
    if (strcmp(option, "--machine") == 0)
        words->machine = value;
    else if (strcmp(option, "--wave") == 0)
        options->wave = value;
    else if (strcmp(option, "--phases") == 0)
        options->phases = value;
    else if (strcmp(option, "--json") == 0)
        options->json = value;
    else if (strcmp(option, "--html") == 0)
        options->html = value;
    else
        return 1;
    return 0;
}

static int read_by(sim_options_t *options, const check_options_t *common, const char *word) {
    const gpu_schedule_by_t by = strcmp(word, "--rtl") == 0 ? GPU_SCHEDULE_LOCKSTEP
                                                            : GPU_SCHEDULE_CLOSED_LOOP;
    if (options->schedule_by != GPU_SCHEDULE_BY_MODEL && options->schedule_by != by)
        return check_bad_usage(common, "--rtl and --closed-loop exclude each other", "");
    options->schedule_by = by;
    return 0;
}

static int read_word(sim_options_t *options, check_options_t *common, sim_words_t *words,
                     int *index) {
    const char *word = common->argv[*index];
    int code = check_read_word(common, common->argv, common->argc, index);
    if (code != CHECK_NOT_COMMON) return code;
    if (strcmp(word, "--functional") == 0)
        options->functional = true;
    else if (strcmp(word, "--detect") == 0)
        options->detect = true;
    else if (strcmp(word, "--quiet") == 0)
        options->quiet = true;
    else if (strcmp(word, "--rtl") == 0 || strcmp(word, "--closed-loop") == 0)
        return read_by(options, common, word);
    else if (*index + 1 >= common->argc)
        return check_bad_usage(common, "unknown option, or its value is missing: ", word);
    else {
        code = read_valued(options, common, words, word, common->argv[++*index]);
        return code == 1 ? check_bad_usage(common, "unknown option ", word) : code;
    }
    return 0;
}

static int bad_machine(const check_options_t *common, const char *message) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", common->command, message);
}

/* NAME, or NAME and settings behind a comma. */
static int name_machine(sim_options_t *options, const check_options_t *common, const char *text) {
    char message[512];
    const size_t length = strcspn(text, ",");
    if (strcmp(text, "help") == 0) options->machine_help = true;
    snprintf(options->machine_name, sizeof options->machine_name, "%.*s", (int)length, text);
    if (options->machine_help) return 0;
    if (!gpu_machine_named(options->machine_name, &options->machine))
        return bad_name(common, "--machine", "baws, scord, scord-gtx480, help",
                        options->machine_name);
    if (text[length] == '\0') return 0;
    if (text[length + 1] == '\0')
        return bad_machine(common, "--machine: nothing stands behind the comma");
    if (gpu_machine_set(&options->machine, text + length + 1, message, sizeof message)) return 0;
    return bad_machine(common, message);
}

static int settle_machine(sim_options_t *options, const check_options_t *common,
                          const sim_words_t *words) {
    char message[512];
    int code = 0;
    gpu_machine_named("baws", &options->machine);
    code = name_machine(options, common, words->machine ? words->machine : "baws");
    if (code != 0 || options->machine_help) return code;
    for (unsigned i = 0; i < words->settings.count; i++)
        if (!gpu_machine_set(&options->machine, words->settings.words[i], message, sizeof message))
            return bad_machine(common, message);
    if (options->machine.detector == DETECTOR_WITH_DETECT && options->detect &&
        options->machine.memory_queues != 0)
        options->machine.detector = 1;
    if (options->machine.detector == 1 && options->machine.memory_queues == 0)
        return bad_machine(common, "detector=1 needs memory_queues=1, which --machine scord has");
    return gpu_machine_check(&options->machine, message, sizeof message)
               ? 0
               : bad_machine(common, message);
}

/* What is in hardware: cmodel/sm/warp_scheduler.h. */
static int settle_device(const sim_options_t *options, const check_options_t *common) {
    const bool rtl = options->schedule_by != GPU_SCHEDULE_BY_MODEL;
    if (options->wave && !rtl)
        return check_bad_usage(common, "--wave shows the RTL: it needs --rtl or --closed-loop", "");
    if (rtl && options->schedule.issue >= SCORD_SCHEDULE_TLS)
        return check_bad_usage(common, "the RTL schedules by lrr, gto, mwf-… and mewf-…, not by ",
                               gpu_schedule_issue_name(&options->schedule));
    if (rtl && options->schedule.fetch == SCORD_FETCH_FEWEST_ENTRIES)
        return check_bad_usage(common, "the RTL fetches by rr, cff and cff-refill, not by ",
                               gpu_schedule_fetch_name(&options->schedule));
    return 0;
}

static int settle_mode(sim_options_t *options, check_options_t *common) {
    if (options->functional && options->schedule_by != GPU_SCHEDULE_BY_MODEL)
        return check_bad_usage(common, "--functional has no cycles for the RTL to schedule", "");
    if (options->functional && options->phases)
        return check_bad_usage(common, "--functional has no phases", "");
    if (options->phases && strcmp(options->phases, "-") == 0)
        return check_bad_usage(common, "--phases takes a file: standard output is the program's",
                               "");
    if (options->html && strcmp(options->html, "-") == 0)
        return check_bad_usage(common, "--html takes a file: standard output is the program's", "");
    common->config = scord_configs[0].name;
    if (options->functional) return check_settle_keys(common);
    if (options->detect && options->machine.warps > SCORD_MAX_WARPS_PER_SM)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: --detect names %d warps an SM, and this machine has %u: use "
                          "--machine scord, or --set warps=%d",
                          common->command, SCORD_MAX_WARPS_PER_SM, options->machine.warps,
                          SCORD_MAX_WARPS_PER_SM);
    if (!options->detect)
        return check_settle_keys(common); /* the detector's numbers do not matter */
    gpu_machine_config(&options->machine, scord_configs[0].name, options->config,
                       sizeof options->config);
    common->config = options->config;
    return check_settle_keys(common);
}

int sim_read_options(int argc, char **argv, sim_options_t *options, check_options_t *common) {
    int index = 1, code = 0;
    sim_words_t words = {0};
    *options = (sim_options_t){
        .schedule = {.issue = SCORD_SCHEDULE_LRR, .fetch = SCORD_FETCH_ROUND_ROBIN}};
    *common = (check_options_t){.command = "sim",
                                .done = "simulated",
                                .seed = 1,
                                .output = ".",
                                .argc = argc,
                                .argv = argv};
    snprintf(common->job.options.source_directory, sizeof common->job.options.source_directory,
             ".");
    for (; index < argc && code == 0 && strcmp(argv[index], "--") != 0; index++)
        code = read_word(options, common, &words, &index);
    if (code != 0 || common->help) return code;
    common->arguments = argv + (index < argc ? index + 1 : argc);
    code = settle_machine(options, common, &words);
    if (code != 0 || options->machine_help) return code;
    code = settle_device(options, common);
    if (code == 0) code = settle_mode(options, common);
    return code != 0 ? code : check_settle_target(common);
}
