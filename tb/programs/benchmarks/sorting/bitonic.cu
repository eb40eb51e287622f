// bitonic.cu: stages whose partners lie in one tile run in shared memory, the others one launch each.
#include "../check.h"
#include "sorting.h"

namespace {
constexpr int kTile = 512;

__device__ __forceinline__ void order(Pair &a, Pair &b, bool ascending) {
    if ((a.key > b.key) == ascending) {
        const Pair kept = a;
        a = b;
        b = kept;
    }
}

// Stages of SIZE from distance FIRST down; where several sizes are in one tile, all of them.
template <bool all_sizes> __global__ void in_tile(Pair *pairs, int size, bool ascending) {
    __shared__ Pair tile[kTile];
    Pair *const own = pairs + blockIdx.x * kTile;
    tile[threadIdx.x] = own[threadIdx.x];
    tile[threadIdx.x + kTile / 2] = own[threadIdx.x + kTile / 2];
    for (int s = all_sizes ? 2 : size; s <= (all_sizes ? kTile : size); s *= 2) {
        for (int distance = (s < kTile ? s : kTile) / 2; distance > 0; distance /= 2) {
            __syncthreads();
            const int at = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
            const bool up = ((blockIdx.x * kTile + at) & s) == 0;
            order(tile[at], tile[at + distance], up == ascending);
        }
    }
    __syncthreads();
    own[threadIdx.x] = tile[threadIdx.x];
    own[threadIdx.x + kTile / 2] = tile[threadIdx.x + kTile / 2];
}

__global__ void across_tiles(Pair *pairs, int size, int distance, bool ascending) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, at = 2 * i - (i & (distance - 1));
    Pair a = pairs[at], b = pairs[at + distance];
    order(a, b, ((at & size) == 0) == ascending);
    pairs[at] = a, pairs[at + distance] = b;
}
} // namespace

void bitonic_sort(Pair *pairs, int count, bool ascending, cudaStream_t stream) {
    if (count < kTile || (count & (count - 1)) != 0) {
        fprintf(stderr, "bitonic_sort: %d is no power of two from %d on\n", count, kTile);
        exit(EXIT_FAILURE);
    }
    const int tiles = count / kTile;
    in_tile<true><<<tiles, kTile / 2, 0, stream>>>(pairs, kTile, ascending);
    for (int size = 2 * kTile; size <= count; size *= 2) {
        for (int distance = size / 2; distance >= kTile; distance /= 2)
            across_tiles<<<tiles, kTile / 2, 0, stream>>>(pairs, size, distance, ascending);
        in_tile<false><<<tiles, kTile / 2, 0, stream>>>(pairs, size, ascending);
    }
    CHECK(cudaPeekAtLastError());
}
