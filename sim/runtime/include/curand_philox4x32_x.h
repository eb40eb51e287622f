/* SPDX-License-Identifier: Apache-2.0 */
/* curand_philox4x32_x.h: a part of the SDK that is in curand_kernel.h here. */
#include "curand_kernel.h"
