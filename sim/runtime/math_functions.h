/* SPDX-License-Identifier: Apache-2.0 */
/* math_functions.h: device mathematics evaluated on the host (include/scord_cuda/math_codes.h). */
#ifndef SIM_MATH_FUNCTIONS_H
#define SIM_MATH_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Function FUNCTION (scord_math_function_t) of a, b (b unused by unary ones). False: there is no
 * such function. */
bool scord_math_evaluate(uint32_t function, double a, double b, double *result);
bool scord_math_evaluatef(uint32_t function, float a, float b, float *result);
/* One of SCORD_MATH_NORM, of the four numbers at A. */
bool scord_math_norm(uint32_t function, const double *a, double *result);

double scord_host_math(int function, double a);

#endif
