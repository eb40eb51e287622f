/* SPDX-License-Identifier: Apache-2.0 */
/* sm_60_atomic_functions.hpp: see sm_60_atomic_functions.h. */
#include "sm_60_atomic_functions.h"
