// Jacobi iteration in one cooperative launch: grid.sync() between sweeps; and a reduction over the whole grid.
#include <cooperative_groups.h>
#include <cmath>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;
// Words that other blocks read are volatile: the detector asks for strong accesses across blocks (Table IV(c)).
__global__ void jacobi(volatile double *a, volatile double *b, int n, int sweeps, volatile double *partial,
                       double *residual) {
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    for (int s = 0; s < sweeps; s++) {
        for (int i = (int)grid.thread_rank() + 1; i < n - 1; i += (int)grid.size())
            b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        grid.sync();
        volatile double *t = a;
        a = b;
        b = t;
    }
    __shared__ double sums[64];
    double mine = 0;
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) mine += a[i];
    sums[block.thread_rank()] = mine;
    block.sync();
    if (block.thread_rank() == 0) {
        double s = 0;
        for (int k = 0; k < (int)block.size(); k++) s += sums[k];
        partial[block.group_index().x] = s;
    }
    cg::sync(grid);
    if (grid.thread_rank() == 0) {
        double s = 0;
        for (int k = 0; k < (int)gridDim.x; k++) s += partial[k];
        *residual = s;
    }
}
int main() {
    int n = 200, sweeps = 6, device = 0, cooperative = 0, per_sm = 0, wrong = 0;
    cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, jacobi, 64, 0);
    std::vector<double> a(n, 0.0), b, got(n);
    a[0] = 1;
    a[n - 1] = 2;
    for (int i = 1; i < n - 1; i++) a[i] = (i * 7 % 13) / 13.0;
    double *da, *db, *partial, *residual, sum, expected = 0;
    cudaMalloc(&da, n * 8);
    cudaMalloc(&db, n * 8);
    cudaMalloc(&partial, 8 * 8);
    cudaMalloc(&residual, 8);
    cudaMemcpy(da, a.data(), n * 8, cudaMemcpyHostToDevice);
    cudaMemcpy(db, a.data(), n * 8, cudaMemcpyHostToDevice);
    void *arguments[] = {&da, &db, &n, &sweeps, &partial, &residual};
    wrong += !cooperative || per_sm < 1 ||
             cudaLaunchCooperativeKernel((void *)jacobi, dim3(4), dim3(64), arguments, 0, 0) != cudaSuccess;
    cudaMemcpy(got.data(), da, n * 8, cudaMemcpyDeviceToHost);
    cudaMemcpy(&sum, residual, 8, cudaMemcpyDeviceToHost);
    for (int s = 0; s < sweeps; s++) {
        b = a;
        for (int i = 1; i < n - 1; i++) b[i] = 0.5 * (a[i - 1] + a[i + 1]);
        a = b;
    }
    for (int i = 0; i < n; i++) {
        wrong += got[i] != a[i];
        expected += a[i];
    }
    wrong += std::fabs(sum - expected) > 1e-12 * expected;
    printf("wrong %d\n", wrong);
}
