/* SPDX-License-Identifier: Apache-2.0 */
/* throughput.c: how fast streams are written and read, and how many bytes an event takes. Prints,
 * asserts nothing about time. The events resemble a kernel's: coalesced loads and stores, strided
 * and scattered ones, atomics, fences.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tb/unit/stream/random_event.h"

enum { EVENTS = 200000, DISTINCT_PCS = 24 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID,
                  &now); /* what else the machine does is not the library's */
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The shape of instruction `pc`: mostly coalesced, some strided, some scattered, some atomics. */
static void typical_access(random_source_t *source, uint64_t step, scord_event_access_t *access) {
    unsigned instruction = (unsigned)random_below(source, DISTINCT_PCS);
    access->sm = (uint8_t)random_below(source, scord_configs[0].num_sms);
    access->slot = (uint8_t)random_below(source, 6);
    access->warp = (uint8_t)random_below(source, scord_configs[0].warps_per_sm);
    access->pc = 8 * instruction;
    access->size = 4;
    access->mask = random_below(source, 4) == 0 ? (uint32_t)random_next(source) | 1 : UINT32_MAX;
    access->op = instruction % 3 == 0 ? SCORD_OP_STORE : SCORD_OP_LOAD;
    bool atomic = instruction >= 20, scattered = instruction >= 17 && !atomic;
    if (atomic) {
        access->op = SCORD_OP_ATOMIC;
        access->atomic_kind = SCORD_ATOMIC_KIND_ADD;
        access->strong = access->has_operands = access->has_returned = 1;
        access->mask = 1u << random_below(source, SCORD_THREADS_PER_WARP);
    }
    uint64_t base = 0x10000000 + 0x100000 * (uint64_t)instruction + step % 0x1000 * 128;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++) {
        if ((access->mask >> lane & 1) == 0) continue;
        access->address[lane] = scattered ? base + 4 * random_below(source, 4096)
                                          : base + lane * (instruction == 5 ? 64 : 4);
        if (atomic) access->value[lane] = 1, access->returned[lane] = step;
    }
}

static void typical_events(events_t *events) {
    random_source_t source = {1};
    for (uint64_t i = 0; i < EVENTS; i++) {
        scord_event_t event;
        memset(&event, 0, sizeof event);
        event.cycle = i * 2 + random_below(&source, 2);
        event.kind = SCORD_EVENT_KIND_ACCESS;
        if (i % 20 == 19) {
            event.kind = SCORD_EVENT_KIND_FENCE;
            event.fence.mask = UINT32_MAX;
        } else {
            typical_access(&source, i, &event.access);
        }
        append_event(events, &event);
    }
}

static void report(const char *what, double time, size_t bytes) {
    printf("%-12s %7.1f MB/s %8.2f Mevents/s\n", what, (double)bytes / time / 1e6,
           EVENTS / time / 1e6);
}

static void measure(const events_t *events, scord_stream_format_t format, const char *name) {
    char what[32];
    events_t read = {NULL, 0, 0};
    scord_stream_error_t error;
    double start = seconds();
    bytes_t bytes = write_events(events, &scord_configs[0], format, 0);
    snprintf(what, sizeof what, "write %s", name);
    report(what, seconds() - start, bytes.size);
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(memory_file(bytes.data, bytes.size),
                                                                "memory", &error);
    scord_event_t event;
    uint64_t count = 0;
    start = seconds();
    while (reader && scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK) count++;
    snprintf(what, sizeof what, "read %s", name);
    report(what, seconds() - start, bytes.size);
    printf("%-12s %7.2f bytes an event\n", name, (double)bytes.size / EVENTS);
    CHECK(count == EVENTS, "%s: %llu events read, not %d", name, (unsigned long long)count, EVENTS);
    scord_stream_close_reader(reader);
    free_events(&read);
    free(bytes.data);
}

int main(void) {
    events_t events = {NULL, 0, 0};
    typical_events(&events);
    measure(&events, SCORD_STREAM_BINARY, "binary");
    measure(&events, SCORD_STREAM_TEXT, "text");
    free_events(&events);
    return finish_test();
}
