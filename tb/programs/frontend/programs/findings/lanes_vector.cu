// Stores of 16 bytes: threads 8 to 15 of a warp write where threads 0 to 7 do, and only the last element differs.
// right: -DFIXED, all elements are the same for threads of one place, which is allowed and only counted.
// finding: lanes/different-values 1
#include <cstdio>
__global__ void rows(float4 *out) {
    const int row = threadIdx.x % 8;
#ifdef FIXED
    const float last = row;
#else
    const float last = threadIdx.x;
#endif
    if (threadIdx.x < 16) out[row] = make_float4(row, 1, 2, last); // FOUND
}
int main() {
    float4 *out, host[8];
    int wrong = 0;
    cudaMalloc(&out, sizeof host);
    rows<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) wrong += host[i].x != i || host[i].z != 2;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
