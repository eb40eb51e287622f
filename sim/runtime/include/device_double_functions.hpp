/* SPDX-License-Identifier: Apache-2.0 */
/* device_double_functions.hpp: a part of the SDK that is in scord_cuda.h here. */
#include "scord_cuda.h"
