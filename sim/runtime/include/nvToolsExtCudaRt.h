/* SPDX-License-Identifier: Apache-2.0 */
/* nvToolsExtCudaRt.h: see nvtx3/nvToolsExtCudaRt.h. */
#include "nvtx3/nvToolsExtCudaRt.h"
