/* SPDX-License-Identifier: Apache-2.0 */
/* sim_options.c: the command line of `scord sim`. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/sim/sim_internal.h"

static int read_fetch(void *place, const char *command, const char *option, const char *value) {
    return gpu_schedule_fetch_named(value, place)
               ? 0
               : options_refuse_choice(command, option, GPU_FETCH_POLICIES, value);
}

enum { DETECTOR_WITH_DETECT = 2 }; /* machine.def: detector */

/* The words of the command line. Machine and settings are applied when all are known: --set changes
 * the machine that --machine names. */
typedef struct sim_line {
    check_options_t common; /* first: check_program_options, check_take_word */
    sim_options_t options;
    const char *machine;
    word_list_t settings;
    bool rtl, closed_loop;
} sim_line_t;

#define PLACE(member) offsetof(sim_line_t, member)

static const option_t rows[] = {
    {"--machine", "NAME[,name=value,...]", OPTION_TEXT, PLACE(machine), .standard = "baws",
     .choices = "baws scord scord-gtx480 hrf help",
     .help =
         "the machine: {}; baws is a GTX 480 with 48 warps an SM, scord has 32 warps an SM and "
         "the detector of configuration `wide`, scord-gtx480 that of `gtx480`, the smallest; "
         "hrf is the machine of the HRF paper, whose L1 is flushed and invalidated by scope; help "
         "lists the numbers of a machine"},
    {"--set", "name=value[,...]", OPTION_CALL, PLACE(settings), .read = word_list_read,
     .help = "changes numbers of the machine"},
    {"--sched", "POLICY", OPTION_CALL, PLACE(options.schedule), .read = check_read_issue,
     .standard = "lrr", .choices = GPU_ISSUE_POLICIES,
     .help = "issue: {} (mewf is ours: ended warps count as waiting)"},
    {"--fetch", "POLICY", OPTION_CALL, PLACE(options.schedule), .read = read_fetch,
     .standard = "rr", .choices = GPU_FETCH_POLICIES,
     .help = "fetch: {} (ours: an idle port refills)"},
    {"--seed", "N", OPTION_NUMBER, PLACE(common.seed), .most = UINT64_MAX, .standard = "1",
     .help = "draws the latencies of DRAM accesses; with --functional the schedule"},
    {"--functional", NULL, OPTION_FLAG, PLACE(options.functional),
     .help = "the fast mode: no cycle-level machine, the same program, only counts"},
    {"--rtl", NULL, OPTION_FLAG, PLACE(rtl),
     .help = "the RTL schedules beside the golden model: every pick and table is compared every "
             "cycle"},
    {"--closed-loop", NULL, OPTION_FLAG, PLACE(closed_loop),
     .help = "the RTL's picks drive the machine, and are compared as well"},
    {"--wave", "FILE", OPTION_FILE, PLACE(options.wave),
     .help = "with these two: FST wave of the scheduler of SM 0"},
    {"--phases", "FILE", OPTION_FILE, PLACE(options.phases),
     .help = "CSV: a line for every warp and phase between barriers"},
    {"--detect", NULL, OPTION_FLAG, PLACE(options.detect),
     .help = "race detection too, as `scord check`, and the time that it takes (needs --machine "
             "scord, the machine of the ScoRD paper with at most 32 warps an SM; its costs: "
             "docs/memory-system.md)"},
    {"--json", "FILE", OPTION_FILE, PLACE(options.json),
     .help = "the numbers for programs ('-': standard output, in the place of the report)"},
    {"--html", "FILE", OPTION_FILE, PLACE(options.html),
     .help = "the numbers as one page, with a plot of the stalls"},
    {"--quiet", NULL, OPTION_FLAG, PLACE(options.quiet),
     .help = "no report and no speed, only the program's own output"},
    {NULL, NULL, OPTION_TABLE, PLACE(common), .table = check_program_options},
    {0}};

const command_form_t sim_form = {
    .name = "sim",
    .summary = "run a CUDA program on the cycle-level machine: where the cycles go",
    .usage = "scord sim PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
             "scord sim DIRECTORY | ./PROGRAM | --make DIRECTORY [OPTION ...] [-- ARGUMENTS]\n",
    .about = "Compiles an unmodified CUDA program, runs it on the cycle-level model of a GPU and "
             "says where the cycles went. Its standard input, output and error are yours; "
             "ARGUMENTS are its own. The speed of the simulation goes to standard error.\n",
    .options = rows,
    .examples =
        "scord sim reduce.cu -- 4096\n"
        "scord sim reduce.cu --sched mwf-gto --fetch cff --json mwf.json --phases phases.csv\n"
        "scord sim reduce.cu --machine scord,icache_ideal=1 --detect\n"
        "scord sim reduce.cu --sched mwf-lrr --closed-loop --wave scheduler.fst\n",
    .exit_codes = "0 simulated, 1 the RTL's scheduler differs, or races (--detect), 2 bad usage, "
                  "program or input, 3 environment",
    .program_words = true,
    .word = check_take_word};

static int bad_machine(const check_options_t *common, const char *message) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", common->command, message);
}

/* NAME, or NAME and settings behind a comma. */
static int name_machine(sim_options_t *options, const check_options_t *common, const char *text) {
    char message[512];
    const size_t length = strcspn(text, ",");
    if (strcmp(text, "help") == 0) { /* lists the defaults, which are the machine baws */
        options->machine_help = gpu_machine_named("baws", &options->machine);
        return 0;
    }
    snprintf(options->machine_name, sizeof options->machine_name, "%.*s", (int)length, text);
    if (!gpu_machine_named(options->machine_name, &options->machine))
        return options_refuse_choice(common->command, "--machine",
                                     "baws scord scord-gtx480 hrf help", options->machine_name);
    if (text[length] == '\0') return 0;
    if (text[length + 1] == '\0')
        return bad_machine(common, "--machine: nothing stands behind the comma");
    if (gpu_machine_set(&options->machine, text + length + 1, message, sizeof message)) return 0;
    return bad_machine(common, message);
}

static int settle_machine(sim_options_t *options, const check_options_t *common,
                          const sim_line_t *line) {
    char message[512];
    int code = 0;
    code = name_machine(options, common, line->machine);
    if (code != 0 || options->machine_help) return code;
    for (unsigned i = 0; i < line->settings.count; i++)
        if (!gpu_machine_set(&options->machine, line->settings.words[i], message, sizeof message))
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
    if (rtl && gpu_machine_is_laboratory(&options->machine))
        return options_refuse(
            common->command,
            "there is no RTL of the laboratory's detectors (detector_group_lanes, "
            "detector_ways, detector_buffer_bytes, detector_writer, metadata_form, "
            "more than 128 detector_lines): leave --rtl and --closed-loop out, or "
            "these numbers",
            "");
    if (options->wave && !rtl)
        return options_refuse(common->command,
                              "--wave shows the RTL: it needs --rtl or --closed-loop", "");
    if (rtl && options->schedule.issue >= SCORD_SCHEDULE_TLS)
        return options_refuse(common->command,
                              "the RTL schedules by lrr, gto, mwf-… and mewf-…, not by ",
                              gpu_schedule_issue_name(&options->schedule));
    if (rtl && options->schedule.fetch == SCORD_FETCH_FEWEST_ENTRIES)
        return options_refuse(common->command, "the RTL fetches by rr, cff and cff-refill, not by ",
                              gpu_schedule_fetch_name(&options->schedule));
    return 0;
}

static int settle_mode(sim_options_t *options, check_options_t *common) {
    if (options->functional && options->schedule_by != GPU_SCHEDULE_BY_MODEL)
        return options_refuse(common->command, "--functional has no cycles for the RTL to schedule",
                              "");
    if (options->functional && options->phases)
        return options_refuse(common->command, "--functional has no phases", "");
    if (options->phases && strcmp(options->phases, "-") == 0)
        return options_refuse(common->command,
                              "--phases takes a file: standard output is the program's", "");
    if (options->html && strcmp(options->html, "-") == 0)
        return options_refuse(common->command,
                              "--html takes a file: standard output is the program's", "");
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

static int settle_line(const sim_line_t *line, sim_options_t *options, check_options_t *common) {
    if (line->rtl && line->closed_loop)
        return options_refuse(common->command, "--rtl and --closed-loop exclude each other", "");
    options->schedule_by = line->rtl           ? GPU_SCHEDULE_LOCKSTEP
                           : line->closed_loop ? GPU_SCHEDULE_CLOSED_LOOP
                                               : GPU_SCHEDULE_BY_MODEL;
    int code = settle_machine(options, common, line);
    if (code != 0 || options->machine_help) return code;
    code = settle_device(options, common);
    if (code == 0) code = settle_mode(options, common);
    return code != 0 ? code : check_settle_target(common);
}

int sim_read_options(int argc, char **argv, sim_options_t *options, check_options_t *common) {
    options_found_t found;
    sim_line_t *line = scord_need(calloc(1, sizeof *line));
    line->options.schedule = (gpu_schedule_t){.issue = SCORD_SCHEDULE_LRR,
                                              .fetch = SCORD_FETCH_ROUND_ROBIN};
    check_start_options(&line->common, "sim", "simulated", argc, argv);
    line->common.output = ".";
    int code = options_read(&sim_form, line, argc, argv, &found);
    *options = line->options;
    *common = line->common;
    common->help = found.help;
    common->arguments = found.program_words;
    if (code == 0 && !found.help) code = settle_line(line, options, common);
    free(line);
    return code;
}
