/* rest.c: an SM that can do nothing (pipeline.h): what its stages from operand collection on would
 * count is counted, and they do not run.
 *
 * An SM rests when no collector can go on, no warp can be issued or flushed, and no I-buffer can be
 * filled: every warp waits for a result, a line of the I-cache, a unit or a block. Results complete
 * on the wheel and lines have their cycle; a unit takes an operation out of its latch; each of
 * these wakes it, and so does a block. Writeback and execution run all the time: the load/store
 * unit tries again every cycle, and an answer of memory goes onto the wheel.
 */
#include "sim/sm/pipeline.h"

static bool has_issued(const gpu_t *gpu, const pipeline_t *pipeline) {
    for (unsigned unit = 0; unit < gpu->pipelines->machine.schedulers; unit++)
        if (pipeline->issued[unit] != SCORD_SCHEDULER_NO_WARP) return true;
    return false;
}

static bool issue_possible(const gpu_t *gpu, unsigned sm) {
    for (unsigned unit = 0; unit < gpu->pipelines->machine.schedulers; unit++) {
        const issue_masks_t masks = issue_masks(gpu, sm, unit);
        if ((masks.stale | masks.ready) != 0) return true;
    }
    return false;
}

static uint64_t next_line(const gpu_t *gpu, const pipeline_t *pipeline) {
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < gpu->pipelines->machine.icache_mshrs; i++)
        if (pipeline->icache_missing[i] != 0 && pipeline->icache_ready[i] < first)
            first = pipeline->icache_ready[i];
    return first;
}

/* Operations that wait for a unit; while the SM rests their number can only fall. */
static uint8_t latched(const pipeline_t *pipeline) {
    uint8_t count = 0;
    for (unsigned unit = 0; unit < UNIT_COUNT; unit++)
        count = (uint8_t)(count + pipeline->to_execute[unit].count);
    return count;
}

void rest_begin(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    if (has_issued(gpu, pipeline) || collect_possible(gpu, sm) || fetch_possible(gpu, sm) ||
        issue_possible(gpu, sm))
        return;
    pipeline->resting = true;
    pipeline->rest_latched = latched(pipeline);
    pipeline->rest_end = next_line(gpu, pipeline);
    for (unsigned unit = 0; unit < gpu->pipelines->machine.schedulers; unit++) {
        const issue_masks_t masks = issue_masks(gpu, sm, unit);
        pipeline->rest_stalls[unit] = stall_count(gpu, sm, unit, SCORD_SCHEDULER_NO_WARP,
                                                  masks.clear, masks.ready);
    }
}

void rest_wake(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    if (pipeline->wheel[gpu->cycle % WHEEL] != NO_OPERATION || gpu->cycle >= pipeline->rest_end)
        pipeline->resting = false;
}

bool rest_cycle(gpu_t *gpu, unsigned sm) {
    pipeline_t *pipeline = pipeline_of(gpu, sm);
    const pipelines_t *pipelines = gpu->pipelines;
    pipeline->resting = pipeline->resting && latched(pipeline) == pipeline->rest_latched;
    if (!pipeline->resting) return false;
    pipelines->statistics->fetch_slots += pipelines->machine.fetch_ports;
    pipelines->statistics->fetch_idle += pipelines->machine.fetch_ports;
    for (unsigned unit = 0; unit < pipelines->machine.schedulers; unit++)
        stall_add(pipelines->statistics, &pipeline->rest_stalls[unit]);
    return true;
}
