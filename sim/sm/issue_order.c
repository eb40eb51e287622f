/* issue_order.c: see issue_order.h. */
#include "sim/sm/issue_order.h"

#include "cmodel/base/random.h"

void issue_order_start(issue_order_t *order, uint64_t seed, uint64_t launch) {
    static const uint8_t stickiness[4] = {0, 8, 12, 15}, skips[4] = {0, 0, 4, 10};
    order->drawn = seed != 0;
    order->state = seed * UINT64_C(0x2545f4914f6cdd1d) + launch;
    scord_split_next(&order->state);
    order->stickiness = stickiness[scord_split_below(&order->state, 4)];
    order->skips = skips[scord_split_below(&order->state, 4)];
}

unsigned issue_order_first_sm(issue_order_t *order, unsigned sms) {
    assert(sms > 0);
    return order->drawn ? scord_split_below(&order->state, sms) : 0;
}

static unsigned nth_set(uint64_t mask, uint32_t n) {
    while (n-- > 0) mask &= mask - 1;
    assert(mask != 0);
    return gpu_lowest(mask);
}

int issue_order_draw(issue_order_t *order, gpu_sm_t *sm) {
    assert(order->drawn && sm->ready != 0);
    if (scord_split_below(&order->state, 16) < order->skips) return -1;
    const bool last_ready = sm->last >= 0 && (sm->ready >> sm->last & 1) != 0;
    if (last_ready && scord_split_below(&order->state, 16) < order->stickiness) return sm->last;
    return sm->last = (int)nth_set(
               sm->ready,
               scord_split_below(&order->state, (uint32_t)__builtin_popcountll(sm->ready)));
}
