/* SPDX-License-Identifier: Apache-2.0 */
/* random_streams.c: random streams of the oracle's tests (tb/unit/oracle/random_stream.h) as the
 * launches of one stream file.
 *
 * usage: random_streams FIRST_SEED LAUNCHES OUT.sev      rich in synchronisation that nearly
 * suffices
 */
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/stream/event_stream.h"
#include "tb/unit/oracle/random_stream.h"

enum { PC_STRIDE = 0x1000 };

static int fail(const char *message) {
    fprintf(stderr, "random_streams: %s\n", message);
    return 2;
}

/* Instructions of different launches are different ones. */
static void number_instruction(scord_event_t *event, uint32_t launch) {
    if (event->kind == SCORD_EVENT_KIND_ACCESS) event->access.pc += launch * PC_STRIDE;
    if (event->kind == SCORD_EVENT_KIND_FENCE) event->fence.pc += launch * PC_STRIDE;
}

int main(int argc, char **argv) {
    scord_stream_error_t error;
    scord_config_t config;
    char name[64];
    static random_stream_t stream;
    if (argc != 4) return fail("usage: random_streams FIRST_SEED LAUNCHES OUT.sev");
    if (scord_config_parse("gtx480", &config, name, sizeof name, &error) != 0)
        return fail(error.message);
    scord_stream_writer_t *writer = scord_stream_open_writer(argv[3], SCORD_STREAM_BINARY, &config,
                                                             &error);
    if (!writer) return fail(error.message);
    for (long launch = 0; launch < atol(argv[2]); launch++) {
        random_stream_make(&stream, strtoull(argv[1], NULL, 0) + (uint64_t)launch);
        for (unsigned i = 0; i < stream.count; i++) {
            number_instruction(&stream.events[i], (uint32_t)launch);
            if (scord_stream_write(writer, &stream.events[i], &error) != SCORD_STREAM_OK)
                return fail(error.message);
        }
    }
    return scord_stream_close_writer(writer, &error) == SCORD_STREAM_OK ? 0 : fail(error.message);
}
