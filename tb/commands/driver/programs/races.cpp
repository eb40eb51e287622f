// All threads add to one word, of a PTX text; and a copy in one stream meets a set in another.
#include <cuda.h>

#include <cstdio>

static const char text[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry race(.param .u64 a) {\n"
    " .reg .b32 %r<2>; .reg .b64 %d; ld.param.u64 %d, [a];\n"
    " ld.global.u32 %r0, [%d]; add.u32 %r1, %r0, 1; st.global.u32 [%d], %r1; ret; }\n";

int main() {
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction race;
    CUdeviceptr word;
    CUstream one, two;
    void *pinned;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    if (cuModuleLoadData(&module, text) != CUDA_SUCCESS ||
        cuModuleGetFunction(&race, module, "race") != CUDA_SUCCESS)
        return 1;
    cuMemAlloc(&word, 4);
    cuMemsetD8(word, 0, 4);
    void *parameters[] = {&word};
    cuLaunchKernel(race, 2, 1, 1, 32, 1, 1, 0, NULL, parameters, NULL);
    cuCtxSynchronize();
    cuStreamCreate(&one, CU_STREAM_NON_BLOCKING);
    cuStreamCreate(&two, CU_STREAM_NON_BLOCKING);
    cuMemAllocHost(&pinned, 4);
    cuMemsetD32Async(word, 1, 1, one);       // SET
    cuMemcpyDtoHAsync(pinned, word, 4, two); // COPY
    cuCtxSynchronize();
    cuMemFree(word);
    cuMemFree(word); // FREE
    std::puts("done");
}
