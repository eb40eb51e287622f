// Prints the order in which blocks take tickets: the same for the same seed, another for another.
#include <cstdio>
__device__ int next_ticket;
__global__ void take(int *order) {
    if (threadIdx.x == 0) order[atomicAdd(&next_ticket, 1)] = (int)blockIdx.x;
}
int main() {
    int *order, host[32];
    cudaMalloc(&order, sizeof host);
    take<<<32, 64>>>(order);
    cudaMemcpy(host, order, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%d%c", host[i], i == 31 ? '\n' : ' ');
}
