/* SPDX-License-Identifier: Apache-2.0 */
/* helper.h: errors as the SDK's samples tell them. */
#ifndef HELPER_H
#define HELPER_H
#include <cstdio>
#include <cstdlib>
#ifdef __DRIVER_TYPES_H__
static const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
#endif
template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), _cudaGetErrorEnum(result), func);
        exit(EXIT_FAILURE);
    }
}
#ifdef __DRIVER_TYPES_H__
#define checkCudaErrors(val)  check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
inline void __getLastCudaError(const char *message, const char *file, const int line) {
    cudaError_t err = cudaGetLastError();
    if (cudaSuccess != err) {
        fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
                message, static_cast<int>(err), cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }
}
#endif
inline int gpuGetMaxGflopsDeviceId() {
    int count = 0, best = 0, most = -1;
    checkCudaErrors(cudaGetDeviceCount(&count));
    for (int device = 0; device < count; device++) {
        int processors = 0, mode = -1, major = 0, minor = 0;
        checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
        checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
        checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
        checkCudaErrors(
            cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
        if (mode == cudaComputeModeProhibited || major <= 0 || minor < 0) continue;
        if (processors > most) most = processors, best = device;
    }
    if (most < 0) exit(EXIT_FAILURE);
    return best;
}
#endif
