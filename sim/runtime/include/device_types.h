/* SPDX-License-Identifier: Apache-2.0 */
/* device_types.h: everything the SDK keeps here is in scord_cuda.h. */
#include "scord_cuda.h"
