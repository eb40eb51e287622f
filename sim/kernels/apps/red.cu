/* red: single-pass reduction with flags and a ticket (ScoRD Table II, "RED": 25.6M elements; Figure 4).
 *
 * usage: red [--race SITES] [--objects] [--table2 | ELEMENTS BLOCKS]      (see app.h)
 *
 * Sums an array in one launch. A thread sums every gridDim * blockDim-th element; inside a block the upper half of
 * the threads hands its sums to the lower half, and so on down to one warp: data, block fence, flag. A block's sum
 * goes to blockSum, a device fence makes it visible to all blocks, and the block takes a ticket; the block with the
 * last ticket sums up blockSum. The grid is small and each thread has many elements, as in CUDA's own reduction
 * sample: with a block per 512 elements a warp slot's 6-bit fence counter would wrap between a block's store and the
 * last block's load (D9).
 */
#include "app.h"

#define THREADS 128

enum RaceSite {
    SUM_FENCE_BLOCK_SCOPE = 1, // the fence between blockSum and the ticket has block scope
    TICKET_BLOCK_SCOPE,        // the ticket is taken with block scope
};

struct Reduction {
    volatile unsigned *partial; // [block][thread]
    int *flag;                  // [block][thread], 1: partial is there
    volatile unsigned *blockSum;
    unsigned *ticket;
    unsigned *total;
};

__device__ unsigned sumOfWarp(unsigned sum)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    return sum;
}

// Figure 4, lines 4 to 12: one step of the tree. Threads 0 .. half - 1 take over the sums of half .. 2 half - 1.
__device__ unsigned handOver(const Reduction &reduction, unsigned sum, int half)
{
    const int place = blockIdx.x * THREADS + threadIdx.x;
    if (threadIdx.x >= half && threadIdx.x < 2 * half) {
        reduction.partial[place] = sum;
        __threadfence_block();
        atomicExch_block(&reduction.flag[place], 1);
    } else if (threadIdx.x < half) {
        while (atomicAdd_block(&reduction.flag[place + half], 0) == 0)
            ;
        __threadfence_block();
        sum += reduction.partial[place + half];
    }
    return sum;
}

// Thread 0 publishes the block's sum. True for the block that comes last.
__device__ bool takeTicket(const Reduction &reduction, unsigned sum, unsigned races)
{
    reduction.blockSum[blockIdx.x] = sum;
    if (INJECT(SUM_FENCE_BLOCK_SCOPE))
        __threadfence_block();
    else
        __threadfence();
    const unsigned ticket = INJECT(TICKET_BLOCK_SCOPE) ? atomicInc_block(reduction.ticket, gridDim.x - 1)
                                                       : atomicInc(reduction.ticket, gridDim.x - 1);
    const bool last = ticket == gridDim.x - 1;
    if (last)
        __threadfence(); // nothing of blockSum is read before the last ticket was taken
    return last;
}

// By all threads of the last block.
__device__ void sumBlocks(const Reduction &reduction)
{
    __shared__ unsigned warpSum[THREADS / 32];
    unsigned sum = 0;
    for (int block = threadIdx.x; block < gridDim.x; block += THREADS)
        sum += reduction.blockSum[block];
    sum = sumOfWarp(sum);
    if (threadIdx.x % warpSize == 0)
        warpSum[threadIdx.x / warpSize] = sum;
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    sum = 0;
    for (int warp = 0; warp < THREADS / 32; warp++)
        sum += warpSum[warp];
    *reduction.total = sum;
}

__global__ void reduce(const unsigned *input, int elements, Reduction reduction, unsigned races)
{
    __shared__ bool last;
    unsigned sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < elements; i += gridDim.x * THREADS)
        sum += input[i];
    for (int half = THREADS / 2; half >= warpSize; half /= 2)
        sum = handOver(reduction, sum, half);
    if (threadIdx.x < warpSize)
        sum = sumOfWarp(sum);
    if (threadIdx.x == 0)
        last = takeTicket(reduction, sum, races);
    __syncthreads();
    if (last)
        sumBlocks(reduction);
}

int main(int argc, char **argv)
{
    const App app = {"red", TICKET_BLOCK_SCOPE,
                     {{"ELEMENTS", 10000, 25600000, 1, 100000000}, {"BLOCKS", 12, 120, 1, 1024}}};
    const Options options = parseArguments(app, argc, argv);
    const int elements = options.sizes[0], blocks = options.sizes[1];
    std::vector<unsigned> input(elements);
    unsigned long long seed = 3;
    unsigned expected = 0; // sums wrap alike on both sides
    for (unsigned &value : input)
        expected += value = randomBits(&seed);

    const unsigned *deviceInput = deviceArray(options, "input", input);
    Reduction reduction = {};
    reduction.partial = deviceArray<unsigned>(options, "partial", (size_t)blocks * THREADS);
    reduction.flag = deviceArray<int>(options, "flag", (size_t)blocks * THREADS);
    reduction.blockSum = deviceArray<unsigned>(options, "blockSum", blocks);
    reduction.ticket = deviceArray<unsigned>(options, "ticket", 1);
    reduction.total = deviceArray<unsigned>(options, "total", 1);

    reduce<<<blocks, THREADS>>>(deviceInput, elements, reduction, options.races);
    checkKernel("reduce");

    const unsigned total = toHost(reduction.total);
    printf("%d elements, %d blocks: sum %u\n", elements, blocks, total);
    return verdict(total == expected);
}
