/* SPDX-License-Identifier: Apache-2.0 */
/* unwritten_bits.h: which bits of a result are of a value that nothing has written. Private to
 * unwritten.c. */
#ifndef SIM_CORE_UNWRITTEN_BITS_H
#define SIM_CORE_UNWRITTEN_BITS_H

#include "sim/core/warp.h"

/* Whether the instruction only moves the bits of VALUE, which is one of its registers. */
bool moves_value(const run_t *run, const pending_value_t *value);
/* Then: BITS of destination NUMBER, a lane each, that are the value's. */
void moved_bits(const run_t *run, const pending_value_t *value, uint32_t number,
                uint64_t bits[PTX_LANES]);

#endif
