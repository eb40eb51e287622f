/* SPDX-License-Identifier: Apache-2.0 */
/* device_atomic_functions.hpp: see device_atomic_functions.h. */
#include "device_atomic_functions.h"
