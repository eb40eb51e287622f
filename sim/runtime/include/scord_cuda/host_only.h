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
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#ifdef __cplusplus
#define __host__
#endif /* in C: by runtime_api.h */

/* As vector_types.h. */
#define SCORD_VECTOR(type, name, align2, align4) \
    typedef struct name##1 { type x; } name##1; \
    typedef struct __attribute__((aligned(align2))) name##2 { type x, y; } name##2; \
    typedef struct name##3 { type x, y, z; } name##3; \
    typedef struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; } name##4; \
    static __inline__ name##1 make_##name##1(type x) { name##1 v = {x}; return v; } \
    static __inline__ name##2 make_##name##2(type x, type y) { name##2 v = {x, y}; return v; } \
    static __inline__ name##3 make_##name##3(type x, type y, type z) { name##3 v = {x, y, z}; return v; } \
    static __inline__ name##4 make_##name##4(type x, type y, type z, type w) { name##4 v = {x, y, z, w}; return v; }

SCORD_VECTOR(signed char, char, 2, 4)
SCORD_VECTOR(unsigned char, uchar, 2, 4)
SCORD_VECTOR(short, short, 4, 8)
SCORD_VECTOR(unsigned short, ushort, 4, 8)
SCORD_VECTOR(int, int, 8, 16)
SCORD_VECTOR(unsigned int, uint, 8, 16)
SCORD_VECTOR(long, long, 16, 16)
SCORD_VECTOR(unsigned long, ulong, 16, 16)
SCORD_VECTOR(long long, longlong, 16, 16)
SCORD_VECTOR(unsigned long long, ulonglong, 16, 16)
SCORD_VECTOR(float, float, 8, 16)
SCORD_VECTOR(double, double, 16, 16)
#undef SCORD_VECTOR

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
