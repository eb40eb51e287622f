// cub: block and device algorithms.
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>
__global__ void blk(const int *in, int *out) {
    typedef cub::BlockReduce<int, 128> BR;
    __shared__ typename BR::TempStorage t;
    int s = BR(t).Sum(in[blockIdx.x * 128 + threadIdx.x]);
    if (!threadIdx.x)
        out[blockIdx.x] = s;
}
__global__ void scan(const int *in, int *out) {
    typedef cub::BlockScan<int, 128> BR;
    __shared__ typename BR::TempStorage t;
    int s;
    BR(t).ExclusiveSum(in[threadIdx.x], s);
    out[threadIdx.x] = s;
}
__global__ void srt(int *d) {
    typedef cub::BlockRadixSort<int, 128, 4> S;
    __shared__ typename S::TempStorage t;
    int k[4];
    for (int i = 0; i < 4; i++)
        k[i] = d[threadIdx.x * 4 + i];
    S(t).Sort(k);
    for (int i = 0; i < 4; i++)
        d[threadIdx.x * 4 + i] = k[i];
}
int main() {
    int n = 512;
    std::vector<int> h(n);
    for (int i = 0; i < n; i++)
        h[i] = (i * 37) % 101;
    int *d, *o;
    cudaMalloc(&d, n * 4);
    cudaMalloc(&o, n * 4);
    cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
    blk<<<4, 128>>>(d, o);
    int r[128];
    cudaMemcpy(r, o, 16, cudaMemcpyDeviceToHost);
    int s0 = 0;
    for (int i = 0; i < 128; i++)
        s0 += h[i];
    printf("%s\n", r[0] == s0 ? "reduce" : "wrong");
    scan<<<1, 128>>>(d, o);
    cudaMemcpy(r, o, 512, cudaMemcpyDeviceToHost);
    printf("%s\n", r[127] == s0 - h[127] ? "scan" : "wrong");
    void *t = 0;
    size_t b = 0;
    cub::DeviceReduce::Sum(t, b, d, o, n);
    cudaMalloc(&t, b);
    cub::DeviceReduce::Sum(t, b, d, o, n);
    cudaMemcpy(r, o, 4, cudaMemcpyDeviceToHost);
    int s = 0;
    for (int x : h)
        s += x;
    printf("%s\n", r[0] == s ? "dreduce" : "wrong");
    srt<<<1, 128>>>(d);
    std::vector<int> g(n);
    cudaMemcpy(g.data(), d, n * 4, cudaMemcpyDeviceToHost);
    bool ok = true;
    for (int i = 1; i < n; i++)
        ok &= g[i - 1] <= g[i];
    printf("%s\n", ok ? "sort" : "wrong");
    b = 0;
    cub::DeviceScan::ExclusiveSum(nullptr, b, d, o, n);
    cudaMalloc(&t, b);
    cub::DeviceScan::ExclusiveSum(t, b, d, o, n);
    std::vector<int> q(n);
    cudaMemcpy(q.data(), o, n * 4, cudaMemcpyDeviceToHost);
    int acc = 0;
    ok = true;
    for (int i = 0; i < n; i++) {
        ok &= q[i] == acc;
        acc += g[i];
    }
    printf("%s\n", ok ? "dscan" : "wrong");
    b = 0;
    cub::DeviceRadixSort::SortKeysDescending(nullptr, b, d, o, n);
    cudaMalloc(&t, b);
    cub::DeviceRadixSort::SortKeysDescending(t, b, d, o, n);
    cudaMemcpy(q.data(), o, n * 4, cudaMemcpyDeviceToHost);
    ok = true;
    for (int i = 1; i < n; i++)
        ok &= q[i - 1] >= q[i];
    printf("%s\n", ok ? "dsort" : "wrong");
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "right" : "wrong");
}
