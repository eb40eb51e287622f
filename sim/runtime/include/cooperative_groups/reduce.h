/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative_groups/reduce.h: cg::reduce over a tile or a coalesced group, by shuffles. */
#ifndef SCORD_COOPERATIVE_GROUPS_REDUCE_H
#define SCORD_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {
#define SCORD_CG __device__ __attribute__((always_inline, nodebug))
#define SCORD_OPERATION(name, expression)                                                 \
    template <typename T = void> struct name { SCORD_CG T operator()(T a, T b) const { return expression; } }; \
    template <> struct name<void> { template <typename T> SCORD_CG T operator()(T a, T b) const { return expression; } };
SCORD_OPERATION(plus, a + b)
SCORD_OPERATION(less, b < a ? b : a)
SCORD_OPERATION(greater, a < b ? b : a)
SCORD_OPERATION(bit_and, a & b)
SCORD_OPERATION(bit_or, a | b)
SCORD_OPERATION(bit_xor, a ^ b)
#undef SCORD_OPERATION

template <unsigned int Size, typename Parent, typename T, typename Operation>
SCORD_CG T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
    for (unsigned int step = Size / 2; step > 0; step /= 2) value = operation(value, tile.shfl_xor(value, (int)step));
    return value;
}
template <typename T, typename Operation> SCORD_CG T reduce(const coalesced_group &group, T value, Operation operation) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); rank++) result = operation(result, group.shfl(value, rank));
    return result;
}
#undef SCORD_CG
} // namespace cooperative_groups

#endif
