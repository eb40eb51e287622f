// programs.cu: what clang makes of ordinary device code; test_programs.c compares with the host.
#include "programs.h"

struct shape { __device__ virtual int area(int x) const { return x; } };
struct square : shape { __device__ int area(int x) const override { return x * x; } };
__device__ int table[4] = {10, 20, 30, 40};
__constant__ int factors[3] = {2, 3, 5};
extern __shared__ int dynamic[];

extern "C" __global__ void integers(long *out) { out[threads_x() * block_x() + thread_x()] = mix_integers((int)thread_x()); }
extern "C" __global__ void floats(double *out) { out[thread_x()] = mix_floats((int)thread_x()); }
extern "C" __global__ void sorts(int *out) { out[thread_x()] = local_sort((int)thread_x()); }
extern "C" __global__ void function_calls(int *out) { out[thread_x()] = calls((int)thread_x()); }
extern "C" __global__ void wides(unsigned long *out) { out[thread_x()] = wide((int)thread_x()); }
// 16 partial sums in static and dynamic shared memory, by a tree with barriers
extern "C" __global__ void reduction(int *out, record_t by_value, int n) {
    __shared__ int partial[256];
    unsigned t = thread_x();
    partial[t] = (int)t * table[t & 3] + by_value.a + (int)by_value.c[n & 1] + factors[t % 3];
    dynamic[t] = 1;
    __syncthreads();
    for (unsigned step = threads_x() / 2; step; step /= 2) {
        if (t < step) { partial[t] += partial[t + step]; dynamic[t] += dynamic[t + step]; }
        __syncthreads();
    }
    if (t == 0) { out[0] = partial[0]; out[1] = dynamic[0]; }
}
extern "C" __global__ void virtuals(int *out) {
    square s; shape b;
    const shape *which = thread_x() & 1 ? (const shape *)&s : &b;
    asm volatile("" : "+l"(which) :: "memory");
    out[thread_x()] = which->area((int)thread_x());
}
extern "C" __global__ void prints(int *out) {
    struct { int value; } arguments = {(int)thread_x() + 40};
    if (thread_x() == 2) out[0] = vprintf("n=%d", (const char *)&arguments);
}
