/* mg: MRI Cartesian gridding, binning and prefix sum (Parboil "mri-gridding"; BAWS Table 2: 3 blocks an SM x 16 warps).
 *
 * usage: mg [SEED [SCALE]]      (see baws.h)
 *
 * Samples along a spiral in k-space are binned by grid cell, and a prefix sum of the bins says where each cell's samples
 * will lie. Kernels:
 *   binSamples  a thread a sample: two loads, a scattered atomic, many samples of a warp in few cells near the centre
 *   scanBlocks  Blelloch's work-efficient scan of 1024 counts a block in shared memory: ten steps up the tree with 512,
 *               256, … 1 active threads, ten down; a barrier each, 22 in all; indices padded against bank conflicts. Most
 *               warps only wait in most phases.
 *   addSums     adds to each count the sum of the blocks before; no barriers
 * scanBlocks also runs on the sums of the blocks, in one block.
 * Stand-in in these points: Parboil goes on to sort the samples by these places and to grid them with a Kaiser-Bessel
 * window; only its scan, the part with barriers, and the binning are here. A grid of two dimensions, not three.
 * -DBREAK: a node of the tree is not added to its parent on the way down.
 */
#include "baws.h"

#define THREADS 512
#define TILE (2 * THREADS) // counts that a block scans
#define BLOCKS 105
#define CELLS 2            // for each sample
#define TURNS 60           // of the spiral

// Where a count lies in shared memory: a gap every 32 words.
static __device__ __forceinline__ int padded(int index) { return index + (index >> 5); }

// Cell of a sample: coordinates from -1 to 1.
static __host__ __device__ __forceinline__ int cellOf(float x, float y, int columns, int rows)
{
    const int column = (int)((x + 1.0f) * 0.5f * (float)columns), row = (int)((y + 1.0f) * 0.5f * (float)rows);
    return (row < rows ? row : rows - 1) * columns + (column < columns ? column : columns - 1);
}

__global__ void binSamples(const float *x, const float *y, int *counts, int columns, int rows)
{
    const int sample = blockIdx.x * THREADS + threadIdx.x;
    atomicAdd(&counts[cellOf(x[sample], y[sample], columns, rows)], 1);
}

// Sums of 2, 4, … TILE counts, at the last of each.
static __device__ __forceinline__ void sumUp(int *counts)
{
    int distance = 1;
    for (int active = TILE / 2; active > 0; active >>= 1) {
        __syncthreads();
        if (threadIdx.x < active) {
            const int left = distance * (2 * threadIdx.x + 1) - 1;
            counts[padded(left + distance)] += counts[padded(left)];
        }
        distance *= 2;
    }
}

// From the sums to what lies before each.
static __device__ __forceinline__ void passDown(int *counts)
{
    int distance = TILE / 2;
    for (int active = 1; active < TILE; active *= 2) {
        __syncthreads();
        if (threadIdx.x < active) {
            const int left = distance * (2 * threadIdx.x + 1) - 1;
            const int sum = counts[padded(left)], before = counts[padded(left + distance)];
            counts[padded(left)] = before;
            UNLESS_BROKEN(counts[padded(left + distance)] = before + sum);
        }
        distance >>= 1;
    }
    __syncthreads();
}

// Each TILE values become what lies before them in the tile; sums: [block] the sum of the tile, or null.
__global__ void scanBlocks(int *values, int *sums)
{
    __shared__ int counts[TILE + TILE / 32];
    const int place = blockIdx.x * TILE + threadIdx.x;
    counts[padded(threadIdx.x)] = values[place];
    counts[padded(threadIdx.x + THREADS)] = values[place + THREADS];
    sumUp(counts);
    __syncthreads();
    if (threadIdx.x == 0) {
        if (sums != nullptr)
            sums[blockIdx.x] = counts[padded(TILE - 1)];
        counts[padded(TILE - 1)] = 0;
    }
    passDown(counts);
    values[place] = counts[padded(threadIdx.x)];
    values[place + THREADS] = counts[padded(threadIdx.x + THREADS)];
}

__global__ void addSums(int *values, const int *before)
{
    const int place = blockIdx.x * TILE + threadIdx.x, sum = before[blockIdx.x];
    values[place] += sum;
    values[place + THREADS] += sum;
}

// ---- host ----

struct Samples {
    std::vector<float> x, y;
};

// A spiral from the centre with jitter.
static Samples randomSamples(Random &random, int count)
{
    Samples samples;
    for (int i = 0; i < count; i++) {
        const float part = (float)i / (float)count, radius = 0.97f * part;
        const float angle = part * TURNS * 6.2831853f;
        samples.x.push_back(radius * cosf(angle) + 0.02f * (random.unit() - 0.5f));
        samples.y.push_back(radius * sinf(angle) + 0.02f * (random.unit() - 0.5f));
    }
    return samples;
}

static std::vector<int> startsOnHost(const Samples &samples, int columns, int rows)
{
    std::vector<int> starts((size_t)columns * rows, 0);
    for (size_t i = 0; i < samples.x.size(); i++)
        starts[cellOf(samples.x[i], samples.y[i], columns, rows)]++;
    int before = 0;
    for (int &start : starts) {
        const int count = start;
        start = before;
        before += count;
    }
    return starts;
}

// A scan of values whose number is blocks * TILE: the sums of up to TILE blocks are scanned by one, more by several.
static void scan(int *values, int blocks)
{
    const int sumTiles = (blocks + TILE - 1) / TILE;
    int *sums = blocks == 1 ? nullptr : deviceArray<int>((size_t)sumTiles * TILE);
    scanBlocks<<<blocks, THREADS>>>(values, sums);
    checkKernel("scanBlocks");
    if (blocks == 1)
        return;
    scan(sums, sumTiles);
    addSums<<<blocks, THREADS>>>(values, sums);
    checkKernel("addSums");
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("mg", argc, argv);
    Random random(workload.seed);
    const int blocks = BLOCKS * workload.scale, columns = TILE / 4, rows = 4 * blocks;
    const Samples samples = randomSamples(random, blocks * TILE / CELLS);
    int *starts = deviceArray<int>((size_t)columns * rows);

    binSamples<<<blocks * TILE / CELLS / THREADS, THREADS>>>(deviceArray(samples.x), deviceArray(samples.y),
                                                                        starts, columns, rows);
    checkKernel("binSamples");
    scan(starts, blocks);

    Check check(workload);
    check.equal("start", toHost(starts, (size_t)columns * rows), startsOnHost(samples, columns, rows));
    return check.result();
}
