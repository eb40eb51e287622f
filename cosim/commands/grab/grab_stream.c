/* SPDX-License-Identifier: Apache-2.0 */
/* grab_stream.c: a recorded event stream through GRAB. */
#include "cosim/commands/grab/grab_internal.h"
#include "cosim/commands/program/resource_limits.h"

static int out_of_memory(void) { return scord_fail(SCORD_EXIT_ENVIRONMENT, "grab: out of memory"); }

static int read_events(scord_stream_reader_t *reader, grab_t *grab, scord_program_map_t *notes) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_status_t status = SCORD_STREAM_OK;
    while (!interrupts_seen() &&
           (status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK)
        if (!grab_event(grab, &event) ||
            (event.kind == SCORD_EVENT_KIND_NOTE && !scord_program_map_event(notes, &event)))
            return out_of_memory();
    if (interrupts_seen())
        return scord_fail(SCORD_EXIT_BAD_INPUT, "interrupted; the report covers the stream so far");
    return status == SCORD_STREAM_END ? 0 : scord_fail_stream(&error);
}

int grab_read_stream(const grab_options_t *options, grab_t **grab, scord_program_map_t *notes) {
    scord_stream_error_t error;
    grab_machine_t machine[GRAB_SCORINGS_MAX];
    char message[512];
    const unsigned count = grab_read_machines(options->machines, machine, message, sizeof message);
    *grab = NULL;
    scord_stream_reader_t *reader =
        resource_limits_stream(scord_stream_open_reader(options->stream, &error));
    if (!reader) return scord_fail_stream(&error);
    *grab = grab_create(machine, count, scord_stream_reader_config(reader));
    const int code = !*grab ? out_of_memory() : read_events(reader, *grab, notes);
    scord_stream_close_reader(reader);
    if (code != 0 || grab_results(*grab)->instructions > 0) return code;
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s: no access to global memory in it: nothing was scored", options->stream);
}
