/* SPDX-License-Identifier: Apache-2.0 */
/* sm_20_intrinsics.hpp: see sm_20_intrinsics.h. */
#include "sm_20_intrinsics.h"
