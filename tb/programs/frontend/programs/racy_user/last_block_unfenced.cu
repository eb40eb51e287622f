// The single-pass reduction without its __threadfence(). rule: b
__device__ unsigned int tickets;
__global__ void reduce(volatile int *partial, int *out) {
    if (threadIdx.x != 0) return;
    partial[blockIdx.x] = blockIdx.x + 1;
    if (atomicInc(&tickets, gridDim.x - 1) != gridDim.x - 1) return;
    int sum = 0;
    for (int b = 0; b < (int)gridDim.x; b++)
        sum += partial[b]; // RACE
    *out = sum;
}
int main() { int *p, *o; cudaMalloc(&p, 64); cudaMalloc(&o, 4); reduce<<<8, 32>>>(p, o); cudaDeviceSynchronize(); }
