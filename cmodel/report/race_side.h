/* SPDX-License-Identifier: Apache-2.0 */
/* race_side.h: one side of a race, or who a finding is of: the thread and its instruction. */
#ifndef SCORD_RACE_SIDE_H
#define SCORD_RACE_SIDE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct scord_race_side {
    bool known;        /* pc and sequence are */
    bool block_known;  /* cta and warp_of_block are */
    bool thread_known; /* thread is, and lane */
    uint32_t pc;
    uint64_t sequence;
    uint8_t block_id, warp_id; /* hardware slots */
    uint32_t cta[3], warp_of_block, thread[3];
    uint8_t lane; /* of a race: the first that touches the word; of a finding: the first */
} scord_race_side_t;

#endif
