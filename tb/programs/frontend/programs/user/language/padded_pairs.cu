// padded_pairs.cu: a class with padding behind its members, returned and passed by value; clang 14 drops the
// comparison unless the padding is kept from becoming poison (cosim/commands/compile/device_ir.c).
#include <cstdio>

struct Pair {
    __device__ Pair(int k, bool v) : k(k), v(v) {}
    int k;
    bool v;
};
__device__ Pair other(Pair p) { return Pair(__shfl_xor_sync(~0u, p.k, 1), __shfl_xor_sync(~0u, p.v, 1)); }
__device__ bool less_(const Pair a, const Pair b) { return a.k < b.k; }
__device__ Pair smaller(const Pair p) {
    Pair q = other(p);
    return less_(p, q) ? p : q;
}
__global__ void run(int *out) {
    Pair p(threadIdx.x, false);
    p = smaller(p);
    out[threadIdx.x] = p.k;
}

int main() {
    int *out, wrong = 0;
    cudaMallocManaged(&out, 32 * sizeof *out);
    run<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i++) wrong += out[i] != i / 2 * 2;
    printf("wrong %d\n", wrong);
}
