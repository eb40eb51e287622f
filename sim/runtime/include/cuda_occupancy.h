/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_occupancy.h: the functions of occupancy that the runtime has; those on described devices (cudaOcc…) are not there. */
#include "scord_cuda.h"
