#include "misuse.h"
struct Pair { int a, b; };
__device__ __noinline__ int scale(int v) { return v * 3 + 1; }
// case: uninitialised/global | passed: an argument, used in the function | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void passed(int *out, const int *fresh) {
    out[threadIdx.x] = scale(fresh[threadIdx.x]); // FOUND uninitialised/global
}
// case: uninitialised/global | returned: a result, used behind the call | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__device__ __noinline__ int get(const int *p) { return *p; } // FOUND uninitialised/global
__global__ void returned(int *out, const int *fresh) {
    out[threadIdx.x] = get(fresh + threadIdx.x) + 1;
}
// case: uninitialised/local | members: of two members one is written, and the function uses the other | An automatic variable without an initializer has an indeterminate value. | ISO C++17, dcl.init
__device__ __noinline__ int pick(Pair p, int which) { return which ? p.a : p.b; }
__global__ void members(int *out, int *fresh) {
    fresh[64 + 2 * threadIdx.x] = 7;
    Pair p = ((Pair *)(fresh + 64))[threadIdx.x];
    out[threadIdx.x] = pick(p, WRONG(0) RIGHT(1)) + 1; // FOUND uninitialised/local
}
__device__ __noinline__ int copy_only(int v) { return v; }
__global__ void through(int *out, const int *fresh) { // only moved: nothing is found
    out[threadIdx.x] = copy_only(fresh[threadIdx.x + 200]);
}
__device__ __noinline__ long long both(int lo, int hi) { return (long long)hi << 32 | (unsigned)lo; }
// case: uninitialised/global | joined: one of two arguments, used as a part of the result | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void joined(int *out, const int *fresh, const int *in) {
    long long v = both(in[threadIdx.x], fresh[threadIdx.x]); // FOUND uninitialised/global
    out[threadIdx.x] = WRONG((int)(v >> 32) + 1) RIGHT((int)v + 1);
}
typedef int (*Fn)(int);
__device__ int add_one(int v) { return v + 1; }
__device__ int add_two(int v) { return v + 2; }
__device__ Fn table[2] = {add_one, add_two};
// case: uninitialised/global | pointer: a call by pointer, another function in each second thread | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void pointer(int *out, const int *fresh, const int *in) {
    int v = WRONG(fresh[threadIdx.x]) RIGHT(in[threadIdx.x]); // FOUND uninitialised/global
    out[threadIdx.x] = table[threadIdx.x % 2](v);
}
__device__ __noinline__ int depth(int v, int n) { return n == 0 ? v : depth(v, n - 1) + (n == 5); }
// case: uninitialised/global | recursive: through five calls of itself | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void recursive(int *out, const int *fresh) {
    out[threadIdx.x] = depth(fresh[threadIdx.x], 5); // FOUND uninitialised/global
}
__device__ __noinline__ void unused(int *out, int v, int w) { out[threadIdx.x] = w + 1; }
__global__ void not_used(int *out, const int *fresh, const int *in) { unused(out, fresh[threadIdx.x + 200], in[threadIdx.x]); }
// case: uninitialised/global | half of a warp: a call in a branch | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void half_of_warp(int *out, const int *fresh, const int *in) {
    int v = 0;
    if (threadIdx.x % 2) v = scale(WRONG(fresh[threadIdx.x]) RIGHT(in[threadIdx.x])); // FOUND uninitialised/global
    else v = scale(in[threadIdx.x]);
    out[threadIdx.x] = v;
}
int main() {
    begin();
    int *fresh, *right; cudaMalloc(&fresh, 1024); cudaMalloc(&right, 1024);
    RIGHT(cudaMemset(fresh, 0, 400);)
    passed<<<1, 32>>>(out, fresh); returned<<<1, 32>>>(out, fresh); members<<<1, 32>>>(out, right);
    through<<<1, 32>>>(out, fresh);
    joined<<<1, 32>>>(out, WRONG(fresh) RIGHT(fresh + 160), in);
    pointer<<<1, 32>>>(out, fresh, in); recursive<<<1, 32>>>(out, fresh); not_used<<<1, 32>>>(out, fresh, in);
    half_of_warp<<<1, 32>>>(out, fresh, in);
    cudaFree(fresh); cudaFree(right);
    return end();
}
