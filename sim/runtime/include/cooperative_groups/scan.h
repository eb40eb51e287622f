/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative_groups/scan.h: cg::inclusive_scan and cg::exclusive_scan over a tile or a coalesced group, by shuffles. */
#ifndef SCORD_COOPERATIVE_GROUPS_SCAN_H
#define SCORD_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {
#define SCORD_CG __device__ __attribute__((always_inline, nodebug))
template <typename Group, typename T, typename Operation> SCORD_CG T inclusive_scan(const Group &group, T value, Operation operation) {
    for (unsigned int step = 1; step < group.size(); step *= 2) {
        T left = group.shfl_up(value, step);
        if (group.thread_rank() >= step) value = operation(left, value);
    }
    return value;
}
template <typename Group, typename T> SCORD_CG T inclusive_scan(const Group &group, T value) { return inclusive_scan(group, value, plus<T>()); }
/* Rank 0 gets T(), CUDA's neutral element of a sum. */
template <typename Group, typename T, typename Operation> SCORD_CG T exclusive_scan(const Group &group, T value, Operation operation) {
    T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T> SCORD_CG T exclusive_scan(const Group &group, T value) { return exclusive_scan(group, value, plus<T>()); }
#undef SCORD_CG
} // namespace cooperative_groups

#endif
