/* SPDX-License-Identifier: Apache-2.0 */
/* issue_order.c: see issue_order.h. */
#include "sim/sm/schedule/issue_order.h"

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

/* Byte b: bits of MASK in bytes 0 to b. No instruction counts bits on every x86-64. */
static uint64_t counts(uint64_t mask) {
    mask -= mask >> 1 & UINT64_C(0x5555555555555555);
    mask = (mask & UINT64_C(0x3333333333333333)) + (mask >> 2 & UINT64_C(0x3333333333333333));
    return ((mask + (mask >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101);
}

/* N: below their number, which COUNTS have in the highest byte. */
static unsigned nth_set(uint64_t mask, uint64_t counts, uint32_t n) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    const unsigned shift = gpu_lowest(((counts | tops) - (n + 1) * ones) & tops) / 8 *
                           8; /* its byte */
    n -= (uint32_t)((counts << 8) >> shift) & 255;
    for (mask = mask >> shift << shift; n > 0; n--) mask &= mask - 1;
    return gpu_lowest(mask);
}

int issue_order_draw(issue_order_t *order, gpu_sm_t *sm) {
    assert(order->drawn && sm->ready != 0);
    if (scord_split_below(&order->state, 16) < order->skips) return -1;
    const bool last_ready = sm->last >= 0 && (sm->ready >> sm->last & 1) != 0;
    if (last_ready && scord_split_below(&order->state, 16) < order->stickiness) return sm->last;
    const uint64_t ready = counts(sm->ready);
    const uint32_t n = scord_split_below(&order->state, (uint32_t)(ready >> 56));
    return sm->last = (int)nth_set(sm->ready, ready, n);
}
