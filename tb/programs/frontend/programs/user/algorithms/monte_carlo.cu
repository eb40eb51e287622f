// Pi by throwing darts, with a counter-based generator of its own (Philox 4x32, 10 rounds); the host throws the same darts.
#include <cstdio>
__host__ __device__ inline unsigned int mulhi(unsigned int a, unsigned int b) {
#ifdef __CUDA_ARCH__
    return __umulhi(a, b);
#else
    return (unsigned int)((unsigned long long)a * b >> 32);
#endif
}
__host__ __device__ uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < 10; round++) {
        unsigned h0 = mulhi(0xD2511F53u, counter.x), l0 = 0xD2511F53u * counter.x, h1 = mulhi(0xCD9E8D57u, counter.z),
                 l1 = 0xCD9E8D57u * counter.z;
        counter = make_uint4(h1 ^ counter.y ^ key.x, l1, h0 ^ counter.w ^ key.y, l0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}
__host__ __device__ inline int inside(unsigned int a, unsigned int b) {
    float x = (float)(a >> 8) * (1.0f / 16777216.0f), y = (float)(b >> 8) * (1.0f / 16777216.0f);
    return x * x + y * y < 1.0f;
}
__host__ __device__ int throws_of(unsigned thread, int rounds) {
    int hits = 0;
    for (int r = 0; r < rounds; r++) {
        uint4 v = philox(make_uint4(thread, r, 0, 0), make_uint2(1234u, 5678u));
        hits += inside(v.x, v.y) + inside(v.z, v.w);
    }
    return hits;
}
__global__ void darts(unsigned long long *hits, int rounds) {
    int mine = throws_of(blockIdx.x * blockDim.x + threadIdx.x, rounds);
    atomicAdd(hits, (unsigned long long)mine);
}
int main() {
    unsigned long long *d, got, expected = 0;
    cudaMalloc(&d, 8);
    cudaMemset(d, 0, 8);
    darts<<<8, 64>>>(d, 10);
    cudaMemcpy(&got, d, 8, cudaMemcpyDeviceToHost);
    for (unsigned t = 0; t < 512; t++) expected += throws_of(t, 10);
    double pi = 4.0 * got / (512 * 20);
    printf("pi is about %.3f\nwrong %d\n", pi, (got != expected) + (pi < 3.0 || pi > 3.3));
}
