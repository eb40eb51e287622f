/* SPDX-License-Identifier: Apache-2.0 */
/* sm_20_atomic_functions.hpp: see sm_20_atomic_functions.h. */
#include "sm_20_atomic_functions.h"
