// Half of the warp shuffles: its last four threads read those behind the half.
// right: -DFIXED, a width of sixteen: nobody reads beyond it.
// note: mask/shuffle-of-absent-lane 1
#include <cstdio>
#ifdef FIXED
#define WIDTH 16
#else
#define WIDTH 32
#endif
__global__ void down(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_down_sync(0xffffu, threadIdx.x, 4, WIDTH); // FOUND
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    down<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += i < 12 && host[i] != i + 4;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
