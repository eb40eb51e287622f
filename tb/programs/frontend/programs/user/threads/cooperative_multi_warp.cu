// Cooperative groups beyond one warp: tiles of 64 to 256 threads (block_tile_memory, any, shfl, reduce, scan), parts of tiles
// and their numbers, shuffles of structures, reduce_update_async and scan_update on atomic objects, the grid's barrier in halves.
// options: -std=c++17
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
namespace cg = cooperative_groups;
enum { BLOCK = 256 };
struct Entry { float key; short place; char tag; };
struct Later {
    __device__ Entry operator()(Entry a, Entry b) const { return b.key > a.key ? b : a; }
};
template <int SIZE> __global__ void tiles(const int *in, int *out) {
    __shared__ cg::block_tile_memory<BLOCK> memory;
    __shared__ int turned[BLOCK];
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<SIZE>(block);
    int t = block.thread_rank(), *o = out + 8 * t;
    turned[t] = in[t];
    tile.sync();
    o[0] = turned[t / SIZE * SIZE + SIZE - 1 - tile.thread_rank()];
    o[1] = cg::reduce(tile, in[t], cg::plus<int>());
    o[2] = cg::inclusive_scan(tile, in[t]);
    o[3] = cg::exclusive_scan(tile, in[t], cg::plus<int>());
    o[4] = tile.shfl(in[t], 37) + 1000 * tile.any(in[t] == 40) + 2000 * tile.all(in[t] < 100);
    Entry best = cg::reduce(tile, Entry{in[t] + t * 0.001f, (short)t, 'a'}, Later());
    o[5] = best.place + (best.tag == 'a' ? 0 : 100000);
    auto half = cg::tiled_partition<SIZE / 2>(tile);
    auto part = cg::tiled_partition<16>(half);
    o[6] = cg::reduce(half, in[t], cg::greater<int>());
    o[7] = tile.meta_group_rank() * 1000 + half.meta_group_rank() * 100 + part.meta_group_rank() * 10 + part.meta_group_size();
}
__global__ void updates(const int *in, int *out, cuda::atomic<int, cuda::thread_scope_device> *total, int *most, int *places) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    cuda::atomic_ref<int, cuda::thread_scope_device> top(*most);
    cg::reduce_update_async(warp, top, in[t], cg::greater<int>());
    int place = cg::exclusive_scan_update(warp, *total, 1);
    places[place] = t;
    auto low = cg::labeled_partition(warp, in[t] % 3);
    auto even = cg::binary_partition(warp, t % 4 == 1);
    auto fives = cg::tiled_partition(cg::coalesced_threads(), 8);
    Entry other = warp.shfl_down(Entry{in[t] * 0.5f, (short)t, 'b'}, 1);
    cg::reduce_store_async(warp, &out[BLOCK + t / 32], in[t], cg::less<int>());
    out[t] = low.meta_group_size() * 10000 + even.meta_group_rank() * 1000 + fives.meta_group_rank() * 100 +
             (other.place == (t % 32 == 31 ? t : t + 1) && other.tag == 'b') + 10 * (low.meta_group_rank() < 3);
}
__global__ void halves(int *data, int *out) {
    auto grid = cg::this_grid();
    int t = grid.thread_rank(), n = grid.num_threads();
    data[t] = t;
    auto token = grid.barrier_arrive();
    grid.barrier_wait(std::move(token));
    out[t] = data[n - 1 - t];
}
static int wrong;
#define EXPECT(condition) ((condition) ? (void)0 : (void)(wrong++, printf("line %d: %s\n", __LINE__, #condition)))
template <int SIZE> static void test_tiles(const int *in, int *out) {
    tiles<SIZE><<<1, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
    for (int t = 0; t < BLOCK; t++) {
        int first = t / SIZE * SIZE, half = t / (SIZE / 2) * (SIZE / 2), sum = 0, before = 0, best = first, most = -1, has = 0, *o = out + 8 * t;
        for (int k = first; k < first + SIZE; k++) {
            sum += in[k];
            has |= in[k] == 40;
            if (k < t) before += in[k];
            if (in[k] + k * 0.001f > in[best] + best * 0.001f) best = k;
        }
        for (int k = half; k < half + SIZE / 2; k++) most = in[k] > most ? in[k] : most;
        EXPECT(o[0] == in[first + SIZE - 1 - t % SIZE] && o[1] == sum && o[2] == before + in[t] && o[3] == before);
        EXPECT(o[4] == in[first + 37] + 1000 * has + 2000 && o[5] == best && o[6] == most);
        EXPECT(o[7] == t / SIZE * 1000 + t % SIZE / (SIZE / 2) * 100 + t % (SIZE / 2) / 16 * 10 + SIZE / 32);
    }
}
int main() {
    int *in, *out, *most, *places;
    cuda::atomic<int, cuda::thread_scope_device> *total;
    cudaMallocManaged(&in, BLOCK * sizeof *in);
    cudaMallocManaged(&out, 8 * BLOCK * sizeof *out);
    cudaMallocManaged(&most, sizeof *most);
    cudaMallocManaged(&places, BLOCK * sizeof *places);
    cudaMallocManaged(&total, sizeof *total);
    for (int i = 0; i < BLOCK; i++) in[i] = i * 37 % 91;
    test_tiles<64>(in, out);
    test_tiles<128>(in, out);
    test_tiles<256>(in, out);
    new (total) cuda::atomic<int, cuda::thread_scope_device>(0);
    *most = -1;
    updates<<<2, BLOCK / 2>>>(in, out, total, most, places);
    cudaDeviceSynchronize();
    bool seen[BLOCK] = {};
    for (int i = 0; i < BLOCK; i++) seen[places[i]] = true;
    for (int i = 0; i < BLOCK; i++) EXPECT(seen[i] && out[i] == 30000 + (i % 4 == 1) * 1000 + i % 32 / 8 * 100 + 11);
    for (int w = 0; w < BLOCK / 32; w++) {
        int least = in[32 * w];
        for (int k = 32 * w; k < 32 * w + 32; k++) least = in[k] < least ? in[k] : least;
        EXPECT(out[BLOCK + w] == least);
    }
    EXPECT(*most == 90 && total->load() == BLOCK);
    void *arguments[] = {&in, &out};
    cudaLaunchCooperativeKernel((void *)halves, dim3(4), dim3(64), arguments, 0, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < BLOCK; i++) EXPECT(out[i] == BLOCK - 1 - i);
    printf("wrong %d\n", wrong);
}
