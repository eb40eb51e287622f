/* SPDX-License-Identifier: Apache-2.0 */
/* cosim_source.c: streams and random programs as one kind of source. */
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cosim/commands/program/resource_limits.h"
#include "cosim/lockstep/device/machine_refusal.h"
#include "cosim/lockstep/device/rtl_device.h"
#include "cmodel/stream/stream_error.h"

static int open_random(cosim_source_t *source, const cosim_arguments_t *arguments) {
    const char *text = arguments->config_text ? arguments->config_text : "tiny";
    if (scord_config_parse(text, &source->config, source->config_name, sizeof source->config_name,
                           &source->error) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", source->error.message);
    const scord_random_knobs_t knobs = {
        .seed = arguments->seed, .events = arguments->events, .sparse = arguments->sparse};
    source->name = "random";
    source->program = scord_random_program_create(&source->config, &knobs);
    if (!source->program)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for a random program");
    if (!arguments->program) return 0;
    source->program_text = fopen(arguments->program, "w");
    if (!source->program_text)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cannot write %s", arguments->program);
    scord_random_program_print_to(source->program, source->program_text);
    return 0;
}

static int open_stream(cosim_source_t *source, const cosim_arguments_t *arguments,
                       const char *path) {
    source->name = path;
    source->reader = resource_limits_stream(scord_stream_open_reader(path, &source->error));
    if (!source->reader) return scord_fail_stream(&source->error);
    source->config = *scord_stream_reader_config(source->reader);
    if (!arguments->config_text) return 0;
    source->validate = true;
    if (scord_config_parse(arguments->config_text, &source->config, source->config_name,
                           sizeof source->config_name, &source->error) == 0)
        return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", source->error.message);
}

/* --lanes: the same machine with another number of lanes, and the metadata lines that go with
 * them. */
static int choose_lanes(cosim_source_t *source, uint32_t lanes) {
    scord_config_t wanted = source->config;
    char message[512], names[256];
    if (!lanes || scord_device_with_lanes(&source->config, lanes)) return 0;
    wanted.lanes = lanes;
    scord_device_class_names(names, sizeof names);
    scord_machine_refusal(&wanted, names, message, sizeof message);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", source->name, message);
}

int cosim_open(cosim_source_t *source, const cosim_arguments_t *arguments, int index) {
    memset(source, 0, sizeof *source);
    int code = arguments->random ? open_random(source, arguments)
                                 : open_stream(source, arguments, arguments->streams[index]);
    if (!code) code = choose_lanes(source, arguments->lanes);
    source->first_event = arguments->first_event;
    if (code) cosim_close(source);
    return code;
}

static scord_stream_status_t next_event(cosim_source_t *source, scord_event_t *event) {
    if (source->program)
        return scord_random_program_next(source->program, event) ? SCORD_STREAM_OK
                                                                 : SCORD_STREAM_END;
    const scord_stream_status_t status = scord_stream_read(source->reader, event, &source->error);
    if (status != SCORD_STREAM_OK || !source->validate) return status;
    return scord_event_validate(event, &source->config, &source->error);
}

scord_stream_status_t cosim_next(cosim_source_t *source, scord_event_t *event) {
    const scord_stream_status_t status = next_event(source, event);
    if (status != SCORD_STREAM_OK) return status;
    event->sequence += source->first_event;
    if (event->kind == SCORD_EVENT_KIND_NOTE && !scord_program_map_event(&source->notes, event))
        return stream_problem(&source->error, SCORD_STREAM_MEMORY,
                              "out of memory for the notes of the stream");
    if (source->coverage) scord_coverage_event(source->coverage, event);
    return status;
}

void cosim_close(cosim_source_t *source) {
    scord_coverage_destroy(source->coverage);
    scord_program_map_destroy(&source->notes);
    source->coverage = NULL;
    if (source->reader) scord_stream_close_reader(source->reader);
    scord_random_program_destroy(source->program);
    if (source->program_text) fclose(source->program_text);
    source->reader = NULL;
    source->program = NULL;
    source->program_text = NULL;
}

bool cosim_has_schedule(const char *stream) {
    scord_stream_error_t error;
    scord_event_t event;
    bool found = false;
    if (strcmp(stream, "-") == 0) return false;
    scord_stream_reader_t *reader = scord_stream_open_reader(stream, &error);
    if (!reader) return false; /* the run itself reports it */
    while (!found && scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK)
        found = event.kind == SCORD_EVENT_KIND_SCHEDULE;
    scord_stream_close_reader(reader);
    return found;
}

int cosim_save_random(const cosim_arguments_t *arguments, const char *path) {
    cosim_source_t source;
    scord_event_t event;
    cosim_arguments_t again = *arguments;
    again.program = NULL;  /* printed already */
    again.first_event = 0; /* a file's records are numbered from 0 */
    int code = cosim_open(&source, &again, 0);
    if (code) return code;
    const size_t length = strlen(path);
    const scord_stream_format_t format = length > 4 && strcmp(path + length - 4, ".sev") == 0
                                             ? SCORD_STREAM_BINARY
                                             : SCORD_STREAM_TEXT;
    scord_stream_writer_t *writer = scord_stream_open_writer(path, format, &source.config,
                                                             &source.error);
    if (!writer) code = scord_fail_stream(&source.error);
    while (!code && cosim_next(&source, &event) == SCORD_STREAM_OK)
        if (scord_stream_write(writer, &event, &source.error) != SCORD_STREAM_OK)
            code = scord_fail_stream(&source.error);
    if (writer && scord_stream_close_writer(writer, &source.error) != SCORD_STREAM_OK && !code)
        code = scord_fail_stream(&source.error);
    cosim_close(&source);
    return code;
}
