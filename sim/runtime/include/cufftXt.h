/* SPDX-License-Identifier: Apache-2.0 */
/* cufftXt.h: what of it is not in cufft.h, several GPUs and callbacks, is not there. */
#include "cufft.h"
