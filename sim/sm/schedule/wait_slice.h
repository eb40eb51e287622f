/* SPDX-License-Identifier: Apache-2.0 */
/* wait_slice.h: which registers decide what a loop does next.
 *
 * A backward slice of the instructions that have been executed lately: what branches, addresses and
 * stored values depend on. A register outside of it (a counter of
 * tries, say) changes nothing but itself.
 *
 * Who waits with a clock in hand (the barriers of libcu++ do) never comes to the same state again:
 *
 *     again: test; mov.u64 %now, %globaltimer; sub.s64 %gone, %now, %start;
 *            setp.lt.s64 %p, %gone, 4000000; @%p bra sooner; bra again;
 *
 * Such a comparison of elapsed time is a timeout. Once its limit has passed, the time changes
 * nothing any more, and is no part of the state.
 */
#ifndef SIM_WAIT_SLICE_H
#define SIM_WAIT_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wait_slice {
    const ptx_module_t *module;
    uint64_t *executed; /* by instruction: the stage (progress.h) in which it was executed last */
    core_slice_t registers;
    uint8_t *decides; /* what registers.decides points to */
    uint32_t *first;
    uint32_t *writer; /* by register: the one instruction that writes it, or none (wait_slice.c) */
    core_timeout_t *timeouts; /* has room for TIMEOUTS_MOST */
} wait_slice_t;

/* For a launch of MODULE; keeps its memory as long as the module is the same. False: no memory. */
bool wait_slice_start(wait_slice_t *slice, const ptx_module_t *module);
void wait_slice_free(wait_slice_t *slice);
/* The slice of the instructions that were executed last in STAGE. */
void wait_slice_find(wait_slice_t *slice, uint64_t stage);

#ifdef __cplusplus
}
#endif
#endif
