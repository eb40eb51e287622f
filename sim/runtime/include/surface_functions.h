/* SPDX-License-Identifier: Apache-2.0 */
/* surface_functions.h: a part of the SDK that is in scord_cuda.h here. */
#include "scord_cuda.h"
