/* SPDX-License-Identifier: Apache-2.0 */
/* phase_log.c: see phase_log.h. */
#include "sim/sm/pipeline/phase_log.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void phase_log_launch(phase_log_t *log, unsigned sm, unsigned slot, uint64_t number,
                      unsigned first_warp, uint32_t warps, uint64_t now) {
    assert(sm < sizeof log->block / sizeof *log->block && slot < SCORD_MAX_BLOCKS_PER_SM);
    assert(warps >= 1 && first_warp + warps <= SCORD_SCHEDULER_WARPS);
    phase_block_t *block = &log->block[sm][slot];
    memset(block, 0, sizeof *block);
    block->launched = block->start = now;
    block->number = number;
    block->first_warp = first_warp;
    block->warps = warps;
}

void phase_log_arrive(phase_log_t *log, unsigned sm, unsigned slot, unsigned warp, uint64_t now) {
    phase_block_t *block = &log->block[sm][slot];
    assert(warp >= block->first_warp && warp - block->first_warp < block->warps);
    block->arrived[warp - block->first_warp] = now;
}

void phase_log_exit(phase_log_t *log, unsigned sm, unsigned slot, unsigned warp, uint64_t now) {
    phase_block_t *block = &log->block[sm][slot];
    assert(warp >= block->first_warp && warp - block->first_warp < block->warps);
    block->exited[warp - block->first_warp] = now;
}

/* Equation 1 over the warps that took part in the phase; a warp that had ended before did not. */
static void count_phase(const phase_block_t *block, gpu_cycle_statistics_t *statistics) {
    uint64_t longest = 0, sum = 0, warps = 0;
    for (uint32_t warp = 0; warp < block->warps; warp++) {
        const uint64_t reached = block->arrived[warp] != 0 ? block->arrived[warp]
                                                           : block->exited[warp];
        if (reached <= block->start) continue;
        const uint64_t time = reached - block->start;
        longest = time > longest ? time : longest;
        sum += time;
        warps++;
    }
    if (longest == 0) return;
    statistics->rtru_lost += (double)(warps * longest - sum);
    statistics->rtru_total += (double)(warps * longest);
    statistics->rtru_phases += (double)(warps * longest - sum) / (double)(warps * longest);
    statistics->phases++;
}

static void print_phase(const phase_log_t *log, const phase_block_t *block, unsigned sm,
                        unsigned slot, uint64_t kernel, uint64_t now, const char *kind) {
    if (!log->out) return;
    for (uint32_t warp = 0; warp < block->warps; warp++) {
        const uint64_t reached = block->arrived[warp] != 0 ? block->arrived[warp]
                                                           : block->exited[warp];
        if (reached <= block->start) continue;
        fprintf(log->out,
                "%" PRIu64 ",%u,%u,%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64
                ",%" PRIu64 ",%s\n",
                kernel, sm, slot, block->number, warp, block->phase, block->start, reached, now,
                kind);
    }
}

void phase_log_release(phase_log_t *log, gpu_cycle_statistics_t *statistics, unsigned sm,
                       unsigned slot, uint64_t released, uint64_t kernel, uint64_t now) {
    phase_block_t *block = &log->block[sm][slot];
    count_phase(block, statistics);
    print_phase(log, block, sm, slot, kernel, now, "barrier");
    for (uint32_t warp = 0; warp < block->warps; warp++) {
        if ((released >> (block->first_warp + warp) & 1) == 0)
            continue; /* it waits on, at another barrier */
        if (block->arrived[warp] != 0) block->waited[warp] += now - block->arrived[warp];
        block->arrived[warp] = 0;
    }
    assert(now >= block->start);
    block->start = now;
    block->phase++;
}

void phase_log_end(phase_log_t *log, gpu_cycle_statistics_t *statistics, unsigned sm, unsigned slot,
                   uint64_t kernel, uint64_t now) {
    const phase_block_t *block = &log->block[sm][slot];
    assert(now >= block->launched);
    const double life = (double)(now - block->launched);
    count_phase(block, statistics);
    print_phase(log, block, sm, slot, kernel, now, "exit");
    for (uint32_t warp = 0; warp < block->warps && life > 0; warp++) {
        statistics->warps++;
        statistics->barrier_shares += (double)block->waited[warp] / life;
        statistics->exit_shares += (double)(now - block->exited[warp]) / life;
    }
}
