// A lock that is never given back: the lanes count their tries, which end nothing, and their winner stores on.
__device__ int lock;
__global__ void take(int *out) {
    int tries = 0;
    while (atomicCAS(&lock, 0, 1) != 0) tries++; // HERE
    out[threadIdx.x] = tries;
}
int main() {
    int *out;
    cudaMalloc(&out, 256);
    take<<<2, 64>>>(out);
    cudaDeviceSynchronize();
    return 0;
}
