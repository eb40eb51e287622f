/* hist: a histogram in global memory (scattered atomics).
 *
 * usage: hist [--objects] [--table2 | ELEMENTS BINS BLOCKS]      (see ../apps/app.h; --table2: as by default)
 *
 * Every thread reads every gridDim * blockDim-th element and counts it in one of BINS bins by a device atomic.
 */
#include "../apps/app.h"

#define THREADS 256

__global__ void count(const unsigned *input, int elements, unsigned *bins, int binCount)
{
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < elements; i += gridDim.x * THREADS)
        atomicAdd(&bins[input[i] % binCount], 1u);
}

int main(int argc, char **argv)
{
    const App app = {"hist", 0,
                     {{"ELEMENTS", 20000, 20000, 1, 100000000},
                      {"BINS", 16384, 16384, 1, 1 << 24},
                      {"BLOCKS", 30, 30, 1, 1024}}};
    const Options options = parseArguments(app, argc, argv);
    const int elements = options.sizes[0], binCount = options.sizes[1];
    std::vector<unsigned> input(elements), expected(binCount);
    unsigned long long seed = 5;
    for (unsigned &value : input)
        expected[(value = randomBits(&seed)) % binCount]++;
    const unsigned *deviceInput = deviceArray(options, "input", input);
    unsigned *bins = deviceArray<unsigned>(options, "bins", binCount);
    count<<<options.sizes[2], THREADS>>>(deviceInput, elements, bins, binCount);
    checkKernel("count");
    return verdict(toHost(bins, binCount) == expected);
}
