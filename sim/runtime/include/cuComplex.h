/* SPDX-License-Identifier: Apache-2.0 */
/* cuComplex.h: complex numbers as vector types, host and device. */
#ifndef SCORD_CUCOMPLEX_H
#define SCORD_CUCOMPLEX_H
#define CU_COMPLEX_H_ /* as the SDK's header: programs ask */

#include <math.h>

#include "scord_cuda.h"

#define SCORD_COMPLEX(type, suffix, vector, real, root)                                                             \
    typedef vector type;                                                                                            \
    SCORD_HOST_DEVICE type make_##type(real x, real y) { return make_##vector(x, y); }                              \
    SCORD_HOST_DEVICE real cuCreal##suffix(type a) { return a.x; }                                                  \
    SCORD_HOST_DEVICE real cuCimag##suffix(type a) { return a.y; }                                                  \
    SCORD_HOST_DEVICE type cuConj##suffix(type a) { return make_##vector(a.x, -a.y); }                              \
    SCORD_HOST_DEVICE type cuCadd##suffix(type a, type b) { return make_##vector(a.x + b.x, a.y + b.y); }           \
    SCORD_HOST_DEVICE type cuCsub##suffix(type a, type b) { return make_##vector(a.x - b.x, a.y - b.y); }           \
    SCORD_HOST_DEVICE type cuCmul##suffix(type a, type b) {                                                         \
        return make_##vector(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                         \
    }                                                                                                               \
    SCORD_HOST_DEVICE type cuCdiv##suffix(type a, type b) {                                                         \
        real scale = 1 / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y)), ax = a.x * scale, ay = a.y * scale;     \
        real bx = b.x * scale, by = b.y * scale, whole = 1 / (bx * bx + by * by);                                   \
        return make_##vector((ax * bx + ay * by) * whole, (ay * bx - ax * by) * whole);                             \
    }                                                                                                               \
    SCORD_HOST_DEVICE real cuCabs##suffix(type a) { return root(a.x, a.y); }                                        \
    SCORD_HOST_DEVICE type cuCfma##suffix(type a, type b, type c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }
SCORD_COMPLEX(cuDoubleComplex, , double2, double, hypot)
SCORD_COMPLEX(cuFloatComplex, f, float2, float, hypotf)
#undef SCORD_COMPLEX
typedef cuFloatComplex cuComplex;
SCORD_HOST_DEVICE cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }

#endif
