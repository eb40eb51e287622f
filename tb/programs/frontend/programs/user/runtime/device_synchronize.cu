// Threads wait for what they launched, as before CUDA 12: the parent reads the results, on several levels.
// CUDA 13 has no such wait.
#include <cstdio>

// The sum of COUNT numbers: blocks of 64, whose sums are summed by the next grid, and so on.
__global__ void sum(const int *numbers, int count, int *sums, int *result) {
    __shared__ int shared[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    shared[threadIdx.x] = i < count ? numbers[i] : 0;
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (threadIdx.x < step) shared[threadIdx.x] += shared[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) *(gridDim.x == 1 ? result : &sums[blockIdx.x]) = shared[0];
}
__global__ void sum_all(const int *numbers, int count, int *sums, int *result) {
    while (count > 1) {
        const int blocks = (count + 63) / 64;
        if (threadIdx.x == 0) {
            sum<<<blocks, 64>>>(numbers, count, sums, result);
            cudaDeviceSynchronize();
        }
        __syncthreads();
        numbers = sums;
        sums += blocks;
        count = blocks;
    }
    if (threadIdx.x == 0) *result += 1;
}

__global__ void fibonacci(int n, int *result) {
    if (n < 2) {
        *result = n;
        return;
    }
    int *parts;
    if (cudaMalloc(&parts, 2 * sizeof *parts) != cudaSuccess) return;
    fibonacci<<<1, 1>>>(n - 1, &parts[0]);
    fibonacci<<<1, 1>>>(n - 2, &parts[1]);
    if (cudaDeviceSynchronize() == cudaSuccess) *result = parts[0] + parts[1];
    cudaFree(parts);
}

int main() {
    enum { COUNT = 5000 };
    static int h[COUNT];
    int wrong = 0, total = 0, *numbers, *sums, *result;
    cudaMalloc(&numbers, sizeof h);
    cudaMalloc(&sums, 1024 * sizeof(int));
    cudaMallocManaged(&result, sizeof(int));
    for (int i = 0; i < COUNT; i++) total += h[i] = i * 37 % 101 - 50;
    cudaMemcpy(numbers, h, sizeof h, cudaMemcpyHostToDevice);
    sum_all<<<1, 32>>>(numbers, COUNT, sums, result);
    cudaDeviceSynchronize();
    wrong += *result != total + 1;
    fibonacci<<<1, 1>>>(8, result);
    cudaDeviceSynchronize();
    wrong += *result != 21;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
