/* SPDX-License-Identifier: Apache-2.0 */
/* aside.c: launches that wait beside the one that runs (gpu.h).
 *
 *     A runs ─► A waits ─► step aside ─► B runs to its end, or waits ─► B steps aside, A comes back
 *
 * What belongs to a launch is moved out of the machine and back to the same place, since warps
 * point to their blocks and to gpu->core. The cycle, the statistics and the order in which warps
 * issue under PCT go on over all of them. Locations are in the event stream once, whoever is first.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sm/gpu.h"
#include "sim/sm/gpu_state.h"

struct gpu_aside {
    gpu_sm_t sms[SCORD_MAX_SMS];
    core_launch_t core;
    const gpu_launch_t *launch;
    uint64_t number, next_block, block_count;
    uint32_t next_sm, resident;
    issue_order_t order;
    progress_t progress;
    gpu_findings_t findings;
    shared_tracking_t shared;
    warp_memory_t warp_memory; /* where its warps lie */
};

gpu_aside_t *gpu_step_aside(gpu_t *gpu) {
    assert(gpu->launch);
    gpu_aside_t *aside = gpu->pipelines ? NULL : malloc(sizeof *aside);
    if (!aside) return NULL;
    *aside = (gpu_aside_t){.core = gpu->core,
                           .launch = gpu->launch,
                           .number = gpu->number,
                           .next_block = gpu->next_block,
                           .block_count = gpu->block_count,
                           .next_sm = gpu->next_sm,
                           .resident = gpu->resident,
                           .order = gpu->order,
                           .progress = gpu->progress,
                           .findings = gpu->findings,
                           .shared = gpu->shared,
                           .warp_memory = gpu->warp_memory};
    memcpy(aside->sms, gpu->sms, sizeof aside->sms);
    memset(gpu->sms, 0, sizeof gpu->sms);
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++) gpu->sms[sm].number = sm;
    gpu->launch = gpu->emitter.launch = NULL;
    gpu->resident = gpu->next_sm = 0;
    gpu->progress = (progress_t){.signs = aside->progress.signs}; /* of all launches */
    gpu->findings = (gpu_findings_t){.site = NULL};
    gpu->shared = (shared_tracking_t){.base = 0};
    gpu->warp_memory = (warp_memory_t){0};
    gpu_clear_sms(gpu);
    return aside;
}

void gpu_come_back(gpu_t *gpu, gpu_aside_t *aside) {
    assert(!gpu->launch && gpu->resident == 0);
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        for (unsigned warp = 0; warp < GPU_MAX_WARPS; warp++)
            if (gpu->sms[sm].warps[warp].core) core_warp_free(gpu->sms[sm].warps[warp].core);
    warp_memory_free(&gpu->warp_memory);
    aside->progress.signs = gpu->progress.signs;
    progress_end(&gpu->progress);
    gpu_findings_free(&gpu->findings);
    memcpy(gpu->sms, aside->sms, sizeof gpu->sms);
    gpu->core = aside->core;
    gpu->launch = gpu->emitter.launch = aside->launch;
    gpu->watch.module = aside->launch->module;
    gpu->watch.pc_base = aside->launch->pc_base;
    gpu->number = aside->number;
    gpu->next_block = aside->next_block;
    gpu->block_count = aside->block_count;
    gpu->next_sm = aside->next_sm;
    gpu->resident = aside->resident;
    gpu->order = aside->order;
    gpu->progress = aside->progress;
    gpu->findings = aside->findings;
    gpu->shared = aside->shared;
    gpu->warp_memory = aside->warp_memory;
    /* who had these warps meanwhile has ended what was kept of them */
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        for (uint64_t rest = gpu->sms[sm].occupied; rest; rest &= rest - 1)
            gpu_lanes_met(gpu, sm, gpu_lowest(rest));
    free(aside);
}

uint32_t gpu_resident_warps(const gpu_t *gpu) {
    uint32_t warps = 0;
    for (unsigned sm = 0; sm < SCORD_MAX_SMS; sm++)
        warps += (uint32_t)__builtin_popcountll(gpu->sms[sm].occupied);
    return warps;
}
uint32_t gpu_most_warps(const gpu_t *gpu) {
    return gpu->options.config.num_sms * gpu->options.config.warps_per_sm;
}
uint64_t gpu_signs(const gpu_t *gpu) { return gpu->progress.signs; }
void gpu_hurry(gpu_t *gpu, uint64_t spin_limit) { gpu->hurry = spin_limit; }

void gpu_expect_wait(gpu_t *gpu) {
    enum { SOON = 2000 };
    if (gpu->progress.limit <= SOON) return;
    gpu->progress.limit = SOON;
    progress_sign(&gpu->progress);
}
