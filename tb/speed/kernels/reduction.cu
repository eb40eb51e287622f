// reduction: the sum of 2^22 numbers: grid-stride loads, a tree in shared memory, shuffles, an atomic per block.
__global__ void reduce(const int *data, int n, int *sum) {
    __shared__ int part[256];
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += data[i];
    part[threadIdx.x] = mine;
    __syncthreads();
    for (int half = 128; half >= 32; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x >= 32) return;
    mine = part[threadIdx.x];
    for (int half = 16; half > 0; half /= 2) mine += __shfl_down_sync(0xffffffff, mine, half);
    if (threadIdx.x == 0) atomicAdd(sum, mine);
}
int main() {
    const int n = 1 << 22;
    int *data, *sum;
    cudaMalloc(&data, n * sizeof *data);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(data, 1, n * sizeof *data);
    cudaMemset(sum, 0, sizeof *sum);
    for (int launch = 0; launch < 4; launch++) reduce<<<240, 256>>>(data, n, sum);
    return cudaDeviceSynchronize();
}
