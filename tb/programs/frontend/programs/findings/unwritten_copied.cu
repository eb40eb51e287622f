// The host gets what no thread has written: a note.
// note: uninitialised/copied-out 1
#include <cstdio>
#ifdef FIXED
#define THREADS 64
#else
#define THREADS 60
#endif
__global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x; }
int main() {
    int *p, host[64];
    cudaMalloc(&p, sizeof host);
    fill<<<1, THREADS>>>(p);
    cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost); // FOUND
    return 0;
}
