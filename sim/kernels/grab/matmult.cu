/* matmult: C = A B (GRAB Tables 3 to 5: 64 x 64 floats, 64 blocks of 64 threads; best as CUDA SDK "matrixMul").
 *
 * usage: matmult basic|modified|best [--objects] [--table3 | TILES]      (see app.h)
 *
 * A block of 8 x 8 threads computes a tile of C, a thread an element. basic: the sum grows in C itself, in global memory. modified:
 * in a register, stored once (GRAB section 5, fault type mm). best: and A and B come tile by tile through shared memory
 * (fault type m*h). The matrices are TILES tiles of 8 wide and high.
 */
#include "../apps/app.h"

#define TILE 8

enum Version { BASIC, MODIFIED, BEST };

__global__ void multiplyBasic(float *c, const float *a, const float *b, int n)
{
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    c[row * n + column] = 0;
    for (int k = 0; k < n; k++)
        c[row * n + column] += a[row * n + k] * b[k * n + column];
}

__global__ void multiplyModified(float *c, const float *a, const float *b, int n)
{
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

__global__ void multiplyBest(float *c, const float *a, const float *b, int n)
{
    __shared__ float tileA[TILE][TILE], tileB[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        tileA[y][x] = a[row * n + first + x];
        tileB[y][x] = b[(first + y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tileA[y][k] * tileB[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

static std::vector<float> multiplyOnHost(const std::vector<float> &a, const std::vector<float> &b, int n)
{
    std::vector<float> c((size_t)n * n, 0.0f);
    for (int row = 0; row < n; row++)
        for (int k = 0; k < n; k++)
            for (int column = 0; column < n; column++)
                c[row * n + column] += a[row * n + k] * b[k * n + column];
    return c;
}

static std::vector<float> randomMatrix(int n, unsigned seed) // whole numbers: every sum is exact, whatever its order
{
    const std::vector<int> numbers = randomInts((size_t)n * n, -9, 9, seed);
    return std::vector<float>(numbers.begin(), numbers.end());
}

int main(int argc, char **argv)
{
    const App app = {"matmult", 0, {{"TILES", 3, 8, 1, 128}}, {"basic", "modified", "best"}};
    const Options options = parseArguments(app, argc, argv);
    const int n = options.sizes[0] * TILE;
    const std::vector<float> a = randomMatrix(n, 1), b = randomMatrix(n, 2);

    const float *deviceA = deviceArray(options, "a", a), *deviceB = deviceArray(options, "b", b);
    float *c = deviceArray<float>(options, "c", a.size());
    const dim3 blocks(n / TILE, n / TILE), threads(TILE, TILE);
    if (options.version == BASIC)
        multiplyBasic<<<blocks, threads>>>(c, deviceA, deviceB, n);
    else if (options.version == MODIFIED)
        multiplyModified<<<blocks, threads>>>(c, deviceA, deviceB, n);
    else
        multiplyBest<<<blocks, threads>>>(c, deviceA, deviceB, n);
    checkKernel("multiply");
    return verdict(toHost(c, a.size()) == multiplyOnHost(a, b, n));
}
