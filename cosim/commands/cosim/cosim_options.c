/* cosim_options.c: the command line of `scord cosim`. */
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/shrink/mismatch_files.h"
#include "cosim/commands/shared/mismatch_folder.h"
#include "cmodel/base/read_number.h"

enum { DEFAULT_RANDOM_EVENTS = 10000 };

enum option_value {
    OPTION_CONFIG = 256,
    OPTION_SEED,
    OPTION_FREE_ORDER,
    OPTION_MAX_LATENCY,
    OPTION_LANES,
    OPTION_AXI_ERRORS,
    OPTION_MEMORY_SILENT,
    OPTION_MEMORY_FLIP,
    OPTION_CONSUME_LOG,
    OPTION_WAVE,
    OPTION_WAVE_WINDOW,
    OPTION_WAVE_RACE,
    OPTION_OUTPUT,
    OPTION_MODEL_ONLY,
    OPTION_RTL_ONLY,
    OPTION_HASH_STATE,
    OPTION_QUIET,
    OPTION_JSON,
    OPTION_RANDOM,
    OPTION_EVENTS,
    OPTION_SHRINK,
    OPTION_NO_SHRINK,
    OPTION_PROGRAM,
    OPTION_SAVE,
    OPTION_COVERAGE,
    OPTION_FIRST_EVENT,
    OPTION_ISSUE,
    OPTION_EXPLAIN,
    OPTION_EXPLAIN_RACE,
    OPTION_EXPLAIN_FIX,
    OPTION_HELP
};

static const struct option options[] = {
    {"config", required_argument, NULL, OPTION_CONFIG},
    {"seed", required_argument, NULL, OPTION_SEED},
    {"free-order", no_argument, NULL, OPTION_FREE_ORDER},
    {"max-latency", required_argument, NULL, OPTION_MAX_LATENCY},
    {"lanes", required_argument, NULL, OPTION_LANES},
    {"axi-errors", required_argument, NULL, OPTION_AXI_ERRORS},
    {"memory-silent", required_argument, NULL, OPTION_MEMORY_SILENT},
    {"memory-flip", required_argument, NULL, OPTION_MEMORY_FLIP},
    {"consume-log", no_argument, NULL, OPTION_CONSUME_LOG},
    {"wave", required_argument, NULL, OPTION_WAVE},
    {"wave-window", required_argument, NULL, OPTION_WAVE_WINDOW},
    {"wave-race", required_argument, NULL, OPTION_WAVE_RACE},
    {"output", required_argument, NULL, OPTION_OUTPUT},
    {"model-only", no_argument, NULL, OPTION_MODEL_ONLY},
    {"rtl-only", no_argument, NULL, OPTION_RTL_ONLY},
    {"hash-state", no_argument, NULL, OPTION_HASH_STATE},
    {"quiet", no_argument, NULL, OPTION_QUIET},
    {"json", required_argument, NULL, OPTION_JSON},
    {"random", no_argument, NULL, OPTION_RANDOM},
    {"events", required_argument, NULL, OPTION_EVENTS},
    {"shrink", no_argument, NULL, OPTION_SHRINK},
    {"no-shrink", no_argument, NULL, OPTION_NO_SHRINK},
    {"program", required_argument, NULL, OPTION_PROGRAM},
    {"save", required_argument, NULL, OPTION_SAVE},
    {"issue", required_argument, NULL, OPTION_ISSUE},
    {"coverage", required_argument, NULL, OPTION_COVERAGE},
    {"first-event", required_argument, NULL, OPTION_FIRST_EVENT},
    {"explain", required_argument, NULL, OPTION_EXPLAIN},
    {"explain-race", required_argument, NULL, OPTION_EXPLAIN_RACE},
    {"explain-fix", required_argument, NULL, OPTION_EXPLAIN_FIX},
    {"help", no_argument, NULL, OPTION_HELP},
    {NULL, 0, NULL, 0}};

static int bad(const char *problem, const char *word) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "cosim: %s%s; see `scord cosim --help`", problem, word);
}

/* A number between minimum and maximum, decimal or 0x…. */
static int number(const char *option, const char *text, uint64_t minimum, uint64_t maximum,
                  uint64_t *value) {
    if (scord_read_number(text, minimum, maximum, value)) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "cosim: --%s: '%s' is not a number from %" PRIu64 " to %" PRIu64, option,
                      text, minimum, maximum);
}

static int wave_window(const char *text, cosim_arguments_t *arguments) {
    char first[32];
    const char *colon = strchr(text, ':');
    if (!colon || (size_t)(colon - text) >= sizeof first)
        return bad("--wave-window needs FROM:TO in cycles, not ", text);
    snprintf(first, sizeof first, "%.*s", (int)(colon - text), text);
    if (number("wave-window", first, 0, UINT64_MAX - 1, &arguments->wave_from))
        return SCORD_EXIT_BAD_INPUT;
    return number("wave-window", colon + 1, arguments->wave_from ? arguments->wave_from : 1,
                  UINT64_MAX - 1, &arguments->wave_to);
}

static int issue_mode(const char *text, cosim_arguments_t *arguments) {
    arguments->scheduled_issue = strcmp(text, "stream") == 0;
    arguments->random_issue = strcmp(text, "random") == 0;
    return arguments->scheduled_issue || arguments->random_issue
               ? 0
               : bad("--issue is stream or random, not ", text);
}

/* N:B, a read beat and a bit of it. */
static int memory_flip(const char *text, cosim_arguments_t *arguments) {
    const char *colon = strchr(text, ':');
    uint64_t beat, bit;
    if (!colon || !scord_read_digits(text, colon, &beat) || beat == 0 ||
        !scord_read_number(colon + 1, 0, 64 * SCORD_MAX_BEAT_ENTRIES - 1, &bit))
        return bad("--memory-flip is N:B, a read beat from 1 and a bit of it below 1024, not ",
                   text);
    arguments->memory_flip = beat;
    arguments->memory_flip_bit = (unsigned)bit;
    return 0;
}

/* Options with a number, and where it goes. */
static int numeric(int option, const char *text, cosim_arguments_t *arguments) {
    uint64_t value;
    int code;
    switch (option) {
    case OPTION_SEED: return number("seed", text, 0, UINT64_MAX, &arguments->seed);
    case OPTION_FIRST_EVENT:
        return number("first-event", text, 0, UINT64_C(1) << 40, &arguments->first_event);
    case OPTION_EVENTS: return number("events", text, 1, UINT64_C(1) << 40, &arguments->events);
    case OPTION_MAX_LATENCY:
        code = number("max-latency", text, 1, 1u << 20, &value);
        arguments->max_latency = (uint32_t)value;
        return code;
    case OPTION_LANES:
        code = number("lanes", text, 1, UINT32_MAX, &value);
        arguments->lanes = (uint32_t)value;
        return code;
    case OPTION_AXI_ERRORS:
        code = number("axi-errors", text, 0, 1000, &value);
        arguments->axi_errors = (uint32_t)value;
        return code;
    case OPTION_MEMORY_SILENT:
        return number("memory-silent", text, 1, UINT64_C(1) << 40, &arguments->memory_silent);
    default:
        code = number("wave-race", text, 0, INT32_MAX, &value);
        arguments->wave_race = (int)value;
        return code;
    }
}

static int take(int option, cosim_arguments_t *arguments, char **argv) {
    switch (option) {
    case OPTION_CONFIG: arguments->config_text = optarg; return 0;
    case OPTION_SEED:
    case OPTION_EVENTS:
    case OPTION_FIRST_EVENT:
    case OPTION_MAX_LATENCY:
    case OPTION_LANES:
    case OPTION_AXI_ERRORS:
    case OPTION_MEMORY_SILENT:
    case OPTION_WAVE_RACE: return numeric(option, optarg, arguments);
    case OPTION_MEMORY_FLIP: return memory_flip(optarg, arguments);
    case OPTION_WAVE: arguments->wave = optarg; return 0;
    case OPTION_WAVE_WINDOW: return wave_window(optarg, arguments);
    case OPTION_OUTPUT: arguments->output = optarg; return 0;
    case OPTION_JSON: arguments->json = optarg; return 0;
    case OPTION_PROGRAM: arguments->program = optarg; return 0;
    case OPTION_SAVE: arguments->save = optarg; return 0;
    case OPTION_COVERAGE: arguments->coverage = optarg; return 0;
    case OPTION_EXPLAIN:
        return explain_read_option(&arguments->explain, "cosim", "--explain", optarg);
    case OPTION_EXPLAIN_RACE:
        return explain_read_option(&arguments->explain, "cosim", "--explain-race", optarg);
    case OPTION_EXPLAIN_FIX:
        return explain_read_option(&arguments->explain, "cosim", "--explain-fix", optarg);
    case OPTION_ISSUE: return issue_mode(optarg, arguments);
    case OPTION_FREE_ORDER: arguments->free_order = true; return 0;
    case OPTION_CONSUME_LOG: arguments->consume_log = true; return 0;
    case OPTION_MODEL_ONLY: arguments->model_only = true; return 0;
    case OPTION_RTL_ONLY: arguments->rtl_only = true; return 0;
    case OPTION_HASH_STATE: arguments->hash_state = true; return 0;
    case OPTION_QUIET: arguments->quiet = true; return 0;
    case OPTION_RANDOM: arguments->random = true; return 0;
    case OPTION_SHRINK: arguments->shrink_seconds = SCORD_SHRINK_SECONDS; return 0;
    case OPTION_NO_SHRINK: arguments->shrink_seconds = 0; return 0;
    case OPTION_HELP: arguments->help = true; return 0;
    default: return bad("unknown option, or one without its value: ", scord_refused_word(argv));
    }
}

static int consistent_explanation(const cosim_arguments_t *arguments) {
    const int code = explain_settle(&arguments->explain, "cosim");
    if (code || !arguments->explain.asked) return code;
    if (arguments->stream_count > 1) return bad("an explanation needs a single STREAM", "");
    if (arguments->stream_count && strcmp(arguments->streams[0], "-") == 0)
        return bad("an explanation reads the stream several times: it cannot be a pipe", "");
    if (arguments->free_order || arguments->axi_errors)
        return bad("an explanation is about the stream's order and a working memory: leave out "
                   "--free-order and --axi-errors",
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
    if (!arguments->random && (arguments->program || arguments->save))
        return bad("--program and --save belong to --random", "");
    if (arguments->model_only && arguments->wave) return bad("--model-only has no waves", "");
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
    *arguments = (cosim_arguments_t){.wave_race = -1,
                                     .seed = 1,
                                     .events = DEFAULT_RANDOM_EVENTS,
                                     .shrink_seconds = SCORD_SHRINK_SECONDS};
    int option, code = 0;
    opterr = 0;
    optind = 0; /* GNU: begin anew, even in the middle of a word */
    while (!code && (option = getopt_long(argc, argv, "", options, NULL)) != -1)
        code = take(option, arguments, argv);
    arguments->streams = argv + optind;
    arguments->stream_count = argc - optind;
    if (!mismatch_folder(&arguments->output, "mismatch", arguments->folder,
                         sizeof arguments->folder))
        arguments->shrink_seconds = 0;
    return code ? code : consistent(arguments);
}
