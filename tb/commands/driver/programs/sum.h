// Launches add of MODULE on 64 words of 0 and prints their sum: 64 times 3.
#include <cuda.h>

#include <cstdio>

static int print_sum(CUmodule module) {
    CUfunction add;
    CUdeviceptr words;
    int host[64], value = 3, sum = 0;
    if (cuModuleGetFunction(&add, module, "add") != CUDA_SUCCESS ||
        cuMemAlloc(&words, sizeof host) != CUDA_SUCCESS)
        return 1;
    cuMemsetD32(words, 0, 64);
    void *parameters[] = {&words, &value};
    if (cuLaunchKernel(add, 2, 1, 1, 32, 1, 1, 0, NULL, parameters, NULL) != CUDA_SUCCESS) return 2;
    cuMemcpyDtoH(host, words, sizeof host);
    for (int i = 0; i < 64; i++) sum += host[i];
    std::printf("sum %d\n", sum);
    return 0;
}

static void start(void) {
    CUdevice device;
    CUcontext context;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
}
