// C = alpha A B + beta C with tiles in shared memory, sizes that no tile divides, a template parameter for the tile.
#include <cmath>
#include <cstdio>
#include <vector>

template <int TILE> __global__ void sgemm(int m, int n, int k, float alpha, const float *__restrict__ A,
                                          const float *__restrict__ B, float beta, float *C) {
    __shared__ float a[TILE][TILE + 1], b[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
        const int ak = t * TILE + threadIdx.x, bk = t * TILE + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < m && ak < k ? A[row * k + ak] : 0.0f;
        b[threadIdx.y][threadIdx.x] = bk < k && col < n ? B[bk * n + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i) sum = fmaf(a[threadIdx.y][i], b[i][threadIdx.x], sum);
        __syncthreads();
    }
    if (row < m && col < n) C[row * n + col] = alpha * sum + beta * C[row * n + col];
}
int main() {
    const int m = 37, n = 50, k = 29;
    std::vector<float> A(m * k), B(k * n), C(m * n), out(m * n);
    for (size_t i = 0; i < A.size(); i++) A[i] = (float)((int)(i * 31 % 23) - 11) / 7.0f;
    for (size_t i = 0; i < B.size(); i++) B[i] = (float)((int)(i * 17 % 19) - 9) / 5.0f;
    for (size_t i = 0; i < C.size(); i++) C[i] = (float)(i % 13);
    float *dA, *dB, *dC;
    cudaMalloc(&dA, A.size() * 4);
    cudaMalloc(&dB, B.size() * 4);
    cudaMalloc(&dC, C.size() * 4);
    cudaMemcpy(dA, A.data(), A.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dB, B.data(), B.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dC, C.data(), C.size() * 4, cudaMemcpyHostToDevice);
    dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);
    sgemm<8><<<grid, block>>>(m, n, k, 1.5f, dA, dB, 0.5f, dC);
    cudaMemcpy(out.data(), dC, C.size() * 4, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int x = 0; x < k; x++) sum += (double)A[i * k + x] * B[x * n + j];
            wrong += std::fabs(out[i * n + j] - (1.5 * sum + 0.5 * C[i * n + j])) > 1e-3;
        }
    printf("wrong %d\n", wrong);
}
