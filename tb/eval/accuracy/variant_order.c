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
    return (variant_order_options_t){.kind = VARIANT_ORDER_NUMBERS,
                                     .bits = SCORD_RELEASE_NUMBER_WIDTH,
                                     .by_block = true,
                                     .fence_patterns = true};
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
    order->release_file[warp_of(who)] = order->released;
}

variant_number_t variant_order_carried(variant_order_t *order, variant_party_t who, bool releases,
                                       bool block_scope) {
    if (is_exact(order)) {
        const uint32_t number = variant_exact_carried(&order->exact, exact_holder(order, who),
                                                      releases, block_scope);
        return (variant_number_t){.valid = number != 0, .number = number};
    }
    if (releases) return (variant_number_t){.valid = true, .number = order->released};
    if (!order->options.fence_patterns) return (variant_number_t){.valid = false};
    return block_scope && !order->options.one_number ? order->any[who.block]
                                                     : order->device[who.block];
}

void variant_order_barrier(variant_order_t *order, uint8_t block) {
    if (is_exact(order) && !order->options.by_block) variant_exact_barrier(&order->exact, block);
}

uint32_t variant_order_now(variant_order_t *order, variant_party_t who) {
    return is_exact(order) ? variant_exact_now(&order->exact, exact_holder(order, who))
                           : order->released;
}

/* ---- the acquiring side ---- */

static void synchronise_with(variant_order_t *order, unsigned who, unsigned with) {
    if (order->synchronised[who][with]) return;
    if (order->options.entries != 0 && order->queued[who] == order->options.entries) {
        order->synchronised[who][order->queue[who][0]] = false;
        memmove(order->queue[who], order->queue[who] + 1,
                (order->queued[who] - 1) * sizeof order->queue[who][0]);
        order->queued[who]--;
    }
    order->queue[who][order->queued[who]++] = (uint16_t)with;
    order->synchronised[who][with] = true;
}

void variant_order_read(variant_order_t *order, variant_party_t who, variant_party_t from,
                        variant_number_t carried, variant_order_reading_t reading) {
    if (!carried.valid) return;
    if (is_exact(order)) {
        variant_exact_read(&order->exact, exact_holder(order, who), carried.number,
                           reading.acquires, reading.block_scope, order->options.sequence_scopes);
        return;
    }
    const unsigned index = holder(order, who);
    variant_number_t *to = reading.acquires ? &order->acquired[index] : &order->pending[index];
    *to = variant_order_newer(order, *to, carried);
    if (reading.acquires) synchronise_with(order, warp_of(who), warp_of(from));
}

void variant_order_acquire_fence(variant_order_t *order, variant_party_t who) {
    if (is_exact(order)) variant_exact_acquire_fence(&order->exact, exact_holder(order, who));
    const unsigned index = holder(order, who);
    if (order->options.fence_patterns)
        order->acquired[index] = variant_order_newer(order, order->acquired[index],
                                                     order->pending[index]);
}

/* ---- the question ---- */

variant_number_t variant_order_acquired(const variant_order_t *order, variant_party_t who) {
    return order->acquired[holder(order, who)];
}

static bool sketch_ordered(const variant_order_t *order, variant_party_t who,
                           variant_order_access_t access) {
    const unsigned owner = warp_of(access.owner);
    return warp_of(who) == owner ||
           (age(order, order->release_file[owner]) < age(order, access.number) &&
            order->synchronised[warp_of(who)][owner]);
}

bool variant_order_ordered(variant_order_t *order, variant_party_t who, variant_number_t acquired,
                           variant_order_access_t access) {
    if (is_exact(order))
        return variant_exact_ordered(&order->exact, exact_holder(order, who),
                                     exact_holder(order, access.owner), access.number);
    if (order->options.kind == VARIANT_ORDER_SKETCH) return sketch_ordered(order, who, access);
    if (order->options.kind != VARIANT_ORDER_NUMBERS || !acquired.valid) return false;
    const uint32_t since = age(order, access.number);
    if (access.release) return age(order, acquired.number) <= since;
    if (age(order, acquired.number) >= since) return false;
    if (access.fenced || (who.block == access.owner.block && who.warp == access.owner.warp))
        return true;
    const variant_number_t device = order->device[access.owner.block];
    return who.block != access.owner.block && !order->options.warp_publishes && device.valid &&
           age(order, device.number) < since;
}

uint32_t variant_order_state_bits(const variant_order_options_t *options, uint32_t blocks,
                                  uint32_t warps) {
    uint32_t identity = 1; /* bits that name a warp of the machine, and valid */
    while (UINT32_C(1) << identity < warps) identity++;
    switch (options->kind) {
    case VARIANT_ORDER_SKETCH:
        return options->bits * (warps + 1) + warps * options->entries * (identity + 1);
    case VARIANT_ORDER_NUMBERS: {
        const uint32_t number = options->bits, holders = options->by_block ? blocks : warps;
        return options->bits +
               number * (holders * (options->fence_patterns ? 2 : 1) +
                         blocks * ((options->warp_publishes ? 0 : 1u) +
                                   (options->fence_patterns &&
                                            (!options->one_number || options->warp_publishes)
                                        ? 1u
                                        : 0)));
    }
    default: return 0;
    }
}
