/* SPDX-License-Identifier: Apache-2.0 */
/* sm_61_intrinsics.hpp: see sm_61_intrinsics.h. */
#include "sm_61_intrinsics.h"
