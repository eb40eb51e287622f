/* SPDX-License-Identifier: Apache-2.0 */
/* variant_order.h: what a variant of the detector knows of acquire and release (D60 to D64).
 *
 * It answers one question of the rules: has x acquired what the owner released after its access?
 */
#ifndef SCORD_TB_VARIANT_ORDER_H
#define SCORD_TB_VARIANT_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"
#include "tb/eval/accuracy/variant_exact.h"

typedef enum variant_order_kind {
    VARIANT_ORDER_NONE, /* an acquire or a release is a strong access and nothing else: the detector
                           as built */
    VARIANT_ORDER_NUMBERS, /* the newest release number acquired (a Lamport clock), D62 */
    VARIANT_ORDER_EXACT    /* vector clocks: what numbers stand for (variant_exact.h) */
} variant_order_kind_t;

typedef struct variant_order_options {
    variant_order_kind_t kind;
    unsigned bits;    /* width of a release number, 4 .. 32 */
    bool by_block;    /* EXACT: a clock for every block instead of every warp */
    bool fences_only; /* EXACT: a relaxed write carries what its writer has fenced, not what it has
                         released by a store or atomic */
    bool sequence_scopes; /* EXACT: a release sequence is acquired where the scope of its head
                             matches, too, not only that of its last write */
} variant_order_options_t;

enum {
    VARIANT_ORDER_BLOCKS = SCORD_MAX_SMS * SCORD_MAX_BLOCKS_PER_SM,
    VARIANT_ORDER_WARPS = SCORD_MAX_SMS * SCORD_MAX_WARPS_PER_SM
};

typedef struct variant_number {
    bool valid;
    uint32_t number; /* 1 .. 2^bits - 1 */
} variant_number_t;

/* One who synchronises. */
typedef struct variant_party {
    uint8_t block, warp; /* BlockID, WarpID */
} variant_party_t;

typedef struct variant_order {
    variant_order_options_t options;
    uint32_t released; /* releases so far: the newest number */
    variant_number_t acquired[VARIANT_ORDER_WARPS],
        pending[VARIANT_ORDER_WARPS]; /* by warp or block */
    variant_number_t device[VARIANT_ORDER_BLOCKS],
        any[VARIANT_ORDER_BLOCKS]; /* newest release of a block, by scope */
    variant_exact_t exact;
} variant_order_t;

typedef struct variant_order_reading {
    bool acquires; /* at once, else with its next fence */
    bool block_scope;
} variant_order_reading_t;

/* What golden model and RTL have as acquire_release. */
variant_order_options_t variant_order_as_built(void);

void variant_order_start(
    variant_order_t *order,
    const variant_order_options_t *options); /* the first time, all bytes are 0 */
void variant_order_end(variant_order_t *order);
/* A release or (fence) a releasing fence of `who`: the next number. */
void variant_order_release(variant_order_t *order, variant_party_t who, bool block_scope,
                           bool fence);
/* An acquiring fence: what was read before it counts from now on. */
void variant_order_acquire_fence(variant_order_t *order, variant_party_t who);
/* All warps of a block have met (EXACT; for the others the rules do it, D63). */
void variant_order_barrier(variant_order_t *order, uint8_t block);
/* The number to stamp an access of `who` with: the newest release, EXACT: its own clock. */
uint32_t variant_order_now(variant_order_t *order, variant_party_t who);
/* What a synchronising write of `who` carries; `releases`: it is a release itself, counted just
 * before. */
variant_number_t variant_order_carried(variant_order_t *order, variant_party_t who, bool releases,
                                       bool block_scope);
/* `who` reads what was written with `carried`, by an access of block scope or wider. */
void variant_order_read(variant_order_t *order, variant_party_t who, variant_number_t carried,
                        variant_order_reading_t reading);
/* Both newest: of two numbers the younger; EXACT: both. */
variant_number_t variant_order_newer(variant_order_t *order, variant_number_t a,
                                     variant_number_t b);
/* What `who` has acquired by now. */
variant_number_t variant_order_acquired(const variant_order_t *order, variant_party_t who);

/* An earlier access of `owner`, when `number` was the newest release, or with `release` the write
 * that carries that one. */
typedef struct variant_order_access {
    variant_party_t owner;
    uint32_t number;
    bool release,
        fenced; /* fenced: the owner has fenced or released since, at the scope that matters */
} variant_order_access_t;

/* Has `who`, who had acquired `acquired`, acquired what the owner released after that access? */
bool variant_order_ordered(variant_order_t *order, variant_party_t who, variant_number_t acquired,
                           variant_order_access_t access);
#endif
