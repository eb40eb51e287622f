// The driver API, each call's result compared with what is computed here. "right" at the end.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        if (result_ != CUDA_SUCCESS) wrong(#call, result_);                                        \
    } while (0)
#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) wrong(#condition, CUDA_SUCCESS);                                         \
    } while (0)

static void wrong(const char *what, CUresult result) {
    const char *text = "";
    cuGetErrorString(result, &text);
    std::printf("wrong: %s: %s\n", what, text);
    std::exit(3);
}

static const char head[] = ".version 7.0\n.target sm_70\n.address_size 64\n";
// add(int *a, unsigned n): a[i] += step for i < n, step a variable of the module
static const char add_text[] =
    ".visible .global .align 4 .u32 step = 5;\n"
    ".visible .const .align 4 .b8 table[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n"
    ".visible .entry add(.param .u64 a, .param .u32 n) {\n"
    " .reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<5>;\n"
    " ld.param.u64 %d0, [a]; ld.param.u32 %r0, [n];\n"
    " mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;\n"
    " mad.lo.s32 %r4, %r1, %r2, %r3; setp.ge.u32 %p, %r4, %r0; @%p ret;\n"
    " mul.wide.u32 %d1, %r4, 4; add.s64 %d2, %d0, %d1;\n"
    " mov.u64 %d3, step; ld.global.u32 %r6, [%d3];\n"
    " ld.global.u32 %r5, [%d2]; add.u32 %r5, %r5, %r6; st.global.u32 [%d2], %r5; ret; }\n"
    ".visible .entry other() { ret; }\n";
// two texts that only the linker makes whole
static const char caller_text[] =
    ".extern .func (.param .b32 r) twice(.param .b32 x);\n"
    ".visible .entry call(.param .u64 a) {\n"
    " .reg .b32 %r<3>; .reg .b64 %d<2>; ld.param.u64 %d0, [a]; ld.global.u32 %r0, [%d0];\n"
    " { .param .b32 p; .param .b32 q; st.param.b32 [p], %r0; call.uni (q), twice, (p);\n"
    "   ld.param.b32 %r1, [q]; }\n"
    " st.global.u32 [%d0], %r1; ret; }\n";
static const char callee_text[] =
    ".visible .func (.param .b32 r) twice(.param .b32 x) {\n"
    " .reg .b32 %r<2>; ld.param.b32 %r0, [x]; shl.b32 %r1, %r0, 1; st.param.b32 [r], %r1; ret; }\n";

static size_t no_shared(int) { return 0; }
static int called;
static void call_back(CUstream, CUresult status, void *user) {
    called += status == 0 ? *(int *)user : 0;
}
static void host_function(void *user) { called += *(int *)user; }

static void contexts(CUdevice device) {
    CUcontext context, popped, current, primary;
    CHECK(cuCtxGetCurrent(&current));
    EXPECT(!current);
#if CUDA_VERSION >= 13000
    CHECK(cuCtxCreate(&context, NULL, 0, device));
#else
    CHECK(cuCtxCreate(&context, 0, device));
#endif
    CHECK(cuCtxGetCurrent(&current));
    EXPECT(current == context);
    CHECK(cuDevicePrimaryCtxRetain(&primary, device));
    CHECK(cuCtxPushCurrent(primary));
    CHECK(cuCtxPopCurrent(&popped));
    EXPECT(popped == primary);
    CHECK(cuCtxSetCurrent(primary));
    CHECK(cuCtxGetCurrent(&current));
    EXPECT(current == primary);
    CHECK(cuCtxDestroy(context));
    EXPECT(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
    const char *name = NULL;
    CHECK(cuGetErrorName(CUDA_ERROR_INVALID_DEVICE, &name));
    EXPECT(std::strcmp(name, "CUDA_ERROR_INVALID_DEVICE") == 0);
    EXPECT(cuGetErrorName((CUresult)12345, &name) == CUDA_ERROR_INVALID_VALUE);
}

static void properties(CUdevice device) {
    char name[32];
    size_t bytes, rest;
    int warp, most, version, ordinals;
    CHECK(cuDeviceGetCount(&ordinals));
    CHECK(cuDriverGetVersion(&version));
    CHECK(cuDeviceGetName(name, sizeof name, device));
    CHECK(cuDeviceTotalMem(&bytes, device));
    CHECK(cuMemGetInfo(&rest, &bytes));
    CHECK(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    CHECK(cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device));
    EXPECT(ordinals == 1 && version >= CUDA_VERSION && name[0] != 0 && rest <= bytes);
    EXPECT(warp == 32 && most == 1024);
}

static void memory() {
    CUdeviceptr p, q, base;
    size_t bytes, pitch;
    std::vector<unsigned> host(64), back(64);
    for (unsigned i = 0; i < 64; i++) host[i] = i * i;
    CHECK(cuMemAlloc(&p, 256));
    CHECK(cuMemAlloc(&q, 256));
    EXPECT(cuMemAlloc(&base, 0) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemcpyHtoD(p, host.data(), 256));
    CHECK(cuMemcpyDtoD(q, p, 256));
    CHECK(cuMemcpyDtoH(back.data(), q, 256));
    EXPECT(back == host);
    CHECK(cuMemGetAddressRange(&base, &bytes, p + 100));
    EXPECT(base == p && bytes == 256);
    CHECK(cuMemsetD32(p, 0x01020304, 32));
    CHECK(cuMemsetD16(p + 128, 0x0506, 32));
    CHECK(cuMemsetD8(p + 192, 7, 64));
    CHECK(cuMemcpy((CUdeviceptr)(size_t)back.data(), p, 256));
    EXPECT(back[0] == 0x01020304 && back[31] == back[0] && back[32] == 0x05060506);
    EXPECT(back[47] == back[32] && back[48] == 0x07070707 && back[63] == back[48]);
    EXPECT(cuMemsetD32(p + 2, 1, 1) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemFree(q));
    CHECK(cuMemAllocPitch(&q, &pitch, 12, 3, 4));
    CHECK(cuMemsetD2D32(q, pitch, 9, 3, 3));
    CUDA_MEMCPY2D rows;
    std::memset(&rows, 0, sizeof rows);
    rows.srcMemoryType = CU_MEMORYTYPE_DEVICE, rows.srcDevice = q, rows.srcPitch = pitch,
    rows.srcY = 1;
    rows.dstMemoryType = CU_MEMORYTYPE_HOST, rows.dstHost = back.data(), rows.dstPitch = 16;
    rows.WidthInBytes = 12, rows.Height = 2;
    back.assign(64, 0);
    CHECK(cuMemcpy2D(&rows));
    EXPECT(back[0] == 9 && back[2] == 9 && back[3] == 0 && back[4] == 9 && back[6] == 9 &&
           back[7] == 0);
    CHECK(cuMemFree(q));
    CHECK(cuMemFree(p));
    unsigned *managed;
    CHECK(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL));
    managed = (unsigned *)(size_t)p;
    managed[3] = 11;
    unsigned kind = 0;
    CHECK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
    EXPECT((kind & 0xff) == 1 && managed[3] == 11);
    CHECK(cuMemFree(p));
    void *pinned;
    CHECK(cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
    CHECK(cuMemHostGetDevicePointer(&p, pinned, 0));
    CHECK(cuMemFreeHost(pinned));
}

static void modules() {
    const std::string text = std::string(head) + add_text;
    char log[64] = "x";
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, (void *)sizeof log};
    CUmodule module, again;
    CUfunction add, missing;
    CUdeviceptr p, step, table;
    size_t bytes;
    CHECK(cuModuleLoadDataEx(&module, text.c_str(), 2, options, values));
    EXPECT(log[0] == 0);
    CHECK(cuModuleLoadData(&again, text.c_str())); // its variables are its own
    CHECK(cuModuleGetFunction(&add, module, "add"));
    EXPECT(cuModuleGetFunction(&missing, module, "step") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleGetGlobal(&step, &bytes, again, "step"));
    CHECK(cuMemsetD32(step, 1000, 1));
    CHECK(cuModuleGetGlobal(&step, &bytes, module, "step"));
    EXPECT(bytes == 4);
    EXPECT(cuModuleGetGlobal(&step, &bytes, module, "none") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleGetGlobal(&table, &bytes, module, "table"));
    unsigned char shown[8];
    CHECK(cuMemcpyDtoH(shown, table, 8));
    EXPECT(bytes == 8 && shown[7] == 8);

    CHECK(cuMemAlloc(&p, 400));
    CHECK(cuMemsetD32(p, 1, 100));
    unsigned n = 100;
    void *parameters[] = {&p, &n};
    CHECK(cuLaunchKernel(add, 2, 1, 1, 64, 1, 1, 0, NULL, parameters, NULL));
    struct {
        CUdeviceptr p;
        unsigned n;
    } block = {p, 50};
    size_t size = 12;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, extra));
    size = 11;
    EXPECT(cuLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, extra) ==
           CUDA_ERROR_INVALID_VALUE);
    EXPECT(cuLaunchKernel(add, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuCtxSynchronize());
    std::vector<unsigned> back(100);
    CHECK(cuMemcpyDtoH(back.data(), p, 400));
    EXPECT(back[0] == 11 && back[49] == 11 && back[50] == 6 && back[99] == 6);

    int value, least, blocks;
    CHECK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, add));
    EXPECT(value == 1024);
    CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 128, 0));
    CHECK(cuOccupancyMaxPotentialBlockSize(&least, &value, add, no_shared, 0, 256));
    EXPECT(blocks > 0 && least > 0 && value > 0 && value <= 256 && value % 32 == 0);
    CHECK(cuMemFree(p));
    CHECK(cuModuleUnload(again));
    CHECK(cuModuleUnload(module));
    EXPECT(cuModuleLoad(&module, "/nowhere.ptx") == CUDA_ERROR_FILE_NOT_FOUND);
}

static void linked() {
    const std::string caller = std::string(head) + caller_text,
                      callee = std::string(head) + callee_text;
    CUlinkState state;
    void *image;
    size_t size;
    CUmodule module;
    CUfunction function;
    CUdeviceptr p;
    unsigned value = 21;
    CHECK(cuLinkCreate(0, NULL, NULL, &state));
    CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)caller.c_str(), caller.size() + 1,
                        "caller", 0, NULL, NULL));
    CHECK(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void *)callee.c_str(), callee.size(), "callee", 0,
                        NULL, NULL));
    CHECK(cuLinkComplete(state, &image, &size));
    CHECK(cuModuleLoadData(&module, image));
    CHECK(cuLinkDestroy(state));
    CHECK(cuModuleGetFunction(&function, module, "call"));
    CHECK(cuMemAlloc(&p, 4));
    CHECK(cuMemcpyHtoD(p, &value, 4));
    void *parameters[] = {&p};
    CHECK(cuLaunchCooperativeKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, parameters));
    CHECK(cuMemcpyDtoH(&value, p, 4));
    EXPECT(value == 42);
    CHECK(cuMemFree(p));
}

static void streams() {
    CUstream stream;
    CUevent first, last;
    float milliseconds;
    int five = 5;
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&first, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&last, CU_EVENT_DEFAULT));
    CHECK(cuEventRecord(first, stream));
    CHECK(cuStreamAddCallback(stream, call_back, &five, 0));
    CHECK(cuLaunchHostFunc(stream, host_function, &five));
    CHECK(cuEventRecord(last, stream));
    CHECK(cuStreamWaitEvent(stream, first, 0));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuStreamQuery(stream));
    CHECK(cuEventElapsedTime(&milliseconds, first, last));
    EXPECT(called == 10 && milliseconds >= 0);
    CHECK(cuEventDestroy(first));
    CHECK(cuEventDestroy(last));
    CHECK(cuStreamDestroy(stream));
}

// Ranges of addresses, and memory that moves from one to another with what it has.
static void virtual_memory() {
    CUmemAllocationProp wanted = {};
    CUmemAccessDesc access = {};
    CUmemGenericAllocationHandle handle[2], again;
    CUdeviceptr range, larger;
    size_t page;
    int supported = 0;
    unsigned long long rights = 0;
    CHECK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED,
                               0));
    EXPECT(supported == 1);
    wanted.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    wanted.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location = wanted.location, access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemGetAllocationGranularity(&page, &wanted, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK(cuMemAddressReserve(&range, page, 0, 0, 0));
    CHECK(cuMemAddressReserve(&larger, 2 * page, 0, 0, 0));
    for (int i = 0; i < 2; i++) CHECK(cuMemCreate(&handle[i], page, &wanted, 0));
    EXPECT(cuMemSetAccess(range, page, &access, 1) == CUDA_ERROR_INVALID_VALUE); // nothing is there
    CHECK(cuMemMap(range, page, 0, handle[0], 0));
    EXPECT(cuMemMap(larger, page, 0, handle[0], 0) == CUDA_ERROR_NOT_SUPPORTED);
    CHECK(cuMemSetAccess(range, page, &access, 1));
    CHECK(cuMemGetAccess(&rights, &access.location, range));
    EXPECT(rights == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    unsigned int word = 12345;
    CHECK(cuMemcpyHtoD(range + page - 4, &word, 4));
    CHECK(cuMemUnmap(range, page));
    CHECK(cuMemMap(larger, page, 0, handle[0], 0));
    CHECK(cuMemMap(larger + page, page, 0, handle[1], 0));
    word = 0;
    CHECK(cuMemcpyDtoH(&word, larger + page - 4, 4));
    EXPECT(word == 12345);
    CHECK(cuMemRetainAllocationHandle(&again, (void *)(larger + page)));
    EXPECT(again == handle[1]);
    CHECK(cuMemRelease(again));
    for (int i = 0; i < 2; i++) CHECK(cuMemRelease(handle[i])); // mapped still
    EXPECT(cuMemAddressFree(larger, 2 * page) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cuMemUnmap(larger, 2 * page));
    CHECK(cuMemAddressFree(larger, 2 * page));
    CHECK(cuMemAddressFree(range, page));
    EXPECT(cuMemMap(range, page, 0, handle[0], 0) == CUDA_ERROR_INVALID_VALUE); // gone
}

int main() {
    CUdevice device;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&device, 0));
    contexts(device);
    properties(device);
    memory();
    virtual_memory();
    modules();
    linked();
    streams();
    std::puts("right");
}
