/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative_groups/scan.h: cg::inclusive_scan and cg::exclusive_scan over a tile or a coalesced group, by shuffles (tiles of
 * several warps: by shared memory as well), and their forms that begin with an atomic object's value and add to it. */
#ifndef SCORD_COOPERATIVE_GROUPS_SCAN_H
#define SCORD_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {
#define SCORD_CG __device__ __attribute__((always_inline, nodebug))
namespace scord {
/* Both scans of one value: EXCLUSIVE is unchanged in rank 0. */
template <typename Group, bool OneWarp> struct scanned {
    template <typename T, typename Operation>
    SCORD_CG static T of(const Group &group, T value, Operation &operation, T *exclusive) {
        for (unsigned int step = 1; step < group.size(); step *= 2) {
            T left = group.shfl_up(value, step);
            if (group.thread_rank() >= step) value = operation(left, value);
        }
        if (exclusive) {
            T before = group.shfl_up(value, 1);
            if (group.thread_rank() != 0) *exclusive = before;
        }
        return value;
    }
};
template <typename Group> struct scanned<Group, false> {
    template <typename T, typename Operation>
    SCORD_CG static T of(const Group &, T value, Operation &operation, T *exclusive) {
        thread_block_tile<32> warp(0, 1);
        T before(value), in_front(value);
        T result = scanned<thread_block_tile<32>, true>::of(warp, value, operation, &before);
        Group::scord_reduce(warp.shfl(result, 31), operation, &in_front);
        if (exclusive && warp.thread_rank() != 0) *exclusive = Group::scord_is_first() ? before : operation(in_front, before);
        if (exclusive && warp.thread_rank() == 0 && !Group::scord_is_first()) *exclusive = in_front;
        return Group::scord_is_first() ? result : operation(in_front, result);
    }
};
template <typename Group> struct of_one_warp { static constexpr bool value = true; };
template <unsigned int Size, typename Parent> struct of_one_warp<thread_block_tile<Size, Parent>> {
    static constexpr bool value = Size <= 32;
};
template <typename Group, typename T, typename Operation>
SCORD_CG T scan(const Group &group, T value, Operation &operation, T *exclusive) {
    return scanned<Group, of_one_warp<Group>::value>::of(group, value, operation, exclusive);
}
template <typename Group, typename T, typename Atomic, typename Operation>
SCORD_CG T scan_update(const Group &group, Atomic &to, T value, Operation &operation, bool inclusive) {
    T before(value), old(value);
    T result = scan(group, value, operation, &before);
    if (group.thread_rank() == group.size() - 1) old = updated<T>(to, result, operation);
    old = group.shfl(old, group.size() - 1);
    if (inclusive) return operation(old, result);
    return group.thread_rank() == 0 ? old : operation(old, before);
}
} // namespace scord

template <typename Group, typename T, typename Operation> SCORD_CG T inclusive_scan(const Group &group, T value, Operation operation) {
    return scord::scan(group, value, operation, (T *)nullptr);
}
template <typename Group, typename T> SCORD_CG T inclusive_scan(const Group &group, T value) { return inclusive_scan(group, value, plus<T>()); }
/* Rank 0 gets T(), CUDA's neutral element of a sum. */
template <typename Group, typename T, typename Operation> SCORD_CG T exclusive_scan(const Group &group, T value, Operation operation) {
    T before = T();
    scord::scan(group, value, operation, &before);
    return before;
}
template <typename Group, typename T> SCORD_CG T exclusive_scan(const Group &group, T value) { return exclusive_scan(group, value, plus<T>()); }

#define SCORD_SCAN_UPDATE(name, inclusive, object)                                                                     \
    template <typename Group, typename T, cuda::thread_scope Scope, typename U, typename Operation>                    \
    SCORD_CG T name(const Group &group, object &to, U value, Operation operation) {                                    \
        return scord::scan_update<Group, T>(group, to, (T)value, operation, inclusive);                                \
    }                                                                                                                  \
    template <typename Group, typename T, cuda::thread_scope Scope, typename U>                                        \
    SCORD_CG T name(const Group &group, object &to, U value) {                                                         \
        plus<T> operation;                                                                                             \
        return scord::scan_update<Group, T>(group, to, (T)value, operation, inclusive);                                \
    }
#define SCORD_ATOMIC cuda::atomic<T, Scope>
#define SCORD_ATOMIC_REF const cuda::atomic_ref<T, Scope>
SCORD_SCAN_UPDATE(inclusive_scan_update, true, SCORD_ATOMIC)
SCORD_SCAN_UPDATE(exclusive_scan_update, false, SCORD_ATOMIC)
SCORD_SCAN_UPDATE(inclusive_scan_update, true, SCORD_ATOMIC_REF)
SCORD_SCAN_UPDATE(exclusive_scan_update, false, SCORD_ATOMIC_REF)
#undef SCORD_SCAN_UPDATE
#undef SCORD_ATOMIC
#undef SCORD_ATOMIC_REF
#undef SCORD_CG
} // namespace cooperative_groups

#endif
