// All shortest paths: a launch for every intermediate node, two-dimensional blocks, paths read back along predecessors.
#include <cstdio>
#include <vector>
#define INFINITE 1000000
__global__ void relax(int *distance, int *via, int n, int k) {
    __shared__ int row[16], column[16];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (threadIdx.y == 0 && x < n) row[threadIdx.x] = distance[k * n + x];
    if (threadIdx.x == 0 && y < n) column[threadIdx.y] = distance[y * n + k];
    __syncthreads();
    if (x >= n || y >= n || x == k || y == k) return; /* row and column k do not change in this round */
    int sum = column[threadIdx.y] + row[threadIdx.x];
    if (sum < distance[y * n + x]) {
        distance[y * n + x] = sum;
        via[y * n + x] = k;
    }
}
int main() {
    const int n = 40;
    std::vector<int> d(n * n, INFINITE), via(n * n, -1), got(n * n), got_via(n * n);
    int wrong = 0, *dd, *dv;
    for (int i = 0; i < n; i++) {
        d[i * n + i] = 0;
        for (int e = 1; e < 4; e++) d[i * n + (i * 7 + e * 11) % n] = i == (i * 7 + e * 11) % n ? 0 : 1 + (i * e) % 9;
    }
    cudaMalloc(&dd, n * n * 4);
    cudaMalloc(&dv, n * n * 4);
    cudaMemcpy(dd, d.data(), n * n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, via.data(), n * n * 4, cudaMemcpyHostToDevice);
    for (int k = 0; k < n; k++) relax<<<dim3(3, 3), dim3(16, 16)>>>(dd, dv, n, k);
    cudaMemcpy(got.data(), dd, n * n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(got_via.data(), dv, n * n * 4, cudaMemcpyDeviceToHost);
    for (int k = 0; k < n; k++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++)
                if (d[y * n + k] + d[k * n + x] < d[y * n + x]) {
                    d[y * n + x] = d[y * n + k] + d[k * n + x];
                    via[y * n + x] = k;
                }
    for (int i = 0; i < n * n; i++) wrong += got[i] != d[i] || got_via[i] != via[i];
    printf("wrong %d\n", wrong);
}
