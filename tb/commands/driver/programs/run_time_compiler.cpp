// NVRTC's interface: a source with a header of the program's own, options, lowered names, an error;
// what it made, run by the driver API.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <cuda.h>
#include <nvrtc.h>

static int wrong;
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) wrong++, std::printf("line %d: %s\n", __LINE__, #condition);             \
    } while (0)

static const char source[] =
    "#include \"sub/scale.h\"\n"
    "__constant__ int offset;\n"
    "namespace of { template <class T> __global__ void fill(T *p, T v) {\n"
    "    p[blockIdx.x * blockDim.x + threadIdx.x] = v * SCALE + FACTOR + (T)offset;\n"
    "} }\n"
    "extern \"C\" __global__ void race(int *p) { *p = threadIdx.x; }\n";

static std::string log_of(nvrtcProgram program) {
    size_t size = 0;
    CHECK(nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && size > 0);
    std::string log(size, ' ');
    CHECK(nvrtcGetProgramLog(program, &log[0]) == NVRTC_SUCCESS);
    return log;
}

int main() {
    const char *headers[] = {"#define SCALE 3\n"}, *names[] = {"sub/scale.h"};
    const char *options[] = {"--gpu-architecture=compute_80", "-DFACTOR=4", "--std=c++17",
                             "-lineinfo"};
    nvrtcProgram program;
    const char *name = nullptr;
    size_t size = 0;
    CHECK(nvrtcCreateProgram(&program, source, "made.cu", 1, headers, names) == NVRTC_SUCCESS);
    CHECK(nvrtcAddNameExpression(program, "of::fill<int>") == NVRTC_SUCCESS);
    CHECK(nvrtcAddNameExpression(program, "&offset") == NVRTC_SUCCESS);
    CHECK(nvrtcGetLoweredName(program, "&offset", &name) ==
          NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    CHECK(nvrtcCompileProgram(program, 4, options) == NVRTC_SUCCESS);
    CHECK(nvrtcGetPTXSize(program, &size) == NVRTC_SUCCESS);
    std::vector<char> ptx(size);
    CHECK(nvrtcGetPTX(program, ptx.data()) == NVRTC_SUCCESS && std::strlen(ptx.data()) + 1 == size);
    CHECK(nvrtcGetLoweredName(program, "of::fill<float>", &name) ==
          NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    CHECK(nvrtcGetLoweredName(program, "of::fill<int>", &name) == NVRTC_SUCCESS);

    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction fill, race;
    CUdeviceptr offset, words;
    cuInit(0), cuDeviceGet(&device, 0), cuDevicePrimaryCtxRetain(&context, device),
        cuCtxSetCurrent(context);
    CHECK(cuModuleLoadData(&module, ptx.data()) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&fill, module, name) == CUDA_SUCCESS);
    CHECK(nvrtcGetLoweredName(program, "&offset", &name) == NVRTC_SUCCESS);
    CHECK(cuModuleGetGlobal(&offset, &size, module, name) == CUDA_SUCCESS && size == sizeof(int));
    CHECK(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS && !program);
    int five = 5, two = 2, seen[64];
    CHECK(cuMemAlloc(&words, sizeof seen) == CUDA_SUCCESS &&
          cuMemcpyHtoD(offset, &five, sizeof five) == CUDA_SUCCESS);
    void *parameters[] = {&words, &two};
    CHECK(cuLaunchKernel(fill, 2, 1, 1, 32, 1, 1, 0, 0, parameters, nullptr) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(seen, words, sizeof seen) == CUDA_SUCCESS);
    for (int word : seen) CHECK(word == 2 * 3 + 4 + 5);
    CHECK(cuModuleGetFunction(&race, module, "race") == CUDA_SUCCESS);
    CHECK(cuLaunchKernel(race, 2, 1, 1, 1, 1, 1, 0, 0, parameters, nullptr) == CUDA_SUCCESS);
    CHECK(cuCtxSynchronize() == CUDA_SUCCESS);

    CHECK(nvrtcCreateProgram(&program, "__global__ void k() { missing(); }", nullptr, 0, nullptr,
                             nullptr) == NVRTC_SUCCESS);
    CHECK(nvrtcCompileProgram(program, 0, nullptr) == NVRTC_ERROR_COMPILATION);
    CHECK(log_of(program).find("missing") != std::string::npos);
    CHECK(!std::strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION"));
    nvrtcDestroyProgram(&program);
    std::printf("wrong %d\n", wrong);
    return wrong != 0;
}
