// options: -std=c++20 --compiler clang
#include <cstdio>
#include <ranges>
__global__ void twice(int *p) { p[threadIdx.x] *= 2; }
int main() {
    int *p;
    cudaMallocManaged(&p, 128);
    for (int i : std::views::iota(0, 32)) p[i] = i; // HERE
    twice<<<1, 32>>>(p);
    return cudaDeviceSynchronize() != cudaSuccess;
}
