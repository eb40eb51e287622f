// A shuffle whose parts are no power of two wide.
// finding: mask/shuffle-width 1
#ifdef FIXED
#define WIDTH 8
#else
#define WIDTH 12
#endif
__global__ void part(int *out) {
    out[threadIdx.x] = __shfl_sync(0xffffffffu, (int)threadIdx.x, 0, WIDTH); // FOUND
}
int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    part<<<1, 32>>>(out);
    return cudaDeviceSynchronize();
}
