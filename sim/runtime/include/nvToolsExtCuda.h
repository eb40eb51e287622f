/* SPDX-License-Identifier: Apache-2.0 */
/* nvToolsExtCuda.h: see nvtx3/nvToolsExtCuda.h. */
#include "nvtx3/nvToolsExtCuda.h"
