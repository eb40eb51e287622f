/* SPDX-License-Identifier: Apache-2.0 */
/* nvtx3/nvToolsExt.h: see nvToolsExt.h. */
#include "../nvToolsExt.h"
