// Shuffles, votes, bit intrinsics, mathematics and 64-bit atomics against values computed by the host.
#include <cmath>
#include <cstdio>
__device__ unsigned long long wide;
__device__ double real;
__global__ void compute(int *i, float *f, double *d) {
    int lane = threadIdx.x;
    int sum = lane;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    i[lane] = __shfl_sync(0xffffffffu, sum, 0) + __shfl_up_sync(0xffffffffu, lane, 1) + __shfl_xor_sync(0xffffffffu, lane, 3);
    i[32 + lane] = (int)__ballot_sync(0xffffffffu, lane % 3 == 0) + __all_sync(0xffffffffu, lane < 32) + __any_sync(0xffffffffu, lane == 40);
    i[64 + lane] = __popc(lane) * 1000 + __clz(lane) * 10 + __ffs(lane);
    i[96 + lane] = (int)__brev(lane) ^ (int)__byte_perm(lane, 0x11223344, 0x4567) ^ __mulhi(lane << 26, 12345);
    f[lane] = sinf(0.1f * lane) + expf(0.01f * lane) * sqrtf((float)lane) + powf(1.1f, (float)lane);
    d[lane] = cos(0.1 * lane) + log(1.0 + lane) + fma(2.0, (double)lane, 1.0) + __shfl_xor_sync(0xffffffffu, 0.5 * lane, 1);
    atomicAdd(&wide, 1ull << 33);
    atomicMax(&wide, 5ull);
    atomicAdd(&real, 0.5);
}
int main() {
    int *i, hi[128], wrong = 0; float *f, hf[32]; double *d, hd[32], hr; unsigned long long hw;
    cudaMalloc(&i, sizeof hi); cudaMalloc(&f, sizeof hf); cudaMalloc(&d, sizeof hd);
    compute<<<1, 32>>>(i, f, d);
    cudaMemcpy(hi, i, sizeof hi, cudaMemcpyDeviceToHost);
    cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
    cudaMemcpy(hd, d, sizeof hd, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&hw, wide, sizeof hw); cudaMemcpyFromSymbol(&hr, real, sizeof hr);
    unsigned ballot = 0;
    for (int l = 0; l < 32; l += 3) ballot |= 1u << l;
    for (int l = 0; l < 32; l++) {
        wrong += hi[l] != 496 + (l == 0 ? 0 : l - 1) + (l ^ 3);
        wrong += hi[32 + l] != (int)(ballot + 1);
        wrong += hi[64 + l] != __builtin_popcount(l) * 1000 + (l ? __builtin_clz(l) : 32) * 10 + __builtin_ffs(l);
        unsigned reversed = 0, permuted = 0;
        for (int b = 0; b < 32; b++) reversed |= (l >> b & 1u) << (31 - b);
        const unsigned char bytes[8] = {(unsigned char)l, 0, 0, 0, 0x44, 0x33, 0x22, 0x11};
        for (int b = 0; b < 4; b++) permuted |= (unsigned)bytes[7 - b] << (8 * b);
        wrong += hi[96 + l] != (int)(reversed ^ permuted ^ (unsigned)(((long long)(int)((unsigned)l << 26) * 12345) >> 32));
        wrong += fabsf(hf[l] - (sinf(0.1f * l) + expf(0.01f * l) * sqrtf((float)l) + powf(1.1f, (float)l))) > 1e-4f;
        wrong += fabs(hd[l] - (cos(0.1 * l) + log(1.0 + l) + 2.0 * l + 1.0 + 0.5 * (l ^ 1))) > 1e-12;
    }
    wrong += hw != 32ull << 33; wrong += hr != 16.0;
    printf("wrong %d\n", wrong);
}
