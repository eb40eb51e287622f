// NVRTC compiles the kernel, the driver takes its PTX.
#include <nvrtc.h>

#include <string>

#include "sum.h"

int main() {
    const char *source = "extern \"C\" __global__ void add(int *word, int value) {\n"
                         "    word[blockIdx.x * blockDim.x + threadIdx.x] += value;\n}\n";
    const char *options[] = {"--gpu-architecture=compute_80"};
    nvrtcProgram program;
    CUmodule module;
    size_t size;
    if (nvrtcCreateProgram(&program, source, "add.cu", 0, NULL, NULL) != NVRTC_SUCCESS) return 4;
    if (nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS) return 5;
    nvrtcGetPTXSize(program, &size);
    std::string text(size, '\0');
    nvrtcGetPTX(program, &text[0]);
    nvrtcDestroyProgram(&program);
    start();
    return cuModuleLoadData(&module, text.c_str()) == CUDA_SUCCESS ? print_sum(module) : 3;
}
