/* SPDX-License-Identifier: Apache-2.0 */
/* elements.h: real elements of the types that CUDA's libraries name (library_types.h), as double.
 */
#ifndef SIM_LIBRARIES_ELEMENTS_H
#define SIM_LIBRARIES_ELEMENTS_H

#include <stddef.h>

#include "sim/runtime/include/library_types.h"

size_t element_bytes(cudaDataType type); /* 0: scord does not compute with it */
void elements_widen(double *to, const void *from, cudaDataType type, size_t count);
/* To the nearest, ties to even; integers are clamped. */
void elements_narrow(void *to, const double *from, cudaDataType type, size_t count);

#endif
