// More blocks than the machine holds at once: slots are reused until every block has run.
#include <cstdio>
__global__ void mark(int *out) {
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[block * blockDim.x + threadIdx.x] = (int)(block + threadIdx.x);
}
int main() {
    const int blocks = 10 * 6 * 5, threads = 64;
    static int host[blocks * threads];
    int *out, wrong = 0;
    cudaMalloc(&out, sizeof host);
    mark<<<dim3(10, 6, 5), threads>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) for (int t = 0; t < threads; t++) wrong += host[b * threads + t] != b + t;
    printf("wrong %d\n", wrong);
}
