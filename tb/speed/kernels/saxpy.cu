// saxpy: y = a x + y over 2^20 elements, 20 launches. Coalesced loads and stores.
__global__ void saxpy(int n, float a, const float *x, float *y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
int main() {
    const int n = 1 << 20;
    float *x, *y;
    cudaMalloc(&x, n * sizeof *x);
    cudaMalloc(&y, n * sizeof *y);
    cudaMemset(x, 0, n * sizeof *x);
    cudaMemset(y, 0, n * sizeof *y);
    for (int launch = 0; launch < 20; launch++) saxpy<<<n / 256, 256>>>(n, 2, x, y);
    return cudaDeviceSynchronize();
}
