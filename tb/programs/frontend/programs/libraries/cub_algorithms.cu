// cub_algorithms.cu: collectives of warps and blocks and algorithms of the device of CUB (Debian's libcub-dev), against the
// host's.
#include <cub/cub.cuh>

#include <algorithm>
#include <cstdio>
#include <vector>

static int wrong;
static void expect(bool right, const char *what) {
    if (!right) wrong++, printf("%s differs\n", what);
}

enum { THREADS = 64, ITEMS = 4, TILE = THREADS * ITEMS };
__global__ void blocks(const int *in, int *sums, int *scanned, int *sorted, int *histogram, int *warps) {
    typedef cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_TRANSPOSE> Load;
    typedef cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE> Store;
    typedef cub::BlockReduce<int, THREADS> Reduce;
    typedef cub::BlockScan<int, THREADS> Scan;
    typedef cub::BlockRadixSort<int, THREADS, ITEMS> Sort;
    typedef cub::BlockHistogram<unsigned char, THREADS, ITEMS, 16> Histogram;
    typedef cub::WarpReduce<int> Warp;
    __shared__ union {
        Load::TempStorage load;
        Store::TempStorage store;
        Reduce::TempStorage reduce;
        Scan::TempStorage scan;
        Sort::TempStorage sort;
        Histogram::TempStorage histogram;
    } temporary;
    __shared__ Warp::TempStorage warp_temporary[THREADS / 32];
    __shared__ unsigned int bins[16];
    int items[ITEMS], copy[ITEMS];
    unsigned char digits[ITEMS];
    const int base = blockIdx.x * TILE;
    Load(temporary.load).Load(in + base, items);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) digits[i] = items[i] & 15;
    int sum = Reduce(temporary.reduce).Sum(items);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
    __syncthreads();
    Scan(temporary.scan).ExclusiveSum(items, copy);
    __syncthreads();
    Store(temporary.store).Store(scanned + base, copy);
    __syncthreads();
    Histogram(temporary.histogram).Histogram(digits, bins);
    __syncthreads();
    if (threadIdx.x < 16) histogram[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
    int warp_sum = Warp(warp_temporary[threadIdx.x / 32]).Sum(items[0]);
    if (threadIdx.x % 32 == 0) warps[blockIdx.x * (THREADS / 32) + threadIdx.x / 32] = warp_sum;
    Sort(temporary.sort).Sort(items);
    __syncthreads();
    Store(temporary.store).Store(sorted + base, items);
}

struct is_small { __host__ __device__ bool operator()(int x) const { return x < 300; } };
template <typename F> void with_storage(F call, const char *what) { // the two calls of every algorithm of the device
    void *storage = nullptr;
    size_t bytes = 0;
    expect(call(storage, bytes) == cudaSuccess, what);
    cudaMalloc(&storage, bytes);
    expect(call(storage, bytes) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess, what);
    cudaFree(storage);
}

int main() {
    const int n = 4 * TILE, m = 4;
    int *in, *sums, *out, *sorted, *histogram, *warps, *count, *lengths, *offsets;
    cudaMallocManaged(&in, n * sizeof(int)), cudaMallocManaged(&out, n * sizeof(int)), cudaMallocManaged(&sorted, n * sizeof(int));
    cudaMallocManaged(&sums, 64 * sizeof(int)), cudaMallocManaged(&histogram, 64 * sizeof(int)), cudaMallocManaged(&warps, 8 * sizeof(int));
    cudaMallocManaged(&count, sizeof(int)), cudaMallocManaged(&lengths, n * sizeof(int)), cudaMallocManaged(&offsets, 5 * sizeof(int));
    for (int i = 0; i < n; i++) in[i] = (i * 7919 + i / 3) % 700;
    blocks<<<4, THREADS>>>(in, sums, out, sorted, histogram, warps);
    cudaDeviceSynchronize();
    for (int b = 0; b < 4; b++) {
        std::vector<int> tile(in + b * TILE, in + (b + 1) * TILE), bins(16);
        int sum = 0;
        for (int i = 0; i < TILE; i++) {
            expect(out[b * TILE + i] == sum, "BlockScan");
            sum += tile[i], bins[tile[i] & 15]++;
        }
        expect(sums[b] == sum, "BlockReduce");
        for (int i = 0; i < 16; i++) expect(histogram[16 * b + i] == bins[i], "BlockHistogram");
        for (int w = 0; w < 2; w++) {
            int part = 0;
            for (int lane = 0; lane < 32; lane++) part += tile[(w * 32 + lane) * ITEMS];
            expect(warps[2 * b + w] == part, "WarpReduce");
        }
        std::sort(tile.begin(), tile.end());
        expect(std::equal(tile.begin(), tile.end(), sorted + b * TILE), "BlockRadixSort");
    }
    std::vector<int> host(in, in + n), expected;
    with_storage([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, in, sums, n); }, "DeviceReduce");
    int total = 0;
    for (int value : host) total += value;
    expect(sums[0] == total, "DeviceReduce");
    with_storage([&](void *t, size_t &b) { return cub::DeviceScan::InclusiveSum(t, b, in, out, n); }, "DeviceScan");
    for (int i = 0, s = 0; i < n; i++) expect(out[i] == (s += host[i]), "DeviceScan");
    with_storage([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeysDescending(t, b, in, sorted, n); }, "DeviceRadixSort");
    expected = host, std::sort(expected.rbegin(), expected.rend());
    expect(std::equal(expected.begin(), expected.end(), sorted), "DeviceRadixSort");
    with_storage([&](void *t, size_t &b) { return cub::DeviceSelect::If(t, b, in, out, count, n, is_small()); }, "DeviceSelect");
    expected.clear(), std::copy_if(host.begin(), host.end(), std::back_inserter(expected), is_small());
    expect(*count == (int)expected.size() && std::equal(expected.begin(), expected.end(), out), "DeviceSelect");
    with_storage([&](void *t, size_t &b) { return cub::DeviceRunLengthEncode::Encode(t, b, sorted, out, lengths, count, n); }, "DeviceRunLengthEncode");
    int runs = 0, at = 0;
    for (; at < n; runs++) {
        int length = (int)std::count(host.begin(), host.end(), sorted[at]);
        expect(out[runs] == sorted[at] && lengths[runs] == length, "DeviceRunLengthEncode");
        at += length;
    }
    expect(*count == runs, "DeviceRunLengthEncode");
    for (int i = 0; i <= m; i++) offsets[i] = i * i * n / (m * m);
    with_storage([&](void *t, size_t &b) { return cub::DeviceSegmentedReduce::Max(t, b, in, sums, m, offsets, offsets + 1); }, "DeviceSegmentedReduce");
    for (int i = 0; i < m; i++)
        expect(sums[i] == *std::max_element(host.begin() + offsets[i], host.begin() + offsets[i + 1]), "DeviceSegmentedReduce");
    with_storage([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramEven(t, b, in, histogram, 8, 0, 700, n); }, "DeviceHistogram");
    for (int i = 0; i < 7; i++)
        expect(histogram[i] == (int)std::count_if(host.begin(), host.end(), [=](int x) { return x / 100 == i; }), "DeviceHistogram");
    printf("wrong %d\n", wrong);
}
