// Graphs asked and changed by the functions whose parameters differ between CUDA's versions; capture into a graph that is
// there, and a loop whose condition a kernel sets.
// options: -rdc=true -lcudadevrt
#include <cstdio>
#if CUDART_VERSION >= 13000
#define NO_EDGES nullptr,
#else
#define NO_EDGES
#endif
__global__ void add(int *p, int v) { p[threadIdx.x] += v; }
__global__ void count_down(int *left, int *steps, cudaGraphConditionalHandle handle) {
    *steps += 1;
    if (--*left == 0) cudaGraphSetConditional(handle, 0);
}

int main() {
    int wrong = 0, *p, h[32];
    cudaMalloc(&p, sizeof h);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaGraphNode_t set, kernel, empty, found[4];
    cudaGraphCreate(&graph, 0);
    cudaMemsetParams fill = {};
    fill.dst = p, fill.elementSize = 4, fill.width = 32, fill.height = 1;
    cudaGraphAddMemsetNode(&set, graph, nullptr, 0, &fill);
    int v = 3;
    void *arguments[] = {&p, &v};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)add, launch.gridDim = dim3(1), launch.blockDim = dim3(32), launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &set, 1, &launch);
    cudaGraphAddEmptyNode(&empty, graph, nullptr, 0);
    cudaGraphAddDependencies(graph, &kernel, &empty, NO_EDGES 1);
    size_t count = 9;
    cudaGraphGetEdges(graph, nullptr, nullptr, NO_EDGES &count);
    wrong += count != 2;
    count = 4;
    cudaGraphNodeGetDependencies(kernel, found, NO_EDGES &count);
    wrong += count != 1 || found[0] != set;
    count = 4;
    cudaGraphNodeGetDependentNodes(kernel, found, NO_EDGES &count);
    wrong += count != 1 || found[0] != empty;
    cudaGraphRemoveDependencies(graph, &kernel, &empty, NO_EDGES 1);
    cudaGraphGetEdges(graph, nullptr, nullptr, NO_EDGES &count);
    wrong += count != 1;

    cudaStreamBeginCaptureToGraph(stream, graph, &kernel, nullptr, 1, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, stream>>>(p, 4);
    cudaStreamCaptureStatus status;
    cudaGraph_t captured;
    const cudaGraphNode_t *behind;
#if CUDART_VERSION >= 13000
    cudaStreamGetCaptureInfo(stream, &status, nullptr, &captured, &behind, nullptr, &count);
#else
    cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &captured, &behind, &count);
#endif
    wrong += status != cudaStreamCaptureStatusActive || captured != graph || count != 1;
    cudaStreamUpdateCaptureDependencies(stream, &empty, NO_EDGES 1, cudaStreamAddCaptureDependencies);
    add<<<1, 32, 0, stream>>>(p, 5);
    cudaStreamEndCapture(stream, nullptr);
    cudaGraphGetEdges(graph, nullptr, nullptr, NO_EDGES &count);
    wrong += count != 4;
    cudaGraphInstantiateParams how = {};
    cudaGraphExec_t executable;
    cudaGraphInstantiateWithParams(&executable, graph, &how);
    wrong += how.result_out != cudaGraphInstantiateSuccess;
    cudaGraphExecUpdateResultInfo info;
    wrong += cudaGraphExecUpdate(executable, graph, &info) != cudaSuccess || info.result != cudaGraphExecUpdateSuccess;
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += h[i] != 3 + 4 + 5;

    int *left;
    cudaMallocManaged(&left, 8);
    left[0] = 5, left[1] = 0;
    cudaGraph_t loop, body;
    cudaGraphCreate(&loop, 0);
    cudaGraphConditionalHandle handle;
    cudaGraphConditionalHandleCreate(&handle, loop, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams what = {};
    what.type = cudaGraphNodeTypeConditional;
    what.conditional.handle = handle, what.conditional.type = cudaGraphCondTypeWhile, what.conditional.size = 1;
    wrong += cudaGraphAddNode(&kernel, loop, nullptr, NO_EDGES 0, &what) != cudaSuccess;
    body = what.conditional.phGraph_out[0];
    cudaStreamBeginCaptureToGraph(stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal);
    count_down<<<1, 1, 0, stream>>>(left, left + 1, handle);
    cudaStreamEndCapture(stream, nullptr);
    cudaGraphInstantiate(&executable, loop, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    wrong += left[0] != 0 || left[1] != 5;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
