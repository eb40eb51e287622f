/* SPDX-License-Identifier: Apache-2.0 */
/* work_stealing.h: work split into one partition a threadblock, and stealing (ScoRD section III, Figures 2 and 3).
 *
 * Items 0 .. n - 1 lie in partitions. A block's leader takes NTHREADS items at a time from its own partition by moving
 * nextHead[]; when that is used up it steals from the partitions of the other blocks. Two race sites, the same in every
 * application that steals:
 */
#ifndef SCORD_WORK_STEALING_H
#define SCORD_WORK_STEALING_H

#include "app.h"

#define NTHREADS 64 /* threads of a block, and items of a set */

enum StealingRaceSite {
    OWN_HEAD_BLOCK_SCOPE = 1, /* the owner moves its head with block scope (Figure 3b) */
    STOLEN_HEAD_BLOCK_SCOPE,  /* the thief moves the victim's head with block scope */
    STEALING_SITES = STOLEN_HEAD_BLOCK_SCOPE
};

struct Partitions {
    const int *partitionEnd; /* [block] one past the last item */
    int *nextHead;           /* [block] first item of the next set */
};

/* A set of items; a block's own, in shared memory. */
struct WorkSet {
    int head, end;    /* items head .. min(head + NTHREADS, end) - 1 */
    int victimsTried; /* partitions that the block has found empty; they stay so during a launch */
};

/* The leader's part: fills in the next set; head >= end: no work is left. */
__device__ void getWork(const Partitions &work, WorkSet &set, unsigned races)
{
    for (; set.victimsTried < gridDim.x; set.victimsTried++) {
        const int victim = (blockIdx.x + set.victimsTried) % gridDim.x;
        set.end = work.partitionEnd[victim];
        if (victim == blockIdx.x)
            set.head = INJECT(OWN_HEAD_BLOCK_SCOPE) ? atomicAdd_block(&work.nextHead[victim], NTHREADS)
                                                    : atomicAdd(&work.nextHead[victim], NTHREADS);
        else
            set.head = INJECT(STOLEN_HEAD_BLOCK_SCOPE) ? atomicAdd_block(&work.nextHead[victim], NTHREADS)
                                                       : atomicAdd(&work.nextHead[victim], NTHREADS);
        if (set.head < set.end)
            return;
    }
    set.head = set.end = 0;
}

/* By all threads of a block: its thread's next item; false: no work is left for the block. *item is -1 when the set has
 * fewer items than threads. */
__device__ bool nextItem(const Partitions &work, WorkSet &set, int *item, unsigned races)
{
    __syncthreads(); /* all have read the set before */
    if (threadIdx.x == 0)
        getWork(work, set, races);
    __syncthreads();
    *item = set.head + threadIdx.x < set.end ? set.head + threadIdx.x : -1;
    return set.head < set.end;
}

/* A block's state at the start of a launch. */
__device__ void startWork(WorkSet &set)
{
    if (threadIdx.x == 0)
        set.victimsTried = 0;
}

/* Host: splits items evenly among the blocks. */
static void setPartitions(const Partitions &work, int items, int blocks)
{
    std::vector<int> head(blocks), end(blocks);
    for (int block = 0; block < blocks; block++) {
        head[block] = (int)((long long)items * block / blocks);
        end[block] = (int)((long long)items * (block + 1) / blocks);
    }
    toDevice(work.nextHead, head);
    toDevice((int *)work.partitionEnd, end);
}

static Partitions partitionArrays(const Options &options, int blocks)
{
    return {deviceArray<int>(options, "partitionEnd", blocks), deviceArray<int>(options, "nextHead", blocks)};
}

#endif
