// A program of several files in one directory.
#include <cstdio>
extern __device__ int shared_counter;
int helper();
__global__ void add() { atomicAdd(&shared_counter, 1); }
int main() {
    int value = 0, *device;
    cudaMalloc((void **)&device, sizeof value);
    add<<<2, 32>>>();
    extern void fetch(int *);
    fetch(device);
    cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
    printf("value %d, helper %d\n", value, helper());
}
