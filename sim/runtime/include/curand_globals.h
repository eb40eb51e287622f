/* SPDX-License-Identifier: Apache-2.0 */
/* curand_globals.h: a part of the SDK that is in curand_kernel.h here. */
#include "curand_kernel.h"
