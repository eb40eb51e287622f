// Two streams, pinned memory, chunks copied in, computed and copied out; events order the streams and time the work.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                              \
    do {                                                         \
        cudaError_t status = (call);                             \
        if (status != cudaSuccess) {                             \
            printf("%s: %s\n", #call, cudaGetErrorName(status)); \
            exit(EXIT_FAILURE);                                  \
        }                                                        \
    } while (0)
__global__ void scale(float *data, int n, float factor) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}
__global__ void accumulate(const float *data, int n, float *total) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        float s = 0;
        for (int i = 0; i < n; i++) s += data[i];
        *total += s;
    }
}
static int calls;
static void CUDART_CB done(cudaStream_t, cudaError_t status, void *data) {
    calls += status == cudaSuccess && *(int *)data == 17;
}
static void host_function(void *data) { calls += *(int *)data; }
int main() {
    const int chunks = 4, chunk = 128, n = chunks * chunk;
    float *pinned, *device, *total, result = 0;
    int seventeen = 17, one = 1, wrong = 0;
    cudaStream_t streams[2], priority;
    cudaEvent_t copied[chunks], start, stop, untimed;
    CHECK(cudaMallocHost(&pinned, n * sizeof(float)));
    CHECK(cudaMalloc(&device, n * sizeof(float)));
    CHECK(cudaMalloc(&total, sizeof(float)));
    CHECK(cudaMemset(total, 0, sizeof(float)));
    for (int i = 0; i < n; i++) pinned[i] = (float)(i % 10);
    int least, greatest;
    unsigned flags;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreateWithPriority(&priority, cudaStreamNonBlocking, greatest));
    CHECK(cudaStreamGetFlags(priority, &flags));
    wrong += flags != cudaStreamNonBlocking || greatest > least;
    for (auto &s : streams) CHECK(cudaStreamCreate(&s));
    for (auto &e : copied) CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    CHECK(cudaEventRecord(start, streams[0]));
    for (int c = 0; c < chunks; c++) {
        cudaStream_t s = streams[c % 2];
        float *place = device + c * chunk;
        CHECK(cudaMemcpyAsync(place, pinned + c * chunk, chunk * sizeof(float), cudaMemcpyHostToDevice, s));
        scale<<<2, 64, 0, s>>>(place, chunk, (float)(c + 1));
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(copied[c], s));
        CHECK(cudaStreamWaitEvent(priority, copied[c], 0));
        accumulate<<<1, 32, 0, priority>>>(place, chunk, total);
        CHECK(cudaMemcpyAsync(pinned + c * chunk, place, chunk * sizeof(float), cudaMemcpyDeviceToHost, s));
    }
    CHECK(cudaStreamAddCallback(streams[1], done, &seventeen, 0));
    CHECK(cudaLaunchHostFunc(streams[0], host_function, &one));
    CHECK(cudaEventRecord(stop, priority));
    for (auto &s : streams) CHECK(cudaStreamSynchronize(s));
    CHECK(cudaEventSynchronize(stop));
    while (cudaEventQuery(stop) == cudaErrorNotReady || cudaStreamQuery(priority) == cudaErrorNotReady) {}
    float milliseconds = -1, expected = 0;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    wrong +=
        !(milliseconds > 0) || cudaEventElapsedTime(&milliseconds, start, untimed) != cudaErrorInvalidResourceHandle;
    CHECK(cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        float v = (float)(i % 10) * (float)(i / chunk + 1);
        expected += v;
        wrong += pinned[i] != v;
    }
    wrong += result != expected || calls != 2;
    for (auto &s : streams) CHECK(cudaStreamDestroy(s));
    for (auto &e : copied) CHECK(cudaEventDestroy(e));
    CHECK(cudaFreeHost(pinned));
    printf("wrong %d\n", wrong);
}
