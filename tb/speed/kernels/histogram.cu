// histogram: 2^20 numbers into 256 bins by atomics on global memory, 4 launches.
__global__ void fill(unsigned *data) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i] = i * 2654435761u >> 7;
}
__global__ void histogram(const unsigned *data, unsigned *bins) {
    atomicAdd(&bins[data[blockIdx.x * blockDim.x + threadIdx.x] % 256], 1u);
}
int main() {
    const int n = 1 << 20;
    unsigned *data, *bins;
    cudaMalloc(&data, n * sizeof *data);
    cudaMalloc(&bins, 256 * sizeof *bins);
    cudaMemset(bins, 0, 256 * sizeof *bins);
    fill<<<n / 256, 256>>>(data);
    for (int launch = 0; launch < 4; launch++) histogram<<<n / 256, 256>>>(data, bins);
    return cudaDeviceSynchronize();
}
