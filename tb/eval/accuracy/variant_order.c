/* SPDX-License-Identifier: Apache-2.0 */
/* variant_order.c: see variant_order.h. */
#include "tb/eval/accuracy/variant_order.h"

#include <string.h>

static unsigned warp_of(variant_party_t party) {
    return (unsigned)(party.block >> SCORD_SLOT_WIDTH) << SCORD_WARP_WIDTH | party.warp;
}

/* Whose numbers are `party`'s. */
static unsigned holder(const variant_order_t *order, variant_party_t party) {
    return order->options.by_block ? party.block : warp_of(party);
}

static variant_holder_t exact_holder(const variant_order_t *order, variant_party_t party) {
    return (variant_holder_t){.name = (uint16_t)holder(order, party), .block = party.block};
}

static bool is_exact(const variant_order_t *order) {
    return order->options.kind == VARIANT_ORDER_EXACT;
}

static uint32_t mask(const variant_order_t *order) {
    return order->options.bits >= 32 ? UINT32_MAX : (UINT32_C(1) << order->options.bits) - 1;
}

/* Releases since a number was given: numbers wrap, so that only their ages compare. */
static uint32_t age(const variant_order_t *order, uint32_t number) {
    return (order->released - number) & mask(order);
}

variant_order_options_t variant_order_as_built(void) {
    return (variant_order_options_t){
        .kind = VARIANT_ORDER_NUMBERS, .bits = SCORD_RELEASE_NUMBER_WIDTH, .by_block = true};
}

void variant_order_start(variant_order_t *order, const variant_order_options_t *options) {
    variant_order_end(order);
    memset(order, 0, sizeof *order);
    order->options = *options;
}

void variant_order_end(variant_order_t *order) { variant_exact_end(&order->exact); }

variant_number_t variant_order_newer(variant_order_t *order, variant_number_t a,
                                     variant_number_t b) {
    if (!a.valid || !b.valid) return a.valid ? a : b;
    if (is_exact(order))
        return (variant_number_t){.valid = true,
                                  .number = variant_exact_join(&order->exact, a.number, b.number)};
    return age(order, a.number) <= age(order, b.number) ? a : b;
}

/* ---- the releasing side ---- */

void variant_order_release(variant_order_t *order, variant_party_t who, bool block_scope,
                           bool fence) {
    if (is_exact(order))
        variant_exact_release(&order->exact, exact_holder(order, who), block_scope,
                              fence || !order->options.fences_only);
    order->released = order->released == mask(order) ? 1 : order->released + 1;
    const variant_number_t now = {.valid = true, .number = order->released};
    order->any[who.block] = now;
    if (!block_scope) order->device[who.block] = now;
}

variant_number_t variant_order_carried(variant_order_t *order, variant_party_t who, bool releases,
                                       bool block_scope) {
    if (is_exact(order)) {
        const uint32_t number = variant_exact_carried(&order->exact, exact_holder(order, who),
                                                      releases, block_scope);
        return (variant_number_t){.valid = number != 0, .number = number};
    }
    if (releases) return (variant_number_t){.valid = true, .number = order->released};
    return block_scope ? order->any[who.block] : order->device[who.block];
}

void variant_order_barrier(variant_order_t *order, uint8_t block) {
    if (is_exact(order) && !order->options.by_block) variant_exact_barrier(&order->exact, block);
}

uint32_t variant_order_now(variant_order_t *order, variant_party_t who) {
    return is_exact(order) ? variant_exact_now(&order->exact, exact_holder(order, who))
                           : order->released;
}

/* ---- the acquiring side ---- */

void variant_order_read(variant_order_t *order, variant_party_t who, variant_number_t carried,
                        variant_order_reading_t reading) {
    if (!carried.valid) return;
    if (is_exact(order)) {
        variant_exact_read(&order->exact, exact_holder(order, who), carried.number,
                           reading.acquires, reading.block_scope, order->options.sequence_scopes);
        return;
    }
    const unsigned index = holder(order, who);
    variant_number_t *to = reading.acquires ? &order->acquired[index] : &order->pending[index];
    *to = variant_order_newer(order, *to, carried);
}

void variant_order_acquire_fence(variant_order_t *order, variant_party_t who) {
    if (is_exact(order)) variant_exact_acquire_fence(&order->exact, exact_holder(order, who));
    const unsigned index = holder(order, who);
    order->acquired[index] = variant_order_newer(order, order->acquired[index],
                                                 order->pending[index]);
}

/* ---- the question ---- */

variant_number_t variant_order_acquired(const variant_order_t *order, variant_party_t who) {
    return order->acquired[holder(order, who)];
}

bool variant_order_ordered(variant_order_t *order, variant_party_t who, variant_number_t acquired,
                           variant_order_access_t access) {
    if (is_exact(order))
        return variant_exact_ordered(&order->exact, exact_holder(order, who),
                                     exact_holder(order, access.owner), access.number);
    if (order->options.kind != VARIANT_ORDER_NUMBERS || !acquired.valid) return false;
    const uint32_t since = age(order, access.number);
    if (access.release) return age(order, acquired.number) <= since;
    if (age(order, acquired.number) >= since) return false;
    if (access.fenced || (who.block == access.owner.block && who.warp == access.owner.warp))
        return true;
    const variant_number_t device = order->device[access.owner.block];
    return who.block != access.owner.block && device.valid && age(order, device.number) < since;
}
