#include "repairs.h"
// case: counter | make it an atomic | s/\*w += 1/atomicAdd(w, 1)/
__global__ void counter(int *w) {
    if (threadIdx.x % 32 == 0) *w += 1;
}
// case: histogram | make it an atomic | s/w\[\(.*\)\]++;/atomicAdd(\&w[\1], 1);/
__global__ void histogram(int *w) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 < 16) w[i * 7 % 16]++;
}
// case: shared_histogram | make it an atomic | s/bin\[threadIdx.x % 8\] += 1/atomicAdd(\&bin[threadIdx.x % 8], 1)/
__global__ void shared_histogram(int *w) {
    __shared__ int bin[8];
    if (threadIdx.x < 8) bin[threadIdx.x] = 0;
    __syncthreads();
    bin[threadIdx.x % 8] += 1;
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&w[threadIdx.x], bin[threadIdx.x]);
}
// case: maximum | make it an atomic | s/if (w\[0\] < v) w\[0\] = v/atomicMax(w, v)/
__global__ void maximum(int *w) {
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 5) if (w[0] < v) w[0] = v;
}
// case: two_lines | make it an atomic | s/const int old = \*w;/atomicAdd(w, 2);/;s/\*w = old + 2;//
__global__ void two_lines(int *w) {
    if (threadIdx.x % 32 != 0) return;
    const int old = *w;
    *w = old + 2;
}
// case: slot | make it an atomic | s/const int at = w\[0\];/const int at = atomicAdd(w, 1);/;s/w\[0\] = at + 1;//
__global__ void slot(int *w) {
    if (threadIdx.x % 32 != 0) return;
    const int at = w[0];
    w[0] = at + 1;
    atomicExch(&w[1 + at % 1000], 7);
}
// case: one_is_atomic | make it an atomic | s/w\[0\] = w\[0\] + 5/atomicAdd(w, 5)/
__global__ void one_is_atomic(int *w) {
    if (threadIdx.x % 32 != 0) return;
    if (blockIdx.x % 2) atomicAdd(w, 3);
    else w[0] = w[0] + 5;
}
// case: degrees | make it an atomic | s/w\[to\] -= 1/atomicSub(\&w[to], 1)/
__global__ void degrees(int *w) {
    const int from = blockIdx.x * blockDim.x + threadIdx.x, to = (from * 2654435761u >> 20) % 64;
    if (threadIdx.x % 4 == 0) w[to] -= 1;
}
// case: volatile_counter | make it an atomic | s/\*(volatile int \*)w += 1/atomicAdd(w, 1)/
__global__ void volatile_counter(int *w) {
    if (threadIdx.x % 32 == 0) *(volatile int *)w += 1;
}
// case: bits | make it an atomic | s/w\[3\] |= 1 << blockIdx.x/atomicOr(\&w[3], 1 << blockIdx.x)/
__global__ void bits(int *w) {
    if (threadIdx.x == 0) w[3] |= 1 << blockIdx.x;
}
// case: real_sum | make it an atomic | s/\*(float \*)w += 0.5f/atomicAdd((float *)w, 0.5f)/
__global__ void real_sum(int *w) {
    if (threadIdx.x == 64) *(float *)w += 0.5f;
}
// case: beside_an_atomic | make it an atomic | s/w\[1\] += 4/atomicAdd(\&w[1], 4)/
__global__ void beside_an_atomic(int *w) {
    if (threadIdx.x % 32 != 0) return;
    for (int i = 0; i < 3; i++) {
        w[1] += 4;
        atomicAdd(&w[0], 1);
    }
}
// case: flag_of_change | one thread|make it an atomic | s/w\[9\] = blockIdx.x/atomicMax(\&w[9], blockIdx.x)/
__global__ void flag_of_change(int *w) {
    if (threadIdx.x == 3) w[9] = blockIdx.x;
}
// case: beside_a_count | let one thread write | s/w\[9\] = blockIdx.x/atomicMax(\&w[9], blockIdx.x)/
__global__ void beside_a_count(int *w) {
    if (threadIdx.x != 3) return;
    for (int i = 0; i < 4 * blockIdx.x; i++) atomicAdd(&w[0], 1);
    w[9] = blockIdx.x;
    atomicAdd(&w[0], 1);
}
int main() {
    run(counter, 3, 128);
    run(histogram, 3, 128);
    run(shared_histogram, 2, 128);
    run(maximum, 3, 128);
    run(two_lines, 3, 128);
    run(slot, 3, 128);
    run(one_is_atomic, 4, 64);
    run(degrees, 2, 128);
    run(volatile_counter, 3, 128);
    run(bits, 4, 32);
    run(real_sum, 4, 128);
    run(beside_an_atomic, 2, 64);
    run(flag_of_change, 4, 32);
    run(beside_a_count, 4, 32);
}
