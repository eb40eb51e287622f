/* lud: LU decomposition in blocks (Rodinia "lud"; not barrier-intensive by the paper's threshold, 14 %).
 *
 * usage: lud [SEED [SCALE]]      (see baws.h)
 *
 * For a diagonal tile of 16 x 16, three launches: one half warp decomposes the tile (a barrier behind every column and
 * row), one warp a block solves the tiles to the right of and below it (its halves take different paths), blocks of
 * 16 x 16 threads subtract the products from the tiles between (one barrier). Kernels, tiles and launches are Rodinia's.
 * Not Rodinia's: only the first STEPS diagonal tiles of a matrix of 384 rows, random but for its dominant diagonal. A
 * whole matrix that is small enough for the simulator would be a measurement of the first two kernels, which do not load
 * 15 SMs; in Rodinia's, of 2048 rows and more, nearly all the time goes to the third. SCALE: the number of matrices, one
 * after the other.
 * -DBREAK: no barrier between the tiles' load and their product.
 */
#include "baws.h"

#define TILE 16
#define TILES 24 // down and across
#define STEPS 1  // diagonal tiles that are decomposed
#define ROWS (TILES * TILE)

// The element (row, column) of the tile (tileRow, tileColumn).
static __device__ __forceinline__ int place(int tileRow, int tileColumn, int row, int column)
{
    return (tileRow * TILE + row) * ROWS + tileColumn * TILE + column;
}

// L and U of the diagonal tile STEP, in its place.
__global__ void decomposeDiagonal(float *matrix, int step)
{
    __shared__ float tile[TILE][TILE];
    const int x = threadIdx.x;
    for (int row = 0; row < TILE; row++)
        tile[row][x] = matrix[place(step, step, row, x)];
    __syncthreads();
    for (int i = 0; i < TILE - 1; i++) {
        if (x > i) { // column i of L, a row a thread
            for (int k = 0; k < i; k++)
                tile[x][i] -= tile[x][k] * tile[k][i];
            tile[x][i] /= tile[i][i];
        }
        __syncthreads();
        if (x > i) // row i + 1 of U, a column a thread
            for (int k = 0; k <= i; k++)
                tile[i + 1][x] -= tile[i + 1][k] * tile[k][x];
        __syncthreads();
    }
    for (int row = 1; row < TILE; row++) // row 0 has not changed
        matrix[place(step, step, row, x)] = tile[row][x];
}

// The tile of U to the right of, and the tile of L below the diagonal tile STEP: the first and second half of the warp.
__global__ void solvePerimeter(float *matrix, int step)
{
    __shared__ float diagonal[TILE][TILE], right[TILE][TILE], below[TILE][TILE];
    const int x = threadIdx.x % TILE, other = step + 1 + blockIdx.x;
    const bool isFirstHalf = threadIdx.x < TILE;
    if (isFirstHalf) {
        for (int row = 0; row < TILE / 2; row++)
            diagonal[row][x] = matrix[place(step, step, row, x)];
        for (int row = 0; row < TILE; row++)
            right[row][x] = matrix[place(step, other, row, x)];
    } else {
        for (int row = TILE / 2; row < TILE; row++)
            diagonal[row][x] = matrix[place(step, step, row, x)];
        for (int row = 0; row < TILE; row++)
            below[row][x] = matrix[place(other, step, row, x)];
    }
    __syncthreads();
    if (isFirstHalf) {
        for (int i = 1; i < TILE; i++)
            for (int k = 0; k < i; k++)
                right[i][x] -= diagonal[i][k] * right[k][x];
    } else {
        for (int i = 0; i < TILE; i++) {
            for (int k = 0; k < i; k++)
                below[x][i] -= below[x][k] * diagonal[k][i];
            below[x][i] /= diagonal[i][i];
        }
    }
    __syncthreads();
    if (isFirstHalf)
        for (int row = 1; row < TILE; row++)
            matrix[place(step, other, row, x)] = right[row][x];
    else
        for (int row = 0; row < TILE; row++)
            matrix[place(other, step, row, x)] = below[row][x];
}

// Subtracts the product of the two perimeter tiles of its row and column from an inner tile.
__global__ void updateInner(float *matrix, int step)
{
    __shared__ float right[TILE][TILE], below[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y, tileRow = step + 1 + blockIdx.y, tileColumn = step + 1 + blockIdx.x;
    right[y][x] = matrix[place(step, tileColumn, y, x)];
    below[y][x] = matrix[place(tileRow, step, y, x)];
    BARRIER_UNLESS_BROKEN();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < TILE; k++)
        sum += below[y][k] * right[k][x];
    matrix[place(tileRow, tileColumn, y, x)] -= sum;
}

static std::vector<double> decomposeOnHost(const std::vector<float> &matrix)
{
    std::vector<double> result(matrix.begin(), matrix.end());
    for (int i = 0; i < STEPS * TILE; i++)
        for (int row = i + 1; row < ROWS; row++) {
            const double factor = result[row * ROWS + i] /= result[i * ROWS + i];
            for (int column = i + 1; column < ROWS; column++)
                result[row * ROWS + column] -= factor * result[i * ROWS + column];
        }
    return result;
}

static void decompose(float *matrix)
{
    for (int step = 0; step < STEPS; step++) {
        const int left = TILES - 1 - step; // at least 1: STEPS < TILES
        decomposeDiagonal<<<1, TILE>>>(matrix, step);
        checkKernel("decomposeDiagonal");
        solvePerimeter<<<left, 2 * TILE>>>(matrix, step);
        checkKernel("solvePerimeter");
        updateInner<<<dim3(left, left), dim3(TILE, TILE)>>>(matrix, step);
        checkKernel("updateInner");
    }
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("lud", argc, argv);
    Random random(workload.seed);
    Check check(workload);
    for (int number = 0; number < workload.scale; number++) {
        std::vector<float> matrix = randomFloats(random, (size_t)ROWS * ROWS, -1, 1);
        for (int i = 0; i < ROWS; i++)
            matrix[i * ROWS + i] += ROWS / 4;
        float *deviceMatrix = deviceArray(matrix);
        decompose(deviceMatrix);
        check.near("matrix", toHost(deviceMatrix, matrix.size()), decomposeOnHost(matrix), 1e-4);
        checkCuda(cudaFree(deviceMatrix), "cudaFree");
    }
    return check.result();
}
