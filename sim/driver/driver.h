/* SPDX-License-Identifier: Apache-2.0 */
/* driver.h: the driver API is the runtime API under other names: the same session, device memory,
 * streams and kernels. What it has of its own are contexts (driver_contexts.c), modules
 * (driver_modules.c) and its own error codes.
 *
 * A call without cuInit or without a current context is taken as one with them.
 */
#ifndef SIM_DRIVER_H
#define SIM_DRIVER_H

#include "sim/runtime/include/scord_cuda/driver_api.h"
#include "sim/runtime/session.h"

/* Around calls of the runtime: reports name NAME, which is a constant, as the function that the
 * program called; what the runtime would remember as its last error stays as it was. */
typedef struct driver_call {
    session_t *session;
    cudaError_t last;
} driver_call_t;
driver_call_t driver_begin(const char *name);
CUresult driver_end(driver_call_t call, cudaError_t error);

/* The driver's code for an error of the runtime. */
CUresult driver_error(cudaError_t error);

/* What the runtime's functions take for a kernel. */
static inline const void *driver_stub(CUfunction function) { return function; }
static inline void *driver_pointer(CUdeviceptr pointer) { return (void *)(uintptr_t)pointer; }

#endif
