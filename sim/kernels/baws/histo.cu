/* histo: saturating histogram (Parboil "histo"; BAWS Table 2: 3 blocks an SM x 16 warps).
 *
 * usage: histo [SEED [SCALE]]      (see baws.h)
 *
 * Counts how often each of 4096 values is in the input, up to 255. Kernels:
 *   prescan     a block adds up 2048 inputs and their squares, a tree in shared memory: nine steps with 256, 128, … 1
 *               active threads, a barrier each; thread 0 widens the range in which most values lie, by atomics
 *   countTile   a block has a histogram of the 2048 values around the middle of that range in shared memory. It clears it;
 *               four times: 512 inputs to shared memory, a barrier, each thread counts an input that another
 *               thread has loaded, by an atomic in shared memory, or in device memory when the value is outside, a barrier;
 *               then it adds what is not 0 to the histogram in device memory. Collisions and divergence by the data: few
 *               values are frequent.
 *   saturate    four counts to bytes; no barriers
 * Stand-in in these points: Parboil keeps a byte a value, detects overflow of the byte and goes to device memory only
 * then; here the counts in shared memory are words. Its intermediate kernel, which transposes the input, is missing.
 * -DBREAK: the counts of the windows are not added to the histogram.
 */
#include <algorithm>

#include "baws.h"

#define THREADS 512
#define VALUES 4096
#define WINDOW 2048      // values that a block counts in shared memory
#define CHUNKS 4         // inputs of a thread
#define TILE (CHUNKS * THREADS)
#define BLOCKS 120
#define MOST 255

struct Range {
    int least, most;
};

// Mean - 2 sigma … mean + 2 sigma of TILE inputs; sums of the inputs and of the squares of (input / 8).
static __host__ __device__ __forceinline__ Range rangeOf(unsigned sum, unsigned squares)
{
    const int mean = (int)(sum / TILE), eighth = mean / 8;
    const int variance = (int)(squares / TILE) - eighth * eighth;
    const int sigma = 8 * (int)sqrtf((float)(variance > 0 ? variance : 0));
    return {mean - 2 * sigma, mean + 2 * sigma};
}

__global__ void prescan(const int *input, Range *range)
{
    __shared__ unsigned sums[THREADS], squares[THREADS];
    unsigned sum = 0, square = 0;
    for (int i = threadIdx.x; i < TILE; i += THREADS) {
        const unsigned value = input[blockIdx.x * TILE + i];
        sum += value;
        square += (value / 8) * (value / 8);
    }
    sums[threadIdx.x] = sum;
    squares[threadIdx.x] = square;
    for (int active = THREADS / 2; active > 0; active >>= 1) {
        __syncthreads();
        if (threadIdx.x < active) {
            sums[threadIdx.x] += sums[threadIdx.x + active];
            squares[threadIdx.x] += squares[threadIdx.x + active];
        }
    }
    if (threadIdx.x != 0)
        return;
    const Range own = rangeOf(sums[0], squares[0]);
    atomicMin(&range->least, own.least);
    atomicMax(&range->most, own.most);
}

// The first value of the window: in the middle of the range.
static __host__ __device__ __forceinline__ int windowStart(int least, int most)
{
    const int start = (least + most) / 2 - WINDOW / 2;
    return start < 0 ? 0 : start > VALUES - WINDOW ? VALUES - WINDOW : start;
}

__global__ void countTile(const int *input, const Range *range, int *counts)
{
    __shared__ int window[WINDOW], chunk[THREADS];
    const int start = windowStart(range->least, range->most);
    int *ownCounts = window + threadIdx.x;
#pragma unroll
    for (int i = 0; i < WINDOW; i += THREADS)
        ownCounts[i] = 0;
    const int *own = input + (blockIdx.x * TILE + threadIdx.x);
#pragma unroll
    for (int i = 0; i < CHUNKS; i++) {
        chunk[threadIdx.x] = own[i * THREADS];
        __syncthreads();
        const int place = chunk[(threadIdx.x & 31) * (THREADS / 32) + (threadIdx.x >> 5)] - start; // by another warp
        if (place >= 0 && place < WINDOW)
            atomicAdd(&window[place], 1);
        else
            atomicAdd(&counts[start + place], 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < WINDOW; i += THREADS)
        if (ownCounts[i] != 0)
            UNLESS_BROKEN(atomicAdd(&counts[start + (int)threadIdx.x + i], ownCounts[i]));
}

__global__ void saturate(const int *counts, uchar4 *histogram)
{
    const int place = blockIdx.x * THREADS + threadIdx.x;
    const int4 four = ((const int4 *)counts)[place];
    histogram[place] = make_uchar4(min(four.x, MOST), min(four.y, MOST), min(four.z, MOST), min(four.w, MOST));
}

// ---- host ----

// Normal around a third of the range (the sum of six uniform numbers), every twentieth anywhere.
static std::vector<int> randomInput(Random &random, int count)
{
    std::vector<int> input(count);
    for (int &value : input) {
        float sum = -3.0f;
        for (int i = 0; i < 6; i++)
            sum += random.unit();
        value = random.between(0, 19) == 0 ? random.between(0, VALUES - 1) : (int)(1400.0f + 260.0f * sum);
        value = std::min(std::max(value, 0), VALUES - 1);
    }
    return input;
}

static std::vector<unsigned char> histogramOnHost(const std::vector<int> &input)
{
    std::vector<unsigned char> histogram(VALUES, 0);
    for (int value : input)
        histogram[value] = (unsigned char)std::min(histogram[value] + 1, MOST);
    return histogram;
}

// Least and most of all tiles.
static std::vector<int> rangeOnHost(const std::vector<int> &input)
{
    std::vector<int> range = {VALUES, 0};
    for (size_t tile = 0; tile < input.size(); tile += TILE) {
        unsigned sum = 0, squares = 0;
        for (size_t i = tile; i < tile + TILE; i++) {
            sum += (unsigned)input[i];
            squares += (unsigned)(input[i] / 8) * (unsigned)(input[i] / 8);
        }
        const Range own = rangeOf(sum, squares);
        range[0] = std::min(range[0], own.least);
        range[1] = std::max(range[1], own.most);
    }
    return range;
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("histo", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale;
    const std::vector<int> input = randomInput(random, blocks * TILE);
    const int *deviceInput = deviceArray(input);
    int *counts = deviceArray<int>(VALUES);
    Range *range = (Range *)deviceArray(std::vector<int>{VALUES, 0});
    uchar4 *histogram = (uchar4 *)deviceArray<unsigned char>(VALUES);

    prescan<<<blocks, THREADS>>>(deviceInput, range);
    checkKernel("prescan");
    countTile<<<blocks, THREADS>>>(deviceInput, range, counts);
    checkKernel("countTile");
    saturate<<<VALUES / 4 / THREADS, THREADS>>>(counts, histogram);
    checkKernel("saturate");

    Check check(workload);
    check.equal("range", toHost((const int *)range, 2), rangeOnHost(input));
    check.equal("histogram", toHost((const unsigned char *)histogram, VALUES), histogramOnHost(input));
    return check.result();
}
