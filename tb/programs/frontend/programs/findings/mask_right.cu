// What is right: tiles, coalesced groups, masks by votes and matches, __syncwarp() at different places, threads that
// have returned, scans and reductions of the whole warp.
// fixed: none
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void right(int *out) {
    const unsigned lane = threadIdx.x, all = 0xffffffffu;
    int value = 1;
    for (int step = 1; step < 32; step *= 2) {
        const int other = __shfl_up_sync(all, value, step);
        if (lane >= (unsigned)step) value += other;
    }
    int sum = value;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(all, sum, step);
    const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    value += tile.shfl_xor(value, 3) + tile.any(lane == 9);
    const unsigned even = __ballot_sync(all, lane % 2 == 0);
    if (lane % 2 == 0) {
        value += __reduce_add_sync(even, 1u);
        __syncwarp(all);
    } else {
        __syncwarp(all);
    }
    const unsigned peers = __match_any_sync(all, lane % 3);
    value += __popc(__ballot_sync(peers, 1));
    if (lane < 20) {
        const cg::coalesced_group group = cg::coalesced_threads();
        value += group.shfl(value, 0);
    }
    out[lane] = value + sum;
    if (lane >= 30) return;
    out[lane] = 1 + __shfl_sync(all, 0, 3) + __all_sync(0x3fffffffu, 1);
}
int main() {
    int *out, host[32], wrong = 0;
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    right<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += i < 30 ? host[i] != 2 : host[i] <= 2;
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
