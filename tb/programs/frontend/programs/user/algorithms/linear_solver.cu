// LU decomposition with pivoting in double, pivots found by a block, solution compared by its residual; sizes by template.
#include <cmath>
#include <cstdio>
#include <vector>
__global__ void find_pivot(const double *a, int n, int k, int *pivot) {
    __shared__ double size[64];
    __shared__ int where[64];
    double best = -1;
    int at = k;
    for (int i = k + threadIdx.x; i < n; i += 64)
        if (fabs(a[i * n + k]) > best) {
            best = fabs(a[i * n + k]);
            at = i;
        }
    size[threadIdx.x] = best;
    where[threadIdx.x] = at;
    for (int s = 32; s > 0; s >>= 1) {
        __syncthreads();
        if (threadIdx.x < s && size[threadIdx.x + s] > size[threadIdx.x]) {
            size[threadIdx.x] = size[threadIdx.x + s];
            where[threadIdx.x] = where[threadIdx.x + s];
        }
    }
    if (threadIdx.x == 0) pivot[k] = where[0];
}
__global__ void swap_rows(double *a, double *b, int n, int k, const int *pivot) {
    int p = pivot[k], j = blockIdx.x * blockDim.x + threadIdx.x;
    if (p == k) return;
    if (j < n) {
        double t = a[k * n + j];
        a[k * n + j] = a[p * n + j];
        a[p * n + j] = t;
    }
    if (j == 0) {
        double t = b[k];
        b[k] = b[p];
        b[p] = t;
    }
}
__global__ void eliminate(double *a, double *b, int n, int k) {
    int i = k + 1 + blockIdx.x;
    __shared__ double factor;
    if (threadIdx.x == 0) factor = a[i * n + k] / a[k * n + k];
    __syncthreads();
    for (int j = k + threadIdx.x; j < n; j += blockDim.x) a[i * n + j] -= factor * a[k * n + j];
    if (threadIdx.x == 0) b[i] -= factor * b[k];
}
__global__ void back_substitute(const double *a, double *b, int n) {
    for (int i = n - 1; i >= 0; i--) {
        __syncthreads();
        if (threadIdx.x == 0) b[i] /= a[i * n + i];
        __syncthreads();
        for (int r = threadIdx.x; r < i; r += blockDim.x) b[r] -= a[r * n + i] * b[i];
    }
}
int main() {
    const int n = 24;
    std::vector<double> a(n * n), b(n), x(n);
    double *da, *db, worst = 0;
    int *dp;
    for (int i = 0; i < n; i++) {
        b[i] = i + 1;
        for (int j = 0; j < n; j++) a[i * n + j] = sin(i * 12.9898 + j * 78.233) + (i == j ? 0.01 : 0);
    }
    cudaMalloc(&da, n * n * 8);
    cudaMalloc(&db, n * 8);
    cudaMalloc(&dp, n * 4);
    cudaMemcpy(da, a.data(), n * n * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b.data(), n * 8, cudaMemcpyHostToDevice);
    for (int k = 0; k < n; k++) {
        find_pivot<<<1, 64>>>(da, n, k, dp);
        swap_rows<<<1, 32>>>(da, db, n, k, dp);
        if (k + 1 < n) eliminate<<<n - k - 1, 32>>>(da, db, n, k);
    }
    back_substitute<<<1, 32>>>(da, db, n);
    cudaMemcpy(x.data(), db, n * 8, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        double r = -b[i];
        for (int j = 0; j < n; j++) r += a[i * n + j] * x[j];
        worst = fmax(worst, fabs(r));
    }
    printf("wrong %d\n", !(worst < 1e-9));
}
