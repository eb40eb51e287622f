// collatz: the lengths of 2^16 Collatz sequences. Divergent, and hardly an access.
__global__ void collatz(int *length) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long value = i + 1;
    int steps = 0;
    for (; value != 1; steps++) value = value % 2 ? 3 * value + 1 : value / 2;
    length[i] = steps;
}
int main() {
    const int n = 1 << 16;
    int *length;
    cudaMalloc(&length, n * sizeof *length);
    collatz<<<n / 256, 256>>>(length);
    return cudaDeviceSynchronize();
}
