/* SPDX-License-Identifier: Apache-2.0 */
/* variant_exact.h: acquire and release known exactly: a vector clock for every holder in place of a
 * release number. No detector could afford it: what is right with it and wrong with numbers is
 * wrong because of the numbers (judge.h).
 *
 * A holder is a warp or a block. Its accesses are stamped with its own clock, which steps at every
 * release; it has acquired what a clock in its vector says. Limit: VARIANT_EXACT_HOLDERS of them a
 * kernel; beyond it `failed`.
 */
#ifndef SCORD_TB_VARIANT_EXACT_H
#define SCORD_TB_VARIANT_EXACT_H

#include <stdbool.h>
#include <stdint.h>

enum { VARIANT_EXACT_HOLDERS = 64 };

typedef struct variant_vector {
    uint32_t clock[VARIANT_EXACT_HOLDERS];
} variant_vector_t;

/* What a write carries: the release at its head, and those whose release sequence it goes on with.
 */
typedef struct variant_carried {
    variant_vector_t vector;
    uint16_t block; /* of the releasing holder */
    bool block_scope;
    uint32_t next; /* 0: none */
} variant_carried_t;

typedef struct variant_exact {
    unsigned holders;
    uint16_t name[VARIANT_EXACT_HOLDERS], block[VARIANT_EXACT_HOLDERS];
    uint32_t own[VARIANT_EXACT_HOLDERS]; /* from 1 */
    variant_vector_t acquired[VARIANT_EXACT_HOLDERS], pending[VARIANT_EXACT_HOLDERS];
    variant_vector_t device[VARIANT_EXACT_HOLDERS],
        any[VARIANT_EXACT_HOLDERS]; /* newest release that a relaxed write carries, by scope */
    variant_carried_t *carried;     /* by number - 1 */
    uint32_t count, capacity, last; /* last: number of the newest release */
    bool failed;
} variant_exact_t;

/* A holder is named by any number of 16 bits, and its block. Numbers of vectors are from 1; 0 is
 * none. */
typedef struct variant_holder {
    uint16_t name, block;
} variant_holder_t;

void variant_exact_end(variant_exact_t *exact); /* frees; it begins with all bytes 0 */
/* pattern: relaxed writes carry it from now on: a fence; to numbers any release (D61). */
void variant_exact_release(variant_exact_t *exact, variant_holder_t who, bool block_scope,
                           bool pattern);
void variant_exact_acquire_fence(variant_exact_t *exact, variant_holder_t who);
void variant_exact_barrier(variant_exact_t *exact,
                           uint16_t block); /* all holders of the block wait for each other */
uint32_t variant_exact_now(variant_exact_t *exact,
                           variant_holder_t who); /* the stamp of an access */
uint32_t variant_exact_carried(variant_exact_t *exact, variant_holder_t who, bool releases,
                               bool block_scope);
uint32_t variant_exact_join(variant_exact_t *exact, uint32_t a, uint32_t b);
/* By an access of block scope or wider; heads: only releases whose own scope matches. */
void variant_exact_read(variant_exact_t *exact, variant_holder_t who, uint32_t carried,
                        bool acquires, bool block_scope, bool heads);
bool variant_exact_ordered(variant_exact_t *exact, variant_holder_t who, variant_holder_t owner,
                           uint32_t stamp);

#endif
