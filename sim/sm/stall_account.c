/* stall_account.c: why warps do not issue (W14; BAWS section 6.3, Figure 10). Called once a scheduler and cycle, between the pick
 * and its effect. */
#include "sm/pipeline.h"

static uint64_t count(uint64_t warps) { return (uint64_t)__builtin_popcountll(warps); }

/* Warps of the scheduler that the SM's blocks hold, whether they live or have ended. */
static uint64_t resident_warps(const gpu_t *gpu, unsigned sm, uint64_t of_unit) { return pipeline_of(gpu, sm)->resident & of_unit; }

/* clear: warps without a hazard; ready: of these, those whose port is free. */
void stall_account(gpu_t *gpu, unsigned sm, unsigned unit, int pick, uint64_t clear, uint64_t ready) {
    const pipeline_t *pipeline = pipeline_of(gpu, sm);
    gpu_cycle_statistics_t *statistics = gpu->pipelines->statistics;
    const uint64_t resident = resident_warps(gpu, sm, pipeline->unit_warps[unit]);
    const uint64_t picked = pick == SCORD_SCHEDULER_NO_WARP ? 0 : gpu_warp_bit((unsigned)pick);
    statistics->issue_slots++;
    if (resident == 0) {
        statistics->idle_slots_empty++;
        return;
    }
    const uint64_t live = resident & gpu->sms[sm].occupied, going = live & gpu->sms[sm].ready & ~picked;
    const uint64_t empty = going & ~pipeline->filled, off_path = going & pipeline->filled & pipeline->stale;
    const uint64_t reason[GPU_STALL_COUNT] = {
        [GPU_STALL_EXIT] = resident & ~live,
        [GPU_STALL_BARRIER] = live & ~gpu->sms[sm].ready,
        [GPU_STALL_FETCH] = empty & ~pipeline->flushed,
        [GPU_STALL_CONTROL] = (empty & pipeline->flushed) | off_path,
        [GPU_STALL_DATA] = going & ~empty & ~off_path & ~clear,
        [GPU_STALL_STRUCTURAL] = going & clear & ~ready,
        [GPU_STALL_NOT_SELECTED] = going & ready,
    };
    const double share = picked != 0 ? 0 : 1.0 / (double)count(resident);
    statistics->warp_cycles += count(resident);
    for (unsigned i = 0; i < GPU_STALL_COUNT; i++) {
        const uint64_t warps = count(reason[i]);
        statistics->warp_stalls[i] += warps;
        statistics->idle_slots[i] += share * (double)warps;
    }
}
