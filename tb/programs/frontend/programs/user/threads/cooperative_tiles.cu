// Tiles of every size, coalesced groups, partitions by label, cg::reduce, groups by value; warp-aggregated compaction.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <vector>
using namespace cooperative_groups;
template <unsigned SIZE> __device__ int tile_sum(const thread_block_tile<SIZE, thread_block> &tile, int value) {
    for (int i = tile.size() / 2; i > 0; i /= 2) value += tile.shfl_down(value, i);
    return tile.shfl(value, 0);
}
__device__ int group_sum(thread_group g, int *scratch, int value) { /* works for blocks and parts of warps alike */
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        scratch[lane] = value;
        g.sync();
        if (lane < i) value += scratch[lane + i];
        g.sync();
    }
    return value;
}
__global__ void tiles(int *out) {
    __shared__ int scratch[64];
    thread_block block = this_thread_block();
    int t = block.thread_rank();
    auto t32 = tiled_partition<32>(block);
    auto t8 = tiled_partition<8>(t32);
    auto t4 = tiled_partition<4>(block);
    auto t1 = tiled_partition<1>(block);
    int *o = out + t * 10;
    o[0] = tile_sum<4>(t4, t);
    o[1] = reduce(t8, t, plus<int>()) + t8.meta_group_rank() * 0;
    o[2] = reduce(t32, t, greater<int>());
    o[3] = t8.ballot(t % 2) * 100 + t8.thread_rank();
    o[4] = t8.any(t % 8 == 3 && t < 32) * 2 + t4.all(t < 32);
    o[5] = (int)t4.match_any(t / 2);
    o[6] = t1.size() + t1.thread_rank() + t4.shfl_xor(t, 3) + t8.shfl_up(t, 2);
    int total = group_sum(block, scratch, t);
    if (t == 0) scratch[0] = total;
    block.sync();
    o[7] = scratch[0];
    block.sync();
    if (t % 3 == 0) {
        coalesced_group active = coalesced_threads();
        o[8] = active.size() * 1000 + active.thread_rank() * 10 + (active.shfl(t, 1) == (t < 32 ? 3 : 36));
        o[9] = reduce(active, 1, plus<int>());
    } else {
        auto odd = binary_partition(coalesced_threads(), t % 3 == 1);
        o[8] = odd.size() * 1000 + odd.thread_rank();
        o[9] = (int)odd.ballot(t < 16);
    }
    auto same = labeled_partition(t32, t % 5);
    o[1] += same.size() * 10000 + same.thread_rank() * 100000;
}
__global__ void compact(const int *in, int n, int *out, int *count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || in[i] % 3 != 0) return;
    coalesced_group g = coalesced_threads();
    int base = 0;
    if (g.thread_rank() == 0) base = atomicAdd(count, (int)g.size());
    out[g.shfl(base, 0) + g.thread_rank()] = in[i];
}
int main() {
    int h[640], *d, wrong = 0;
    cudaMalloc(&d, sizeof h);
    tiles<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 64; t++) {
        const int *o = h + t * 10;
        int w = t / 32 * 32, below = 0, size = 0, kind_below = 0, kinds = 0, young = 0;
        for (int l = 0; l < 32; l++) {
            int u = w + l;
            if (u % 5 == t % 5) {
                size++;
                below += u < t;
            }
            if (u % 3 == t % 3) {
                young |= (u < 16) << kinds;
                kinds++;
                kind_below += u < t;
            }
        }
        wrong += o[0] != t / 4 * 16 + 6;
        wrong += o[1] != t / 8 * 64 + 28 + size * 10000 + below * 100000;
        wrong += o[2] != w + 31;
        wrong += o[3] != 0xaa * 100 + t % 8;
        wrong += o[4] != (t < 32) * 2 + (t < 32);
        wrong += o[5] != (t % 4 < 2 ? 3 : 12);
        wrong += o[6] != 1 + (t ^ 3) + (t % 8 < 2 ? t : t - 2);
        wrong += o[7] != 2016;
        wrong += o[8] != (t % 3 == 0 ? kinds * 1000 + kind_below * 10 + 1 : kinds * 1000 + kind_below);
        wrong += o[9] != (t % 3 == 0 ? kinds : young);
    }
    const int n = 500;
    std::vector<int> in(n), out(n);
    int *di, *dout, *dc, count;
    long long sum = 0, got = 0;
    int expected = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 17 % 101;
        if (in[i] % 3 == 0) {
            expected++;
            sum += in[i];
        }
    }
    cudaMalloc(&di, n * 4);
    cudaMalloc(&dout, n * 4);
    cudaMalloc(&dc, 4);
    cudaMemset(dc, 0, 4);
    cudaMemcpy(di, in.data(), n * 4, cudaMemcpyHostToDevice);
    compact<<<4, 128>>>(di, n, dout, dc);
    cudaMemcpy(&count, dc, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(out.data(), dout, n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++) got += out[i];
    printf("wrong %d\n", wrong + (count != expected) + (got != sum));
}
