// More shared memory than 48 KB: by cudaFuncSetAttribute, up to what the device says.
#include <cstdio>
extern __shared__ float tile[];
__global__ void turn(float *p, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = p[blockIdx.x * n + i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) p[blockIdx.x * n + i] = tile[n - 1 - i];
}
int main() {
    const int bytes = 100 * 1024, n = bytes / 4, blocks = 20;
    int wrong = 0, most = 0;
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    cudaGetDeviceProperties(&properties, 0);
    cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
    wrong += most != 163 * 1024 || properties.sharedMemPerBlockOptin != 163 * 1024 || properties.sharedMemPerBlock != 48 * 1024;
    wrong += cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) != cudaErrorInvalidValue;
    cudaGetLastError();
    wrong += cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess;
    wrong += cudaFuncGetAttributes(&attributes, turn) != cudaSuccess || attributes.maxDynamicSharedSizeBytes != bytes;
    float *p;
    cudaMallocManaged(&p, blocks * bytes);
    for (int i = 0; i < blocks * n; i++) p[i] = (float)i;
    turn<<<blocks, 256, bytes>>>(p, n);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < n; i++) wrong += p[b * n + i] != (float)(b * n + n - 1 - i);
    printf("wrong %d\n", wrong);
    return 0;
}
