/* SPDX-License-Identifier: Apache-2.0 */
/* events_import.c: `scord events import TRACE…`: Accel-Sim traces as an event stream. Docs:
 * docs/import.md. */
#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/events/events_internal.h"
#include "cosim/commands/shared/interrupts.h"
#include "cmodel/import/trace_import.h"
#include "cmodel/base/seconds.h"
#include "cosim/commands/shared/whole_file.h"

enum { NAME_SIZE = 64 };

typedef struct import_arguments {
    char *const *traces;
    unsigned count;
    const char *output, *config_text;
    scord_config_t config;
    char config_name[NAME_SIZE];
    trace_import_options_t options; /* max_memory: in MiB until all words are read */
    double started;
    bool shown; /* a progress line is on the terminal */
} import_arguments_t;

/* ---- command line ---- */

#define PLACE(member) offsetof(import_arguments_t, member)
#define ORDERS        "random round-robin greedy" /* as trace_order_t */

static const option_t rows[] = {
    {"-o", "OUT", OPTION_FILE, PLACE(output), .standard = "-",
     .help = "the stream; - is standard output"},
    {"--order", "RULE", OPTION_CHOICE, PLACE(options.order), .choices = ORDERS,
     .standard = "random",
     .help = "order of the warps: {}. random: every cycle each SM executes an instruction of a "
             "ready warp drawn at random; greedy: of the last warp while it is ready"},
    {"--seed", "N", OPTION_NUMBER, PLACE(options.seed), .most = UINT64_MAX, .standard = "1",
     .help = "of random: other seeds, other orders"},
    {"--config", "NAME", OPTION_TEXT, PLACE(config_text), .standard = "gtx480",
     .choices = "gtx480 tiny",
     .help = "machine that the blocks run on: {}, ...; NAME:key=value,..."},
    {"--ignore-locks", NULL, OPTION_FLAG, PLACE(options.ignore_locks),
     .help = "infer no locks from compare-and-swap and exchange"},
    {"--leave-out", NULL, OPTION_FLAG, PLACE(options.leave_out),
     .help = "leave out, and count, what a stream cannot represent; else it is an error"},
    {"--source", "FILE", OPTION_FILE, PLACE(options.source),
     .help = "the source that the line numbers of traces with lineinfo belong to"},
    {"--max-memory", "MIB", OPTION_NUMBER, PLACE(options.max_memory), .least = 1, .most = 1 << 24,
     .standard = "1024", .help = "for the blocks that run together"},
    {"--max-events", "N", OPTION_NUMBER, PLACE(options.max_events), .least = 1, .most = UINT64_MAX,
     .help = "largest stream"},
    {0}};

const command_form_t import_form = {
    .name = "events import",
    .summary = "Accel-Sim traces as an event stream",
    .usage = "scord events import TRACE... [-o OUT] [--order RULE] [--seed N] [--config NAME]\n",
    .about =
        "Accel-Sim traces (kernel-N.traceg, also .xz, tracer versions 3 to 6; kernelslist.g) "
        "as one event stream: text, or binary when OUT is NAME.sev. Such traces have no order "
        "between warps: the import makes one up, and notes its rule in the stream and in every "
        "report made from it. Documented in docs/import.md.\n",
    .options = rows,
    .examples = "scord events import traces/kernelslist.g -o run.sev && scord oracle run.sev\n"
                "scord events import kernel-1.traceg.xz --order round-robin | scord cosim -\n",
    .exit_codes =
        "0 fine, 2 bad usage or a bad trace (file and line are named), 3 the system refused"};

static int bad_usage(const char *problem, const char *word) {
    return options_refuse(import_form.name, problem, word);
}

static int take_traces(const options_found_t *found, import_arguments_t *arguments) {
    arguments->traces = found->words;
    arguments->count = (unsigned)found->count;
    if (arguments->count == 0)
        return bad_usage("name a TRACE, a kernelslist.g or a litmus test", "");
    for (unsigned i = 0; i < arguments->count; i++)
        if (strcmp(arguments->traces[i], "-") == 0)
            return bad_usage(
                "a trace is read twice and cannot come from a pipe: name a file instead of ", "-");
    return SCORD_EXIT_CLEAN;
}

/* ---- run ---- */

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
    assert(counts->trace.accesses <= counts->trace.instructions);
    assert(counts->play.forced <= counts->play.locks);
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
    const scord_stream_status_t status = trace_import((const char *const *)arguments->traces,
                                                      arguments->count, &arguments->options, writer,
                                                      &counts, &error);
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

static int run(import_arguments_t *arguments) {
    scord_stream_error_t error;
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
    import_arguments_t arguments = {
        .options = {.config = &arguments.config, .progress = progress, .context = &arguments}};
    options_found_t found;
    int code = options_read(&import_form, &arguments, argc - 1, argv + 1, &found);
    if (code != SCORD_EXIT_CLEAN) return code;
    if (found.help) return options_print_help(&import_form, stdout), SCORD_EXIT_CLEAN;
    arguments.options.max_memory <<= 20;
    code = take_traces(&found, &arguments);
    return code != SCORD_EXIT_CLEAN ? code : run(&arguments);
}
