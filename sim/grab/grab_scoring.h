/* SPDX-License-Identifier: Apache-2.0 */
/* grab_scoring.h: Algorithm 1 on one choice of caches: every request of every SM, in the order of
 * execution, goes to the real caches and to the private ones, and the outcome into the bug report.
 *
 * Two levels. The L1 is the paper's: one cache an SM (and group of threads, docs/grab.md, G9), one
 * private cache a thread. The L2 is scord's extension (G8): misses of the L1s go to one cache
 * shared by all SMs, and each SM has a private L2 for comparison; so its faults are the
 * interference between SMs.
 */
#ifndef SIM_GRAB_SCORING_H
#define SIM_GRAB_SCORING_H

#include "cmodel/stream/event.h"
#include "sim/grab/grab_account.h"
#include "sim/grab/grab_machine.h"
#include "sim/grab/grab_private.h"

typedef enum grab_level { GRAB_L1, GRAB_L2, GRAB_LEVELS } grab_level_t;

/* A request <addr, mask> of a warp (GRAB section 4.1): a block and the threads that ask for
 * something in it. */
typedef struct grab_request {
    uint64_t block;
    uint32_t lanes, site;
    uint8_t sm, slot, warp;
} grab_request_t;

typedef struct grab_scoring {
    grab_machine_t machine;
    unsigned sms, warps;
    grab_cache_t *l1; /* by SM and group */
    grab_evictions_t *l1_evictions;
    grab_private_t *threads; /* by SM and warp slot */
    grab_cache_t l2, *sm_l2; /* shared, and by SM */
    grab_evictions_t l2_evictions;
    grab_account_t *account;          /* of each level; the caller's */
    uint64_t launched[SCORD_MAX_SMS]; /* blocks of this launch */
    uint8_t group[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM];
    bool groups_of_warps; /* of this launch: an SM has one block at a time, and its warps are
                             divided into the groups */
} grab_scoring_t;

/* ACCOUNT[GRAB_LEVELS] takes the report. False: out of memory (grab_scoring_free even then). */
bool grab_scoring_make(grab_scoring_t *scoring, const grab_machine_t *machine,
                       const scord_config_t *config, grab_account_t *account);
void grab_scoring_free(grab_scoring_t *scoring);

/* A launch begins: L1s are empty (G5), the L2 is not. */
void grab_scoring_kernel(grab_scoring_t *scoring, const scord_event_kernel_begin_t *kernel);
/* A block takes its slot: its threads are new, their private caches empty (Algorithm 1, lines
 * 8-12). */
void grab_scoring_block(grab_scoring_t *scoring, const scord_event_block_launch_t *block);
/* One request. outcome[GRAB_L2] counts only when outcome[GRAB_L1] is no hit and there is an L2.
 * False: out of memory. */
bool grab_scoring_request(grab_scoring_t *scoring, const grab_request_t *request,
                          grab_outcome_t outcome[GRAB_LEVELS]);

#endif
