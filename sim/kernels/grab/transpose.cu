/* transpose: a matrix transposed (CUDA SDK "transpose"; GRAB Tables 3 and 4: 1024 x 256 floats, blocks of 256 threads).
 *
 * usage: transpose naive|best [--objects] [--table3 | WIDTH HEIGHT]      (see app.h)
 *
 * naive: a thread moves an element; a warp's loads lie side by side, its stores in 16 rows. best: a block moves a tile by
 * shared memory, so that both lie side by side; a column more keeps the tile's columns in different banks. WIDTH and HEIGHT are
 * counted in tiles of 16.
 */
#include "../apps/app.h"

#define TILE 16

enum Version { NAIVE, BEST };

__global__ void transposeNaive(float *out, const float *in, int width, int height)
{
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    out[x * height + y] = in[y * width + x];
}

__global__ void transposeBest(float *out, const float *in, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

static std::vector<float> transposeOnHost(const std::vector<float> &in, int width, int height)
{
    std::vector<float> out(in.size());
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[(size_t)x * height + y] = in[(size_t)y * width + x];
    return out;
}

int main(int argc, char **argv)
{
    const App app = {"transpose", 0, {{"WIDTH", 8, 64, 1, 1024}, {"HEIGHT", 4, 16, 1, 1024}}, {"naive", "best"}};
    const Options options = parseArguments(app, argc, argv);
    const int width = options.sizes[0] * TILE, height = options.sizes[1] * TILE;
    const std::vector<int> numbers = randomInts((size_t)width * height, 0, 999999, 1);
    const std::vector<float> in(numbers.begin(), numbers.end());

    const float *deviceIn = deviceArray(options, "in", in);
    float *out = deviceArray<float>(options, "out", in.size());
    const dim3 blocks(width / TILE, height / TILE), threads(TILE, TILE);
    if (options.version == NAIVE)
        transposeNaive<<<blocks, threads>>>(out, deviceIn, width, height);
    else
        transposeBest<<<blocks, threads>>>(out, deviceIn, width, height);
    checkKernel("transpose");
    return verdict(toHost(out, in.size()) == transposeOnHost(in, width, height));
}
