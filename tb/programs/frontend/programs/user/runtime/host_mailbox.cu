// A kernel that serves requests of the host through mapped memory: the host writes a request while the kernel waits for it,
// polls the stream, and reads the answer; the last request ends the kernel.
// options: --spin-limit 20000
#include <cstdio>
struct Mailbox {
    int request, answer;
    int payload[32];
};
__global__ void serve(volatile Mailbox *box) {
    __shared__ int number;
    for (int served = 0;;) {
        if (threadIdx.x == 0) {
            while (box->request == served) {}
            number = box->request;
            __threadfence_system();
        }
        __syncthreads();
        served = number;
        if (served < 0) return;
        box->payload[threadIdx.x] = box->payload[threadIdx.x] * 2 + served;
        __threadfence_system();
        __syncthreads();
        if (threadIdx.x == 0) box->answer = served;
    }
}
// Waits for a word that a copy in another stream brings.
__device__ volatile int go;
__global__ void wait_for_copy(int *out) {
    while (go == 0) {}
    *out = go + 1;
}
static int copied() {
    int *out, *five, got = 0;
    cudaStream_t streams[2];
    for (auto &s : streams) cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaMalloc(&out, sizeof(int));
    cudaMallocHost(&five, sizeof(int));
    *five = 5;
    wait_for_copy<<<1, 1, 0, streams[0]>>>(out);
    int waits = cudaStreamQuery(streams[0]) == cudaErrorNotReady;
    cudaMemcpyToSymbolAsync(go, five, sizeof(int), 0, cudaMemcpyHostToDevice, streams[1]);
    cudaDeviceSynchronize();
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    return waits && got == 6;
}
int main() {
    Mailbox *host, *device;
    volatile Mailbox *box;
    cudaStream_t stream;
    int expected[32], wrong = 0;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaHostAlloc(&host, sizeof(Mailbox), cudaHostAllocMapped);
    cudaHostGetDevicePointer(&device, host, 0);
    box = host;
    box->request = box->answer = 0;
    for (int i = 0; i < 32; i++) box->payload[i] = expected[i] = i;
    serve<<<1, 32, 0, stream>>>(device);
    for (int round = 1; round <= 3; round++) {
        box->request = round;
        while (box->answer != round)
            if (cudaStreamQuery(stream) == cudaSuccess) break; // it never ends by itself
        wrong += box->answer != round;
        for (int i = 0; i < 32; i++) {
            expected[i] = expected[i] * 2 + round;
            wrong += box->payload[i] != expected[i];
        }
    }
    wrong += cudaStreamQuery(stream) != cudaErrorNotReady;
    box->request = -1;
    wrong += cudaStreamSynchronize(stream) != cudaSuccess || cudaStreamQuery(stream) != cudaSuccess;
    cudaFreeHost(host);
    wrong += !copied();
    printf("wrong %d\n", wrong);
}
