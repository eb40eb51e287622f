/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_import.c: libFuzzer target: any bytes as a trace, plain or xz.
 *
 * What must hold besides sanitizers' silence: a failure names the file and says what is wrong; what
 * is imported is a stream whose events are legal, in which no warp acts while it waits, and whose
 * first record names the rule of order.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmodel/import/trace_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds) {
    if (!holds) abort();
}

static int memory_file(const uint8_t *data, size_t size) {
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    require(fd >= 0 && write(fd, data, size) == (ssize_t)size && lseek(fd, 0, SEEK_SET) == 0);
    return fd;
}

typedef struct warps {
    uint32_t live[SCORD_MAX_SMS], waiting[SCORD_MAX_SMS],
        of_slot[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
} warps_t;

static void require_active(const warps_t *warps, unsigned sm, unsigned warp) {
    require((warps->live[sm] >> warp & 1) != 0 && (warps->waiting[sm] >> warp & 1) == 0);
}

static void follow(warps_t *warps, const scord_event_t *event) {
    const scord_event_warp_t *warp = &event->warp;
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH:
        require((warps->live[event->block_launch.sm] & event->block_launch.warps) == 0);
        warps->live[event->block_launch.sm] |= event->block_launch.warps;
        warps->of_slot[event->block_launch.sm][event->block_launch.slot] =
            event->block_launch.warps;
        break;
    case SCORD_EVENT_KIND_ACCESS:
        require_active(warps, event->access.sm, event->access.warp);
        break;
    case SCORD_EVENT_KIND_FENCE: require_active(warps, event->fence.sm, event->fence.warp); break;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
        require_active(warps, warp->sm, warp->warp);
        warps->waiting[warp->sm] |= 1u << warp->warp;
        break;
    case SCORD_EVENT_KIND_BARRIER_RELEASE:
        require((warps->of_slot[warp->sm][warp->slot] & warps->live[warp->sm] &
                 ~warps->waiting[warp->sm]) == 0);
        warps->waiting[warp->sm] &= ~warps->of_slot[warp->sm][warp->slot];
        break;
    case SCORD_EVENT_KIND_WARP_EXIT:
        require_active(warps, warp->sm, warp->warp);
        warps->live[warp->sm] &= ~(1u << warp->warp);
        break;
    default: break;
    }
}

/* COMPLETE: the import succeeded. */
static void check_stream(int fd, bool complete) {
    scord_stream_error_t error;
    scord_event_t event;
    warps_t warps = {.live = {0}};
    scord_stream_status_t status;
    require(lseek(fd, 0, SEEK_SET) == 0);
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(fd, "stream", &error);
    require(reader);
    while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK) {
        require(event.sequence > 0 || event.kind == SCORD_EVENT_KIND_NOTE);
        follow(&warps, &event);
    }
    require(status == (complete ? SCORD_STREAM_END : SCORD_STREAM_BAD));
    for (unsigned sm = 0; sm < SCORD_MAX_SMS && complete; sm++) require(warps.live[sm] == 0);
    scord_stream_close_reader(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scord_stream_error_t error = {.message = ""};
    trace_import_counts_t counts;
    const scord_config_t *config = &scord_configs[size % SCORD_CONFIG_COUNT];
    const trace_import_options_t options = {.config = config,
                                            .order = (trace_order_t)(size % TRACE_ORDER_COUNT),
                                            .seed = size,
                                            .max_memory = 1 << 18,
                                            .max_events = 1000,
                                            .leave_out = size % 2 == 0,
                                            .ignore_locks = size % 5 == 0};
    const int fd = memory_file(data, 0);
    scord_stream_writer_t *writer =
        scord_stream_open_writer_fd(dup(fd), "stream", SCORD_STREAM_BINARY, config, &error);
    trace_text_t *text = trace_text_open_fd(memory_file(data, size), "fuzz", &error);
    require(writer && text);
    const scord_stream_status_t status = trace_import_text(text, &options, writer, &counts, &error);
    require(status == SCORD_STREAM_OK ||
            (status == SCORD_STREAM_BAD && error.status == SCORD_STREAM_BAD &&
             error.message[0] != '\0'));
    scord_stream_error_t close_error;
    (status == SCORD_STREAM_OK ? scord_stream_close_writer
                               : scord_stream_abandon_writer)(writer, &close_error);
    check_stream(fd, status == SCORD_STREAM_OK);
    return 0;
}
