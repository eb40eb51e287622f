/* SPDX-License-Identifier: Apache-2.0 */
/* command_events.c: `scord events dump|assemble|import|stats|check`: event streams shown,
 * converted, measured, checked. Formats: docs/stream-format.md.
 */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/events/events_internal.h"
#include "cosim/commands/shared/litmus_import.h"
#include "cosim/commands/program/resource_limits.h"
#include "cosim/commands/shared/whole_file.h"

typedef struct arguments {
    const char *action, *input, *output; /* output NULL: not given */
    bool json;
} arguments_t;

static const option_t rows[] = {
    {"-o", "OUT", OPTION_FILE, offsetof(arguments_t, output), .help = "file of the stream made"},
    {"--json", NULL, OPTION_FLAG, offsetof(arguments_t, json), .help = "of stats: as JSON"},
    {0}};

const command_form_t events_form = {
    .name = "events",
    .summary = "show, assemble, measure and check event streams",
    .usage =
        "scord events dump FILE [-o OUT]\ta stream, binary or text, as text\n"
        "scord events assemble FILE -o OUT\ta binary stream of a text or binary one\n"
        "scord events import FILE.litmus [-o OUT]\ta litmus test as a stream (docs/litmus.md)\n"
        "scord events import TRACE... [-o OUT]\tAccel-Sim traces (`scord events import --help`)\n"
        "scord events stats FILE [--json]\tcount events by kind, operation and scope\n"
        "scord events check FILE\tfind what is malformed or inconsistent\n",
    .about =
        "FILE and OUT may be '-', a pipe. Of a herd-style litmus test the stream has one launch "
        "for each combination of values read. Formats: docs/stream-format.md.\n",
    .options = rows,
    .actions = "dump assemble import stats check",
    .examples = "scord events dump run.sev | grep 'kind=cas'\n"
                "scord events assemble corner.sevt -o - | scord events stats - --json\n",
    .exit_codes = "0 fine, 1 `check` found inconsistencies, 2 bad usage or a malformed stream, 3 "
                  "the system refused (no such file, disk full, pipe closed)"};

/* ---- dump and assemble ---- */

/* Copies every event. After a failure the output keeps what was read, without an end mark, so that
 * no reader of it takes it for the whole. */
static int copy_events(scord_stream_reader_t *reader, scord_stream_writer_t *writer,
                       scord_stream_error_t *error) {
    scord_event_t event;
    scord_stream_error_t write_error = {.status = SCORD_STREAM_OK};
    scord_stream_status_t read_status, write_status = SCORD_STREAM_OK;
    while ((read_status = scord_stream_read(reader, &event, error)) == SCORD_STREAM_OK &&
           (write_status = scord_stream_write(writer, &event, &write_error)) == SCORD_STREAM_OK)
        continue;
    bool complete = read_status == SCORD_STREAM_END && write_status == SCORD_STREAM_OK;
    scord_stream_status_t closed = (complete ? scord_stream_close_writer
                                             : scord_stream_abandon_writer)(writer, &write_error);
    if (read_status != SCORD_STREAM_OK && read_status != SCORD_STREAM_END)
        return scord_fail_stream(error);
    if (write_status != SCORD_STREAM_OK || closed != SCORD_STREAM_OK)
        return scord_fail_stream(&write_error);
    return SCORD_EXIT_CLEAN;
}

bool events_same_file(const char *input, const char *output) {
    struct stat a, b;
    return strcmp(input, "-") != 0 && strcmp(output, "-") != 0 && stat(input, &a) == 0 &&
           stat(output, &b) == 0 && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static int convert(scord_stream_reader_t *reader, const arguments_t *arguments,
                   scord_stream_format_t format) {
    scord_stream_error_t error;
    const char *output = arguments->output ? arguments->output : "-";
    if (events_same_file(arguments->input, output))
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s is both input and output; choose another -o",
                          output);
    if (format == SCORD_STREAM_BINARY && strcmp(output, "-") == 0 && isatty(STDOUT_FILENO))
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "a binary stream is no text for a terminal; choose a file with -o");
    scord_stream_writer_t *writer =
        scord_stream_open_writer(output, format, scord_stream_reader_config(reader), &error);
    return !writer ? scord_fail_stream(&error) : copy_events(reader, writer, &error);
}

/* ---- command line ---- */

static int bad_usage(const char *problem, const char *word) {
    return options_refuse("events", problem, word);
}

static int take_words(const options_found_t *found, arguments_t *arguments) {
    if (found->count > 2) return bad_usage("one FILE at a time, not also ", found->words[2]);
    if (found->count > 0) arguments->action = found->words[0];
    if (found->count > 1) arguments->input = found->words[1];
    return SCORD_EXIT_CLEAN;
}

typedef enum action { DUMP, ASSEMBLE, IMPORT, STATS, CHECK, UNKNOWN } action_t;

static action_t find_action(const char *name) {
    static const char *const names[] = {"dump", "assemble", "import", "stats", "check"};
    _Static_assert(sizeof names / sizeof *names == UNKNOWN, "a name of every action");
    for (unsigned i = 0; i < UNKNOWN; i++)
        if (name && strcmp(names[i], name) == 0) return (action_t)i;
    return UNKNOWN;
}

static int check_arguments(const arguments_t *arguments, action_t action) {
    if (!arguments->action) return bad_usage("say dump, assemble, import, stats or check", "");
    if (action == UNKNOWN)
        return bad_usage("dump, assemble, import, stats or check, not ", arguments->action);
    if (!arguments->input) return bad_usage("name a FILE, or '-', to ", arguments->action);
    if (action == ASSEMBLE && !arguments->output) return bad_usage("assemble needs -o OUT", "");
    if (arguments->json && action != STATS)
        return bad_usage("--json belongs to stats, not to ", arguments->action);
    if (arguments->output && action > IMPORT)
        return bad_usage("-o does not belong to ", arguments->action);
    return SCORD_EXIT_CLEAN;
}

/* Text unless the name asks for a binary stream. */
static scord_stream_format_t imported_format(const char *output) {
    return output && ends_with(output, ".sev") ? SCORD_STREAM_BINARY : SCORD_STREAM_TEXT;
}

static int run(scord_stream_reader_t *reader, const arguments_t *arguments, action_t action) {
    assert(action < UNKNOWN);
    switch (action) {
    case DUMP: return convert(reader, arguments, SCORD_STREAM_TEXT);
    case IMPORT: return convert(reader, arguments, imported_format(arguments->output));
    case ASSEMBLE: return convert(reader, arguments, SCORD_STREAM_BINARY);
    case STATS: return events_stats(reader, arguments->input, arguments->json);
    default: return events_check(reader, arguments->input);
    }
}

/* `import` with anything but one litmus test. */
static bool imports_traces(int argc, char **argv) {
    bool litmus = false;
    for (int i = 2; i < argc; i++) litmus = litmus || litmus_is_file(argv[i]);
    return argc > 2 && strcmp(argv[1], "import") == 0 && !litmus;
}

int scord_command_events(int argc, char **argv) {
    if (imports_traces(argc, argv)) return events_import(argc, argv);
    arguments_t arguments = {.action = NULL};
    options_found_t found;
    int code = options_read(&events_form, &arguments, argc, argv, &found);
    if (code != SCORD_EXIT_CLEAN) return code;
    if (found.help) return options_print_help(&events_form, stdout), SCORD_EXIT_CLEAN;
    code = take_words(&found, &arguments);
    if (code != SCORD_EXIT_CLEAN) return code;
    action_t action = find_action(arguments.action);
    code = check_arguments(&arguments, action);
    if (code != SCORD_EXIT_CLEAN) return code;
    scord_stream_error_t error;
    scord_stream_reader_t *reader = NULL;
    if (action == IMPORT)
        reader = litmus_open(arguments.input, &code);
    else if (!(reader = resource_limits_stream(scord_stream_open_reader(arguments.input, &error))))
        code = scord_fail_stream(&error);
    if (!reader) return code;
    code = run(reader, &arguments, action);
    scord_stream_close_reader(reader);
    return code;
}
