// Neighbouring blocks write halo cells of each other, in device code of a lambda. rule: b
template <typename F> __global__ void run(F f) { f(blockIdx.x * blockDim.x + threadIdx.x); }
int main() {
    int *a; cudaMalloc(&a, 300 * sizeof(int));
    run<<<4, 64>>>([=] __device__ (int i) {
        a[i] = i;
        if (threadIdx.x == blockDim.x - 1) a[i + 1] = -i; // the next block's first cell: RACE or the line above
    });
    cudaDeviceSynchronize();
}
