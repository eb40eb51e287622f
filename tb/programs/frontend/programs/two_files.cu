// Two CUDA files and one of plain C++: each .cu has its own module of device code.
#include <cstdio>
int helper(int);
void launch_b(int *p);
__global__ void a(int *p) { p[threadIdx.x] = threadIdx.x; }
int main() { int *p, h[32]; cudaMalloc(&p, 128); a<<<1,32>>>(p); launch_b(p); cudaMemcpy(h, p, 128, cudaMemcpyDefault); printf("%d %d\n", h[5], helper(3)); }
