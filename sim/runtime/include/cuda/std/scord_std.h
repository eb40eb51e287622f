/* SPDX-License-Identifier: Apache-2.0 */
/* scord_std.h: names of cuda::std are the host library's, whose constexpr functions device code can call, but for those
 * that are not constexpr there: they are below. Each header of cuda/std includes its namesake and this one.
 */
#ifndef SCORD_CUDA_STD
#define SCORD_CUDA_STD

#include <bits/stl_algobase.h> /* min, max */
#include <utility>

#include "../../scord_cuda.h"

#define SCORD_HD __host__ __device__ __attribute__((always_inline, nodebug))

namespace cuda {
namespace std {
using namespace ::std;

template <typename T> SCORD_HD constexpr void swap(T &a, T &b) {
    T kept = static_cast<T &&>(a);
    a = static_cast<T &&>(b);
    b = static_cast<T &&>(kept);
}
template <typename T, typename U = T> SCORD_HD constexpr T exchange(T &a, U &&b) {
    T kept = static_cast<T &&>(a);
    a = static_cast<U &&>(b);
    return kept;
}
} // namespace std
} // namespace cuda

#undef SCORD_HD

#endif
