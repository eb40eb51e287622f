// __syncthreads_count, _and and _or: stream compaction with a count, and a loop that stops when all are done (Collatz).
#include <cstdio>
__global__ void count(const int *in, int n, int *counts, int *flags) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, value = i < n ? in[i] : 0;
    int positive = __syncthreads_count(i < n && value > 0), all = __syncthreads_and(i >= n || value > -50),
        any = __syncthreads_or(value == 49);
    if (threadIdx.x == 0) {
        counts[blockIdx.x] = positive;
        flags[blockIdx.x] = (all != 0) * 2 + (any != 0);
    }
}
__global__ void collatz(unsigned *steps, int *rounds) {
    unsigned long long x = threadIdx.x + 1;
    unsigned mine = 0;
    int r = 0;
    while (__syncthreads_or(x != 1)) {
        if (x != 1) {
            x = x % 2 ? 3 * x + 1 : x / 2;
            mine++;
        }
        r++;
    }
    steps[threadIdx.x] = mine;
    if (threadIdx.x == 0) *rounds = r;
}
int main() {
    const int n = 300, blocks = 5;
    int in[n], *d, *dc, c[2 * blocks], wrong = 0;
    for (int i = 0; i < n; i++) in[i] = i * 53 % 100 - (i < 128 ? 49 : 50);
    cudaMalloc(&d, sizeof in);
    cudaMalloc(&dc, sizeof c);
    cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice);
    count<<<blocks, 64>>>(d, n, dc, dc + blocks);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    for (int b = 0; b < blocks; b++) {
        int positive = 0, all = 1, any = 0;
        for (int i = b * 64; i < (b + 1) * 64; i++) {
            int v = i < n ? in[i] : 0;
            positive += i < n && v > 0;
            all &= i >= n || v > -50;
            any |= v == 49;
        }
        wrong += c[b] != positive || c[blocks + b] != all * 2 + any;
    }
    unsigned *ds, s[96], longest = 0;
    int *dr, rounds;
    cudaMalloc(&ds, sizeof s);
    cudaMalloc(&dr, 4);
    collatz<<<1, 96>>>(ds, dr);
    cudaMemcpy(s, ds, sizeof s, cudaMemcpyDeviceToHost);
    cudaMemcpy(&rounds, dr, 4, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 96; t++) {
        unsigned long long x = t + 1;
        unsigned k = 0;
        for (; x != 1; k++) x = x % 2 ? 3 * x + 1 : x / 2;
        wrong += s[t] != k;
        longest = k > longest ? k : longest;
    }
    printf("wrong %d\n", wrong + (rounds != (int)longest));
}
