/* ms: merge sort of keys with values (CUDA SDK "mergeSort"; Table 2: 6 blocks an SM x 8 warps).
 *
 * usage: ms [SEED [SCALE]]      (see baws.h)
 *
 * sortTile sorts 256 pairs a block in shared memory: runs of 1, 2, 4, ... are merged pairwise; a thread finds the place
 * of its pair by a binary search in the other run, a barrier, it stores it there, a barrier. mergeRuns merges
 * sorted runs pairwise in device memory: a block merges the 256 pairs of an interval, whose borders in the two runs it
 * finds by binary search; it loads both parts, a barrier, each thread searches in shared memory, a barrier, the
 * merged pairs are stored. Equal keys keep their order.
 * Stand-in in these points: 256 pairs and threads a block, one pair a thread (the SDK: 1024 pairs, two a thread, so two
 * searches one after the other between barriers; Table 2 has 8 warps); the borders of the intervals are searched by the
 * block that merges the interval (the SDK: sample ranks by two kernels of their own, no barriers); the sort ends with runs
 * of 512 pairs (one merge in device memory), which makes it a sort of many arrays; 120 tiles, and SCALE multiplies them.
 * The two barriers a level, the binary searches, their divergence and bank conflicts are the SDK's.
 * -DBREAK: no barrier between the search and the stores of a level.
 */
#include "baws.h"

#include <utility>

#define THREADS 256
#define TILES 120
#define SORTED 512 // length of the sorted arrays

// How many of the SIZE (a power of two) ascending keys are at most LIMIT.
static __device__ __forceinline__ int countUpTo(const int *keys, int size, int limit)
{
    int count = 0;
    for (int step = size >> 1; step > 0; step >>= 1)
        if (keys[count + step - 1] <= limit)
            count += step;
    return count + (keys[count] <= limit);
}

// A structure: a pointer stays in parameter space until its use, as in the assembler's code, and costs no register.
struct Arrays {
    const int *keys, *values;
    int *newKeys, *newValues;
};

// Sorts the block's tile: after a level of stride S the runs are 2 S long.
__global__ void sortTile(Arrays arrays)
{
    __shared__ int tile[2][THREADS]; // keys, values
    const int global = blockIdx.x * THREADS + threadIdx.x;
    tile[0][threadIdx.x] = arrays.keys[global];
    tile[1][threadIdx.x] = arrays.values[global];
    for (int stride = 1; stride < THREADS; stride <<= 1) {
        const bool second = threadIdx.x & stride;                   // in the second run of two
        const int otherRun = (threadIdx.x & -stride) ^ stride; // its first place
        __syncthreads();
        const int key = tile[0][threadIdx.x], value = tile[1][threadIdx.x];
        // equal keys: those of the first run come first
        const int other = countUpTo(tile[0] + otherRun, stride, second ? key : key - 1);
        BARRIER_UNLESS_BROKEN();
        const int place = (threadIdx.x & ~stride) + other; // start of the two runs, place in its run, and the other's
        tile[0][place] = key;
        tile[1][place] = value;
    }
    __syncthreads();
    arrays.newKeys[global] = tile[0][threadIdx.x];
    arrays.newValues[global] = tile[1][threadIdx.x];
}

// How many of the first COUNT merged keys come from the first of two ascending runs of LENGTH keys.
static __device__ __forceinline__ int shareOfFirst(const int *first, const int *second, int length, int count)
{
    int least = count > length ? count - length : 0, most = count < length ? count : length;
    while (least < most) {
        const int middle = (least + most) >> 1;
        if (first[middle] <= second[count - 1 - middle])
            least = middle + 1;
        else
            most = middle;
    }
    return least;
}

// Merges runs of LENGTH (a multiple of THREADS) pairwise, an interval of THREADS merged pairs a block.
__global__ void mergeRuns(Arrays arrays, int length)
{
    __shared__ int shares[2], tileKeys[THREADS], tileValues[THREADS], mergedTileKeys[THREADS], mergedTileValues[THREADS];
    const int start = blockIdx.x * THREADS, pair = start & ~(2 * length - 1);
    if (threadIdx.x < 2)
        shares[threadIdx.x] = shareOfFirst(arrays.keys + pair, arrays.keys + pair + length, length,
                                           start - pair + threadIdx.x * THREADS);
    __syncthreads();
    const int firsts = shares[1] - shares[0]; // pairs of the interval that come from the first run
    const int place = threadIdx.x;
    const int from = place < firsts ? pair + shares[0] + place
                                    : pair + length + (start - pair - shares[0]) + place - firsts;
    const int key = arrays.keys[from];
    tileKeys[place] = key;
    tileValues[place] = arrays.values[from];
    __syncthreads();
    int least = place < firsts ? firsts : 0, most = place < firsts ? THREADS : firsts;
    const int base = least, limit = place < firsts ? key - 1 : key;
    while (least < most) {
        const int middle = (least + most) >> 1;
        if (tileKeys[middle] <= limit)
            least = middle + 1;
        else
            most = middle;
    }
    const int own = place < firsts ? place : place - firsts;
    mergedTileKeys[own + least - base] = key;
    mergedTileValues[own + least - base] = tileValues[place];
    __syncthreads();
    arrays.newKeys[start + place] = mergedTileKeys[place];
    arrays.newValues[start + place] = mergedTileValues[place];
}

// Merge sort from the bottom up; stable.
static void sortOnHost(std::vector<int> &keys, std::vector<int> &values)
{
    std::vector<int> nextKeys(keys.size()), nextValues(keys.size());
    for (size_t run = 1; run < SORTED; run *= 2) {
        for (size_t start = 0; start < keys.size(); start += 2 * run) {
            size_t a = start, b = start + run;
            for (size_t out = start; out < start + 2 * run; out++) {
                const bool first = b == start + 2 * run || (a < start + run && keys[a] <= keys[b]);
                const size_t from = first ? a++ : b++;
                nextKeys[out] = keys[from];
                nextValues[out] = values[from];
            }
        }
        keys.swap(nextKeys);
        values.swap(nextValues);
    }
}

int main(int argc, char **argv)
{
    const Workload workload = parseArguments("ms", argc, argv);
    Random random(workload.seed);
    const int tiles = TILES * workload.scale, elements = tiles * THREADS;
    std::vector<int> keys = randomInts(random, elements, 0, 65535), values(elements); // with equal keys
    for (int i = 0; i < elements; i++)
        values[i] = i;
    int *fromKeys = deviceArray(keys), *fromValues = deviceArray(values);
    int *toKeys = deviceArray<int>(elements), *toValues = deviceArray<int>(elements);

    sortTile<<<tiles, THREADS>>>(Arrays{fromKeys, fromValues, toKeys, toValues});
    checkKernel("sortTile");
    for (int length = THREADS; length < SORTED; length *= 2) {
        std::swap(fromKeys, toKeys);
        std::swap(fromValues, toValues);
        mergeRuns<<<tiles, THREADS>>>(Arrays{fromKeys, fromValues, toKeys, toValues}, length);
        checkKernel("mergeRuns");
    }

    sortOnHost(keys, values);
    Check check(workload);
    check.equal("keys", toHost(toKeys, elements), keys);
    check.equal("values", toHost(toValues, elements), values);
    return check.result();
}
