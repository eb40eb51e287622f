/* SPDX-License-Identifier: Apache-2.0 */
/* sm_32_atomic_functions.hpp: see sm_32_atomic_functions.h. */
#include "sm_32_atomic_functions.h"
