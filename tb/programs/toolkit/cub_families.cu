// cub_families.cu: families of CUB that libraries/cub_algorithms.cu does not have: of devices, blocks and warps.
// options: -std=c++17 --extended-lambda
// cases: 35
#include <cub/cub.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cuda/std/functional>

#include "cases.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

constexpr int N = 3000, THREADS = 128, ITEMS = 4, TILE = THREADS * ITEMS;
struct less_ { template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a < b; } };
struct by_tens { __host__ __device__ bool operator()(int a, int b) const { return a / 10 < b / 10; } };
struct small_ { __host__ __device__ bool operator()(int a) const { return a < 100; } };
struct medium { __host__ __device__ bool operator()(int a) const { return a < 300; } };
struct least_ { __host__ __device__ int operator()(int a, int b) const { return a < b ? a : b; } };
struct difference { __host__ __device__ int operator()(int a, int b) const { return a - b; } };

/* Twice: for the size of scratch memory, and for the work. */
#define TWICE(...)                                                \
    do {                                                          \
        void *scratch = nullptr;                                  \
        size_t bytes = 0;                                         \
        CUDA((__VA_ARGS__));                                      \
        CUDA(cudaMalloc(&scratch, bytes ? bytes : 1));            \
        CUDA((__VA_ARGS__));                                      \
        CUDA(cudaDeviceSynchronize());                            \
        CUDA(cudaFree(scratch));                                  \
    } while (0)

static std::vector<int> drawn(int n) {
    std::vector<int> v(n);
    for (int i = 0; i < n; i++) v[i] = (int)(word(i) % 500u);
    return v;
}
template <class T> static bool is(const T *found, const std::vector<T> &expected) {
    return std::equal(expected.begin(), expected.end(), found);
}

/* ---- of the device ---- */

static void merge_sorts(const std::vector<int> &host) {
    shared_array<int> keys(N), values(N), out(N);
    std::vector<int> sorted = host;
    std::sort(sorted.begin(), sorted.end());
    std::copy(host.begin(), host.end(), keys.at);
    TWICE(cub::DeviceMergeSort::SortKeysCopy(scratch, bytes, keys.at, out.at, N, less_()));
    expect(is(out.at, sorted), "merge sort, keys to another place");
    TWICE(cub::DeviceMergeSort::SortKeys(scratch, bytes, keys.at, N, less_()));
    expect(is(keys.at, sorted), "merge sort, keys");
    std::vector<int> order(N);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return by_tens()(host[a], host[b]); });
    std::copy(host.begin(), host.end(), keys.at);
    std::iota(values.at, values.at + N, 0);
    TWICE(cub::DeviceMergeSort::StableSortPairs(scratch, bytes, keys.at, values.at, N, by_tens()));
    expect(is(values.at, order), "merge sort, stable pairs");
}

static void partitions(const std::vector<int> &host) {
    shared_array<int> in(N), out(N), rest(N), third(N), counts(2);
    shared_array<char> flags(N);
    std::copy(host.begin(), host.end(), in.at);
    std::vector<int> chosen, others, low, middle, high;
    for (int i = 0; i < N; i++) {
        flags.at[i] = i % 3 == 0;
        (i % 3 == 0 ? chosen : others).push_back(host[i]);
        (host[i] < 100 ? low : host[i] < 300 ? middle : high).push_back(host[i]);
    }
    TWICE(cub::DevicePartition::Flagged(scratch, bytes, in.at, flags.at, out.at, counts.at, N));
    expect(counts.at[0] == (int)chosen.size() && is(out.at, chosen) && std::equal(others.rbegin(), others.rend(), out.at + chosen.size()),
           "partition by flags");
    std::vector<int> expected;
    std::copy_if(host.begin(), host.end(), std::back_inserter(expected), small_());
    TWICE(cub::DevicePartition::If(scratch, bytes, in.at, out.at, counts.at, N, small_()));
    expect(counts.at[0] == (int)expected.size() && is(out.at, expected), "partition by a predicate");
    TWICE(cub::DevicePartition::If(scratch, bytes, in.at, out.at, rest.at, third.at, counts.at, N, small_(), medium()));
    expect(counts.at[0] == (int)low.size() && counts.at[1] == (int)middle.size() && is(out.at, low) && is(rest.at, middle) &&
               is(third.at, high), "partition in three");
}

static void loops() {
    shared_array<int> place(N), grid(12 * 7);
    int *const at = place.at, *const cells = grid.at;
    CUDA(cub::DeviceFor::Bulk(N, [at] __device__(int i) { at[i] = 3 * i; }));
    CUDA(cudaDeviceSynchronize());
    bool right = true;
    for (int i = 0; i < N; i++) right = right && at[i] == 3 * i;
    expect(right, "for: indices");
    CUDA(cub::DeviceFor::ForEachN(at, N, [] __device__(int &x) { x++; }));
    CUDA(cub::DeviceFor::ForEach(at, at + N / 2, [] __device__(int &x) { x *= 2; }));
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) right = right && at[i] == (3 * i + 1) * (i < N / 2 ? 2 : 1);
    expect(right, "for: elements");
    CUDA(cub::DeviceFor::ForEachCopyN(at, 9, [cells] __device__(int x) { atomicAdd(cells, x); }));
    CUDA(cudaDeviceSynchronize());
    int sum = 0;
    for (int i = 0; i < 9; i++) sum += at[i];
    expect(cells[0] == sum, "for: copies");
}

static void copies() {
    constexpr int PIECES = 5;
    const int sizes[PIECES] = {3, 0, 700, 64, 129};
    shared_array<int> from(1000), to(1000);
    shared_array<int *> source(PIECES), target(PIECES);
    shared_array<int> count(PIECES);
    shared_array<size_t> length(PIECES);
    std::vector<int> expected(1000, 0);
    for (int i = 0, at = 0; i < 1000; i++) from.at[i] = 7 * i + at;
    for (int p = 0, at = 0; p < PIECES; at += sizes[p++]) {
        source.at[p] = from.at + at, target.at[p] = to.at + 1000 - at - sizes[p], count.at[p] = sizes[p];
        length.at[p] = sizes[p] * sizeof(int);
        std::copy(from.at + at, from.at + at + sizes[p], expected.begin() + (1000 - at - sizes[p]));
    }
    TWICE(cub::DeviceCopy::Batched(scratch, bytes, source.at, target.at, count.at, PIECES));
    expect(is(to.at, expected), "copy of pieces");
    memset(to.at, 0, 1000 * sizeof(int));
    TWICE(cub::DeviceMemcpy::Batched(scratch, bytes, (void **)source.at, (void **)target.at, length.at, PIECES));
    expect(is(to.at, expected), "memcpy of pieces");
}

static void differences(const std::vector<int> &host) {
    shared_array<int> in(N), out(N);
    std::copy(host.begin(), host.end(), in.at);
    std::vector<int> left = host, right = host;
    for (int i = 1; i < N; i++) left[i] = host[i] - host[i - 1];
    for (int i = 0; i + 1 < N; i++) right[i] = host[i] - host[i + 1];
    TWICE(cub::DeviceAdjacentDifference::SubtractLeftCopy(scratch, bytes, in.at, out.at, N, difference()));
    expect(is(out.at, left), "differences to the left");
    TWICE(cub::DeviceAdjacentDifference::SubtractRightCopy(scratch, bytes, in.at, out.at, N, difference()));
    expect(is(out.at, right), "differences to the right");
    TWICE(cub::DeviceAdjacentDifference::SubtractLeft(scratch, bytes, in.at, N, difference()));
    expect(is(in.at, left), "differences in place");
}

static void segments(const std::vector<int> &host) {
    const std::vector<int> bounds = {0, 5, 5, 40, 900, 2500, N};
    const int count = (int)bounds.size() - 1;
    shared_array<int> keys(N), out(N), values(N), placed(N), offsets(count + 1), sums(count);
    std::copy(host.begin(), host.end(), keys.at);
    std::copy(bounds.begin(), bounds.end(), offsets.at);
    std::iota(values.at, values.at + N, 0);
    std::vector<int> up = host, order(N), total(count), least(count);
    std::iota(order.begin(), order.end(), 0);
    for (int s = 0; s < count; s++) {
        std::sort(up.begin() + bounds[s], up.begin() + bounds[s + 1]);
        std::stable_sort(order.begin() + bounds[s], order.begin() + bounds[s + 1], [&](int a, int b) { return host[a] > host[b]; });
        total[s] = std::accumulate(host.begin() + bounds[s], host.begin() + bounds[s + 1], 0);
        least[s] = bounds[s] == bounds[s + 1] ? 1000 : *std::min_element(host.begin() + bounds[s], host.begin() + bounds[s + 1]);
    }
    TWICE(cub::DeviceSegmentedSort::SortKeys(scratch, bytes, keys.at, out.at, N, count, offsets.at, offsets.at + 1));
    expect(is(out.at, up), "sorts of segments");
    TWICE(cub::DeviceSegmentedSort::StableSortPairsDescending(scratch, bytes, keys.at, out.at, values.at, placed.at, N, count,
                                                              offsets.at, offsets.at + 1));
    expect(is(placed.at, order), "stable sorts of segments, descending pairs");
    TWICE(cub::DeviceSegmentedRadixSort::SortKeys(scratch, bytes, keys.at, out.at, N, count, offsets.at, offsets.at + 1));
    expect(is(out.at, up), "radix sorts of segments");
    TWICE(cub::DeviceSegmentedReduce::Sum(scratch, bytes, keys.at, sums.at, count, offsets.at, offsets.at + 1));
    expect(is(sums.at, total), "sums of segments");
    TWICE(cub::DeviceSegmentedReduce::Reduce(scratch, bytes, keys.at, sums.at, count, offsets.at, offsets.at + 1,
                                             least_(), 1000));
    expect(is(sums.at, least), "minima of segments");
}

/* ---- of blocks ---- */

template <class Work> __global__ void in_block(const int *in, int *out) {
    int items[ITEMS];
    for (int k = 0; k < ITEMS; k++) items[k] = in[threadIdx.x * ITEMS + k];
    Work::run(items);
    for (int k = 0; k < ITEMS; k++) out[threadIdx.x * ITEMS + k] = items[k];
}
template <class Work> static void block_case(const std::vector<int> &host, const std::vector<int> &expected, const char *what) {
    shared_array<int> in(TILE), out(TILE);
    std::copy(host.begin(), host.begin() + TILE, in.at);
    in_block<Work><<<1, THREADS>>>(in.at, out.at);
    CUDA(cudaDeviceSynchronize());
    expect(is(out.at, expected), what);
}
#define BLOCK(name, collective, ...)                                           \
    struct name {                                                              \
        static __device__ void run(int (&items)[ITEMS]) {                      \
            typedef collective type;                                           \
            __shared__ typename type::TempStorage storage;                     \
            type own(storage);                                                 \
            __VA_ARGS__                                                        \
        }                                                                      \
    };
typedef cub::BlockExchange<int, THREADS, ITEMS> exchange;
typedef cub::BlockDiscontinuity<int, THREADS> discontinuity;
typedef cub::BlockShuffle<int, THREADS> shuffle_;
typedef cub::BlockMergeSort<int, THREADS, ITEMS> merge_sort;
typedef cub::BlockAdjacentDifference<int, THREADS> adjacent;
typedef cub::BlockScan<int, THREADS, cub::BLOCK_SCAN_RAKING> raking;
BLOCK(striped, exchange, own.BlockedToStriped(items);)
BLOCK(back_again, exchange, own.BlockedToWarpStriped(items); __syncthreads(); own.WarpStripedToBlocked(items);)
BLOCK(scattered, exchange, int ranks[ITEMS];
      for (int k = 0; k < ITEMS; k++) ranks[k] = TILE - 1 - ((int)threadIdx.x * ITEMS + k); own.ScatterToBlocked(items, ranks);)
BLOCK(heads, discontinuity, int flags[ITEMS]; own.FlagHeads(flags, items, cuda::std::not_equal_to<>());
      for (int k = 0; k < ITEMS; k++) items[k] = flags[k];)
BLOCK(tails, discontinuity, int flags[ITEMS]; own.FlagTails(flags, items, cuda::std::not_equal_to<>());
      for (int k = 0; k < ITEMS; k++) items[k] = flags[k];)
BLOCK(shuffled_up, shuffle_, int before[ITEMS]; own.Up(items, before); if (threadIdx.x == 0) before[0] = -1;
      for (int k = 0; k < ITEMS; k++) items[k] = before[k];)
BLOCK(merged, merge_sort, own.Sort(items, less_());)
BLOCK(subtracted, adjacent, own.SubtractLeft(items, items, difference());)
BLOCK(raked, raking, own.InclusiveSum(items, items);)

static void blocks(std::vector<int> host) {
    host.resize(TILE);
    for (int i = 0; i < TILE; i++) host[i] = host[i] / 200; // runs
    std::vector<int> e(TILE);
    for (int t = 0; t < THREADS; t++)
        for (int k = 0; k < ITEMS; k++) e[t * ITEMS + k] = host[k * THREADS + t];
    block_case<striped>(host, e, "block: exchange to stripes");
    block_case<back_again>(host, host, "block: exchange there and back");
    block_case<scattered>(host, std::vector<int>(host.rbegin(), host.rend()), "block: exchange by ranks");
    for (int i = 0; i < TILE; i++) e[i] = i == 0 || host[i] != host[i - 1];
    block_case<heads>(host, e, "block: heads of runs");
    for (int i = 0; i < TILE; i++) e[i] = i == TILE - 1 || host[i] != host[i + 1];
    block_case<tails>(host, e, "block: tails of runs");
    for (int i = 0; i < TILE; i++) e[i] = i == 0 ? -1 : host[i - 1];
    block_case<shuffled_up>(host, e, "block: shuffle");
    e = host;
    std::sort(e.begin(), e.end());
    block_case<merged>(host, e, "block: merge sort");
    for (int i = 0; i < TILE; i++) e[i] = i == 0 ? host[0] : host[i] - host[i - 1];
    block_case<subtracted>(host, e, "block: differences");
    std::partial_sum(host.begin(), host.end(), e.begin());
    block_case<raked>(host, e, "block: scan by raking");
}

/* ---- of warps ---- */

__global__ void of_warps(const int *in, int *out) {
    typedef cub::WarpScan<int> scan;
    typedef cub::WarpScan<int, 8> small_scan;
    typedef cub::WarpMergeSort<int, ITEMS, 32> sort;
    typedef cub::WarpExchange<int, ITEMS, 32> exchange;
    typedef cub::WarpReduce<int> reduce;
    __shared__ union {
        scan::TempStorage scan;
        small_scan::TempStorage small[4];
        sort::TempStorage sort;
        exchange::TempStorage exchange;
        reduce::TempStorage reduce;
    } storage;
    const int lane = threadIdx.x;
    int items[ITEMS], value = in[lane], total;
    scan(storage.scan).InclusiveSum(value, out[lane]);
    __syncwarp();
    scan(storage.scan).ExclusiveScan(value, out[32 + lane], 0, [](int a, int b) { return a > b ? a : b; });
    __syncwarp();
    scan(storage.scan).ExclusiveSum(value, out[64 + lane], total);
    out[96 + lane] = total;
    __syncwarp();
    small_scan(storage.small[lane / 8]).InclusiveSum(value, out[128 + lane]);
    __syncwarp();
    for (int k = 0; k < ITEMS; k++) items[k] = in[lane * ITEMS + k];
    sort(storage.sort).Sort(items, less_());
    for (int k = 0; k < ITEMS; k++) out[160 + lane * ITEMS + k] = items[k];
    __syncwarp();
    for (int k = 0; k < ITEMS; k++) items[k] = in[lane * ITEMS + k];
    exchange(storage.exchange).BlockedToStriped(items, items);
    for (int k = 0; k < ITEMS; k++) out[288 + lane * ITEMS + k] = items[k];
    __syncwarp();
    const int sum = reduce(storage.reduce).HeadSegmentedSum(value, lane % 5 == 0);
    out[416 + lane] = lane % 5 == 0 ? sum : 0;
}
static void warps(const std::vector<int> &host) {
    shared_array<int> in(TILE), out(TILE);
    std::copy(host.begin(), host.begin() + TILE, in.at);
    of_warps<<<1, 32>>>(in.at, out.at);
    CUDA(cudaDeviceSynchronize());
    bool right[7] = {true, true, true, true, true, true, true};
    std::vector<int> sorted(host.begin(), host.begin() + 32 * ITEMS);
    std::sort(sorted.begin(), sorted.end());
    const int all = std::accumulate(host.begin(), host.begin() + 32, 0);
    for (int i = 0, sum = 0, most = 0; i < 32; i++) {
        right[1] = right[1] && out.at[32 + i] == most;
        right[2] = right[2] && out.at[64 + i] == sum && out.at[96 + i] == all;
        sum += host[i], most = std::max(most, host[i]);
        right[0] = right[0] && out.at[i] == sum;
        right[3] = right[3] && out.at[128 + i] == std::accumulate(host.begin() + i / 8 * 8, host.begin() + i + 1, 0);
        for (int k = 0; k < ITEMS; k++) right[5] = right[5] && out.at[288 + i * ITEMS + k] == host[k * 32 + i];
        if (i % 5 == 0)
            right[6] = right[6] && out.at[416 + i] == std::accumulate(host.begin() + i, host.begin() + std::min(i + 5, 32), 0);
    }
    right[4] = is(out.at + 160, sorted);
    const char *const names[7] = {"warp: scan", "warp: scan of maxima", "warp: scan with its sum", "warp: scans of eight",
                                  "warp: merge sort", "warp: exchange", "warp: sums of segments"};
    for (int i = 0; i < 7; i++) expect(right[i], names[i]);
}

int main() {
    const std::vector<int> host = drawn(N);
    merge_sorts(host);
    partitions(host);
    loops();
    copies();
    differences(host);
    segments(host);
    blocks(host);
    warps(host);
    return finish();
}
