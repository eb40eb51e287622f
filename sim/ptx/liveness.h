/* SPDX-License-Identifier: Apache-2.0 */
/* liveness.h: which registers of a function are live where: backward liveness (Aho et al.,
 * "Compilers", section 9.2.5) over its blocks. Private to sim/ptx.
 *
 * A guarded write does not kill, since the lanes that it leaves out keep the old value. Registers
 * have dense numbers. A set's weight is that of its 32-bit registers: one of 64 bits counts as two,
 * anything narrower as one, a predicate as none.
 */
#ifndef PTX_LIVENESS_H
#define PTX_LIVENESS_H

#include "sim/ptx/parse.h"

typedef struct live_block {
    uint32_t first, last; /* instructions of the module */
} live_block_t;

typedef struct liveness {
    const ptx_module_t *module;
    const ptx_function_t *function;
    uint32_t *numbers; /* of the function's registers that are used, dense; else PTX_NO_REGISTER */
    uint8_t *widths;   /* in 32-bit registers, by dense number */
    uint32_t used, words; /* registers, and 64-bit words of a set of them */
    live_block_t *blocks;
    uint32_t *block_of; /* by instruction of the function */
    uint32_t block_count;
    uint64_t *in;     /* live at the start of each block: block_count sets */
    uint64_t *now;    /* the walk's set */
    uint32_t weight;  /* of now */
    uint32_t *across; /* by instruction of the module: weight of what lives across a call there */
} liveness_t;

/* Fills `in` of a function with instructions; module, function and across are set, the rest is 0.
 */
void liveness_find(parser_t *parser, liveness_t *live);
/* now: what is live behind the block … */
void liveness_behind(liveness_t *live, const live_block_t *block);
/* … and before it. Returns the greatest weight anywhere in it. */
uint32_t liveness_walk(liveness_t *live, const live_block_t *block);
void liveness_free(liveness_t *live);

#endif
