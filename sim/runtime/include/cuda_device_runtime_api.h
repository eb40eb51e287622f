/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_device_runtime_api.h: everything the SDK keeps here is in scord_cuda.h. */
#include "scord_cuda.h"
