// graphs.cu: a graph captured from two streams and one made node by node, each launched several times; arguments are those of
// the time of the capture, nothing runs before the launch, dependencies order the nodes whatever order they are added in.
#include <cstdio>
#include <vector>

static int wrong;
#define CHECK(call)                                                                       \
    do {                                                                                  \
        cudaError_t error = (call);                                                       \
        if (error != cudaSuccess) wrong++, printf("%s: %s\n", #call, cudaGetErrorName(error)); \
    } while (0)
#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) wrong++, printf("line %d: " #condition "\n", __LINE__); \
    } while (0)

__global__ void add(int *data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] += value; }
__global__ void scale(int *data, int factor) { data[blockIdx.x * blockDim.x + threadIdx.x] *= factor; }
__global__ void join(const int *a, const int *b, int *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[i] = a[i] + b[i];
}
static int calls;
static void count(void *user) { calls += *(int *)user; }

int main() {
    const int n = 128, bytes = n * sizeof(int);
    int *a, *b, *sum, step = 10;
    std::vector<int> host(n), result(n);
    for (int i = 0; i < n; i++) host[i] = i;
    cudaMalloc(&a, bytes), cudaMalloc(&b, bytes), cudaMalloc(&sum, bytes);
    cudaStream_t first, second;
    cudaEvent_t fork, meet;
    cudaStreamCreate(&first), cudaStreamCreate(&second), cudaEventCreate(&fork), cudaEventCreate(&meet);

    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamCaptureStatus status;
    int value = 5;
    CHECK(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemcpyAsync(a, host.data(), bytes, cudaMemcpyHostToDevice, first));
    CHECK(cudaEventRecord(fork, first));
    CHECK(cudaStreamWaitEvent(second, fork, 0));
    CHECK(cudaMemsetAsync(b, 0, bytes, second));
    add<<<2, 64, 0, second>>>(b, value);
    value = 1000; // the node keeps 5
    CHECK(cudaEventRecord(meet, second));
    scale<<<2, 64, 0, first>>>(a, 3);
    CHECK(cudaStreamWaitEvent(first, meet, 0));
    join<<<2, 64, 0, first>>>(a, b, sum);
    CHECK(cudaLaunchHostFunc(first, count, &step));
    CHECK(cudaMemcpyAsync(result.data(), sum, bytes, cudaMemcpyDeviceToHost, first));
    CHECK(cudaStreamIsCapturing(second, &status));
    EXPECT(status == cudaStreamCaptureStatusActive);
    EXPECT(cudaStreamEndCapture(second, &graph) == cudaErrorStreamCaptureUnmatched);
    CHECK(cudaStreamEndCapture(first, &graph));
    CHECK(cudaStreamIsCapturing(first, &status));
    EXPECT(status == cudaStreamCaptureStatusNone && calls == 0 && result[5] == 0);
    size_t nodes = 0;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    EXPECT(nodes == 7);
    CHECK(cudaGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    CHECK(cudaGraphDestroy(graph)); // what is launched is a copy
    for (int round = 0; round < 3; round++) {
        host[7] = 100 * round; // memory is read when the graph runs
        CHECK(cudaGraphLaunch(executable, first));
        CHECK(cudaStreamSynchronize(first));
        for (int i = 0; i < n; i++) EXPECT(result[i] == 3 * host[i] + 5);
    }
    EXPECT(calls == 30);
    CHECK(cudaGraphExecDestroy(executable));

    // by hand: the node that is added first comes last
    cudaGraphNode_t multiply, fill, raise;
    cudaGraph_t outer;
    CHECK(cudaGraphCreate(&graph, 0));
    int factor = 4, more = 2;
    void *scale_arguments[] = {&a, &factor}, *add_arguments[] = {&a, &more};
    cudaKernelNodeParams kernel = {};
    kernel.func = (void *)scale, kernel.gridDim = dim3(2), kernel.blockDim = dim3(64), kernel.kernelParams = scale_arguments;
    CHECK(cudaGraphAddKernelNode(&multiply, graph, nullptr, 0, &kernel));
    cudaMemsetParams set = {};
    set.dst = a, set.value = 1, set.elementSize = 4, set.width = n, set.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
    kernel.func = (void *)add, kernel.kernelParams = add_arguments;
    CHECK(cudaGraphAddKernelNode(&raise, graph, &fill, 1, &kernel));
    CHECK(cudaGraphAddDependencies(graph, &raise, &multiply, 1));
    CHECK(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t inner, out;
    CHECK(cudaGraphAddChildGraphNode(&inner, outer, nullptr, 0, graph));
    CHECK(cudaGraphAddMemcpyNode1D(&out, outer, &inner, 1, result.data(), a, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaGraphInstantiateWithFlags(&executable, outer, 0));
    CHECK(cudaGraphLaunch(executable, first));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) EXPECT(result[i] == (1 + 2) * 4);
    CHECK(cudaGraphExecDestroy(executable));
    CHECK(cudaGraphDestroy(outer));
    CHECK(cudaGraphDestroy(graph));
    printf("wrong %d\n", wrong);
}
