/* SPDX-License-Identifier: Apache-2.0 */
/* test_clock_tree.c: the compressed clocks against plain vectors, for grids from one warp to many
 * thousand threads. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/oracle/clock_tree.h"
#include "tb/unit/oracle/random_stream.h"

enum { CLOCKS = 6, STEPS = 4000 };

typedef struct bench {
    uint64_t state, threads;
    clock_pool_t *pool;
    clock_ref_t clock[CLOCKS];
    uint64_t *vector[CLOCKS];
} bench_t;

static uint64_t draw(bench_t *b, uint64_t below) { return random_next(&b->state) % below; }

static void raise_some(bench_t *b, unsigned c) {
    const uint64_t epoch = 1 + draw(b, 5);
    uint64_t first = draw(b, b->threads),
             count = draw(b, 3) == 0 ? 1 + draw(b, 300) : 1; /* a thread, or a block of them */
    for (uint64_t t = first; t < first + count && t < b->threads; t++) {
        clock_raise(b->pool, &b->clock[c], t, epoch);
        if (b->vector[c][t] < epoch) b->vector[c][t] = epoch;
    }
}

static void join(bench_t *b, unsigned to, unsigned from) {
    clock_join(b->pool, &b->clock[to], b->clock[from]);
    for (uint64_t t = 0; t < b->threads; t++)
        if (b->vector[to][t] < b->vector[from][t]) b->vector[to][t] = b->vector[from][t];
}

static void assign(bench_t *b, unsigned to, unsigned from) {
    clock_assign(b->pool, &b->clock[to], b->clock[from]);
    memmove(b->vector[to], b->vector[from], b->threads * sizeof b->vector[0][0]);
}

static void forget(bench_t *b, unsigned c) {
    clock_assign(b->pool, &b->clock[c], CLOCK_BOTTOM);
    memset(b->vector[c], 0, b->threads * sizeof b->vector[0][0]);
}

static void step(bench_t *b) {
    const unsigned c = (unsigned)draw(b, CLOCKS), d = (unsigned)draw(b, CLOCKS);
    switch (draw(b, 8)) {
    case 0:
    case 1:
    case 2: raise_some(b, c); break;
    case 3:
    case 4:
    case 5: join(b, c, d); break;
    case 6: assign(b, c, d); break;
    default:
        if (draw(b, 8) == 0) forget(b, c);
    }
}

/* Both ways of reading a clock, at a random warp. */
static bool agrees(bench_t *b, unsigned c) {
    const uint64_t warp = draw(b, b->threads / 32) * 32, epoch = 1 + draw(b, 6);
    const uint32_t lanes = (uint32_t)random_next(&b->state);
    uint32_t below = 0;
    for (unsigned lane = 0; lane < 32; lane++) {
        if (clock_epoch(b->pool, b->clock[c], warp + lane) != b->vector[c][warp + lane])
            return false;
        if (lanes >> lane & 1 && b->vector[c][warp + lane] < epoch) below |= UINT32_C(1) << lane;
    }
    return clock_below(b->pool, b->clock[c], warp, lanes, epoch) == below;
}

/* Runs under the sanitizers, which see a node used after its release. */
static bool run(uint64_t seed, uint64_t threads) {
    bench_t b = {.state = seed, .threads = threads, .pool = clock_pool_create()};
    bool right = b.pool;
    clock_pool_reset(b.pool, threads);
    for (unsigned c = 0; c < CLOCKS; c++) {
        b.clock[c] = CLOCK_BOTTOM;
        b.vector[c] = calloc(threads, sizeof b.vector[0][0]);
    }
    for (unsigned i = 0; i < STEPS && right; i++) {
        step(&b);
        right = agrees(&b, (unsigned)draw(&b, CLOCKS)) && !clock_pool_exhausted(b.pool);
    }
    const uint64_t peak = clock_pool_nodes(b.pool);
    for (unsigned c = 0; c < CLOCKS; c++) {
        forget(&b, c);
        free(b.vector[c]);
    }
    printf("%-4s seed %" PRIu64 ", %7" PRIu64 " threads, at most %" PRIu64 " nodes\n",
           right ? "ok" : "FAIL", seed, threads, peak);
    clock_pool_destroy(b.pool);
    return right;
}

int main(void) {
    static const uint64_t threads[] = {32, 64, 256, 288, 4096, 5120};
    unsigned passed = 0, failed = 0;
    for (unsigned i = 0; i < sizeof threads / sizeof threads[0]; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            if (run(seed, threads[i]))
                passed++;
            else
                failed++;
        }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
