/* SPDX-License-Identifier: Apache-2.0 */
/* cuda.h: the driver API (scord_cuda/driver_api.h); what else the SDK keeps here is in scord_cuda.h. */
#include "scord_cuda.h"
#include "scord_cuda/driver_api.h"
