/* SPDX-License-Identifier: Apache-2.0 */
/* curand_mtgp32_kernel.h: a part of the SDK that is in curand_kernel.h here. */
#include "curand_kernel.h"
