// aligned_storage.cu: alignas behind __shared__ and its kin, where nvcc takes it and C++ does not.
#include <cstdint>
#include <cstdio>

__device__ alignas(32) int table[4] = {1, 2, 3, 4};
__constant__ alignas(double) char letters[8] = "abc";

__global__ void places(int *out) {
    __shared__ alignas(16) char bytes[3];
    __shared__ alignas(128) int words[32];
    extern __shared__ __align__(16) char rest[];
    alignas(8) int local[2] = {1, 2};
    words[threadIdx.x] = local[threadIdx.x % 2] + table[threadIdx.x % 4] + letters[0] - 'a';
    bytes[threadIdx.x % 3] = 0;
    rest[threadIdx.x] = 0;
    __syncthreads();
    const uintptr_t at[] = {(uintptr_t)bytes % 16, (uintptr_t)words % 128, (uintptr_t)rest % 16, (uintptr_t)table % 32};
    out[threadIdx.x] = words[31 - threadIdx.x] + (int)(at[0] + at[1] + at[2] + at[3]);
}

int main() {
    int *out, wrong = 0;
    cudaMallocManaged(&out, 32 * sizeof *out);
    places<<<1, 32, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) wrong += out[i] != (31 - i) % 2 + 1 + (31 - i) % 4 + 1;
    printf("wrong %d\n", wrong);
}
