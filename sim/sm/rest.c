/* SPDX-License-Identifier: Apache-2.0 */
/* rest.c: see rest.h. */
#include "sim/sm/rest.h"

void rest_begin(rest_t *rest, unsigned latched, uint64_t end) {
    assert(!rest->resting);
    rest->resting = true;
    rest->latched = latched;
    rest->end = end;
}

void rest_wake(rest_t *rest, bool due, uint64_t cycle) {
    if (due || cycle >= rest->end) rest->resting = false;
}

bool rest_cycle(rest_t *rest, const pipeline_context_t *context, unsigned latched) {
    assert(!rest->resting || latched <= rest->latched);
    rest->resting = rest->resting && latched == rest->latched;
    if (!rest->resting) return false;
    context->statistics->fetch_slots += context->machine.fetch_ports;
    context->statistics->fetch_idle += context->machine.fetch_ports;
    for (unsigned unit = 0; unit < context->machine.schedulers; unit++)
        stall_add(context->statistics, &rest->stalls[unit]);
    return true;
}
