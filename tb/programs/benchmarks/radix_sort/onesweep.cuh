// onesweep.cuh: least significant digit first, a pass over memory for each digit (Adinets and Merrill 2022). A tile ranks its keys by
// match_any, learns how many equal digits stand in the tiles before it by decoupled look-back (Merrill and Garland 2016), and
// writes keys and values to their places.
#pragma once
#include "check.h"
#include "key_traits.cuh"

#include <utility>

namespace onesweep {

constexpr int kDigitBits = 8, kDigits = 1 << kDigitBits, kThreads = 128, kItems = 6, kTile = kThreads * kItems, kWarps = kThreads / 32;

// How many keys of a digit are in this tile (local), or in this and all before it (inclusive): state and number are one word.
enum : std::uint32_t { kEmpty = 0u, kLocal = 1u << 30, kInclusive = 2u << 30, kStateMask = 3u << 30, kCountMask = ~kStateMask };

static __device__ __forceinline__ std::uint32_t load_relaxed(const std::uint32_t *address) {
    std::uint32_t value;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(address) : "memory");
    return value;
}
static __device__ __forceinline__ void store_relaxed(std::uint32_t *address, std::uint32_t value) {
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(address), "r"(value) : "memory");
}
static __device__ __forceinline__ unsigned lanes_below() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

template <typename Word> __device__ __forceinline__ int digit_of(Word word, int shift) {
    return static_cast<int>((word >> shift) & (kDigits - 1));
}

// The histograms of all digits at once, each made an exclusive sum by the kernel below.
template <typename Key> __global__ void histograms(const Key *keys, int count, std::uint32_t *global) {
    using Traits = KeyTraits<Key>;
    constexpr int kPasses = sizeof(Key);
    __shared__ std::uint32_t own[kPasses][kDigits];
    for (int i = threadIdx.x; i < kPasses * kDigits; i += kThreads) (&own[0][0])[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * kThreads + threadIdx.x; i < count; i += gridDim.x * kThreads) {
        const auto word = Traits::twiddle(keys[i]);
#pragma unroll
        for (int pass = 0; pass < kPasses; pass++) atomicAdd(&own[pass][digit_of(word, pass * kDigitBits)], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < kPasses * kDigits; i += kThreads)
        if (const auto sum = (&own[0][0])[i]; sum) atomicAdd(&global[i], sum);
}

static __global__ void __launch_bounds__(kDigits) scan_histograms(std::uint32_t *global) {
    __shared__ std::uint32_t of_warp[kDigits / 32];
    std::uint32_t *const own = global + blockIdx.x * kDigits;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const std::uint32_t value = own[threadIdx.x];
    std::uint32_t sum = value;
    for (int step = 1; step < 32; step <<= 1) {
        const auto other = __shfl_up_sync(0xffffffff, sum, step);
        if (lane >= step) sum += other;
    }
    if (lane == 31) of_warp[warp] = sum;
    __syncthreads();
    for (int i = 0; i < warp; i++) sum += of_warp[i];
    own[threadIdx.x] = sum - value;
}

template <typename Key, typename Value>
__global__ void __launch_bounds__(kThreads)
    sweep(const Key *keys_in, Key *keys_out, const Value *values_in, Value *values_out, int count, int shift,
          const std::uint32_t *starts, std::uint32_t *look_back, std::uint32_t *next_tile) {
    using Traits = KeyTraits<Key>;
    using Word = typename Traits::Word;
    __shared__ std::uint32_t of_warp[kWarps][kDigits]; // counts, then what stands before the warp in the tile
    __shared__ std::uint32_t place[kDigits];
    __shared__ int s_tile;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (threadIdx.x == 0) s_tile = atomicAdd(next_tile, 1u); // tiles begin in the order of their numbers
    for (int i = threadIdx.x; i < kWarps * kDigits; i += kThreads) (&of_warp[0][0])[i] = 0;
    __syncthreads();
    const int tile = s_tile, first = tile * kTile + warp * 32 * kItems + lane;

    Key keys[kItems];
    std::uint32_t ranks[kItems];
#pragma unroll
    for (int item = 0; item < kItems; item++) {
        const int i = first + item * 32;
        const bool valid = i < count;
        const unsigned active = __ballot_sync(0xffffffff, valid);
        if (!valid) continue;
        keys[item] = keys_in[i];
        const int digit = digit_of<Word>(Traits::twiddle(keys[item]), shift);
        const unsigned peers = __match_any_sync(active, digit);
        const int leader = __ffs(peers) - 1, before = __popc(peers & lanes_below());
        std::uint32_t base = 0;
        if (lane == leader) {
            base = of_warp[warp][digit];
            of_warp[warp][digit] = base + __popc(peers);
        }
        ranks[item] = __shfl_sync(active, base, leader) + before;
        __syncwarp(active);
    }
    __syncthreads();

    for (int digit = threadIdx.x; digit < kDigits; digit += kThreads) {
        std::uint32_t sum = 0;
        for (auto &counts : of_warp) {
            const std::uint32_t of_this = counts[digit];
            counts[digit] = sum;
            sum += of_this;
        }
        std::uint32_t *const own = look_back + tile * kDigits + digit;
        std::uint32_t before = 0;
        if (tile == 0) {
            store_relaxed(own, sum | kInclusive);
        } else {
            store_relaxed(own, sum | kLocal);
            for (int other = tile - 1; other >= 0;) {
                const std::uint32_t seen = load_relaxed(look_back + other * kDigits + digit);
                if ((seen & kStateMask) == kEmpty) continue;
                before += seen & kCountMask;
                if ((seen & kStateMask) == kInclusive) break;
                other--;
            }
            store_relaxed(own, (before + sum) | kInclusive);
        }
        place[digit] = starts[digit] + before;
    }
    __syncthreads();
#pragma unroll
    for (int item = 0; item < kItems; item++) {
        if (first + item * 32 >= count) break;
        const int digit = digit_of<Word>(Traits::twiddle(keys[item]), shift);
        const std::uint32_t to = place[digit] + of_warp[warp][digit] + ranks[item];
        keys_out[to] = keys[item];
        if constexpr (!std::is_same_v<Value, std::nullptr_t>) values_out[to] = values_in[first + item * 32];
    }
}

// Sorts keys (and values) of the device in place; both need a second buffer.
template <typename Key, typename Value>
void sort(Key *keys, Key *other_keys, Value *values, Value *other_values, int count, cudaStream_t stream) {
    constexpr int kPasses = sizeof(Key);
    static_assert(kPasses % 2 == 0, "the result is to stand where the keys were");
    const int tiles = (count + kTile - 1) / kTile;
    std::uint32_t *memory; // starts, tile counters, look-back words of one pass
    const std::size_t words = kPasses * kDigits + kPasses + std::size_t(tiles) * kDigits;
    CHECK(cudaMallocAsync(&memory, words * sizeof *memory, stream));
    CHECK(cudaMemsetAsync(memory, 0, words * sizeof *memory, stream));
    std::uint32_t *const counters = memory + kPasses * kDigits, *const look_back = counters + kPasses;
    histograms<<<4, kThreads, 0, stream>>>(keys, count, memory);
    scan_histograms<<<kPasses, kDigits, 0, stream>>>(memory);
    for (int pass = 0; pass < kPasses; pass++) {
        if (pass > 0) CHECK(cudaMemsetAsync(look_back, 0, std::size_t(tiles) * kDigits * sizeof *memory, stream));
        sweep<Key, Value><<<tiles, kThreads, 0, stream>>>(keys, other_keys, values, other_values, count, pass * kDigitBits,
                                                          memory + pass * kDigits, look_back, counters + pass);
        CHECK(cudaGetLastError());
        std::swap(keys, other_keys);
        std::swap(values, other_values);
    }
    CHECK(cudaFreeAsync(memory, stream));
}

extern template void sort<std::uint32_t, std::uint32_t>(std::uint32_t *, std::uint32_t *, std::uint32_t *, std::uint32_t *, int,
                                                        cudaStream_t);
extern template void sort<float, std::uint32_t>(float *, float *, std::uint32_t *, std::uint32_t *, int, cudaStream_t);
extern template void sort<std::int64_t, std::nullptr_t>(std::int64_t *, std::int64_t *, std::nullptr_t *, std::nullptr_t *, int,
                                                        cudaStream_t);
extern template void sort<double, std::nullptr_t>(double *, double *, std::nullptr_t *, std::nullptr_t *, int, cudaStream_t);

} // namespace onesweep
