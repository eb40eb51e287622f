/* SPDX-License-Identifier: Apache-2.0 */
/* curand_mtgp32_host.h: the host's part of device code's Mersenne Twister: parameters and states in the device's memory. */
#ifndef SCORD_CURAND_MTGP32_HOST_H
#define SCORD_CURAND_MTGP32_HOST_H
#define CURAND_MTGP32_HOST_H

#include <stdlib.h>
#include <string.h>

#include "curand.h"
#include "curand_mtgp32dc_p_11213.h"
#include "scord_cuda.h"

/* What KERNEL's states use: of PARAMETERS, mtgp32dc_params_fast_11213. */
static inline __host__ curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t parameters[], mtgp32_kernel_params_t *kernel) {
    mtgp32_kernel_params_t *made = (mtgp32_kernel_params_t *)malloc(sizeof *made);
    if (!made) return CURAND_STATUS_ALLOCATION_FAILED;
    made->mask[0] = parameters[0].mask;
    for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; i++) {
        made->pos_tbl[i] = (unsigned int)parameters[i].pos;
        made->sh1_tbl[i] = (unsigned int)parameters[i].sh1;
        made->sh2_tbl[i] = (unsigned int)parameters[i].sh2;
        memcpy(made->param_tbl[i], parameters[i].tbl, sizeof made->param_tbl[i]);
        memcpy(made->temper_tbl[i], parameters[i].tmp_tbl, sizeof made->temper_tbl[i]);
        memcpy(made->single_temper_tbl[i], parameters[i].flt_tmp_tbl, sizeof made->single_temper_tbl[i]);
    }
    const cudaError_t error = cudaMemcpy(kernel, made, sizeof *made, cudaMemcpyHostToDevice);
    free(made);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}
/* N states, up to 200, each of a parameter set of its own. */
static inline __host__ curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *states, mtgp32_params_fast_t[],
                                                                  mtgp32_kernel_params_t *kernel, int n, unsigned long long seed) {
    if (n <= 0 || n > CURAND_NUM_MTGP32_PARAMS) return CURAND_STATUS_OUT_OF_RANGE;
    curandStateMtgp32_t *made = (curandStateMtgp32_t *)calloc((size_t)n, sizeof *made);
    if (!made) return CURAND_STATUS_ALLOCATION_FAILED;
    for (int i = 0; i < n; i++) {
        scord_mtgp_seed(made[i].s, &scord_mtgp_sets[i], (unsigned int)seed + (unsigned int)i + 1u);
        made[i].pIdx = i;
        made[i].k = kernel;
    }
    const cudaError_t error = cudaMemcpy(states, made, (size_t)n * sizeof *made, cudaMemcpyHostToDevice);
    free(made);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}

#endif
