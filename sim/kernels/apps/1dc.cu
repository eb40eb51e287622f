/* 1dc: one-dimensional convolution with block and device atomics (ScoRD Table II, "1DC": 9-element filter, 1M
 * elements).
 *
 * usage: 1dc [--race SITES] [--objects] [--table2 | ELEMENTS]      (see app.h)
 *
 * Thread i multiplies element i with every element of the filter and adds the products to the outputs around i. Outputs
 * that only threads of its own block add to get an atomicAdd of block scope; those within half a filter of the block's
 * border are updated by the neighbouring block as well and get one of device scope.
 */
#include "app.h"

#define THREADS 256
#define FILTER 9
#define HALF (FILTER / 2)

enum RaceSite {
    BORDER_UPDATE_BLOCK_SCOPE = 1, // outputs at a border are updated with block scope, as inner ones are
};

__constant__ int filter[FILTER];

// Whether a thread of another block adds to this output too.
__device__ bool isShared(int output)
{
    const int first = blockIdx.x * THREADS;
    return output < first + HALF || output >= first + THREADS - HALF;
}

__global__ void convolve(const int *input, int *output, int elements, unsigned races)
{
    const int i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= elements)
        return;
    const int value = input[i];
    for (int k = -HALF; k <= HALF; k++) {
        const int place = i + k;
        if (place < 0 || place >= elements)
            continue;
        const int product = value * filter[HALF - k];
        if (isShared(place) && !INJECT(BORDER_UPDATE_BLOCK_SCOPE))
            atomicAdd(&output[place], product);
        else
            atomicAdd_block(&output[place], product);
    }
}

static std::vector<int> convolveOnHost(const std::vector<int> &input, const std::vector<int> &weights)
{
    const int elements = (int)input.size();
    std::vector<int> output(elements, 0);
    for (int i = 0; i < elements; i++)
        for (int k = -HALF; k <= HALF; k++)
            if (i + k >= 0 && i + k < elements)
                output[i + k] += input[i] * weights[HALF - k];
    return output;
}

int main(int argc, char **argv)
{
    const App app = {"1dc", BORDER_UPDATE_BLOCK_SCOPE, {{"ELEMENTS", 5000, 1000000, 1, 100000000}}};
    const Options options = parseArguments(app, argc, argv);
    const int elements = options.sizes[0];
    const std::vector<int> input = randomInts(elements, -99, 99, 5), weights = randomInts(FILTER, -9, 9, 6);

    const int *deviceInput = deviceArray(options, "input", input);
    int *output = deviceArray<int>(options, "output", elements);
    check(cudaMemcpyToSymbol(filter, weights.data(), sizeof filter), "filter");

    convolve<<<(elements + THREADS - 1) / THREADS, THREADS>>>(deviceInput, output, elements, options.races);
    checkKernel("convolve");

    printf("%d elements, filter of %d\n", elements, FILTER);
    return verdict(toHost(output, elements) == convolveOnHost(input, weights));
}
