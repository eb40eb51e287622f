// cooperative_groups: tiles, reduce, scan, memcpy_async, coalesced and labeled groups, the grid.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(int *in, int *out) {
    auto b = cg::this_thread_block();
    auto t = cg::tiled_partition<32>(b);
    __shared__ int s[128];
    cg::memcpy_async(b, s, in, sizeof(int) * 128);
    cg::wait(b);
    int v = s[b.thread_rank()];
    int r = cg::reduce(t, v, cg::plus<int>());
    int sc = cg::inclusive_scan(t, v);
    if (t.thread_rank() == 31)
        out[t.meta_group_rank()] = (r == sc) ? r : -1;
    auto c = cg::coalesced_threads();
    if (threadIdx.x % 3 == 0) {
        auto a = cg::coalesced_threads();
        int m = a.size();
        if (a.thread_rank() == 0)
            atomicAdd(&out[8], m);
    }
    auto lp = cg::labeled_partition(t, v % 2);
    if (lp.thread_rank() == 0)
        atomicAdd(&out[9], lp.size());
}
__global__ void g(int *x, int n) {
    auto gr = cg::this_grid();
    x[gr.thread_rank()] = gr.thread_rank();
    gr.sync();
    int s = 0;
    if (gr.thread_rank() == 0) {
        for (int i = 0; i < n; i++)
            s += x[i];
        x[n] = s;
    }
}
int main() {
    int h[128];
    for (int i = 0; i < 128; i++)
        h[i] = i;
    int *d, *o;
    cudaMalloc(&d, 4096);
    cudaMalloc(&o, 64);
    cudaMemset(o, 0, 64);
    cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice);
    k<<<1, 128>>>(d, o);
    int r[10];
    cudaMemcpy(r, o, 40, cudaMemcpyDeviceToHost);
    bool ok =
        r[0] == 496 && r[1] == 1520 && r[2] == 2544 && r[3] == 3568 && r[8] == 43 && r[9] == 128;
    int n = 256;
    void *a[] = {&d, &n};
    cudaLaunchCooperativeKernel((void *)g, dim3(4), dim3(64), a, 0, 0);
    cudaMemcpy(r, d + n, 4, cudaMemcpyDeviceToHost);
    ok = ok && r[0] == 255 * 256 / 2;
    printf("%s\n", ok ? "right" : "wrong");
}
