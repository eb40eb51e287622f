// cg::inclusive_scan, exclusive_scan, memcpy_async and wait, on tiles, coalesced threads and the block.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void scans(const int *in, int *out) {
    __shared__ int stage[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, stage, in + blockIdx.x * 64, sizeof stage);
    cg::wait(block);
    int t = threadIdx.x, x = stage[t];
    auto tile = cg::tiled_partition<16>(block);
    int *o = out + (blockIdx.x * 64 + t) * 4;
    o[0] = cg::inclusive_scan(tile, x);
    o[1] = cg::exclusive_scan(tile, x);
    o[2] = cg::inclusive_scan(tile, x, cg::greater<int>());
    o[3] = 0;
    if (t % 2) {
        auto odd = cg::coalesced_threads();
        o[3] = cg::exclusive_scan(odd, x, cg::plus<int>());
    }
}
int main() {
    int in[128], out[512], *di, *dout, wrong = 0;
    for (int i = 0; i < 128; i++) in[i] = i * 29 % 41 - 10;
    cudaMalloc(&di, sizeof in);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(di, in, sizeof in, cudaMemcpyHostToDevice);
    scans<<<2, 64>>>(di, dout);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++) {
        int sum = 0, most = in[i / 16 * 16], odd = 0;
        for (int k = i / 16 * 16; k <= i; k++) {
            sum += in[k];
            most = in[k] > most ? in[k] : most;
        }
        for (int k = i / 32 * 32 + 1; k < i; k += 2) odd += in[k];
        wrong += out[4 * i] != sum || out[4 * i + 1] != sum - in[i] || out[4 * i + 2] != most ||
                 out[4 * i + 3] != (i % 2 ? odd : 0);
    }
    printf("wrong %d\n", wrong);
}
