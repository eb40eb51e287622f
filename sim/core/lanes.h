/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h: vector functions: one register-only instruction for all 32 lanes at once.
 *
 * Each kind of processor has its own table of them, compiled from the same text (lanes_body.h) for
 * plain x86-64, AVX2 and AVX-512. They do what the interpreter's families do, to the bit, without
 * looking at the instruction again: opcode, type and modifiers are constants in each. Lanes outside
 * of the mask are computed, too, and left out by the caller (lanes_blend).
 */
#ifndef SIM_CORE_LANES_H
#define SIM_CORE_LANES_H

#include "sim/ptx/code.h"

/* to may be a, b or c; otherwise none of them overlaps it. */
typedef void lanes_function_t(uint64_t *to, const uint64_t *a, const uint64_t *b,
                              const uint64_t *c);

typedef enum lanes_name {
#define LANE(name, result) LANES_##name,
#include "sim/core/lanes.def"
#undef LANE
    LANES_COUNT,
    LANES_NONE = LANES_COUNT /* the interpreter does it */
} lanes_name_t;

/* Addresses of lanes. */
typedef struct lanes_span {
    uint64_t low, high; /* the least and the greatest */
    uint64_t bits;      /* below BYTES: the bits that any of them has */
    bool consecutive;   /* of all 32 lanes, BYTES apart */
} lanes_span_t;

typedef struct lanes_set {
    lanes_function_t *function[LANES_COUNT];
    /* to[l] = from[l] for the lanes of the mask */
    void (*blend)(uint64_t *to, const uint64_t *from, uint32_t mask);
    uint32_t (*truth)(const uint64_t *predicate); /* bit l: of lane l */
    /* address[l] = (base[l] + offset) & keep for the lanes of the mask, the first one's for others
     */
    void (*span)(uint64_t *address, const uint64_t *base, uint64_t offset, uint64_t keep,
                 uint32_t mask, uint32_t bytes, lanes_span_t *span);
    /* 32 elements in memory, one behind the other, of 1, 2, 4 and 8 bytes */
    void (*load[4])(uint64_t *to, const uint8_t *from);
    void (*store[4])(uint8_t *to, const uint64_t *from);
    void (*fill)(uint64_t *to, uint64_t value);
    /* to[l] = address[l] - from */
    void (*offsets)(uint32_t *to, const uint64_t *address, uint64_t from);
    /* 32 elements, each at a host address: that of its lane, and AT, modulo 2^64 */
    void (*gather[4])(uint64_t *to, uint64_t at, const uint64_t *address);
} lanes_set_t;

extern const lanes_set_t lanes_plain;
#if defined __x86_64__ && defined __GNUC__ && !defined __clang__
#define LANES_BY_PROCESSOR 1
extern const lanes_set_t lanes_avx2, lanes_avx512;
#endif

/* The best set for this processor. */
const lanes_set_t *lanes_for_processor(void);

/* The function of a register-only instruction but for what its caller adds: rounding mode, logic of
 * a comparison, its second destination. */
lanes_name_t lanes_select(const ptx_instruction_t *instruction);

#endif
