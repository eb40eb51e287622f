// Division of 128 bits in device code: one line says what it needs.
__global__ void divide(unsigned __int128 *p) { p[0] = p[1] % p[2]; }
int main() {
    unsigned __int128 *p;
    cudaMalloc(&p, 3 * sizeof *p);
    divide<<<1, 1>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
