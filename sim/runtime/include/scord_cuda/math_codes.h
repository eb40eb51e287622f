/* SPDX-License-Identifier: Apache-2.0 */
/* math_codes.h: functions that device code may call and the model evaluates on the host (sim/runtime/math_functions.c).
 *
 * The device header lowers tanf(x) to __scord_mathf(SCORD_MATH_tan, x, 0): one extern function in PTX instead of the
 * SDK's bitcode library. Errors: docs/cuda.md, "Mathematics", measured by tb/programs/frontend/programs/math_error.cu.
 * Lists of X(name), by number of arguments; LIBM: the host's libm has the function; LONG: its double function misses CUDA's
 * bound, so that of long double is used and rounded; OWN: math_functions.c has it.
 */
#ifndef SCORD_MATH_CODES_H
#define SCORD_MATH_CODES_H

#define SCORD_MATH_UNARY_LIBM(X)                                                                               \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(asinh) X(acosh) X(atanh) X(exp) X(exp2)      \
    X(expm1) X(log) X(log2) X(log10) X(log1p) X(erf) X(erfc) X(lgamma) X(tgamma) X(round) X(logb)
#define SCORD_MATH_UNARY_LONG(X) X(tanh) X(exp10) X(cbrt) X(j0) X(j1) X(y0) X(y1)
#define SCORD_MATH_UNARY_OWN(X)                                                                                \
    X(rcbrt) X(sinpi) X(cospi) X(tanpi) X(erfinv) X(erfcinv) X(erfcx) X(normcdf) X(normcdfinv) X(cyl_bessel_i0) \
    X(cyl_bessel_i1)
#define SCORD_MATH_BINARY_LIBM(X) X(pow) X(atan2) X(fmod) X(hypot) X(remainder) X(nextafter) X(fdim)
#define SCORD_MATH_BINARY_OWN(X) X(rhypot) X(quotient)   /* quotient: the low bits that remquo gives */
#define SCORD_MATH_INTEGER(X) X(jn) X(yn) X(ldexp)       /* of an integer and a real; the integer comes second */
#define SCORD_MATH_NORM(X) X(norm3d) X(norm4d) X(rnorm3d) X(rnorm4d) /* of three or four, by __scord_norm */

#define SCORD_MATH_UNARY(X) SCORD_MATH_UNARY_LIBM(X) SCORD_MATH_UNARY_LONG(X) SCORD_MATH_UNARY_OWN(X)
#define SCORD_MATH_BINARY(X) SCORD_MATH_BINARY_LIBM(X) SCORD_MATH_BINARY_OWN(X)

#define SCORD_MATH_CODE(name) SCORD_MATH_##name,
typedef enum scord_math_function {
    SCORD_MATH_UNARY(SCORD_MATH_CODE)
    SCORD_MATH_BINARY(SCORD_MATH_CODE)
    SCORD_MATH_INTEGER(SCORD_MATH_CODE)
    SCORD_MATH_NORM(SCORD_MATH_CODE)
    SCORD_MATH_FUNCTION_COUNT
} scord_math_function_t;
#undef SCORD_MATH_CODE

#endif
