// Least-significant-digit radix sort, two bits a pass: counts by block, one scan, scatter that keeps the order.
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
enum { THREADS = 64, DIGITS = 4 };
__global__ void count_digits(const unsigned *keys, int n, int shift, unsigned *counts) {
    __shared__ unsigned local[DIGITS];
    if (threadIdx.x < DIGITS) local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n) atomicAdd(&local[keys[i] >> shift & (DIGITS - 1)], 1u);
    __syncthreads();
    if (threadIdx.x < DIGITS) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}
__global__ void scan_counts(unsigned *counts, int n) { /* one block */
    __shared__ unsigned sums[128];
    unsigned carry = 0;
    for (int base = 0; base < n; base += 128) {
        int i = base + threadIdx.x;
        unsigned mine = i < n ? counts[i] : 0;
        sums[threadIdx.x] = mine;
        for (int step = 1; step < 128; step *= 2) {
            __syncthreads();
            unsigned add = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
            __syncthreads();
            sums[threadIdx.x] += add;
        }
        __syncthreads();
        if (i < n) counts[i] = carry + sums[threadIdx.x] - mine;
        carry += sums[127];
        __syncthreads();
    }
}
__global__ void scatter(const unsigned *keys, unsigned *out, int n, int shift, const unsigned *offsets) {
    __shared__ unsigned warp_counts[DIGITS][THREADS / 32];
    int i = blockIdx.x * THREADS + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned key = i < n ? keys[i] : 0, digit = i < n ? key >> shift & (DIGITS - 1) : DIGITS, rank = 0;
    for (unsigned d = 0; d < DIGITS; d++) {
        unsigned votes = __ballot_sync(0xffffffffu, digit == d);
        if (lane == 0) warp_counts[d][warp] = __popc(votes);
        if (digit == d) rank = __popc(votes & ((1u << lane) - 1));
    }
    __syncthreads();
    if (i >= n) return;
    for (int w = 0; w < warp; w++) rank += warp_counts[digit][w];
    out[offsets[digit * gridDim.x + blockIdx.x] + rank] = key;
}
int main() {
    const int n = 1000, blocks = (n + THREADS - 1) / THREADS;
    std::vector<unsigned> keys(n), out(n);
    int wrong = 0;
    for (int i = 0; i < n; i++) keys[i] = (unsigned)i * 2654435761u >> 20;
    unsigned *a, *b, *counts;
    cudaMalloc(&a, n * 4);
    cudaMalloc(&b, n * 4);
    cudaMalloc(&counts, blocks * DIGITS * 4);
    cudaMemcpy(a, keys.data(), n * 4, cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 12; shift += 2) {
        count_digits<<<blocks, THREADS>>>(a, n, shift, counts);
        scan_counts<<<1, 128>>>(counts, blocks * DIGITS);
        scatter<<<blocks, THREADS>>>(a, b, n, shift, counts);
        std::swap(a, b);
    }
    cudaMemcpy(out.data(), a, n * 4, cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    for (int i = 0; i < n; i++) wrong += out[i] != keys[i];
    printf("wrong %d\n", wrong);
}
