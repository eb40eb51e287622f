// What is right: a flag that every thread sets (one value, whichever write stays: only counted, once), a store
// of a scope by all threads (an atomic: its order is the system's), and a scattered store to places of their own.
// fixed: none
// total: lanes/same-value 1
#include <cstdio>
#include <cuda/atomic>
__global__ void flags(int *flag, int *last, int *place) {
    *flag = 1; // FOUND
    cuda::atomic_ref<int, cuda::thread_scope_device>(*last).store(threadIdx.x, cuda::memory_order_relaxed);
    place[threadIdx.x * 37 % 32] = threadIdx.x;
}
int main() {
    int *data, host[34], wrong;
    cudaMalloc(&data, sizeof host);
    flags<<<1, 32>>>(data, data + 1, data + 2);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    wrong = (host[0] != 1) + (host[1] < 0 || host[1] > 31);
    for (int i = 0; i < 32; i++) wrong += host[2 + i * 37 % 32] != i;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
