// Threads that return early have stored before, and the compiler may make one store of theirs and of that behind the
// barrier: a note alone. In a loop, threads that are done leave it behind the barrier.
// fixed: none
// note: barrier/threads-returned 1
// note: barrier/threads-returned 3
#include <cstdio>
__global__ void early(int *out) {
    __shared__ int value[32];
    if (threadIdx.x % 3 == 0) {
        out[threadIdx.x] = 7;
        return;
    }
    value[threadIdx.x] = threadIdx.x;
    __syncthreads(); // FOUND
    out[threadIdx.x] = value[threadIdx.x];
}
__global__ void leave(int *out) {
    for (int i = 0;; i++) {
        __syncthreads(); // FOUND
        out[threadIdx.x] += 1;
        if (threadIdx.x % 4 == i) return;
    }
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    early<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != (i % 3 ? i : 7);
    cudaMemset(out, 0, sizeof host);
    leave<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != 1 + i % 4;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
