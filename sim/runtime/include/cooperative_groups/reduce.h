/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative_groups/reduce.h: cg::reduce over a tile or a coalesced group, by shuffles (tiles of several warps: by shared
 * memory as well), and its forms that put the result into memory. */
#ifndef SCORD_COOPERATIVE_GROUPS_REDUCE_H
#define SCORD_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"
#include "../cuda/atomic"

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

namespace scord {
template <unsigned int Size, bool OneWarp = (Size <= 32)> struct tile_reduced {
    template <typename Tile, typename T, typename Operation> SCORD_CG static T of(const Tile &tile, T value, Operation &operation) {
        for (unsigned int step = Size / 2; step > 0; step /= 2) value = operation(value, tile.shfl_xor(value, (int)step));
        return value;
    }
};
template <unsigned int Size> struct tile_reduced<Size, false> {
    template <typename Tile, typename T, typename Operation> SCORD_CG static T of(const Tile &, T value, Operation &operation) {
        return Tile::scord_reduce(tile_reduced<32>::of(thread_block_tile<32>(0, 1), value, operation), operation);
    }
};
/* The value before OPERATION with VALUE. */
template <typename T, typename Atomic, typename Operation> SCORD_CG T updated(Atomic &to, T value, Operation &operation) {
    T old = to.load();
    while (!to.compare_exchange_weak(old, operation(old, value))) continue;
    return old;
}
template <typename T, typename Atomic> SCORD_CG T updated(Atomic &to, T value, plus<T> &) { return to.fetch_add(value); }
} // namespace scord

template <unsigned int Size, typename Parent, typename T, typename Operation>
SCORD_CG T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation) {
    return scord::tile_reduced<Size>::of(tile, value, operation);
}
template <typename T, typename Operation> SCORD_CG T reduce(const coalesced_group &group, T value, Operation operation) {
    T result = group.shfl(value, 0);
    for (unsigned int rank = 1; rank < group.size(); rank++) result = operation(result, group.shfl(value, rank));
    return result;
}

/* Here the result is in memory when the calls return. */
template <typename Group, typename T, cuda::thread_scope Scope, typename U, typename Operation>
SCORD_CG void reduce_update_async(const Group &group, cuda::atomic<T, Scope> &to, U value, Operation operation) {
    T result = reduce(group, (T)value, operation);
    if (group.thread_rank() == 0) scord::updated<T>(to, result, operation);
}
template <typename Group, typename T, cuda::thread_scope Scope, typename U, typename Operation>
SCORD_CG void reduce_update_async(const Group &group, const cuda::atomic_ref<T, Scope> &to, U value, Operation operation) {
    T result = reduce(group, (T)value, operation);
    if (group.thread_rank() == 0) scord::updated<T>(to, result, operation);
}
template <typename Group, typename T, cuda::thread_scope Scope, typename U, typename Operation>
SCORD_CG void reduce_store_async(const Group &group, cuda::atomic<T, Scope> &to, U value, Operation operation) {
    T result = reduce(group, (T)value, operation);
    if (group.thread_rank() == 0) to.store(result);
}
template <typename Group, typename T, cuda::thread_scope Scope, typename U, typename Operation>
SCORD_CG void reduce_store_async(const Group &group, const cuda::atomic_ref<T, Scope> &to, U value, Operation operation) {
    T result = reduce(group, (T)value, operation);
    if (group.thread_rank() == 0) to.store(result);
}
template <typename Group, typename T, typename U, typename Operation>
SCORD_CG void reduce_store_async(const Group &group, T *to, U value, Operation operation) {
    T result = reduce(group, (T)value, operation);
    if (group.thread_rank() == 0) *to = result;
}
#undef SCORD_CG
} // namespace cooperative_groups

#endif
