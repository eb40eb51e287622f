// Graphs: questions about nodes and edges, changes of parameters and edges, an instance that takes another graph's
// parameters, memory, conditions, events and symbols as nodes; attributes of streams and launches.
#include <cstdio>
#include <cstring>

static int wrong;
#define CHECK(condition) \
    do { \
        if (!(condition)) wrong++, printf("line %d: %s\n", __LINE__, #condition); \
    } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

__constant__ int weights[4];
__device__ int result[4];

__global__ void add(int *data, int n, int value) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += value;
}
__global__ void weigh() { result[threadIdx.x] = 10 * weights[threadIdx.x]; }
__global__ void step(int *counter, int most, cudaGraphConditionalHandle handle) {
    if (++*counter == most) cudaGraphSetConditional(handle, 0);
}
__global__ void choose(cudaGraphConditionalHandle handle, unsigned value) { cudaGraphSetConditional(handle, value); }
__global__ void scale(float *data, double factor, int n) {
    if (threadIdx.x < n) data[threadIdx.x] *= (float)factor;
}

static cudaKernelNodeParams kernel(void *function, void **arguments, int blocks = 1, int threads = 32) {
    cudaKernelNodeParams what = {};
    what.func = function, what.gridDim = dim3(blocks), what.blockDim = dim3(threads), what.kernelParams = arguments;
    return what;
}
static int first_of(const int *device) {
    int value = -1;
    OK(cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static void questions(int *data) {
    cudaGraph_t graph;
    cudaGraphNode_t a, b, c, from[8], to[8], list[8];
    int n = 32, one = 1, two = 2;
    void *first[] = {&data, &n, &one}, *second[] = {&data, &n, &two};
    cudaKernelNodeParams adds = kernel((void *)add, first), others = kernel((void *)add, second);
    cudaMemsetParams set = {};
    set.dst = data, set.elementSize = 4, set.width = 32, set.height = 1, set.value = 5;
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemsetNode(&a, graph, nullptr, 0, &set));
    OK(cudaGraphAddKernelNode(&b, graph, &a, 1, &adds));
    OK(cudaGraphAddKernelNode(&c, graph, &b, 1, &others));
    size_t count = 8;
    OK(cudaGraphGetEdges(graph, from, to, &count));
    CHECK(count == 2 && from[0] == a && to[0] == b && from[1] == b && to[1] == c);
    OK(cudaGraphGetEdges(graph, nullptr, nullptr, &count));
    CHECK(count == 2);
    count = 8;
    OK(cudaGraphGetRootNodes(graph, list, &count));
    CHECK(count == 1 && list[0] == a);
    count = 8;
    OK(cudaGraphNodeGetDependentNodes(b, list, &count));
    CHECK(count == 1 && list[0] == c);
    count = 8;
    OK(cudaGraphNodeGetDependencies(b, list, &count));
    CHECK(count == 1 && list[0] == a);
    cudaMemsetParams read = {};
    OK(cudaGraphMemsetNodeGetParams(a, &read));
    CHECK(read.dst == data && read.value == 5);

    cudaGraphExec_t executable;
    OK(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    OK(cudaGraphLaunch(executable, 0));
    CHECK(first_of(data) == 8);
    unsigned enabled = 7;
    OK(cudaGraphNodeSetEnabled(executable, c, 0));
    OK(cudaGraphNodeGetEnabled(executable, c, &enabled));
    OK(cudaGraphLaunch(executable, 0));
    CHECK(enabled == 0 && first_of(data) == 6);

    // the same form, other parameters; then another form
    cudaGraph_t same, other;
    cudaGraphExecUpdateResultInfo info;
    OK(cudaGraphClone(&same, graph));
    cudaGraphNode_t copy;
    OK(cudaGraphNodeFindInClone(&copy, a, same));
    set.value = 40;
    OK(cudaGraphMemsetNodeSetParams(copy, &set));
    OK(cudaGraphExecUpdate(executable, same, &info));
    CHECK(info.result == cudaGraphExecUpdateSuccess);
    OK(cudaGraphLaunch(executable, 0));
    CHECK(first_of(data) == 43);
    OK(cudaGraphClone(&other, graph));
    OK(cudaGraphNodeFindInClone(&copy, c, other));
    OK(cudaGraphDestroyNode(copy));
    CHECK(cudaGraphExecUpdate(executable, other, &info) == cudaErrorGraphExecUpdateFailure);
    CHECK(info.result == cudaGraphExecUpdateErrorTopologyChanged);
    OK(cudaGraphRemoveDependencies(graph, &b, &c, 1));
    count = 8;
    OK(cudaGraphGetRootNodes(graph, list, &count));
    CHECK(count == 2);
    cudaGetLastError();
    OK(cudaGraphExecDestroy(executable));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(same));
    OK(cudaGraphDestroy(other));
}

static void symbols_events_memory(int *data) {
    cudaGraph_t graph;
    cudaGraphNode_t in, work, out, record, allocate, fill, back, release;
    int host[4] = {1, 2, 3, 4}, seen[4] = {}, filled[16] = {};
    cudaEvent_t event;
    OK(cudaEventCreate(&event));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphAddMemcpyNodeToSymbol(&in, graph, nullptr, 0, weights, host, sizeof host, 0, cudaMemcpyHostToDevice));
    cudaKernelNodeParams weighs = kernel((void *)weigh, nullptr, 1, 4);
    OK(cudaGraphAddKernelNode(&work, graph, &in, 1, &weighs));
    OK(cudaGraphAddMemcpyNodeFromSymbol(&out, graph, &work, 1, seen, result, sizeof seen, 0, cudaMemcpyDeviceToHost));
    OK(cudaGraphAddEventRecordNode(&record, graph, &out, 1, event));
    cudaMemAllocNodeParams memory = {};
    memory.bytesize = sizeof filled;
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    OK(cudaGraphAddMemAllocNode(&allocate, graph, &record, 1, &memory));
    cudaMemsetParams set = {};
    set.dst = memory.dptr, set.elementSize = 1, set.width = sizeof filled, set.height = 1, set.value = 1;
    OK(cudaGraphAddMemsetNode(&fill, graph, &allocate, 1, &set));
    OK(cudaGraphAddMemcpyNode1D(&back, graph, &fill, 1, filled, memory.dptr, sizeof filled, cudaMemcpyDeviceToHost));
    OK(cudaGraphAddMemFreeNode(&release, graph, &back, 1, memory.dptr));
    cudaGraphExec_t executable;
    OK(cudaGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 2; i++) OK(cudaGraphLaunch(executable, 0));
    OK(cudaEventSynchronize(event));
    OK(cudaDeviceSynchronize());
    CHECK(seen[0] == 10 && seen[3] == 40 && filled[15] == 0x01010101);

    // by capture
    cudaStream_t stream;
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    OK(cudaStreamCreate(&stream));
    cudaGraph_t captured;
    int *scratch, n = 32, three = 3;
    OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    OK(cudaMallocAsync(&scratch, 128, stream));
    OK(cudaMemsetAsync(scratch, 0, 128, stream));
    add<<<1, 32, 0, stream>>>(scratch, n, three);
    cudaGraph_t running;
    const cudaGraphNode_t *behind;
    size_t count;
    OK(cudaStreamGetCaptureInfo(stream, &status, &id, &running, &behind, &count));
    CHECK(status == cudaStreamCaptureStatusActive && id != 0 && count == 1);
    OK(cudaMemcpyAsync(data, scratch, 128, cudaMemcpyDeviceToDevice, stream));
    OK(cudaMemcpyToSymbolAsync(weights, host + 2, 8, 8, cudaMemcpyHostToDevice, stream));
    OK(cudaFreeAsync(scratch, stream));
    OK(cudaStreamEndCapture(stream, &captured));
    cudaGraphExec_t again;
    OK(cudaGraphInstantiate(&again, captured, 0));
    OK(cudaGraphLaunch(again, stream));
    OK(cudaGraphLaunch(again, stream));
    OK(cudaStreamSynchronize(stream));
    CHECK(first_of(data) == 3);
    OK(cudaGraphExecDestroy(executable));
    OK(cudaGraphExecDestroy(again));
    OK(cudaGraphDestroy(graph));
    OK(cudaGraphDestroy(captured));
    OK(cudaStreamDestroy(stream));
}

static void conditions(int *data) {
    cudaGraph_t graph;
    cudaGraphConditionalHandle loop, choice;
    cudaGraphNode_t node, before;
    int most = 7, n = 32, hundred = 100;
    unsigned zero = 0;
    OK(cudaMemset(data, 0, 128));
    OK(cudaGraphCreate(&graph, 0));
    OK(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
    OK(cudaGraphConditionalHandleCreate(&choice, graph));
    cudaGraphNodeParams what = {};
    what.type = cudaGraphNodeTypeConditional;
    what.conditional.handle = loop, what.conditional.type = cudaGraphCondTypeWhile, what.conditional.size = 1;
    OK(cudaGraphAddNode(&before, graph, nullptr, 0, &what));
    void *steps[] = {&data, &most, &loop};
    cudaKernelNodeParams body = kernel((void *)step, steps, 1, 1);
    OK(cudaGraphAddKernelNode(&node, what.conditional.phGraph_out[0], nullptr, 0, &body));
    void *chooses[] = {&choice, &zero};
    cudaGraphNodeParams chooser = {};
    chooser.type = cudaGraphNodeTypeKernel;
    chooser.kernel.func = (void *)choose, chooser.kernel.kernelParams = chooses;
    chooser.kernel.gridDim = dim3(1), chooser.kernel.blockDim = dim3(1);
    OK(cudaGraphAddNode(&node, graph, &before, 1, &chooser));
    what.conditional.handle = choice, what.conditional.type = cudaGraphCondTypeIf;
    OK(cudaGraphAddNode(&before, graph, &node, 1, &what));
    int *rest = data + 1;
    void *adds[] = {&rest, &n, &hundred};
    cudaKernelNodeParams added = kernel((void *)add, adds, 1, 1);
    OK(cudaGraphAddKernelNode(&node, what.conditional.phGraph_out[0], nullptr, 0, &added));
    cudaGraphExec_t executable;
    OK(cudaGraphInstantiate(&executable, graph, 0));
    OK(cudaGraphLaunch(executable, 0));
    int seen[2];
    OK(cudaMemcpy(seen, data, sizeof seen, cudaMemcpyDeviceToHost));
    CHECK(seen[0] == 7 && seen[1] == 0);
    OK(cudaGraphExecDestroy(executable));
    OK(cudaGraphDestroy(graph));
}

static void attributes() {
    cudaStream_t stream, other;
    OK(cudaStreamCreate(&stream));
    OK(cudaStreamCreate(&other));
    cudaStreamAttrValue value = {}, seen = {};
    value.accessPolicyWindow.num_bytes = 4096, value.accessPolicyWindow.hitRatio = 0.5f;
    value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
    OK(cudaStreamCopyAttributes(other, stream));
    OK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &seen));
    CHECK(seen.accessPolicyWindow.num_bytes == 4096 && seen.accessPolicyWindow.hitRatio == 0.5f);

    float *data, host[4] = {1, 2, 3, 4};
    OK(cudaMalloc(&data, sizeof host));
    OK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeCooperative;
    attribute[0].val.cooperative = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1), config.blockDim = dim3(32), config.stream = stream;
    config.attrs = attribute, config.numAttrs = 1;
    OK(cudaLaunchKernelEx(&config, scale, data, 3, 4)); // int becomes double
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(host[0] == 3 && host[3] == 12);
    const char *name = "";
    OK(cudaFuncGetName(&name, scale));
    CHECK(strstr(name, "scale"));
    int version = 0;
    OK(cudaRuntimeGetVersion(&version));
#ifdef SCORD_CUDA_H
    CHECK(version == CUDART_VERSION && CUDART_VERSION >= 12000);
#endif
    OK(cudaFree(data));
    OK(cudaStreamDestroy(stream));
    OK(cudaStreamDestroy(other));
}

int main() {
    int *data;
    OK(cudaMalloc(&data, 128));
    questions(data);
    symbols_events_memory(data);
    conditions(data);
    attributes();
    OK(cudaFree(data));
    printf("wrong %d\n", wrong);
    return 0;
}
