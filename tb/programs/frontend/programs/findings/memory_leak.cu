// What lives at the end, by the line of its allocation: two of a loop, and pinned memory.
// options: --leaks
// note: memory/leak 2
// note: memory/leak 1
#include <cstdio>
__global__ void use(int *p) { p[threadIdx.x] = threadIdx.x; }
static int *take() {
    int *p;
    cudaMalloc(&p, 32 * sizeof *p); // FOUND
    return p;
}
int main() {
    int *pinned, *part[3];
    for (int i = 0; i < 3; i++) part[i] = take();
    cudaHostAlloc(&pinned, 64, cudaHostAllocDefault); // FOUND
    use<<<1, 32>>>(part[1]);
    cudaDeviceSynchronize();
    cudaFree(part[1]);
#ifdef FIXED
    cudaFree(part[0]);
    cudaFree(part[2]);
    cudaFreeHost(pinned);
#endif
    return 0;
}
