/* SPDX-License-Identifier: Apache-2.0 */
/* phase_log.h: warp-phases: when each warp of a block reached each of its barriers and its end
 * (BAWS section 3; W12).
 *
 * A phase of a block begins at its launch or at a barrier's release, and ends when the barrier
 * releases or the block's last warp exits. Feeds RTRU (equation 1), the barrier shares (Figure 1),
 * and, when asked, a line for every warp and phase:
 *   kernel,sm,slot,block,warp,phase,start,arrive,end,kind        (cycles of the machine; kind:
 * barrier or exit)
 */
#ifndef SIM_PHASE_LOG_H
#define SIM_PHASE_LOG_H

#include <stdio.h>

#include "sim/machine/cycle_statistics.h"
#include "cmodel/sm/warp_scheduler.h"

typedef struct phase_block {
    uint64_t launched, start; /* cycles: of the block, of its phase */
    uint64_t number;          /* linear CTA number */
    uint32_t phase, warps;
    unsigned first_warp;                     /* slot of its warp 0 */
    uint64_t arrived[SCORD_SCHEDULER_WARPS]; /* cycle of this phase's arrival; 0: not yet */
    uint64_t exited[SCORD_SCHEDULER_WARPS];  /* cycle; 0: lives */
    uint64_t waited[SCORD_SCHEDULER_WARPS];  /* cycles at barriers so far */
} phase_block_t;

typedef struct phase_log {
    FILE *out; /* NULL: statistics only */
    phase_block_t block[16][SCORD_MAX_BLOCKS_PER_SM];
} phase_log_t;

void phase_log_launch(phase_log_t *log, unsigned sm, unsigned slot, uint64_t number,
                      unsigned first_warp, uint32_t warps, uint64_t now);
/* warp: slot of the SM. */
void phase_log_arrive(phase_log_t *log, unsigned sm, unsigned slot, unsigned warp, uint64_t now);
/* released: the warps that go on, a bit a slot of the SM. */
void phase_log_release(phase_log_t *log, gpu_cycle_statistics_t *statistics, unsigned sm,
                       unsigned slot, uint64_t released, uint64_t kernel, uint64_t now);
void phase_log_exit(phase_log_t *log, unsigned sm, unsigned slot, unsigned warp, uint64_t now);
/* The block leaves its slot; counts its last phase and the shares of its warps. */
void phase_log_end(phase_log_t *log, gpu_cycle_statistics_t *statistics, unsigned sm, unsigned slot,
                   uint64_t kernel, uint64_t now);

#endif
