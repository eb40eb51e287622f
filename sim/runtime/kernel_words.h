/* SPDX-License-Identifier: Apache-2.0 */
/* kernel_words.h: how kernels that run beside each other synchronise: by fences and strong accesses
 * to words, as threads of one launch do (docs/launch-order.md). */
#ifndef SIM_KERNEL_WORDS_H
#define SIM_KERNEL_WORDS_H

#include "cmodel/stream/event.h"
#include "sim/order/order.h"

/* Events of OPERATION, a kernel that runs. ACCESS is strong, of device scope, or of that of the
 * SYSTEM; SHIFT leads from its addresses to those of sim/order. */
void kernel_words_fence(order_t *order, order_operation_t *operation,
                        const scord_event_fence_t *fence);
void kernel_words_access(order_t *order, order_operation_t *operation,
                         const scord_event_access_t *access, bool system, uint64_t shift);
void kernel_words_block(const order_operation_t *operation,
                        const scord_event_block_launch_t *block);
/* It has ended: what is behind it is behind what it has read, with or without a fence. */
void kernel_words_end(order_t *order, order_operation_t *operation);

#endif
