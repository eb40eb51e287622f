// A vector of four words (two loads of 8 bytes) from an array at any index.
// options: --keep-going
// finding: memory/misaligned 1
// finding: memory/misaligned 1
__global__ void sum(const int *in, int4 *out) {
#ifdef FIXED
    const int at = 4;
#else
    const int at = 3;
#endif
    out[threadIdx.x] = *(const int4 *)(in + at); // FOUND
}
int main() {
    int *in;
    int4 *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMemset(in, 0, 64 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    sum<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize();
}
