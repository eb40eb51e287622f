// product: a matrix product of 256 x 256 in tiles of 16 x 16 in shared memory.
#define TILE 16
__global__ void product(const float *a, const float *b, float *c, int n) {
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < n / TILE; tile++) {
        left[threadIdx.y][threadIdx.x] = a[row * n + tile * TILE + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(tile * TILE + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
int main() {
    const int n = 256;
    float *a, *b, *c;
    cudaMalloc(&a, n * n * sizeof *a);
    cudaMalloc(&b, n * n * sizeof *b);
    cudaMalloc(&c, n * n * sizeof *c);
    cudaMemset(a, 0, n * n * sizeof *a);
    cudaMemset(b, 0, n * n * sizeof *b);
    product<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
    return cudaDeviceSynchronize();
}
