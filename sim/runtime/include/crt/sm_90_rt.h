/* SPDX-License-Identifier: Apache-2.0 */
/* sm_90_rt.h: a part of the SDK that is in scord_cuda.h here. */
#include "scord_cuda.h"
