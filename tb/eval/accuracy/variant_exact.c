/* SPDX-License-Identifier: Apache-2.0 */
/* variant_exact.c: see variant_exact.h. */
#include "tb/eval/accuracy/variant_exact.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"

void variant_exact_end(variant_exact_t *exact) {
    free(exact->carried);
    exact->carried = NULL;
}

static unsigned index_of(variant_exact_t *exact, variant_holder_t who) {
    unsigned i = 0;
    while (i < exact->holders && exact->name[i] != who.name) i++;
    if (i < exact->holders) return i;
    if (i == VARIANT_EXACT_HOLDERS) {
        exact->failed = true;
        return 0;
    }
    exact->name[i] = who.name;
    exact->block[i] = who.block;
    exact->own[i] = 1;
    exact->holders++;
    return i;
}

static void join(variant_vector_t *to, const variant_vector_t *from) {
    for (unsigned i = 0; i < VARIANT_EXACT_HOLDERS; i++)
        if (to->clock[i] < from->clock[i]) to->clock[i] = from->clock[i];
}

/* Keeps it for a word; its number, 0: no memory. */
static uint32_t keep(variant_exact_t *exact, variant_carried_t carried) {
    if (!SCORD_ARRAY_ROOM(exact->carried, exact->capacity, exact->count + 1)) {
        exact->failed = true;
        return 0;
    }
    exact->carried[exact->count++] = carried;
    return exact->count;
}

/* All that happened before WHO's next access. */
static variant_vector_t known(const variant_exact_t *exact, unsigned who) {
    variant_vector_t vector = exact->acquired[who];
    vector.clock[who] = exact->own[who];
    return vector;
}

void variant_exact_release(variant_exact_t *exact, variant_holder_t who, bool block_scope,
                           bool pattern) {
    const unsigned i = index_of(exact, who);
    const variant_vector_t now = known(exact, i);
    if (pattern) exact->any[i] = now;
    if (pattern && !block_scope) exact->device[i] = now;
    exact->last = keep(
        exact, (variant_carried_t){.vector = now, .block = who.block, .block_scope = block_scope});
    exact->own[i]++;
}

void variant_exact_acquire_fence(variant_exact_t *exact, variant_holder_t who) {
    const unsigned i = index_of(exact, who);
    join(&exact->acquired[i], &exact->pending[i]);
}

void variant_exact_barrier(variant_exact_t *exact, uint16_t block) {
    variant_vector_t all = {{0}};
    for (unsigned i = 0; i < exact->holders; i++) {
        const variant_vector_t one = known(exact, i);
        if (exact->block[i] == block) join(&all, &one);
    }
    for (unsigned i = 0; i < exact->holders; i++) {
        if (exact->block[i] != block) continue;
        join(&exact->acquired[i], &all);
        exact->own[i]++;
    }
}

uint32_t variant_exact_now(variant_exact_t *exact, variant_holder_t who) {
    return exact->own[index_of(exact, who)];
}

uint32_t variant_exact_carried(variant_exact_t *exact, variant_holder_t who, bool releases,
                               bool block_scope) {
    const unsigned i = index_of(exact, who);
    const variant_vector_t *newest = block_scope ? &exact->any[i] : &exact->device[i];
    if (releases) return exact->last;
    if (newest->clock[i] == 0) return 0; /* its own clock is in every release */
    return keep(exact, (variant_carried_t){
                           .vector = *newest, .block = who.block, .block_scope = block_scope});
}

/* A copy of A's parts, and then B's. */
uint32_t variant_exact_join(variant_exact_t *exact, uint32_t a, uint32_t b) {
    if (a == 0) return b;
    variant_carried_t head = exact->carried[a - 1];
    head.next = variant_exact_join(exact, head.next, b);
    return keep(exact, head);
}

void variant_exact_read(variant_exact_t *exact, variant_holder_t who, uint32_t carried,
                        bool acquires, bool block_scope, bool heads) {
    const unsigned i = index_of(exact, who);
    for (uint32_t at = carried; at != 0; at = exact->carried[at - 1].next) {
        const variant_carried_t *part = &exact->carried[at - 1];
        const bool matches = part->block == who.block || (!part->block_scope && !block_scope);
        if (matches || !heads)
            join(acquires ? &exact->acquired[i] : &exact->pending[i], &part->vector);
    }
}

bool variant_exact_ordered(variant_exact_t *exact, variant_holder_t who, variant_holder_t owner,
                           uint32_t stamp) {
    const unsigned i = index_of(exact, who);
    return exact->acquired[i].clock[index_of(exact, owner)] >= stamp;
}
