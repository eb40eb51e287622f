// Warp 0 waits at barrier 1 for two warps, warp 1 at barrier 2.
__global__ void never_meet(int *p) {
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;");  // FIRST
    else
        asm volatile("bar.sync 2, 64;");  // SECOND
    p[threadIdx.x] = 1;
}
int main() {
    int *p;
    cudaMalloc(&p, 64 * sizeof(int));
    never_meet<<<1, 64>>>(p);
    return 0;
}
