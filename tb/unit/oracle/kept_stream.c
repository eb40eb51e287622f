/* SPDX-License-Identifier: Apache-2.0 */
/* kept_stream.c: see kept_stream.h. */
#include "tb/unit/oracle/kept_stream.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/stream/event_stream.h"

/* The machine that random_stream.c draws streams for fits into the default one. */
static int write_stream(const char *path, const random_stream_t *stream) {
    scord_stream_error_t error;
    scord_stream_writer_t *writer = scord_stream_open_writer(path, SCORD_STREAM_TEXT,
                                                             &scord_configs[0], &error);
    scord_stream_status_t status = writer ? SCORD_STREAM_OK : SCORD_STREAM_IO;
    for (unsigned i = 0; i < stream->count && status == SCORD_STREAM_OK; i++) {
        scord_event_t event = stream->events[i]; /* the writer numbers its own copy */
        status = scord_stream_write(writer, &event, &error);
    }
    if (writer && status != SCORD_STREAM_OK)
        scord_stream_abandon_writer(writer, &(scord_stream_error_t){0});
    else if (writer)
        status = scord_stream_close_writer(writer, &error);
    if (status != SCORD_STREAM_OK) printf("the stream is not kept: %s\n", error.message);
    return status == SCORD_STREAM_OK ? 0 : -1;
}

int kept_stream_write(const char *folder, uint64_t seed, const scord_oracle_axes_t *axes,
                      const random_stream_t *stream) {
    char path[PATH_MAX], text[SCORD_ORACLE_AXES_TEXT];
    snprintf(path, sizeof path, "%s/mismatch.sevt", folder);
    if (access(path, F_OK) == 0) return 0;
    if (write_stream(path, stream) != 0) return -1;
    snprintf(path, sizeof path, "%s/mismatch.test", folder);
    FILE *test = fopen(path, "w");
    if (test)
        fprintf(test,
                "# Keep it: copy mismatch.sevt to tb/lockstep/kept/oracle-%" PRIu64
                ".sevt and the next line into tb/lockstep/kept/kept.tests.\n"
                "oracle-%" PRIu64
                " | build/tb/oracle_random stream tb/lockstep/kept/oracle-%" PRIu64 ".sevt %s\n",
                seed, seed, seed, scord_oracle_axes_format(axes, text));
    if (test && fclose(test) == 0)
        return printf("kept in %s: mismatch.sevt, mismatch.test\n", folder), 0;
    printf("%s is not written: %s\n", path, strerror(errno));
    return -1;
}

int kept_stream_read(const char *path, random_stream_t *stream) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    scord_stream_status_t status = reader ? SCORD_STREAM_OK : SCORD_STREAM_IO;
    stream->count = 0;
    while (status == SCORD_STREAM_OK &&
           (status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK) {
        if (event.kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
            event.kernel_begin.name = "kept"; /* the reader's own name goes with the next event */
        if (stream->count < RANDOM_STREAM_MAX)
            stream->events[stream->count++] = event;
        else
            status = SCORD_STREAM_BAD,
            snprintf(error.message, sizeof error.message, "more than %d events", RANDOM_STREAM_MAX);
    }
    if (reader) scord_stream_close_reader(reader);
    if (status == SCORD_STREAM_END) return 0;
    printf("%s: %s\n", path, error.message);
    return -1;
}
