// Smaller things that programs use: 16-bit compare-and-swap, atomic_flag, groups of a run-time size, cache hints, memory
// functions, static locals, bit fields, 64-bit shifts and divisions, switch tables, unions, compile-time arrays, goto.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cstdint>
#include <cstdio>
#include <cstring>
namespace cg = cooperative_groups;
__device__ unsigned short halves[2];
__device__ cuda::atomic_flag flag;
__device__ volatile int guarded;
__device__ const int squares[] = {0, 1, 4, 9, 16, 25, 36, 49};
constexpr int primes[] = {2, 3, 5, 7, 11, 13};
struct Fields {
    unsigned low : 3, middle : 13;
    int high : 16;
};
enum class Kind : unsigned char { None, Some = 5, Many = 200 };
__device__ int next() {
    static int calls;
    return atomicAdd(&calls, 1);
}
__device__ int state_machine(int x) {
    int n = 0;
again:
    switch (x % 6) {
    case 0: x += 7; break;
    case 1: x *= 3; break;
    case 2: x -= 1; break;
    case 3: x /= 2; break;
    case 4: x ^= 5; break;
    default: return n * 100 + x;
    }
    if (++n < 20) goto again;
    return -x;
}
static int host_state_machine(int x) {
    int n = 0;
again:
    switch (x % 6) {
    case 0: x += 7; break;
    case 1: x *= 3; break;
    case 2: x -= 1; break;
    case 3: x /= 2; break;
    case 4: x ^= 5; break;
    default: return n * 100 + x;
    }
    if (++n < 20) goto again;
    return -x;
}
__global__ void cas16() {
    for (unsigned short seen = 0, was;
         (was = atomicCAS(&halves[threadIdx.x % 2], seen, (unsigned short)(seen + 3))) != seen;)
        seen = was;
}
__global__ void flagged() {
    if (threadIdx.x % 32 == 0) {
        while (flag.test_and_set(cuda::memory_order_acquire)) {}
        guarded = guarded + 1;
        flag.clear(cuda::memory_order_release);
    }
}
__global__ void groups(int *out) {
    __shared__ int s[64];
    cg::thread_group part = cg::tiled_partition(cg::this_thread_block(), blockIdx.x == 0 ? 8 : 16);
    s[threadIdx.x] = threadIdx.x;
    part.sync();
    int sum = 0;
    for (unsigned i = 0; i < part.size(); i++) sum += s[threadIdx.x - part.thread_rank() + i];
    out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void others(long long *out, char *bytes) {
    int t = threadIdx.x;
    long long x = (long long)t * 1234567891011ll - 40000000000000ll;
    unsigned long long u = (unsigned long long)x;
    int k = 0;
    long long *o = out + t * 16;
    o[k++] = x / (t + 1) + x % 1000;
    o[k++] = (long long)(u / 97 + u % 97);
    o[k++] = x >> (t % 64);
    o[k++] = (long long)(u << (t % 64));
    o[k++] = (long long)t << 31;
    o[k++] = (long long)(short)(t * 1000) << 15;
    o[k++] = (t - 16) << 15;
    o[k++] = state_machine(t);
    o[k++] = squares[t % 8] + primes[t % 6];
    Fields f = {(unsigned)t, (unsigned)t * 300u, -t};
    o[k++] = f.low * 1000000ll + f.middle * 100 + f.high;
    o[k++] = (long long)(t % 3 ? Kind::Some : Kind::Many);
    char local[24], copy[24];
    memset(local, t, sizeof local);
    local[t % 24] = 99;
    memcpy(copy, local, sizeof copy);
    int diff = 0;
    for (int i = 0; i < 24; i++) diff += copy[i] != t;
    o[k++] = diff;
    union {
        float f;
        unsigned u;
        unsigned char b[4];
    } v;
    v.f = t * 1.5f;
    o[k++] = v.u + v.b[3];
    __stcg(&bytes[t], (char)(__ldcg(&bytes[t]) + 1));
    o[k++] = next() >= 0;
    o[k++] = (long long)(__int128)u * 3 >> 1;
    o[k++] = (int8_t)(t * 9) + (uint16_t)(t * 5000) + (int)(unsigned char)(-t);
}
int main() {
    int wrong = 0, h[128], *d;
    unsigned short s[2];
    int g;
    cudaStream_t stream;
    void *p;
    cas16<<<2, 64>>>();
    cudaMemcpyFromSymbol(s, halves, 4);
    wrong += s[0] != 192 || s[1] != 192;
    flagged<<<4, 64>>>();
    cudaMemcpyFromSymbol(&g, guarded, 4);
    wrong += g != 8;
    cudaStreamCreate(&stream);
    cudaMallocAsync(&d, sizeof h, stream);
    groups<<<2, 64, 0, stream>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFreeAsync(d, stream);
    for (int b = 0; b < 2; b++)
        for (int t = 0; t < 64; t++) {
            int n = b ? 16 : 8, first = t / n * n;
            wrong += h[b * 64 + t] != n * first + n * (n - 1) / 2;
        }
    static long long o[32 * 16];
    long long *dout;
    char bytes[32] = {0}, *db;
    cudaMalloc(&dout, sizeof o);
    cudaMalloc(&db, 32);
    cudaMemset(db, 7, 32);
    others<<<1, 32>>>(dout, db);
    cudaMemcpy(o, dout, sizeof o, cudaMemcpyDeviceToHost);
    cudaMemcpy(bytes, db, 32, cudaMemcpyDeviceToHost);
    for (int t = 0; t < 32; t++) {
        long long x = (long long)t * 1234567891011ll - 40000000000000ll;
        unsigned long long u = (unsigned long long)x;
        const long long *q = o + t * 16;
        float f = t * 1.5f;
        unsigned bits;
        memcpy(&bits, &f, 4);
        wrong += q[0] != x / (t + 1) + x % 1000 || q[1] != (long long)(u / 97 + u % 97) || q[2] != x >> (t % 64) ||
                 q[3] != (long long)(u << (t % 64)) || q[4] != (long long)t * 2147483648ll ||
                 q[5] != (long long)(short)(t * 1000) * 32768 || q[6] != (t - 16) * 32768;
        wrong += q[7] != host_state_machine(t) || q[8] != (t % 8) * (t % 8) + primes[t % 6] ||
                 q[9] != (t & 7) * 1000000ll + (t * 300 & 8191) * 100 - t || q[10] != (t % 3 ? 5 : 200) ||
                 q[11] != 1 || q[12] != (long long)bits + (bits >> 24) || q[13] != 1 ||
                 q[14] != (long long)(__int128)u * 3 >> 1;
        wrong += q[15] != (int8_t)(t * 9) + (uint16_t)(t * 5000) + (int)(unsigned char)(-t) || bytes[t] != 8;
    }
    wrong += cudaMalloc(&p, 16) != cudaSuccess;
    printf("wrong %d\n", wrong);
}
