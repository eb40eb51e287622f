/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_speed.c: events a second of the online oracle and what it keeps of an access, as the
 * threads of a kernel grow.
 *
 * usage: oracle_speed [ROUNDS [ACCESSES [THREADS...]]]     ROUNDS (5) of each; as many kernels a
 * round as make ACCESSES (2^21) thread accesses; THREADS: whole warps, at most 32768 (default 32 to
 * 30720) A kernel: every thread stores its own word, the block meets at a barrier, every thread
 * loads its neighbour's; thread 0 of each block fences and adds to a counter in device scope; the
 * last block's fences and reads a word of every block. It is race-free, and a race that the oracle
 * finds is a failure. Prints a Markdown table: medians, lowest and highest; bytes: what the heap
 * holds more after the first kernel. Exit codes: 0 printed, 1 the oracle found a race or refused an
 * event, 2 bad usage, 3 no memory.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/seconds.h"
#include "cmodel/oracle/oracle.h"

enum {
    ROUNDS_MOST = 99,
    THREADS_MOST = 32768,
    BLOCK_THREADS = 256,
    SLOTS = 8,
    DATA = 0x10000000,
    COUNTER = 0x8000000,
    SIZES_MOST = 16
};

typedef struct grid {
    scord_oracle_t *oracle;
    unsigned threads, block_threads, blocks; /* threads: of the kernel */
    uint64_t sequence;
    bool failed;
    scord_event_t event;
} grid_t;

static size_t heap_bytes(void) {
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

static scord_event_t *fresh(grid_t *grid, scord_event_kind_t kind) {
    memset(&grid->event, 0, sizeof grid->event);
    grid->event.kind = kind;
    grid->event.sequence = grid->sequence++;
    return &grid->event;
}

static void send(grid_t *grid) {
    if (grid->failed || scord_oracle_event(grid->oracle, &grid->event) == SCORD_ORACLE_OK) return;
    fprintf(stderr, "oracle_speed: %s\n", scord_oracle_message(grid->oracle));
    grid->failed = true;
}

static uint8_t sm_of(unsigned block) { return (uint8_t)(block / SLOTS); }
static uint8_t slot_of(unsigned block) { return (uint8_t)(block % SLOTS); }

static void launch(grid_t *grid, unsigned block) {
    fresh(grid, SCORD_EVENT_KIND_BLOCK_LAUNCH)->block_launch = (scord_event_block_launch_t){
        .sm = sm_of(block),
        .slot = slot_of(block),
        .warps = (uint32_t)((UINT64_C(1) << grid->block_threads / 32) - 1),
        .cta = {block, 0, 0},
        .threads = (uint16_t)grid->block_threads};
    send(grid);
}

static scord_event_access_t *access_of(grid_t *grid, unsigned block, unsigned warp, scord_op_t op,
                                       uint32_t mask) {
    scord_event_access_t *access = &fresh(grid, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = sm_of(block);
    access->slot = slot_of(block);
    access->warp = (uint8_t)warp;
    access->op = (uint8_t)op;
    access->size = 4;
    access->mask = mask;
    access->pc = op;
    return access;
}

/* Lane l of the warp meets word 32 × warp + l + SHIFT of its block. */
static void touch(grid_t *grid, unsigned block, unsigned warp, scord_op_t op, unsigned shift) {
    scord_event_access_t *access = access_of(grid, block, warp, op, UINT32_MAX);
    for (unsigned lane = 0; lane < 32; lane++)
        access->address[lane] = DATA + 4ull * (block * grid->block_threads +
                                               (32 * warp + lane + shift) % grid->block_threads);
    send(grid);
}

static void touch_all(grid_t *grid, scord_op_t op, unsigned shift) {
    for (unsigned block = 0; block < grid->blocks; block++) {
        for (unsigned warp = 0; warp < grid->block_threads / 32; warp++)
            touch(grid, block, warp, op, shift);
        fresh(grid, SCORD_EVENT_KIND_BARRIER_RELEASE)->warp =
            (scord_event_warp_t){.sm = sm_of(block), .slot = slot_of(block)};
        send(grid);
    }
}

static void fence(grid_t *grid, unsigned block) {
    fresh(grid, SCORD_EVENT_KIND_FENCE)->fence = (scord_event_fence_t){
        .sm = sm_of(block), .slot = slot_of(block), .scope = SCORD_SCOPE_DEVICE, .mask = 1};
    send(grid);
}

static void release_and_gather(grid_t *grid) {
    for (unsigned block = 0; block < grid->blocks; block++) {
        fence(grid, block);
        scord_event_access_t *add = access_of(grid, block, 0, SCORD_OP_ATOMIC, 1);
        add->atomic_kind = SCORD_ATOMIC_KIND_ADD;
        add->strong = 1;
        add->address[0] = COUNTER;
        send(grid);
    }
    fence(grid, grid->blocks - 1);
    for (unsigned block = 0; block < grid->blocks; block++) {
        access_of(grid, grid->blocks - 1, 0, SCORD_OP_LOAD, 1)->address[0] =
            DATA + 4ull * block * grid->block_threads;
        send(grid);
    }
}

static void kernel(grid_t *grid) {
    fresh(grid, SCORD_EVENT_KIND_KERNEL_BEGIN)->kernel_begin =
        (scord_event_kernel_begin_t){.grid = {grid->blocks, 1, 1},
                                     .block = {grid->block_threads, 1, 1},
                                     .tracked_base = DATA,
                                     .log2_tracked_words = 20,
                                     .name = "speed"};
    send(grid);
    for (unsigned block = 0; block < grid->blocks; block++) launch(grid, block);
    touch_all(grid, SCORD_OP_STORE, 0);
    touch_all(grid, SCORD_OP_LOAD, 1);
    release_and_gather(grid);
}

typedef struct measured {
    double seconds, bytes; /* bytes: the heap's after the first kernel */
    uint64_t events, accesses, kernel_events, kernel_accesses; /* kernel_…: of the first kernel */
} measured_t;

static bool run(unsigned threads, uint64_t accesses, measured_t *measured) {
    scord_oracle_axes_t axes;
    scord_oracle_preset("ptx", &axes);
    const unsigned block_threads = threads < BLOCK_THREADS ? threads : BLOCK_THREADS;
    const size_t before = heap_bytes();
    grid_t grid = {.oracle = scord_oracle_create(&axes, NULL, NULL),
                   .threads = threads,
                   .block_threads = block_threads,
                   .blocks = (threads + block_threads - 1) / block_threads};
    if (!grid.oracle) return fprintf(stderr, "oracle_speed: no memory\n"), false;
    const double start = scord_seconds_used();
    do {
        kernel(&grid);
        if (measured->kernel_accesses == 0) {
            measured->bytes = (double)(heap_bytes() - before);
            measured->kernel_events = grid.sequence;
            measured->kernel_accesses = scord_oracle_statistics(grid.oracle)->accesses;
        }
    } while (!grid.failed && scord_oracle_statistics(grid.oracle)->accesses < accesses);
    measured->seconds = scord_seconds_used() - start;
    measured->events = grid.sequence;
    measured->accesses = scord_oracle_statistics(grid.oracle)->accesses;
    const uint64_t racy = scord_oracle_statistics(grid.oracle)->racy_accesses;
    scord_oracle_destroy(grid.oracle);
    if (racy != 0)
        fprintf(stderr,
                "oracle_speed: %" PRIu64 " racy accesses of %u threads in a race-free kernel\n",
                racy, threads);
    return racy == 0 && !grid.failed;
}

static int ascending(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static bool row(unsigned threads, unsigned rounds, uint64_t accesses) {
    double seconds[ROUNDS_MOST];
    measured_t measured = {0};
    for (unsigned round = 0; round < rounds; round++) {
        if (!run(threads, accesses, &measured)) return false;
        seconds[round] = measured.seconds;
    }
    qsort(seconds, rounds, sizeof *seconds, ascending);
    const double million = 1e-6 * (double)measured.accesses;
    printf("| %u | %.3f | %.3f–%.3f | %.1f | %.0f | %.0f |\n", threads,
           1e-6 * (double)measured.events / seconds[rounds / 2],
           1e-6 * (double)measured.events / seconds[rounds - 1],
           1e-6 * (double)measured.events / seconds[0], million / seconds[rounds / 2],
           measured.bytes / (double)measured.kernel_events,
           measured.bytes / (double)measured.kernel_accesses);
    return true;
}

int main(int argc, char **argv) {
    unsigned threads[SIZES_MOST] = {32, 256, 1024, 4096, 16384, 30720}, sizes = 6;
    const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 5,
                        accesses = argc > 2 ? strtoul(argv[2], NULL, 10) : 1ul << 21;
    bool good = argc <= 3 + SIZES_MOST && rounds >= 1 && rounds <= ROUNDS_MOST && accesses >= 1;
    for (int i = 3; i < argc && good; i++) {
        threads[i - 3] = (unsigned)strtoul(argv[i], NULL, 10);
        sizes = (unsigned)i - 2;
        good = threads[i - 3] >= 32 && threads[i - 3] <= THREADS_MOST &&
               threads[i - 3] % (threads[i - 3] < BLOCK_THREADS ? 32 : BLOCK_THREADS) == 0;
    }
    if (!good)
        return fprintf(stderr, "usage: oracle_speed [ROUNDS (1 to 99) [ACCESSES (1 or more) "
                               "[THREADS (whole warps or blocks of 256, to 32768)...]]]\n"),
               2;
    printf("| threads | million events/s | lowest–highest | million thread accesses/s | bytes kept "
           "an event | bytes kept an access |\n|---:|---:|---:|---:|---:|---:|\n");
    for (unsigned i = 0; i < sizes; i++)
        if (!row(threads[i], (unsigned)rounds, accesses)) return 1;
    return 0;
}
