/* SPDX-License-Identifier: Apache-2.0 */
/* device_launches.h: what kernels ask of CUDA's runtime: launches of kernels (dynamic parallelism),
 * copies and sets in their order, streams, events and questions.
 *
 * A grid's work runs when all threads of the grid have ended, or wait for it (cudaDeviceSynchronize
 * of CUDA before 12), in the order of the calls, what is for cudaStreamTailLaunch last: one of the
 * orders that CUDA allows. The grid has ended when its work has.
 */
#ifndef SIM_DEVICE_LAUNCHES_H
#define SIM_DEVICE_LAUNCHES_H

#include "sim/order/order.h"
#include "sim/runtime/session.h"

typedef enum device_work_kind { DEVICE_WORK_KERNEL, DEVICE_WORK_COPY, DEVICE_WORK_SET } work_kind_t;

/* What a thread has asked for, until it has run. */
typedef struct device_work {
    struct device_work *next;
    work_kind_t kind;
    bool tail; /* for cudaStreamTailLaunch */
    const ptx_function_t *kernel;
    dim3 grid, block;
    uint32_t dynamic_shared;
    uint8_t *parameters;                                    /* freed with the work */
    uint64_t to, from, to_pitch, from_pitch, width, height; /* of copies and sets */
    uint8_t value;
    bool ordered; /* `launch` and `site` are of ordering_launch */
    order_launch_t launch;
    const void *site;
} device_work_t;

/* A grid that runs: its work in the order in which it is to run. */
typedef struct device_grid {
    struct device_grid *launcher;   /* whose work it is; NULL: the host's */
    const session_module_t *module; /* of its kernel */
    device_work_t *work;
    uint64_t word; /* device memory: its threads wait while it is not 0; 0: none has */
} device_grid_t;

/* Between begin and end, calls of threads are GRID's; what is left of its work is its launcher's
 * next. */
void device_grid_begin(device_grid_t *grid);
void device_grid_end(session_t *session, device_grid_t *grid);
/* Takes the first of the grid's work; NULL: there is none, and who waited for it goes on. */
device_work_t *device_work_take(session_t *session, device_grid_t *grid);
/* A copy or a set. */
void device_work_run(session_t *session, const device_work_t *work);
void device_work_free(device_work_t *work);

/* Kernels of the module may launch others. */
bool device_launches_has(const ptx_module_t *module);

/* A call of a thread of the grid that runs. False: it is none of these; else *CODE is what
 * core_host_t.call returns. */
bool device_call(session_t *session, core_host_call_t *call, char *message, size_t size, int *code);

/* launch.c: cudaSuccess, or why the machine cannot take the launch, which the command prints. */
cudaError_t launch_fits(session_t *session, const ptx_function_t *kernel, dim3 grid, dim3 block,
                        size_t dynamic_shared);

#endif
