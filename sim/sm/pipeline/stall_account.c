/* SPDX-License-Identifier: Apache-2.0 */
/* stall_account.c: see stall_account.h. */
#include "sim/sm/pipeline/stall_account.h"

#include <assert.h>

/* Sums of neighbouring bits, pairs, nibbles and bytes: no instruction counts them on every x86-64,
 * and the compiler's function is slower. */
static uint64_t count(uint64_t warps) {
    warps -= warps >> 1 & UINT64_C(0x5555555555555555);
    warps = (warps & UINT64_C(0x3333333333333333)) + (warps >> 2 & UINT64_C(0x3333333333333333));
    return ((warps + (warps >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >>
           56;
}

/* INSTRUCTION: a constant; the processor counts bits by one. */
static inline __attribute__((always_inline)) void
count_stalls(stall_count_t *stalls, const warp_fronts_t *fronts, unsigned unit, int pick,
             uint64_t clear, uint64_t ready, bool instruction) {
    const gpu_sm_t *sm = fronts->sm;
    const uint64_t resident = fronts->resident & fronts->unit_warps[unit];
    const uint64_t picked = pick == SCORD_SCHEDULER_NO_WARP ? 0 : gpu_warp_bit((unsigned)pick);
    stalls->resident = instruction ? (uint64_t)__builtin_popcountll(resident) : count(resident);
    stalls->picked = picked != 0;
    if (resident == 0) return;
    const uint64_t live = resident & sm->occupied, going = live & sm->ready & ~picked;
    const uint64_t empty = going & ~fronts->filled,
                   off_path = going & fronts->filled & fronts->stale;
    const uint64_t reason[GPU_STALL_COUNT] = {
        [GPU_STALL_EXIT] = resident & ~live,
        [GPU_STALL_BARRIER] = live & ~sm->ready,
        [GPU_STALL_FETCH] = empty & ~fronts->flushed,
        [GPU_STALL_CONTROL] = (empty & fronts->flushed) | off_path,
        [GPU_STALL_DATA] = going & ~empty & ~off_path & ~clear,
        [GPU_STALL_STRUCTURAL] = going & clear & ~ready,
        [GPU_STALL_NOT_SELECTED] = going & ready,
    };
    uint64_t counted = picked != 0;
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++) {
        stalls->warps[i] = instruction ? (uint64_t)__builtin_popcountll(reason[i])
                                       : count(reason[i]);
        counted += stalls->warps[i];
    }
    assert(counted == stalls->resident);
    if (stalls->picked) return;
    const double share = 1.0 / (double)stalls->resident;
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++)
        stalls->idle[i] = share * (double)stalls->warps[i];
}

static inline __attribute__((always_inline)) void add(gpu_cycle_statistics_t *statistics,
                                                      const stall_count_t *stalls) {
    statistics->issue_slots++;
    if (stalls->resident == 0) {
        statistics->idle_slots_empty++;
        return;
    }
    statistics->warp_cycles += stalls->resident;
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++) statistics->warp_stalls[i] += stalls->warps[i];
    for (unsigned i = 0; i < GPU_STALL_COUNT && !stalls->picked; i++)
        statistics->idle_slots[i] += stalls->idle[i];
}

void stall_count(stall_count_t *stalls, const warp_fronts_t *fronts, unsigned unit, int pick,
                 uint64_t clear, uint64_t ready) {
    count_stalls(stalls, fronts, unit, pick, clear, ready, false);
}

void stall_add(gpu_cycle_statistics_t *statistics, const stall_count_t *stalls) {
    add(statistics, stalls);
}

#ifdef __x86_64__
__attribute__((target("popcnt"))) static void
account_by_instruction(gpu_cycle_statistics_t *statistics, const warp_fronts_t *fronts,
                       unsigned unit, int pick, uint64_t clear, uint64_t ready) {
    stall_count_t stalls;
    count_stalls(&stalls, fronts, unit, pick, clear, ready, true);
    add(statistics, &stalls);
}
#endif

void stall_account(gpu_cycle_statistics_t *statistics, const warp_fronts_t *fronts, unsigned unit,
                   int pick, uint64_t clear, uint64_t ready) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("popcnt")) {
        account_by_instruction(statistics, fronts, unit, pick, clear, ready);
        return;
    }
#endif
    stall_count_t stalls;
    count_stalls(&stalls, fronts, unit, pick, clear, ready, false);
    add(statistics, &stalls);
}
