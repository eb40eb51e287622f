// A kernel gets memory that was freed before its launch.
// options: --keep-going
// finding: memory/after-free 1
__global__ void fill(int *p) {
    p[threadIdx.x] = threadIdx.x; // FOUND
}
int main() {
    int *p;
    cudaMalloc(&p, 32 * sizeof *p);
#ifndef FIXED
    cudaFree(p);
#endif
    fill<<<1, 32>>>(p);
#ifdef FIXED
    cudaDeviceSynchronize();
    cudaFree(p);
#endif
    return cudaDeviceSynchronize();
}
