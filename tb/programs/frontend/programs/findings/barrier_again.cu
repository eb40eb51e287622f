// A warp that fills and says so by bar.arrive, round by round, without waiting until the other has taken it.
// right: -DFIXED, a second barrier says that the cell is free; the fair order of warps is the same.
// finding: barrier/arrives-again 3
#include <cstdio>
__global__ void rounds(int *out, int count) {
    for (int i = 0; i < count; i++)
        if (threadIdx.x < 32) {
#ifdef FIXED
            asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
            asm volatile("bar.arrive 1, 64;" ::: "memory"); // FOUND
        } else {
#ifdef FIXED
            asm volatile("bar.arrive 2, 64;" ::: "memory");
#endif
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[threadIdx.x] += i;
        }
}
int main() {
    int *out, host[64], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    rounds<<<1, 64>>>(out, 4);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 32; i < 64; i++) wrong += host[i] != 6;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
