/* SPDX-License-Identifier: Apache-2.0 */
/* sm_32_intrinsics.hpp: see sm_32_intrinsics.h. */
#include "sm_32_intrinsics.h"
