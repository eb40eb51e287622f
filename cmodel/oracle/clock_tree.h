/* SPDX-License-Identifier: Apache-2.0 */
/* clock_tree.h: vector clocks over any number of threads, shared and compressed.
 *
 * A clock maps a thread to the epoch up to which that thread's operations are known. A plain vector
 * is one number a thread; five of them a thread and two or more an atomic location would need
 * gigabytes for a grid of some thousand threads. Here a clock is a persistent radix tree of fan-out
 * 16: joins share subtrees instead of copying them, equal pointers end a walk at once, and a
 * subtree in which all epochs are equal is one word without a node (after a barrier a block is one
 * such word). All operations are exact.
 *
 * Every clock_ref_t has one owner: functions that return or store one pass ownership, arguments are
 * borrowed. When memory runs out the pool records it (clock_pool_exhausted), and results are wrong
 * from then on.
 */
#ifndef SCORD_HRF_CLOCK_TREE_H
#define SCORD_HRF_CLOCK_TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t clock_ref_t; /* odd: every epoch below is value >> 1; even: address of a node */

#define CLOCK_BOTTOM ((clock_ref_t)1) /* every epoch 0 */

typedef struct clock_pool clock_pool_t;

clock_pool_t *clock_pool_create(void); /* NULL: no memory */
void clock_pool_destroy(clock_pool_t *pool);
/* Removes all clocks and sets the number of threads. Earlier references are invalid. */
void clock_pool_reset(clock_pool_t *pool, uint64_t threads);
bool clock_pool_exhausted(const clock_pool_t *pool);
uint64_t
clock_pool_nodes(const clock_pool_t *pool); /* most nodes alive at once, for the statistics */

clock_ref_t clock_retain(clock_ref_t clock);
void clock_release(clock_pool_t *pool, clock_ref_t clock);
/* *clock becomes a reference to `other`. */
void clock_assign(clock_pool_t *pool, clock_ref_t *clock, clock_ref_t other);
/* *clock becomes the element-wise maximum with `other`. */
void clock_join(clock_pool_t *pool, clock_ref_t *clock, clock_ref_t other);
/* Epoch of `thread` in *clock becomes at least `epoch`. */
void clock_raise(clock_pool_t *pool, clock_ref_t *clock, uint64_t thread, uint64_t epoch);
/* Epoch of `thread`. */
uint64_t clock_epoch(const clock_pool_t *pool, clock_ref_t clock, uint64_t thread);
/* Of the 32 threads from `first` (a multiple of 32): those of `lanes` whose epoch is below `epoch`.
 */
uint32_t clock_below(const clock_pool_t *pool, clock_ref_t clock, uint64_t first, uint32_t lanes,
                     uint64_t epoch);

#endif
