// Right: addresses of two __shared__ arrays by one pointer, rows of a matrix, dynamic memory, addresses with a bias.
// fixed: none
// options: --keep-going
extern __shared__ float dynamic[];
struct pair { int a[4], b[4]; };
__device__ __noinline__ int sum_of(const int *p, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += p[i];
    return sum;
}
__global__ void right(int *out, int n) {
    __shared__ int one[32], two[32], matrix[8][4];
    __shared__ pair both;
    int *which = threadIdx.x % 2 ? one : two;
    one[threadIdx.x] = two[threadIdx.x] = 1;
    matrix[threadIdx.x / 4][threadIdx.x % 4] = 2;
    dynamic[threadIdx.x] = 3;
    if (threadIdx.x < 4) both.a[threadIdx.x] = both.b[threadIdx.x] = 4;
    __syncthreads();
    int sum = which[threadIdx.x] + sum_of(one, n) + sum_of(two, n);
    for (int i = 1; i <= n; i++) sum += (one - 1)[i] + matrix[0][i - 1] + (int)dynamic[i - 1];
    const int *p = n > 3 ? two : one;
    for (int i = n - 1; i >= 0; i--) sum += p[i];
    sum += two[(int)(&one[threadIdx.x] - one)];
    out[threadIdx.x] = sum + both.a[threadIdx.x % 4] + *(both.a + 3);
}
int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    right<<<1, 32, 32 * sizeof(float)>>>(out, 32);
    return cudaDeviceSynchronize();
}
