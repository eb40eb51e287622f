/* SPDX-License-Identifier: Apache-2.0 */
// complex.h: complex numbers that are float2 or double2 to the device.
#ifndef COMPLEX_H
#define COMPLEX_H

#include <cuda_runtime.h>

template <typename Real> struct ComplexOf;
template <> struct ComplexOf<float> { typedef float2 type; };
template <> struct ComplexOf<double> { typedef double2 type; };

#define INLINE static __inline__ __host__ __device__
#define COMPLEX_OPERATORS(C, make)                                                                 \
    INLINE C operator+(C a, C b) { return make(a.x + b.x, a.y + b.y); }                            \
    INLINE C operator-(C a, C b) { return make(a.x - b.x, a.y - b.y); }                            \
    INLINE C operator*(C a, C b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }    \
    INLINE C conj(C a) { return make(a.x, -a.y); }
COMPLEX_OPERATORS(float2, make_float2)
COMPLEX_OPERATORS(double2, make_double2)

#endif
