/* SPDX-License-Identifier: Apache-2.0 */
/* vector_families.h: int2, float4 and their like, with their makers; C11 and C++. Part of scord_cuda.h, which defines
 * SCORD_HOST_DEVICE, what stands before a function of both sides.
 */
#ifndef SCORD_CUDA_VECTOR_FAMILIES_H
#define SCORD_CUDA_VECTOR_FAMILIES_H

/* Alignments are CUDA's: the vector's size for 1, 2 and 4 components, the component's for 3. */
#define SCORD_VECTOR(type, name, align2, align4)                                                              \
    typedef struct name##1 { type x; } name##1;                                                               \
    typedef struct __attribute__((aligned(align2))) name##2 { type x, y; } name##2;                           \
    typedef struct name##3 { type x, y, z; } name##3;                                                         \
    typedef struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; } name##4;                     \
    SCORD_HOST_DEVICE name##1 make_##name##1(type x) { name##1 v = {x}; return v; }                           \
    SCORD_HOST_DEVICE name##2 make_##name##2(type x, type y) { name##2 v = {x, y}; return v; }                \
    SCORD_HOST_DEVICE name##3 make_##name##3(type x, type y, type z) { name##3 v = {x, y, z}; return v; }     \
    SCORD_HOST_DEVICE name##4 make_##name##4(type x, type y, type z, type w) { name##4 v = {x, y, z, w}; return v; }

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

#endif
