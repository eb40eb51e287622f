// Byte histogram: private counters in shared memory, four bytes a load, merged by global atomics.
#include <cstdio>
#include <vector>

__global__ void histogram256(const uchar4 *data, int quads, unsigned int *bins) {
    __shared__ unsigned int local[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += blockDim.x * gridDim.x) {
        uchar4 v = data[i];
        atomicAdd(&local[v.x], 1u);
        atomicAdd(&local[v.y], 1u);
        atomicAdd(&local[v.z], 1u);
        atomicAdd(&local[v.w], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (local[i]) atomicAdd(&bins[i], local[i]);
}
int main() {
    const int bytes = 16 * 1024;
    std::vector<unsigned char> data(bytes);
    unsigned state = 12345, expected[256] = {0}, got[256], wrong = 0;
    for (int i = 0; i < bytes; i++) {
        state = state * 1664525u + 1013904223u;
        data[i] = (unsigned char)((state >> 24) & (state >> 16));
        expected[data[i]]++;
    }
    unsigned char *d_data;
    unsigned int *d_bins;
    cudaMalloc((void **)&d_data, bytes);
    cudaMalloc((void **)&d_bins, sizeof got);
    cudaMemcpy(d_data, data.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof got);
    histogram256<<<6, 128>>>((const uchar4 *)d_data, bytes / 4, d_bins);
    cudaMemcpy(got, d_bins, sizeof got, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) wrong += got[i] != expected[i];
    printf("wrong %u\n", wrong);
}
