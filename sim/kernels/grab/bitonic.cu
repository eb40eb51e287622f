/* bitonic: bitonic sort (CUDA SDK 1.1 "bitonic"; GRAB Tables 3 to 5: 512 ints, blocks of 512 threads).
 *
 * usage: bitonic basic|best [--objects] [--table3 | BLOCKS]      (see app.h)
 *
 * Every block sorts 512 ints of its own, a thread an int, a barrier after each of the 45 steps. basic: in global memory, as one
 * writes it first. best: in shared memory, as the SDK does. Table 3 has 256 blocks, but "512 * 4" bytes of input, and the cycles of
 * Table 5 are those of one block: --table3 is one.
 */
#include <algorithm>

#include "../apps/app.h"

#define ELEMENTS 512 // a block, a thread each; a power of two

enum Version { BASIC, BEST };

// Sorts ELEMENTS ints, in global or in shared memory, by a block of as many threads.
static __device__ __forceinline__ void sortInPlace(int *values)
{
    const int thread = threadIdx.x;
    for (int size = 2; size <= ELEMENTS; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            const int partner = thread ^ stride;
            if (partner > thread) {
                const bool ascending = (thread & size) == 0;
                const int mine = values[thread], other = values[partner];
                if ((mine > other) == ascending) {
                    values[thread] = other;
                    values[partner] = mine;
                }
            }
            __syncthreads();
        }
}

__global__ void sortBasic(int *values) { sortInPlace(values + blockIdx.x * ELEMENTS); }

__global__ void sortBest(int *values)
{
    __shared__ int tile[ELEMENTS];
    const int place = blockIdx.x * ELEMENTS + threadIdx.x;
    tile[threadIdx.x] = values[place];
    __syncthreads();
    sortInPlace(tile);
    values[place] = tile[threadIdx.x];
}

int main(int argc, char **argv)
{
    const App app = {"bitonic", 0, {{"BLOCKS", 4, 1, 1, 4096}}, {"basic", "best"}};
    const Options options = parseArguments(app, argc, argv);
    const int blocks = options.sizes[0];
    std::vector<int> values = randomInts((size_t)blocks * ELEMENTS, -1000000, 1000000, 1);
    int *deviceValues = deviceArray(options, "values", values);

    if (options.version == BASIC)
        sortBasic<<<blocks, ELEMENTS>>>(deviceValues);
    else
        sortBest<<<blocks, ELEMENTS>>>(deviceValues);
    checkKernel("sort");

    for (int block = 0; block < blocks; block++)
        std::sort(values.begin() + block * ELEMENTS, values.begin() + (block + 1) * ELEMENTS);
    return verdict(toHost(deviceValues, values.size()) == values);
}
