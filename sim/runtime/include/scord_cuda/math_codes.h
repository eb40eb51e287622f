/* math_codes.h: functions of the host's libm that device code may call; the model evaluates them on the host.
 *
 * The device header lowers sinf(x) to __scord_mathf(SCORD_MATH_sin, x, 0): one extern function in PTX instead of the
 * SDK's bitcode library. Accuracy is libm's, within the bounds of the CUDA programming guide's tables.
 * X(name) for functions of one argument, Y(name) for those of two.
 */
#ifndef SCORD_MATH_CODES_H
#define SCORD_MATH_CODES_H

#define SCORD_MATH_UNARY(X)                                                                                    \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(exp)      \
    X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(cbrt) X(erf) X(erfc) X(lgamma) X(tgamma)       \
    X(round) X(logb) X(j0) X(j1) X(y0) X(y1)
#define SCORD_MATH_BINARY(Y) Y(pow) Y(atan2) Y(fmod) Y(hypot) Y(remainder) Y(nextafter) Y(fdim)

#define SCORD_MATH_CODE(name) SCORD_MATH_##name,
typedef enum scord_math_function {
    SCORD_MATH_UNARY(SCORD_MATH_CODE)
    SCORD_MATH_BINARY(SCORD_MATH_CODE)
    SCORD_MATH_FUNCTION_COUNT
} scord_math_function_t;
#undef SCORD_MATH_CODE

#endif
