/* SPDX-License-Identifier: Apache-2.0 */
/* math_constants.h: the SDK's names for special values. */
#include "scord_cuda.h"
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_PI_F 3.141592654f
#define CUDART_INF __longlong_as_double(0x7ff0000000000000LL)
#define CUDART_NAN __longlong_as_double((long long)0xfff8000000000000ULL)
#define CUDART_PI 3.1415926535897931e+0
