/* SPDX-License-Identifier: Apache-2.0 */
/* host_only.h: what scord_cuda.h offers to files without device code, for any C11 or C++11 compiler: the runtime API,
 * vector types and the specifiers as nothing. Part of scord_cuda.h; the SDK's headers do the same without __CUDACC__.
 */
#ifndef SCORD_CUDA_HOST_ONLY_H
#define SCORD_CUDA_HOST_ONLY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define __device__
#define __global__
#define __constant__
#define __launch_bounds__(...)
#ifdef __cplusplus
#define __host__
#endif /* in C: by runtime_api.h */

#define SCORD_HOST_DEVICE static __inline__
#include "vector_families.h"

#ifdef __cplusplus
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattributes" /* __attribute__((host)) */
#include "runtime_api.h"
#pragma GCC diagnostic pop

#endif
