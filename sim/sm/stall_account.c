/* stall_account.c: why warps do not issue (W14; BAWS section 6.3, Figure 10): once a scheduler and
 * cycle, between the pick and its effect. */
#include "sim/sm/pipeline.h"

/* Sums of neighbouring bits, pairs, nibbles and bytes: no instruction counts them on every x86-64,
 * and the compiler's function is slower. */
static uint64_t count(uint64_t warps) {
    warps -= warps >> 1 & UINT64_C(0x5555555555555555);
    warps = (warps & UINT64_C(0x3333333333333333)) + (warps >> 2 & UINT64_C(0x3333333333333333));
    return ((warps + (warps >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >>
           56;
}

/* Warps of the scheduler that the SM's blocks hold, whether they live or have ended. */
static uint64_t resident_warps(const gpu_t *gpu, unsigned sm, uint64_t of_unit) {
    return pipeline_of(gpu, sm)->resident & of_unit;
}

stall_count_t stall_count(const gpu_t *gpu, unsigned sm, unsigned unit, int pick, uint64_t clear,
                          uint64_t ready) {
    const pipeline_t *pipeline = pipeline_of(gpu, sm);
    const uint64_t resident = resident_warps(gpu, sm, pipeline->unit_warps[unit]);
    const uint64_t picked = pick == SCORD_SCHEDULER_NO_WARP ? 0 : gpu_warp_bit((unsigned)pick);
    stall_count_t stalls = {.resident = count(resident)};
    if (resident == 0) return stalls;
    const uint64_t live = resident & gpu->sms[sm].occupied,
                   going = live & gpu->sms[sm].ready & ~picked;
    const uint64_t empty = going & ~pipeline->filled,
                   off_path = going & pipeline->filled & pipeline->stale;
    const uint64_t reason[GPU_STALL_COUNT] = {
        [GPU_STALL_EXIT] = resident & ~live,
        [GPU_STALL_BARRIER] = live & ~gpu->sms[sm].ready,
        [GPU_STALL_FETCH] = empty & ~pipeline->flushed,
        [GPU_STALL_CONTROL] = (empty & pipeline->flushed) | off_path,
        [GPU_STALL_DATA] = going & ~empty & ~off_path & ~clear,
        [GPU_STALL_STRUCTURAL] = going & clear & ~ready,
        [GPU_STALL_NOT_SELECTED] = going & ready,
    };
    const double share = picked != 0 ? 0 : 1.0 / (double)stalls.resident;
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++) {
        stalls.warps[i] = count(reason[i]);
        stalls.idle[i] = share * (double)stalls.warps[i];
    }
    return stalls;
}

void stall_add(gpu_cycle_statistics_t *statistics, const stall_count_t *stalls) {
    statistics->issue_slots++;
    if (stalls->resident == 0) {
        statistics->idle_slots_empty++;
        return;
    }
    statistics->warp_cycles += stalls->resident;
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++) {
        statistics->warp_stalls[i] += stalls->warps[i];
        statistics->idle_slots[i] += stalls->idle[i];
    }
}

void stall_account(gpu_t *gpu, unsigned sm, unsigned unit, int pick, uint64_t clear,
                   uint64_t ready) {
    const stall_count_t stalls = stall_count(gpu, sm, unit, pick, clear, ready);
    stall_add(gpu->pipelines->statistics, &stalls);
}
