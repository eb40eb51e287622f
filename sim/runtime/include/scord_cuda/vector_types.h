/* SPDX-License-Identifier: Apache-2.0 */
/* vector_types.h: CUDA's vector types, dim3 and the built-in index variables. Part of scord_cuda.h. */
#ifndef SCORD_CUDA_VECTOR_TYPES_H
#define SCORD_CUDA_VECTOR_TYPES_H

#include "vector_families.h"

struct scord_threadIdx_t;
struct scord_blockIdx_t;
struct scord_blockDim_t;
struct scord_gridDim_t;
struct dim3 {
    unsigned int x, y, z;
    __device__ dim3(const scord_threadIdx_t &);
    __device__ dim3(const scord_blockIdx_t &);
    __device__ dim3(const scord_blockDim_t &);
    __device__ dim3(const scord_gridDim_t &);
    __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
        : x(x_), y(y_), z(z_) {}
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

/* threadIdx and its like: properties that read the special registers. */
#define SCORD_INDEX_FIELD(field, reader)                        \
    __declspec(property(get = read_##field)) unsigned int field; \
    SCORD_DEVICE unsigned int read_##field() { return reader; }
#define SCORD_INDEX(name, sreg)                                                                    \
    struct scord_##name##_t {                                                                      \
        SCORD_INDEX_FIELD(x, __nvvm_read_ptx_sreg_##sreg##_x())                                    \
        SCORD_INDEX_FIELD(y, __nvvm_read_ptx_sreg_##sreg##_y())                                    \
        SCORD_INDEX_FIELD(z, __nvvm_read_ptx_sreg_##sreg##_z())                                    \
        __device__ __attribute__((always_inline, nodebug)) operator uint3() const { return make_uint3(x, y, z); } \
    private:                                                                                       \
        __device__ scord_##name##_t() = delete;                                                    \
        __device__ scord_##name##_t(const scord_##name##_t &) = delete;                            \
        __device__ void operator=(const scord_##name##_t &) const = delete;                        \
    };                                                                                             \
    extern const __device__ __attribute__((weak)) scord_##name##_t name;                           \
    inline __device__ __attribute__((always_inline, nodebug)) dim3::dim3(const scord_##name##_t &) \
        : x(name.x), y(name.y), z(name.z) {}

SCORD_INDEX(threadIdx, tid)
SCORD_INDEX(blockIdx, ctaid)
SCORD_INDEX(blockDim, ntid)
SCORD_INDEX(gridDim, nctaid)
#undef SCORD_INDEX
#undef SCORD_INDEX_FIELD

__device__ const int warpSize = 32; /* a compile-time constant in device code */

#endif
