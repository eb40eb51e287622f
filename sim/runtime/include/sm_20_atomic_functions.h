/* SPDX-License-Identifier: Apache-2.0 */
/* sm_20_atomic_functions.h: everything the SDK keeps here is in scord_cuda.h. */
#include "scord_cuda.h"
