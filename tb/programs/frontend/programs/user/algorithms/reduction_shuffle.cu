// Sum, minimum and a dot product: shuffles inside warps, shared memory across them, one atomic a block.
#include <cstdio>
#include <cfloat>
#include <vector>

template <typename T> __device__ T warp_sum(T value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
    return value;
}
template <typename T> __device__ T block_sum(T value) {
    __shared__ T partial[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    value = warp_sum(value);
    if (lane == 0) partial[warp] = value;
    __syncthreads();
    value = threadIdx.x < (blockDim.x + warpSize - 1) / warpSize ? partial[lane] : T(0);
    return warp == 0 ? warp_sum(value) : T(0);
}
__global__ void sum(const int *in, int n, long long *total) {
    long long mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += in[i];
    mine = block_sum(mine);
    if (threadIdx.x == 0) atomicAdd((unsigned long long *)total, (unsigned long long)mine);
}
__global__ void dot(const float *a, const float *b, int n, double *result) {
    double mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        mine += (double)a[i] * b[i];
    mine = block_sum(mine);
    if (threadIdx.x == 0) atomicAdd(result, mine);
}
__global__ void least(const int *in, int n, int *result) {
    int mine = 2147483647;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine = min(mine, in[i]);
    for (int mask = 16; mask > 0; mask >>= 1) mine = min(mine, __shfl_xor_sync(~0u, mine, mask));
    if (threadIdx.x % 32 == 0) atomicMin(result, mine);
}

int main() {
    const int n = 10007;
    std::vector<int> in(n);
    std::vector<float> a(n), b(n);
    long long expected = 0;
    int smallest = 2147483647;
    double product = 0;
    for (int i = 0; i < n; i++) {
        in[i] = (int)(i * 2654435761u >> 8) - 4000000;
        a[i] = (float)(i % 17) * 0.25f;
        b[i] = (float)(i % 5) - 2.0f;
        expected += in[i];
        smallest = in[i] < smallest ? in[i] : smallest;
        product += (double)a[i] * b[i];
    }
    int *d_in, *d_least;
    float *d_a, *d_b;
    long long *d_sum, got;
    double *d_dot, got_dot;
    int got_least = 2147483647;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_a, n * sizeof(float));
    cudaMalloc(&d_b, n * sizeof(float));
    cudaMalloc(&d_sum, sizeof(long long));
    cudaMalloc(&d_dot, sizeof(double));
    cudaMalloc(&d_least, sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_least, &got_least, sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(d_sum, 0, sizeof(long long));
    cudaMemset(d_dot, 0, sizeof(double));
    sum<<<8, 128>>>(d_in, n, d_sum);
    dot<<<5, 96>>>(d_a, d_b, n, d_dot);
    least<<<4, 64>>>(d_in, n, d_least);
    cudaMemcpy(&got, d_sum, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(&got_dot, d_dot, sizeof got_dot, cudaMemcpyDeviceToHost);
    cudaMemcpy(&got_least, d_least, sizeof got_least, cudaMemcpyDeviceToHost);
    printf("wrong %d\n", (got != expected) + (got_dot != product) + (got_least != smallest));
}
