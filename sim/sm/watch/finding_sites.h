/* SPDX-License-Identifier: Apache-2.0 */
/* finding_sites.h: what a launch's steps found (core_finding_t), folded by rule and instruction,
 * into the event stream: the first of a site at once, how many followed in the launch at its end.
 * So a wrong instruction in a loop is two records a launch.
 */
#ifndef SIM_FINDING_SITES_H
#define SIM_FINDING_SITES_H

#include "cmodel/base/index_map.h"
#include "sim/sm/emit.h"

typedef struct gpu_finding_site {
    scord_event_finding_t first; /* text: "" */
    uint64_t pending;            /* found since, not in the stream yet */
    uint64_t threads;            /* uninitialised: that use it, of the first warp */
} gpu_finding_site_t;

typedef struct gpu_findings {
    gpu_finding_site_t *site;
    uint32_t sites, sites_allocated;
    scord_index_map_t site_of;        /* {rule, pc} → index of site */
    const ptx_function_t *asked;      /* the kernel last asked about, … */
    bool returns_early;               /* … and the answer (early_return.h) */
    const ptx_module_t *asked_module; /* the branch last asked about, … */
    uint32_t asked_branch, asked_barrier;
    bool branch_returns; /* … and the answer */
} gpu_findings_t;        /* zeroed = empty */

/* FINDING of a warp; SEEN: in words, "": by its rule. Returns GPU_OK, GPU_SINK_CLOSED or
 * GPU_NO_MEMORY. */
gpu_status_t gpu_findings_add(gpu_findings_t *findings, emitter_t *emitter,
                              const core_finding_t *finding, const char *seen, unsigned sm,
                              unsigned slot, unsigned warp);
/* Before the launch's kernel_end. */
gpu_status_t gpu_findings_end_launch(gpu_findings_t *findings, emitter_t *emitter);
void gpu_findings_free(gpu_findings_t *findings);

#endif
