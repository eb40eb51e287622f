// merge.cu: a tile is sorted by counting, in shared memory; merges give each block a stretch of the result.
#include "../check.h"
#include "sorting.h"

namespace {
constexpr int kTile = 256, kEach = 4, kThreads = kTile / kEach;

// Merges A (its elements first among equals) and B up to element DIAGONAL: how many of them are A's.
__device__ int split(const Pair *a, int a_count, const Pair *b, int b_count, int diagonal) {
    int low = max(0, diagonal - b_count), high = min(diagonal, a_count);
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a[middle].key <= b[diagonal - 1 - middle].key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// kEach pairs from A and B on; what is at an end is the other's.
__device__ void merge_each(Pair (&to)[kEach], const Pair *a, int a_count, const Pair *b, int b_count) {
    int i = 0, j = 0;
#pragma unroll
    for (int k = 0; k < kEach; k++) {
        const bool of_a = j >= b_count || (i < a_count && a[i].key <= b[j].key);
        if (i < a_count || j < b_count) to[k] = of_a ? a[i++] : b[j++];
    }
}

__global__ void __launch_bounds__(kThreads) sort_tiles(const Pair *from, Pair *to, int count) {
    __shared__ Pair tile[kTile];
    const int first = blockIdx.x * kTile, here = min(kTile, count - first);
    Pair own[kEach];
    for (int k = threadIdx.x; k < here; k += kThreads) tile[k] = from[first + k];
    __syncthreads();
    // runs of 1, 2, 4, … pairs become runs of twice as many
    for (int run = 1; run < here; run *= 2) {
        const int begin = threadIdx.x * kEach;
        if (run < kEach) { // a thread's own pairs, by insertion
            if (run == 1) {
                for (int k = begin + 1; k < min(begin + kEach, here); k++)
                    for (int m = k; m > begin && tile[m - 1].key > tile[m].key; m--) {
                        const Pair kept = tile[m];
                        tile[m] = tile[m - 1], tile[m - 1] = kept;
                    }
            }
            __syncthreads();
            continue;
        }
        const int left = begin / (2 * run) * 2 * run, a_count = min(run, max(0, here - left)),
                  b_count = min(run, max(0, here - left - run)), diagonal = min(begin - left, a_count + b_count);
        const Pair *a = tile + left, *b = a + a_count;
        const int i = split(a, a_count, b, b_count, diagonal), j = diagonal - i;
        merge_each(own, a + i, a_count - i, b + j, b_count - j);
        __syncthreads();
        for (int k = 0; k < kEach && begin + k < here; k++) tile[begin + k] = own[k];
        __syncthreads();
    }
    for (int k = threadIdx.x; k < here; k += kThreads) to[first + k] = tile[k];
}

// Runs of RUN pairs become runs of twice as many: each block kTile pairs of the result.
__global__ void __launch_bounds__(kThreads) merge_runs(const Pair *from, Pair *to, int count, int run) {
    __shared__ Pair tile[kTile];
    __shared__ int part[2];
    const int first = blockIdx.x * kTile, left = first / (2 * run) * 2 * run;
    const int a_count = min(run, count - left), b_count = min(run, max(0, count - left - run));
    const Pair *a = from + left, *b = a + a_count;
    const int here = min(kTile, count - first);
    if (threadIdx.x < 2) part[threadIdx.x] = split(a, a_count, b, b_count, first - left + (threadIdx.x ? here : 0));
    __syncthreads();
    const int from_a = part[1] - part[0], from_b = here - from_a, b_first = first - left - part[0];
    for (int k = threadIdx.x; k < here; k += kThreads) tile[k] = k < from_a ? a[part[0] + k] : b[b_first + k - from_a];
    __syncthreads();
    Pair own[kEach];
    const int diagonal = min((int)threadIdx.x * kEach, here), i = split(tile, from_a, tile + from_a, from_b, diagonal);
    merge_each(own, tile + i, from_a - i, tile + from_a + (diagonal - i), from_b - (diagonal - i));
    for (int k = 0; k < kEach && diagonal + k < here; k++) to[first + diagonal + k] = own[k];
}
} // namespace

Pair *merge_sort(Pair *pairs, Pair *scratch, int count, cudaStream_t stream) {
    if (count == 0) return pairs;
    const int tiles = (count + kTile - 1) / kTile;
    sort_tiles<<<tiles, kThreads, 0, stream>>>(pairs, scratch, count);
    Pair *from = scratch, *to = pairs;
    for (int run = kTile; run < count; run *= 2) {
        merge_runs<<<tiles, kThreads, 0, stream>>>(from, to, count, run);
        Pair *const kept = from;
        from = to, to = kept;
    }
    CHECK(cudaPeekAtLastError());
    return from;
}
