/* SPDX-License-Identifier: Apache-2.0 */
/* cublas_api.h: the newer name. */
#include "cublas_v2.h"
