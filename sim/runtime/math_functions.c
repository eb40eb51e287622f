/* math_functions.c: see math_functions.h. */
#include "runtime/math_functions.h"

#include <math.h>

#include "runtime/include/scord_cuda/math_codes.h"

#define UNARY(name) \
    case SCORD_MATH_##name: *result = name(a); return true;
#define BINARY(name) \
    case SCORD_MATH_##name: *result = name(a, b); return true;
bool scord_math_evaluate(uint32_t function, double a, double b, double *result) {
    switch (function) {
        SCORD_MATH_UNARY(UNARY)
        SCORD_MATH_BINARY(BINARY)
        default: return false;
    }
}

#define UNARYF(name) \
    case SCORD_MATH_##name: *result = name##f(a); return true;
#define BINARYF(name) \
    case SCORD_MATH_##name: *result = name##f(a, b); return true;
bool scord_math_evaluatef(uint32_t function, float a, float b, float *result) {
    switch (function) {
        SCORD_MATH_UNARY(UNARYF)
        SCORD_MATH_BINARY(BINARYF)
        default: return false;
    }
}
