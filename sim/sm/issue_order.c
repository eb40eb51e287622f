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

static unsigned round_robin(uint64_t ready, int last) {
    const uint64_t after = last < 0 || last == GPU_MAX_WARPS - 1
                               ? ready
                               : ready & (UINT64_MAX << (last + 1));
    return gpu_lowest(after != 0 ? after : ready);
}

int issue_order_next(const issue_order_t *order, const gpu_sm_t *sm) {
    return order->drawn || sm->ready == 0 ? -1 : (int)round_robin(sm->ready, sm->last);
}

static unsigned nth_set(uint64_t mask, uint32_t n) {
    while (n-- > 0) mask &= mask - 1;
    assert(mask != 0);
    return gpu_lowest(mask);
}

int issue_order_choose(issue_order_t *order, gpu_sm_t *sm) {
    assert((sm->ready & ~sm->occupied) == 0);
    if (sm->ready == 0) return -1;
    if (!order->drawn) return sm->last = (int)round_robin(sm->ready, sm->last);
    if (scord_split_below(&order->state, 16) < order->skips) return -1;
    const bool last_ready = sm->last >= 0 && (sm->ready >> sm->last & 1) != 0;
    if (last_ready && scord_split_below(&order->state, 16) < order->stickiness) return sm->last;
    return sm->last = (int)nth_set(
               sm->ready,
               scord_split_below(&order->state, (uint32_t)__builtin_popcountll(sm->ready)));
}
