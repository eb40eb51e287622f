/* SPDX-License-Identifier: Apache-2.0 */
/* sm_30_intrinsics.hpp: see sm_30_intrinsics.h. */
#include "sm_30_intrinsics.h"
