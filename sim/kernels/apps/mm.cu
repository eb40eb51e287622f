/* mm: matrix multiplication with scoped locks (ScoRD Table II, "MM": 800 x 500 times 500 x 30).
 *
 * usage: mm [--race SITES] [--objects] [--table2 | ROWS INNER COLUMNS]      (see app.h)
 *
 * C = A B over integers. The inner dimension is cut into SLICES slices: a threadblock computes the contribution of
 * one slice to a band of rows. In the block the slice is cut again, one part a warp: lane j multiplies for column j,
 * and the warp adds its partial row to the block's sum under a lock of block scope. After a barrier the block adds
 * its sums to C under the row's lock of device scope, since the blocks of the other slices add to the same rows
 * (Figure 5's two kinds of lock). Lane 0 holds the locks and makes all accesses that they protect.
 */
#include "app.h"

#define WARPS 8    // of a block, each with its part of the block's slice
#define BAND 10    // rows of a block
#define SLICES 4   // of the inner dimension, each with blocks of its own

enum RaceSite {
    LOCK_BLOCK_SCOPE = 1,       // the row's lock is taken with an atomicCAS of block scope
    ACQUIRE_FENCE_BLOCK_SCOPE,  // the fence after it has block scope
    RELEASE_FENCE_BLOCK_SCOPE,  // the fence before the unlock has block scope
    UNLOCK_BLOCK_SCOPE,         // the row's lock is given back with an atomicExch of block scope
};

struct Shape {
    int rows, inner, columns;
};

// The warp's part of the inner dimension, for one row: partial[column].
__device__ void multiplyPart(const int *a, const int *b, Shape shape, int row, int *partial)
{
    const int parts = SLICES * WARPS, part = blockIdx.y * WARPS + threadIdx.y;
    const int first = (long long)shape.inner * part / parts, end = (long long)shape.inner * (part + 1) / parts;
    for (int column = threadIdx.x; column < shape.columns; column += warpSize) {
        int sum = 0;
        for (int k = first; k < end; k++)
            sum += a[row * shape.inner + k] * b[k * shape.columns + column];
        partial[column] = sum;
    }
    __syncwarp();
}

// Lock and unlock of block scope.
__device__ void addToBlock(int *lock, volatile int *sum, const int *partial, int columns)
{
    while (atomicCAS_block(lock, 0, 1) != 0)
        ;
    __threadfence_block();
    for (int column = 0; column < columns; column++)
        sum[column] = sum[column] + partial[column];
    __threadfence_block();
    atomicExch_block(lock, 0);
}

// Lock and unlock of device scope.
__device__ void addToResult(int *lock, volatile int *c, const volatile int *sum, int columns, unsigned races)
{
    while ((INJECT(LOCK_BLOCK_SCOPE) ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0)
        ;
    if (INJECT(ACQUIRE_FENCE_BLOCK_SCOPE))
        __threadfence_block();
    else
        __threadfence();
    for (int column = 0; column < columns; column++)
        c[column] = c[column] + sum[column];
    if (INJECT(RELEASE_FENCE_BLOCK_SCOPE))
        __threadfence_block();
    else
        __threadfence();
    if (INJECT(UNLOCK_BLOCK_SCOPE))
        atomicExch_block(lock, 0);
    else
        atomicExch(lock, 0);
}

// A block's sums and locks are those of its band and slice: [slice][row].
__global__ void multiply(const int *a, const int *b, volatile int *sum, int *sumLock, volatile int *c, int *rowLock,
                         Shape shape, unsigned races)
{
    extern __shared__ int partials[]; // [warp][column]
    int *partial = partials + threadIdx.y * shape.columns;
    const int first = blockIdx.x * BAND, rows = min(BAND, shape.rows - first);
    for (int i = 0; i < rows; i++) {
        const int row = first + (i + threadIdx.y) % rows; // each warp begins at another one
        const int place = blockIdx.y * shape.rows + row;
        multiplyPart(a, b, shape, row, partial);
        if (threadIdx.x == 0)
            addToBlock(&sumLock[place], &sum[place * shape.columns], partial, shape.columns);
        __syncwarp();
    }
    __syncthreads();
    for (int row = first + threadIdx.y; row < first + rows; row += WARPS)
        if (threadIdx.x == 0)
            addToResult(&rowLock[row], &c[row * shape.columns], &sum[(blockIdx.y * shape.rows + row) * shape.columns],
                        shape.columns, races);
}

static std::vector<int> multiplyOnHost(const std::vector<int> &a, const std::vector<int> &b, Shape shape)
{
    std::vector<int> c((size_t)shape.rows * shape.columns, 0);
    for (int row = 0; row < shape.rows; row++)
        for (int k = 0; k < shape.inner; k++)
            for (int column = 0; column < shape.columns; column++)
                c[row * shape.columns + column] += a[row * shape.inner + k] * b[k * shape.columns + column];
    return c;
}

int main(int argc, char **argv)
{
    const App app = {"mm", UNLOCK_BLOCK_SCOPE,
                     {{"ROWS", 40, 800, 1, 10000}, {"INNER", 96, 500, 1, 10000}, {"COLUMNS", 6, 30, 1, 256}}};
    const Options options = parseArguments(app, argc, argv);
    const Shape shape = {options.sizes[0], options.sizes[1], options.sizes[2]};
    const size_t results = (size_t)shape.rows * shape.columns;
    const std::vector<int> a = randomInts((size_t)shape.rows * shape.inner, -9, 9, 1);
    const std::vector<int> b = randomInts((size_t)shape.inner * shape.columns, -9, 9, 2);

    const int *deviceA = deviceArray(options, "a", a), *deviceB = deviceArray(options, "b", b);
    int *sum = deviceArray<int>(options, "sum", SLICES * results);
    int *sumLock = deviceArray<int>(options, "sumLock", SLICES * shape.rows);
    int *c = deviceArray<int>(options, "c", results);
    int *rowLock = deviceArray<int>(options, "rowLock", shape.rows);

    multiply<<<dim3((shape.rows + BAND - 1) / BAND, SLICES), dim3(32, WARPS), WARPS * shape.columns * sizeof(int)>>>(
        deviceA, deviceB, sum, sumLock, c, rowLock, shape, options.races);
    checkKernel("multiply");

    printf("%d x %d times %d x %d\n", shape.rows, shape.inner, shape.inner, shape.columns);
    return verdict(toHost(c, results) == multiplyOnHost(a, b, shape));
}
