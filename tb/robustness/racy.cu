// racy.cu: a counter that two blocks add to without atomics, and a flag that is waited for: races of two kinds and a few hundred events.
__device__ int total;
__device__ volatile int ready;

__global__ void add(int *values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = 2 * i;
    __syncthreads();
    if (threadIdx.x == 0) total += values[i];
    if (i == 0) ready = 1;
}

int main() {
    int *values;
    cudaMalloc(&values, 256 * sizeof *values);
    add<<<4, 64>>>(values, 256);
    return cudaDeviceSynchronize() != cudaSuccess;
}
