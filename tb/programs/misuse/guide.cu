#include "misuse.h"
// case: barrier/part-of-warp | called: a call in a branch, and the barrier in the function that it calls | __syncthreads() is allowed in conditional code but only if the conditional evaluates identically across the entire thread block. | CUDA C++ Programming Guide, Synchronization Functions
__device__ void helper() {
    __syncthreads(); // FOUND barrier/part-of-warp
}
__device__ __noinline__ int outer(int x, const int *in) {
    __shared__ int tile[64];
    tile[threadIdx.x] = x;
    helper();
    return tile[threadIdx.x] + in[0];
}
__global__ void called(int *out, const int *in) {
    int value = threadIdx.x;
    WRONG(if (threadIdx.x < 48)) value = outer(value, in);
    out[threadIdx.x] = value;
}
// case: barrier/part-of-warp | continue: odd threads leave out the last round | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void skips(int *out, const int *in) {
    __shared__ int tile[64];
    for (int i = 0; i < 3; i++) {
        WRONG(if (i == 2 && threadIdx.x % 2) continue;)
        tile[threadIdx.x] = in[i] + i;
        __syncthreads(); // FOUND barrier/part-of-warp
        out[threadIdx.x] += tile[63 - threadIdx.x];
        RIGHT(__syncthreads();)
    }
}
// case: barrier/part-of-warp | ternary: a barrier that counts, in one branch of ?: | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void ternary(int *out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    WRONG(int value = (threadIdx.x & 1) ? __syncthreads_or(tile[threadIdx.x] > 5) : 0;) // FOUND barrier/part-of-warp
    RIGHT(int all = __syncthreads_or(tile[threadIdx.x] > 5); int value = (threadIdx.x & 1) ? all : 0;)
    out[threadIdx.x] = value;
}
// case: mask/lanes-elsewhere | ballot: a vote of the whole warp in a branch that a part of it takes | All non-exited threads named in mask must execute the same intrinsic with the same mask. | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void ballot(int *out, const int *in) {
    int value = in[threadIdx.x] + threadIdx.x;
    RIGHT(unsigned voted = __ballot_sync(0xffffffffu, value > 3);)
    if (value % 4 == 1) {
        WRONG(unsigned voted = __ballot_sync(0xffffffffu, value > 3);) // FOUND mask/lanes-elsewhere
        out[threadIdx.x] = voted;
    }
    out[threadIdx.x + 64] = 1;
}
// case: mask/caller-not-in-mask | sum: a sum of eight threads whose mask has four | Each calling thread must have its own bit set in the mask. | CUDA C++ Programming Guide, Warp Reduce Functions
__global__ void sum(int *out) {
    unsigned value = threadIdx.x;
    if (threadIdx.x < 8) out[threadIdx.x] = __reduce_add_sync(WRONG(0xfu) RIGHT(0xffu), value); // FOUND mask/caller-not-in-mask
}
// case: mask/caller-not-in-mask | match: odd threads pass the mask of the even ones | the same | CUDA C++ Programming Guide, Warp Match Functions
__global__ void match(int *out) {
    if (threadIdx.x & 1) out[threadIdx.x] = __match_any_sync(WRONG(0x55555555u) RIGHT(0xaaaaaaaau), threadIdx.x / 4); // FOUND mask/caller-not-in-mask
}
// case: mask/different-masks | overlap: masks of two groups that have lanes in common | All non-exited threads named in mask must execute the same intrinsic with the same mask. | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void overlap(int *out) {
    unsigned mask = WRONG(threadIdx.x < 20 ? 0x00ffffffu : 0xffff0000u) RIGHT(threadIdx.x < 16 ? 0xffffu : 0xffff0000u);
    out[threadIdx.x] = __any_sync(mask, threadIdx.x == 3); // FOUND mask/different-masks
}
// case: lanes/different-values | pairs: two threads set one byte | Which thread performs the final write is undefined. | CUDA C++ Programming Guide, Hardware Implementation, SIMT Architecture
__global__ void pairs(unsigned char *flag, const int *in) {
    flag[threadIdx.x / 2] = WRONG(threadIdx.x) RIGHT(in[0]); // FOUND lanes/different-values
}
struct Point {
    float x, y;
};
// case: lanes/different-values | points: four threads write one structure, whose first member differs | the same | CUDA C++ Programming Guide, Hardware Implementation, SIMT Architecture
__global__ void points(Point *p) {
    p[threadIdx.x / WRONG(4) RIGHT(1)] = Point{(float)threadIdx.x, 1.0f}; // FOUND lanes/different-values
}
// case: uninitialised/shared | tail: the last values of a tile are not filled, and one thread sums all | __shared__ variables cannot have an initialization as part of their declaration. | CUDA C++ Programming Guide, Device Memory Space Specifiers
__global__ void tail(int *out, const int *in, int n) {
    __shared__ int tile[64];
    if (threadIdx.x < n) tile[threadIdx.x] = in[threadIdx.x];
    RIGHT(else tile[threadIdx.x] = 0;)
    __syncthreads();
    int all = 0;
    for (int i = 0; i < 64 && threadIdx.x == 0; i++)
        all += tile[i]; // FOUND uninitialised/shared
    out[threadIdx.x] = all;
}
// case: uninitialised/shared | dynamic: dynamic shared memory is counted up from nothing | the same | CUDA C++ Programming Guide, Device Memory Space Specifiers
extern __shared__ int dynamic[];
__global__ void counted(int *out) {
    RIGHT(dynamic[threadIdx.x] = 0;)
    dynamic[threadIdx.x] += threadIdx.x; // FOUND uninitialised/shared
    out[threadIdx.x] = dynamic[threadIdx.x];
}
// case: uninitialised/local | bins: a histogram of each thread that begins with nothing | An automatic variable without an initializer has an indeterminate value. | ISO C++17, dcl.init
__global__ void bins(int *out, const int *in) {
    int bin[8], all = 0;
    RIGHT(for (int i = 0; i < 8; i++) bin[i] = 0;)
    for (int i = 0; i < 16; i++)
        bin[(in[i] + i * threadIdx.x) & 7]++; // FOUND uninitialised/local
    for (int i = 0; i < 8; i++) all ^= bin[i];
    out[threadIdx.x] = all;
}
int main() {
    begin();
    called<<<1, 64>>>(out, in);
    skips<<<1, 64>>>(out, in);
    ternary<<<1, 64>>>(out);
    ballot<<<1, 32>>>(out, in);
    sum<<<1, 32>>>(out);
    match<<<1, 32>>>(out);
    overlap<<<1, 32>>>(out);
    pairs<<<1, 32>>>((unsigned char *)out, in);
    points<<<1, 32>>>((Point *)out);
    tail<<<1, 64>>>(out, in, 60);
    counted<<<1, 64, 256>>>(out);
    bins<<<1, 32>>>(out, in);
    return end();
}
