/* SPDX-License-Identifier: Apache-2.0 */
/* cosim_options.c: the command line of `scord cosim`. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/shrink/mismatch_files.h"
#include "cosim/commands/shared/mismatch_folder.h"
#include "cmodel/base/read_number.h"

static int bad(const char *problem, const char *word) {
    return options_refuse("cosim", problem, word);
}

/* ---- options with a reader of their own ---- */

static int read_wave_window(void *place, const char *command, const char *option,
                            const char *value) {
    cosim_arguments_t *arguments = place;
    char first[32];
    const char *colon = strchr(value, ':');
    if (!colon || (size_t)(colon - value) >= sizeof first)
        return bad("--wave-window needs FROM:TO in cycles, not ", value);
    snprintf(first, sizeof first, "%.*s", (int)(colon - value), value);
    const int code = options_read_number(command, option, first, 0, UINT64_MAX - 1,
                                         &arguments->wave_from);
    if (code != 0) return code;
    return options_read_number(command, option, colon + 1,
                               arguments->wave_from ? arguments->wave_from : 1, UINT64_MAX - 1,
                               &arguments->wave_to);
}

static int read_wave_race(void *place, const char *command, const char *option, const char *value) {
    uint64_t race;
    const int code = options_read_number(command, option, value, 0, INT32_MAX, &race);
    if (code == 0) *(int *)place = (int)race;
    return code;
}

static int read_issue(void *place, const char *command, const char *option, const char *value) {
    cosim_arguments_t *arguments = place;
    (void)command, (void)option;
    arguments->scheduled_issue = strcmp(value, "stream") == 0;
    arguments->random_issue = strcmp(value, "random") == 0;
    return arguments->scheduled_issue || arguments->random_issue
               ? 0
               : bad("--issue is stream or random, not ", value);
}

/* N:B, a read beat and a bit of it. */
static int read_memory_flip(void *place, const char *command, const char *option,
                            const char *value) {
    cosim_arguments_t *arguments = place;
    const char *colon = strchr(value, ':');
    uint64_t beat, bit;
    (void)command, (void)option;
    if (!colon || !scord_read_digits(value, colon, &beat) || beat == 0 ||
        !scord_read_number(colon + 1, 0, 64 * SCORD_MAX_BEAT_ENTRIES - 1, &bit))
        return bad("--memory-flip is N:B, a read beat from 1 and a bit of it below 1024, not ",
                   value);
    assert(bit < 64 * SCORD_MAX_BEAT_ENTRIES);
    arguments->memory_flip = beat;
    arguments->memory_flip_bit = (unsigned)bit;
    return 0;
}

static int read_shrink(void *place, const char *command, const char *option, const char *value) {
    (void)command, (void)value;
    *(uint32_t *)place = strcmp(option, "--shrink") == 0 ? SCORD_SHRINK_SECONDS : 0;
    return 0;
}

/* ---- the table ---- */

#define PLACE(member) offsetof(cosim_arguments_t, member)
#define MOST_EVENTS   (UINT64_C(1) << 40)

static const option_t rows[] = {
    {"--config", "C", OPTION_TEXT, PLACE(config_text), .choices = "tiny gtx480",
     .help = "named machine, with overrides: tiny, gtx480:log2_cache_ratio=0 (default: the "
             "stream's; of a random program tiny)"},
    {"--seed", "S", OPTION_NUMBER, PLACE(seed), .most = UINT64_MAX, .standard = "1",
     .help = "memory latency, ready masks, arrival times, random program"},
    {"--free-order", NULL, OPTION_FLAG, PLACE(free_order),
     .help = "the RTL's arbiter orders the SMs; default: the detector sees the stream's order"},
    {"--max-latency", "N", OPTION_UNSIGNED, PLACE(max_latency), .least = 1, .most = 1u << 20,
     .help = "memory responses take 1..N cycles (default " OPTION_DIGITS(
         SCORD_DEFAULT_MAX_LATENCY) ")"},
    {"--lanes", "N", OPTION_UNSIGNED, PLACE(lanes), .least = 1, .most = UINT32_MAX,
     .help = "the configuration's machine with N lanes, if it was built"},
    {"--axi-errors", "N", OPTION_UNSIGNED, PLACE(axi_errors), .most = 1000, .standard = "0",
     .help = "N of 1000 metadata read beats and write responses end with an error; expectations "
             "about verdicts then do not apply"},
    {"--memory-lies", "N", OPTION_UNSIGNED, PLACE(memory_lies), .most = 1000, .standard = "0",
     .help =
         "N of 1000 metadata entries name another owner when they are read, which need not exist "
         "(D73); RTL and model have to agree on them"},
    {"--memory-silent", "N", OPTION_NUMBER, PLACE(memory_silent), .least = 1, .most = MOST_EVENTS,
     .help = "the memory never answers its N-th transaction (from 1): the watchdog names it when "
             "the device makes no progress"},
    {"--memory-flip", "N:B", OPTION_CALL, 0, .read = read_memory_flip,
     .help = "bit B of the N-th read beat arrives wrong: does the lockstep see it?"},
    {"--consume-log", NULL, OPTION_FLAG, PLACE(consume_log),
     .help = "software empties the race log ring while the device runs; use a small log_capacity"},
    {"--issue", "stream|random", OPTION_CALL, 0, .read = read_issue,
     .help = "issue schedulers see schedule records only, or random ready masks every cycle "
             "(default: stream when the file has schedule records)"},
    {"--model-only", NULL, OPTION_FLAG, PLACE(model_only), .help = "the golden model alone"},
    {"--rtl-only", NULL, OPTION_FLAG, PLACE(rtl_only),
     .help = "the RTL alone, on the pins what it would see in lockstep; nothing is compared: only "
             "its assertions, the AXI rules and the watchdog hold. For its speed, and to see that "
             "the comparison changes nothing"},
    {"--hash-state", NULL, OPTION_FLAG, PLACE(hash_state),
     .help = "also a hash of all state registers in all cycles: equal runs have equal hashes"},
    {"--wave", "F", OPTION_FILE, PLACE(wave), .help = "FST trace"},
    {"--wave-window", "A:B", OPTION_CALL, 0, .read = read_wave_window,
     .help = "with --wave: those cycles only"},
    {"--wave-race", "K", OPTION_CALL, PLACE(wave_race), .read = read_wave_race,
     .help = "with --wave: a second pass traces the decision of race K (from 0), with a gtkwave "
             "view"},
    {NULL, NULL, OPTION_TABLE, PLACE(explain), .table = explain_rows},
    {"--output", "DIR", OPTION_FOLDER, PLACE(output),
     .help = "where a mismatch leaves its report, wave, view and shrunk stream (default: "
             "$SCORD_OUTPUT, else mismatch, build/mismatch where there is a build/)"},
    {"--no-shrink", NULL, OPTION_CALL, PLACE(shrink_seconds), .read = read_shrink,
     .help = "do not minimize the stream of a mismatch"},
    {"--shrink", NULL, OPTION_CALL, PLACE(shrink_seconds), .read = read_shrink,
     .help = "minimize it (the default)"},
    {"--random", NULL, OPTION_FLAG, PLACE(random), .help = "make the events"},
    {"--events", "N", OPTION_NUMBER, PLACE(events), .least = 1, .most = MOST_EVENTS,
     .standard = "10000", .help = "with --random: how many"},
    {"--sparse", NULL, OPTION_FLAG, PLACE(sparse),
     .help = "with --random: ranges of 2^25 to 2^36 words, and words anywhere in them; memory is "
             "cleared by the bench, which the device would take hours for"},
    {"--program", "F", OPTION_FILE, PLACE(program), .help = "with --random: prints its steps"},
    {"--save", "F", OPTION_FILE, PLACE(save), .help = "with --random: writes its stream"},
    {"--first-event", "N", OPTION_NUMBER, PLACE(first_event), .most = MOST_EVENTS, .standard = "0",
     .help = "number of the first event, as in a later part of a long stream"},
    {"--coverage", "F", OPTION_FILE, PLACE(coverage),
     .help = "add the functional coverage of the run to database F (docs/coverage.md)"},
    {"--quiet", NULL, OPTION_FLAG, PLACE(quiet), .help = "no summary"},
    {"--json", "F", OPTION_FILE, PLACE(json), .help = "results as JSON"},
    {0}};

const command_form_t cosim_form = {
    .name = "cosim",
    .summary = "replay event streams through RTL and golden model in lockstep",
    .usage = "scord cosim STREAM... [OPTIONS]\treplay streams through RTL and golden model\n"
             "scord cosim --random --seed S --events N [--config tiny] [OPTIONS]\n",
    .about = "Every decided word, fence and scheduler pick is compared in its cycle, all state "
             "registers after every cycle, metadata memory, race log and counters at kernel start "
             "and end. STREAM '-' is a pipe.\n",
    .options = rows,
    .examples = "scord cosim run.sev --wave-race 0 --wave race.fst && gtkwave race.gtkw\n"
                "scord cosim run.sev --explain-race 0\n"
                "scord cosim --random --seed 7 --events 100000 --free-order\n"
                "scord cosim --random --seed 7 --config tiny:log_capacity=8 --lanes 8 "
                "--axi-errors 20 --consume-log\n",
    .exit_codes = "0 RTL and model agree and expectations hold (races of the stream are no failure "
                  "here), 1 mismatch, hang or failed expectation, 2 bad usage or input, 3 "
                  "environment"};

static int consistent_explanation(const cosim_arguments_t *arguments) {
    const int code = explain_settle(&arguments->explain, "cosim");
    if (code || !arguments->explain.asked) return code;
    if (arguments->stream_count > 1) return bad("an explanation needs a single STREAM", "");
    if (arguments->stream_count && strcmp(arguments->streams[0], "-") == 0)
        return bad("an explanation reads the stream several times: it cannot be a pipe", "");
    if (arguments->free_order || arguments->axi_errors || arguments->memory_lies)
        return bad("an explanation is about the stream's order and a working memory: leave out "
                   "--free-order, --axi-errors and --memory-lies",
                   "");
    if (arguments->first_event)
        return bad("an explanation counts the events of a file: leave out --first-event", "");
    return 0;
}

static int consistent(const cosim_arguments_t *arguments) {
    if (arguments->help) return 0;
    if (!arguments->random && arguments->stream_count == 0)
        return bad("no STREAM and no --random", "");
    if (arguments->random && arguments->stream_count)
        return bad("--random takes no STREAM: ", arguments->streams[0]);
    if (arguments->wave && arguments->stream_count > 1)
        return bad("--wave needs a single STREAM", "");
    if (!arguments->wave && (arguments->wave_to || arguments->wave_race >= 0))
        return bad("--wave-window and --wave-race need --wave F", "");
    if (arguments->wave_to && arguments->wave_race >= 0)
        return bad("--wave-window and --wave-race exclude each other", "");
    if (!arguments->random && (arguments->program || arguments->save || arguments->sparse))
        return bad("--program, --save and --sparse belong to --random", "");
    if (arguments->model_only && arguments->wave) return bad("--model-only has no waves", "");
    if (arguments->memory_lies &&
        (arguments->axi_errors || arguments->model_only || arguments->rtl_only))
        return bad("--memory-lies needs RTL, model and a memory without errors: leave out "
                   "--axi-errors, --model-only and --rtl-only",
                   "");
    if (arguments->model_only && (arguments->axi_errors || arguments->consume_log ||
                                  arguments->memory_silent || arguments->memory_flip))
        return bad("--model-only has no memory and no log ring: leave out --axi-errors, "
                   "--memory-silent, --memory-flip and --consume-log",
                   "");
    if (arguments->model_only && (arguments->rtl_only || arguments->hash_state))
        return bad("--model-only has no RTL: leave out --rtl-only and --hash-state", "");
    if (arguments->rtl_only &&
        (arguments->axi_errors || arguments->consume_log || arguments->coverage ||
         arguments->wave_race >= 0 || arguments->explain.asked))
        return bad("--rtl-only compares nothing: leave out --axi-errors, --consume-log, "
                   "--coverage, --wave-race and --explain",
                   "");
    if (arguments->wave_race >= 0 && arguments->stream_count &&
        strcmp(arguments->streams[0], "-") == 0)
        return bad("--wave-race reads the stream twice: it cannot be a pipe", "");
    return consistent_explanation(arguments);
}

int cosim_parse(int argc, char **argv, cosim_arguments_t *arguments) {
    options_found_t found;
    *arguments = (cosim_arguments_t){.wave_race = -1, .shrink_seconds = SCORD_SHRINK_SECONDS};
    const int code = options_read(&cosim_form, arguments, argc, argv, &found);
    arguments->help = found.help;
    arguments->streams = found.words;
    arguments->stream_count = found.count;
    if (!mismatch_folder(&arguments->output, arguments->folder, sizeof arguments->folder))
        arguments->shrink_seconds = 0;
    assert(arguments->output && arguments->stream_count >= 0);
    return code ? code : consistent(arguments);
}
