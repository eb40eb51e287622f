/* events_import.c: `scord events import TRACE…`: Accel-Sim traces as an event stream. Docs:
 * docs/import.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/events/events_internal.h"
#include "cosim/commands/shared/interrupts.h"
#include "cmodel/import/trace_import.h"
#include "cmodel/base/read_number.h"
#include "cmodel/base/seconds.h"
#include "cosim/commands/shared/whole_file.h"

enum { DEFAULT_MEMORY_MIB = 1024, NAME_SIZE = 64 };

typedef struct import_arguments {
    const char **traces; /* argc elements */
    unsigned count;
    const char *output, *config_text;
    bool help;
    scord_config_t config;
    char config_name[NAME_SIZE];
    trace_import_options_t options;
    double started;
    bool shown; /* a progress line is on the terminal */
} import_arguments_t;

static void print_help(void) {
    fputs("usage: scord events import TRACE... [-o OUT] [--order RULE] [--seed N] [--config NAME]\n"
          "\n"
          "Accel-Sim traces (kernel-N.traceg, also .xz, tracer versions 3 to 6; kernelslist.g) as "
          "one event\n"
          "stream: text, or binary when OUT is NAME.sev. Such traces have no order between warps: "
          "one is made up,\n"
          "and its rule is noted in the stream and in every report made from it. Documented in "
          "docs/import.md.\n"
          "\n"
          "  -o OUT            the stream; default '-', standard output\n"
          "  --order RULE      random (default): every cycle each SM executes an instruction of a "
          "ready warp\n"
          "                    drawn at random; round-robin; greedy: of the last warp while it is "
          "ready\n"
          "  --seed N          of random, default 1: other seeds, other orders\n"
          "  --config NAME     machine that the blocks run on: gtx480 (default), tiny, ...; "
          "NAME:key=value,...\n"
          "  --ignore-locks    infer no locks from compare-and-swap and exchange\n"
          "  --leave-out       leave out, and count, what a stream cannot represent; else it is an "
          "error\n"
          "  --source FILE     the source that the line numbers of traces with lineinfo belong to\n"
          "  --max-memory MIB  for the blocks that run together, default 1024\n"
          "  --max-events N    largest stream\n"
          "\n"
          "examples:\n"
          "  scord events import traces/kernelslist.g -o run.sev && scord oracle run.sev\n"
          "  scord events import kernel-1.traceg.xz --order round-robin | scord cosim -\n"
          "\n"
          "exit codes: 0 fine, 2 bad usage or a bad trace (file and line are named), 3 the system "
          "refused\n",
          stdout);
}

/* ---- command line
 * -------------------------------------------------------------------------------------------------
 */

static int bad_usage(const char *problem, const char *word) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "events import: %s%s; see `scord events import --help`",
                      problem, word);
}

static int read_number(const char *option, const char *text, uint64_t least, uint64_t most,
                       uint64_t *number) {
    if (scord_read_number(text, least, most, number)) return SCORD_EXIT_CLEAN;
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "events import: %s is a number from %" PRIu64 " to %" PRIu64 ", not %s",
                      option, least, most, text);
}

static int read_order(import_arguments_t *arguments, const char *name) {
    for (unsigned i = 0; i < TRACE_ORDER_COUNT; i++) {
        if (strcmp(name, trace_order_name((trace_order_t)i)) != 0) continue;
        arguments->options.order = (trace_order_t)i;
        return SCORD_EXIT_CLEAN;
    }
    return bad_usage("--order is random, round-robin or greedy, not ", name);
}

static bool takes_value(const char *word) {
    static const char *const options[] = {"-o",       "--order",      "--seed",      "--config",
                                          "--source", "--max-memory", "--max-events"};
    for (unsigned i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(word, options[i]) == 0) return true;
    return false;
}

static int read_option(import_arguments_t *arguments, const char *option, const char *value) {
    trace_import_options_t *options = &arguments->options;
    int code = SCORD_EXIT_CLEAN;
    if (takes_value(option) && !value) return bad_usage(option, " needs a value");
    if (strcmp(option, "-o") == 0)
        arguments->output = value;
    else if (strcmp(option, "--config") == 0)
        arguments->config_text = value;
    else if (strcmp(option, "--source") == 0)
        options->source = value;
    else if (strcmp(option, "--order") == 0)
        code = read_order(arguments, value);
    else if (strcmp(option, "--seed") == 0)
        code = read_number(option, value, 0, UINT64_MAX, &options->seed);
    else if (strcmp(option, "--max-events") == 0)
        code = read_number(option, value, 1, UINT64_MAX, &options->max_events);
    else if (strcmp(option, "--ignore-locks") == 0)
        options->ignore_locks = true;
    else if (strcmp(option, "--leave-out") == 0)
        options->leave_out = true;
    else if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0)
        arguments->help = true;
    else if (strcmp(option, "--max-memory") == 0) {
        code = read_number(option, value, 1, UINT64_C(1) << 24, &options->max_memory);
        options->max_memory <<= 20;
    } else
        return bad_usage("unknown option ", option);
    return code;
}

static int parse(import_arguments_t *arguments, int argc, char **argv) {
    int code = SCORD_EXIT_CLEAN;
    for (int i = 2; i < argc && code == SCORD_EXIT_CLEAN; i++) { /* after events import */
        if (strcmp(argv[i], "-") == 0)
            return bad_usage(
                "a trace is read twice and cannot come from a pipe: name a file instead of ", "-");
        if (argv[i][0] != '-') {
            arguments->traces[arguments->count++] = argv[i];
            continue;
        }
        code = read_option(arguments, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
        i += takes_value(argv[i]);
    }
    return code;
}

/* ---- run
 * ----------------------------------------------------------------------------------------------------------
 */

static bool progress(void *context, uint64_t events) {
    import_arguments_t *arguments = context;
    const double seconds = scord_seconds_now() - arguments->started;
    if (seconds > 1 && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%" PRIu64 " events, %.0f/s", events, (double)events / seconds);
        arguments->shown = true;
    }
    return !interrupts_seen();
}

static void print_counts(const import_arguments_t *arguments, const trace_import_counts_t *counts) {
    const trace_counts_t *trace = &counts->trace;
    const double seconds = scord_seconds_now() - arguments->started;
    printf("%s: %" PRIu32 " launches, %" PRIu64 " blocks, %" PRIu64 " traced instructions, %" PRIu64
           " events (%.0f instructions/s)\n",
           arguments->output, counts->launches, trace->blocks, trace->instructions, counts->events,
           (double)trace->instructions / (seconds > 0 ? seconds : 1));
    printf("  accesses   %" PRIu64 " of %" PRIu64 " lanes; %" PRIu64 " instructions and %" PRIu64
           " lanes elsewhere (shared, local, constant memory, prefetches)\n",
           trace->accesses, trace->lane_accesses, trace->elsewhere, trace->outside);
    printf("  inferred   %" PRIu64 " lock acquisitions (%" PRIu64 " while held), %" PRIu64
           " acquires; %" PRIu64 " CCTL.IVALL of nothing\n",
           counts->play.locks, counts->play.forced, trace->acquires, trace->lonely);
    if (trace->left_out > 0)
        printf("  left out   %" PRIu64 " instructions, the first %s\n", trace->left_out,
               trace->first_left_out);
    printf("  order      made up: %s", trace_order_name(arguments->options.order));
    if (arguments->options.order == TRACE_ORDER_RANDOM)
        printf(", seed %" PRIu64, arguments->options.seed);
    putchar('\n');
}

static int import(import_arguments_t *arguments) {
    scord_stream_error_t error, close_error;
    trace_import_counts_t counts;
    const scord_stream_format_t format = ends_with(arguments->output, ".sev") ? SCORD_STREAM_BINARY
                                                                              : SCORD_STREAM_TEXT;
    scord_stream_writer_t *writer = scord_stream_open_writer(arguments->output, format,
                                                             &arguments->config, &error);
    if (!writer) return scord_fail_stream(&error);
    interrupts_catch(); /* the import ends after an event, and what it wrote is complete */
    arguments->started = scord_seconds_now();
    const scord_stream_status_t status = trace_import(arguments->traces, arguments->count,
                                                      &arguments->options, writer, &counts, &error);
    const bool complete = status == SCORD_STREAM_OK;
    const scord_stream_status_t closed =
        (complete ? scord_stream_close_writer : scord_stream_abandon_writer)(writer, &close_error);
    if (arguments->shown) fputs("\r\033[K", stderr);
    if (!complete)
        return interrupts_seen() ? scord_fail(SCORD_EXIT_ENVIRONMENT, "%s", error.message)
                                 : scord_fail_stream(&error);
    if (closed != SCORD_STREAM_OK) return scord_fail_stream(&close_error);
    if (strcmp(arguments->output, "-") != 0) print_counts(arguments, &counts);
    return SCORD_EXIT_CLEAN;
}

static int run(import_arguments_t *arguments, int argc, char **argv) {
    scord_stream_error_t error;
    arguments->traces = calloc((size_t)argc, sizeof *arguments->traces);
    if (!arguments->traces)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "events import: out of memory");
    const int code = parse(arguments, argc, argv);
    if (code != SCORD_EXIT_CLEAN) return code;
    if (arguments->help) {
        print_help();
        return SCORD_EXIT_CLEAN;
    }
    if (arguments->count == 0)
        return bad_usage("name a TRACE, a kernelslist.g or a litmus test", "");
    if (scord_config_parse(arguments->config_text, &arguments->config, arguments->config_name,
                           sizeof arguments->config_name, &error) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "events import: %s", error.message);
    for (unsigned i = 0; i < arguments->count; i++)
        if (events_same_file(arguments->traces[i], arguments->output))
            return scord_fail(SCORD_EXIT_BAD_INPUT,
                              "%s is both input and output; choose another -o", arguments->output);
    return import(arguments);
}

int events_import(int argc, char **argv) {
    import_arguments_t arguments = {.output = "-", .config_text = scord_configs[0].name};
    arguments.options = (trace_import_options_t){.config = &arguments.config,
                                                 .seed = 1,
                                                 .max_memory = (uint64_t)DEFAULT_MEMORY_MIB << 20,
                                                 .progress = progress,
                                                 .context = &arguments};
    const int code = run(&arguments, argc, argv);
    free(arguments.traces);
    return code;
}
