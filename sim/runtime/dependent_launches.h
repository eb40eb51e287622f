/* SPDX-License-Identifier: Apache-2.0 */
/* dependent_launches.h: kernels launched programmatically (programmatic dependent launch), which
 * may begin before the one in front of them in their stream has ended: only what a thread does
 * behind cudaGridDependencySynchronize() is behind that one (docs/launch-order.md). */
#ifndef SIM_DEPENDENT_LAUNCHES_H
#define SIM_DEPENDENT_LAUNCHES_H

#include "cmodel/stream/event.h"
#include "sim/core/core.h"
#include "sim/order/order.h"

/* OPERATION is a kernel that may begin ahead of the one in front of it: what it does before it
 * waits is of AHEAD, which is kept until dependent_launches_end. False: no memory. */
bool dependent_launches_add(const order_operation_t *operation, order_operation_t *ahead);
/* An event of OPERATION, which runs. */
void dependent_launches_event(const order_operation_t *operation, const scord_event_t *event);
/* griddepcontrol of a thread of it: a host call. */
void dependent_launches_call(const order_operation_t *operation, const core_host_call_t *call);
/* What an access of OPERATION is of: itself, or its part ahead. */
order_operation_t *dependent_launches_side(order_operation_t *operation,
                                           const scord_event_access_t *access);
/* It has ended. Returns its part ahead, which the caller ends; NULL: there is none. WAITED: every
 * block has waited before it let the next kernel begin. */
order_operation_t *dependent_launches_end(const order_operation_t *operation, bool *waited);

#endif
