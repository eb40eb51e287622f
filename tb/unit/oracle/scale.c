/* SPDX-License-Identifier: Apache-2.0 */
/* scale.c: the online oracle at the size of real programs, with the result known in advance.
 *
 * usage: oracle_scale BLOCKS ROUNDS [SECONDS]
 * BLOCKS blocks of 256 threads. Each round: every thread stores its own element, the block meets at
 * a barrier, every thread loads its neighbour's element; then thread 0 of each block releases a
 * device-scope counter (fence, atomicAdd) and one thread of the last block reads it with a fence
 * behind it and reads an element of every block. Race-free as it stands; then the same without the
 * barriers' events must race on every element of every block. SECONDS: fails when the race-free run
 * takes longer.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/oracle/oracle.h"

enum { THREADS = 256, WARPS = THREADS / 32, DATA = 0x10000000, COUNTER = 0x8000000, SLOTS = 8 };

typedef struct grid {
    scord_oracle_t *oracle;
    unsigned blocks;
    uint64_t sequence, racy_expected;
    bool barriers;
    int failed;
    scord_event_t event;
} grid_t;

static scord_event_t *fresh(grid_t *g, scord_event_kind_t kind) {
    memset(&g->event, 0, sizeof g->event);
    g->event.kind = kind;
    g->event.sequence = g->sequence++;
    return &g->event;
}

static void send(grid_t *g) {
    if (g->failed == 0 && scord_oracle_event(g->oracle, &g->event) != SCORD_ORACLE_OK) {
        printf("%s\n", scord_oracle_message(g->oracle));
        g->failed = 1;
    }
}

/* More blocks than the machine holds: a block's place is its number modulo SMs, in waves; here all
 * stay resident. */
static unsigned sm_of(unsigned block) { return block / SLOTS % SCORD_MAX_SMS; }
static unsigned slot_of(unsigned block) { return block % SLOTS; }

static void launch(grid_t *g, unsigned block) {
    fresh(g, SCORD_EVENT_KIND_BLOCK_LAUNCH)->block_launch =
        (scord_event_block_launch_t){.sm = (uint8_t)sm_of(block),
                                     .slot = (uint8_t)slot_of(block),
                                     .warps = (1u << WARPS) - 1,
                                     .cta = {block, 0, 0},
                                     .threads = THREADS};
    send(g);
}

/* Lane l of the warp touches element (32 * warp + l + shift) of its block. */
static void touch(grid_t *g, unsigned block, unsigned warp, uint8_t op, unsigned shift) {
    scord_event_access_t *access = &fresh(g, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = (uint8_t)sm_of(block);
    access->slot = (uint8_t)slot_of(block);
    access->warp = (uint8_t)warp;
    access->op = op;
    access->size = 4;
    access->mask = UINT32_MAX;
    access->pc = op;
    for (unsigned lane = 0; lane < 32; lane++)
        access->address[lane] = DATA +
                                4ull * (block * THREADS + (32 * warp + lane + shift) % THREADS);
    send(g);
}

static void touch_all(grid_t *g, unsigned block, uint8_t op, unsigned shift) {
    for (unsigned warp = 0; warp < WARPS; warp++) touch(g, block, warp, op, shift);
}

static void barrier(grid_t *g, unsigned block) {
    if (!g->barriers) return;
    fresh(g, SCORD_EVENT_KIND_BARRIER_RELEASE)->warp =
        (scord_event_warp_t){.sm = (uint8_t)sm_of(block), .slot = (uint8_t)slot_of(block)};
    send(g);
}

static void fence(grid_t *g, unsigned block) {
    fresh(g, SCORD_EVENT_KIND_FENCE)->fence = (scord_event_fence_t){.sm = (uint8_t)sm_of(block),
                                                                    .slot = (uint8_t)slot_of(block),
                                                                    .scope = SCORD_SCOPE_DEVICE,
                                                                    .mask = 1};
    send(g);
}

static void count(grid_t *g, unsigned block) {
    scord_event_access_t *access = &fresh(g, SCORD_EVENT_KIND_ACCESS)->access;
    access->sm = (uint8_t)sm_of(block);
    access->slot = (uint8_t)slot_of(block);
    access->op = SCORD_OP_ATOMIC;
    access->atomic_kind = SCORD_ATOMIC_KIND_ADD;
    access->strong = 1;
    access->size = 4;
    access->mask = 1;
    access->pc = 9;
    access->address[0] = COUNTER;
    send(g);
}

/* Thread 0 of the last block reads an element of every block. */
static void gather(grid_t *g) {
    for (unsigned block = 0; block < g->blocks; block += 32) {
        scord_event_access_t *access = &fresh(g, SCORD_EVENT_KIND_ACCESS)->access;
        access->sm = (uint8_t)sm_of(g->blocks - 1);
        access->slot = (uint8_t)slot_of(g->blocks - 1);
        access->op = SCORD_OP_LOAD;
        access->size = 4;
        access->mask = 1;
        access->pc = 10;
        access->address[0] = DATA + 4ull * block * THREADS;
        send(g);
    }
}

static void one_round(grid_t *g) {
    for (unsigned block = 0; block < g->blocks; block++) touch_all(g, block, SCORD_OP_STORE, 0);
    for (unsigned block = 0; block < g->blocks; block++) barrier(g, block);
    for (unsigned block = 0; block < g->blocks; block++) touch_all(g, block, SCORD_OP_LOAD, 1);
    for (unsigned block = 0; block < g->blocks; block++) barrier(g, block);
    for (unsigned block = 0; block < g->blocks; block++) {
        fence(g, block);
        count(g, block);
    }
    fence(g, g->blocks - 1);
    gather(g);
}

/* Blocks never store again what the gatherer read, unless it released that reading: so the rounds
 * are separate kernels. */
static uint64_t run(unsigned blocks, unsigned rounds, bool barriers, double *seconds, grid_t *g) {
    struct timespec start, end;
    scord_oracle_axes_t axes;
    scord_oracle_preset("ptx", &axes);
    *g = (grid_t){
        .oracle = scord_oracle_create(&axes, NULL, NULL), .blocks = blocks, .barriers = barriers};
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (unsigned i = 0; i < rounds; i++) {
        fresh(g, SCORD_EVENT_KIND_KERNEL_BEGIN)->kernel_begin =
            (scord_event_kernel_begin_t){.grid = {blocks, 1, 1},
                                         .block = {THREADS, 1, 1},
                                         .tracked_base = DATA,
                                         .log2_tracked_words = 20,
                                         .name = "scale"};
        send(g);
        for (unsigned block = 0; block < blocks; block++) launch(g, block);
        one_round(g);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    *seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    return scord_oracle_statistics(g->oracle)->racy_accesses;
}

static unsigned report(const char *name, bool right, const grid_t *g, uint64_t racy,
                       uint64_t expected, double seconds) {
    const scord_oracle_statistics_t *s = scord_oracle_statistics(g->oracle);
    printf("%-4s %-16s %" PRIu64 " threads, %" PRIu64 " lane accesses, racy %" PRIu64 " of %" PRIu64
           " expected, %.2f s, %.1f M accesses/s, %" PRIu64 " clock nodes\n",
           right ? "ok" : "FAIL", name, s->threads, s->accesses, racy, expected, seconds,
           1e-6 * (double)s->accesses / seconds, s->clock_nodes);
    return right;
}

int main(int argc, char **argv) {
    const unsigned blocks = argc > 1 ? (unsigned)atoi(argv[1]) : 0,
                   rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    const double limit = argc > 3 ? atof(argv[3]) : 0;
    unsigned passed = 0;
    double seconds;
    grid_t g;
    if (blocks == 0 || blocks > SLOTS * SCORD_MAX_SMS || rounds == 0) {
        fprintf(stderr, "usage: oracle_scale BLOCKS (1..%d) ROUNDS [SECONDS]\n",
                SLOTS * SCORD_MAX_SMS);
        return 2;
    }
    uint64_t racy = run(blocks, rounds, true, &seconds, &g);
    passed += report("with barriers", racy == 0 && !g.failed && (limit == 0 || seconds <= limit),
                     &g, racy, 0, seconds);
    scord_oracle_destroy(g.oracle);
    /* Every load of a neighbour races. Element 0 of each 32nd block is gathered from its own thread
     * 0's release. */
    racy = run(blocks, rounds, false, &seconds, &g);
    passed += report("without barriers", racy == (uint64_t)rounds * blocks * THREADS && !g.failed,
                     &g, racy, (uint64_t)rounds * blocks * THREADS, seconds);
    scord_oracle_destroy(g.oracle);
    printf("%u passed, %u failed\n", passed, 2 - passed);
    return passed != 2;
}
