// Long work without a store: thousands of reads of new words, then of registers only; it must not be taken for a spin.
#include <cstdio>
__global__ void add_up(const unsigned *p, unsigned n, unsigned *out) {
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum = sum * 3u + p[i];
    for (unsigned i = 0; i < n; i++) { sum = sum * 5u + i; asm volatile("" : "+r"(sum)); }
    if (threadIdx.x == 0) *out = sum;
}
int main() {
    const unsigned n = 6000;
    static unsigned host[n];
    unsigned *p, *out, result = 0, sum = 0;
    for (unsigned i = 0; i < n; i++) host[i] = i * i;
    cudaMalloc(&p, sizeof host); cudaMalloc(&out, 4);
    cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice);
    add_up<<<1, 32>>>(p, n, out);
    cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < n; i++) sum = sum * 3u + host[i];
    for (unsigned i = 0; i < n; i++) sum = sum * 5u + i;
    printf("%s\n", result == sum ? "right" : "wrong");
}
