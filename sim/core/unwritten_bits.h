/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_bits.h: what unwritten.c, unwritten_bits.c and unwritten_calls.c have of each other.
 * Private to them. */
#ifndef SIM_CORE_UNWRITTEN_BITS_H
#define SIM_CORE_UNWRITTEN_BITS_H

#include "sim/core/warp.h"

/* Whether the instruction only moves the bits of VALUE, which is one of its registers. */
bool moves_value(const run_t *run, const pending_value_t *value);
/* Then: BITS of destination NUMBER, a lane each, that are the value's. */
void moved_bits(const run_t *run, const pending_value_t *value, uint32_t number,
                uint64_t bits[PTX_LANES]);

/* unwritten.c: the warp has one more; of no lanes: nothing. */
void add_pending(core_warp_t *warp, const pending_value_t *value);
/* unwritten_calls.c: a store to the parameters of a call, and a load from them. */
void pass_to_parameter(run_t *run, const uint64_t address[]);
void pass_from_parameter(run_t *run, const uint64_t address[]);

#endif
