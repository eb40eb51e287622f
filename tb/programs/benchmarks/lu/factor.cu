// factor.cu: the right-looking algorithm by tiles. Step k: the tile (k, k) is factored by one block; the tiles to its right
// become rows of the upper factor and those below it columns of the lower one; each tile beyond loses a product of two tiles.
#include "factor.h"
#include "check.h"

__constant__ int order; // of the matrix

struct Tile {
    float *corner;
    __device__ Tile(float *matrix, int row, int column) : corner(matrix + (size_t)row * TILE * order + column * TILE) {}
    __device__ float &at(int i, int j) const { return corner[(size_t)i * order + j]; }
};

__global__ void factor_diagonal(float *matrix, int k) {
    __shared__ float tile[TILE][TILE + 1];
    const int i = threadIdx.y, j = threadIdx.x;
    const Tile place(matrix, k, k);
    tile[i][j] = place.at(i, j);
    __syncthreads();
    for (int step = 0; step < TILE - 1; step++) {
        if (i > step && j == step) tile[i][j] /= tile[step][step];
        __syncthreads();
        if (i > step && j > step) tile[i][j] -= tile[i][step] * tile[step][j];
        __syncthreads();
    }
    place.at(i, j) = tile[i][j];
}

// Blocks of y 0: L(k, k) X = A(k, t), a column a thread; of y 1: X U(k, k) = A(t, k), a row a thread.
__global__ void solve_panels(float *matrix, int k) {
    __shared__ float diagonal[TILE][TILE + 1], panel[TILE][TILE + 1];
    const int other = k + 1 + blockIdx.x, lane = threadIdx.x;
    const bool right = blockIdx.y == 0;
    const Tile place = right ? Tile(matrix, k, other) : Tile(matrix, other, k);
    const Tile corner(matrix, k, k);
    for (int i = 0; i < TILE; i++) {
        diagonal[i][lane] = corner.at(i, lane);
        panel[i][lane] = place.at(i, lane);
    }
    __syncthreads();
    if (right) {
        for (int i = 1; i < TILE; i++) {
            float sum = panel[i][lane];
            for (int s = 0; s < i; s++) sum -= diagonal[i][s] * panel[s][lane];
            panel[i][lane] = sum;
        }
    } else {
        for (int j = 0; j < TILE; j++) {
            float sum = panel[lane][j];
            for (int s = 0; s < j; s++) sum -= panel[lane][s] * diagonal[s][j];
            panel[lane][j] = sum / diagonal[j][j];
        }
    }
    __syncthreads();
    for (int i = 0; i < TILE; i++) place.at(i, lane) = panel[i][lane];
}

__global__ void __launch_bounds__(TILE *TILE) update_rest(float *matrix, int k) {
    __shared__ float left[TILE][TILE + 1], above[TILE][TILE + 1];
    const int i = threadIdx.y, j = threadIdx.x, row = k + 1 + blockIdx.y, column = k + 1 + blockIdx.x;
    left[i][j] = Tile(matrix, row, k).at(i, j);
    above[i][j] = Tile(matrix, k, column).at(i, j);
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int s = 0; s < TILE; s++) sum += left[i][s] * above[s][j];
    Tile(matrix, row, column).at(i, j) -= sum;
}

FactorStatistics factor_on_device(float *matrix, int n) {
    FactorStatistics statistics = {n / TILE, 0, 0};
    cudaEvent_t begin, end;
    CHECK(cudaMemcpyToSymbol(order, &n, sizeof n));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin));
    for (int k = 0; k < statistics.steps; k++) {
        const int rest = statistics.steps - 1 - k;
        factor_diagonal<<<1, dim3(TILE, TILE)>>>(matrix, k);
        statistics.launches++;
        if (rest == 0) break;
        solve_panels<<<dim3(rest, 2), TILE>>>(matrix, k);
        update_rest<<<dim3(rest, rest), dim3(TILE, TILE)>>>(matrix, k);
        statistics.launches += 2;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    CHECK(cudaEventElapsedTime(&statistics.milliseconds, begin, end));
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    return statistics;
}
