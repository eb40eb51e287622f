/* mm: matrix multiplication in tiles (CUDA SDK "matrixMul"; Table 2: 6 blocks an SM x 8 warps).
 *
 * usage: mm [SEED [SCALE]]      (see baws.h)
 *
 * A block of 16 x 16 threads computes one tile of C = A B: for each pair of tiles of A and B every thread loads one
 * element of either into shared memory, a barrier, 16 multiply-adds a thread, a barrier. This is the SDK's
 * algorithm and block. The matrices are smaller: 240 x 64 times 64 x 240; SCALE multiplies the rows.
 * -DBREAK: no barrier between loading and multiplying.
 */
#include "baws.h"

#define TILE 16
#define TILES_DOWN 15   // of C, times SCALE
#define TILES_ACROSS 15 // of C
#define TILES_DEEP 4    // across A, down B
#define DEPTH (TILES_DEEP * TILE)
#define COLUMNS (TILES_ACROSS * TILE)

__global__ void multiply(const float *a, const float *b, float *c)
{
    __shared__ float tile[2][TILE][TILE]; // of A, of B
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
#pragma unroll 1
    for (int first = 0; first < DEPTH; first += TILE) {
        tile[0][y][x] = a[row * DEPTH + first + x];
        tile[1][y][x] = b[(first + y) * COLUMNS + column];
        BARRIER_UNLESS_BROKEN();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += tile[0][y][k] * tile[1][k][x];
        __syncthreads();
    }
    c[row * COLUMNS + column] = sum;
}

static std::vector<double> multiplyOnHost(const std::vector<float> &a, const std::vector<float> &b, int rows)
{
    std::vector<double> c((size_t)rows * COLUMNS, 0.0);
    for (int row = 0; row < rows; row++)
        for (int k = 0; k < DEPTH; k++)
            for (int column = 0; column < COLUMNS; column++)
                c[row * COLUMNS + column] += (double)a[row * DEPTH + k] * b[k * COLUMNS + column];
    return c;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("mm", argc, argv);
    Random random(workload.seed);
    const int rows = TILES_DOWN * TILE * workload.scale;
    const std::vector<float> a = randomFloats(random, (size_t)rows * DEPTH, -1, 1);
    const std::vector<float> b = randomFloats(random, (size_t)DEPTH * COLUMNS, -1, 1);
    const float *deviceA = deviceArray(a), *deviceB = deviceArray(b);
    float *c = deviceArray<float>((size_t)rows * COLUMNS);

    multiply<<<dim3(COLUMNS / TILE, rows / TILE), dim3(TILE, TILE)>>>(deviceA, deviceB, c);
    checkKernel("multiply");

    Check check(workload);
    check.near("c", toHost(c, (size_t)rows * COLUMNS), multiplyOnHost(a, b, rows), 1e-4);
    return check.result();
}
