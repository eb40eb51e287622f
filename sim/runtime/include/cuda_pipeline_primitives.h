/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_pipeline_primitives.h: asynchronous copies of a thread, in C: here a copy is made at once, and the model is told that it
 * would not be. */
#ifndef SCORD_CUDA_PIPELINE_PRIMITIVES_H
#define SCORD_CUDA_PIPELINE_PRIMITIVES_H

#include "scord_cuda.h"
#include "scord_cuda/hooks.h"

#define SCORD_PIPELINE static __device__ __attribute__((always_inline, nodebug, unused)) inline

/* Copies the first BYTES - ZEROS bytes (4, 8 or 16 of them), the rest becomes 0. */
SCORD_PIPELINE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
    if (((size_t)to & 3) == 0 && ((size_t)from & 3) == 0 && (bytes & 3) == 0 && (zeros & 3) == 0)
        for (size_t i = 0; i < bytes / 4; i++)
            ((unsigned int *)to)[i] = i < (bytes - zeros) / 4 ? ((const unsigned int *)from)[i] : 0u;
    else
        for (size_t i = 0; i < bytes; i++) ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : (char)0;
    __scord_async_copy(to, bytes);
}
SCORD_PIPELINE void __pipeline_commit(void) { __scord_async_commit(); }
SCORD_PIPELINE void __pipeline_wait_prior(size_t groups) { __scord_async_wait(groups); }

#undef SCORD_PIPELINE

#endif
