#include "misuse.h"
// case: uninitialised/global | sum: an input that nothing has written | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void sum(const int *from, int *out) {
    out[threadIdx.x] = from[threadIdx.x] + 1; // FOUND uninitialised/global
}
// case: uninitialised/global | atomic: a counter that is never cleared | the same | CUDA Runtime API, cudaMalloc
__global__ void count(int *counter) {
    atomicAdd(counter, 1); // FOUND uninitialised/global
}
// case: uninitialised/global | part: the kernel before writes half of it | the same | CUDA Runtime API, cudaMalloc
__global__ void fill(int *to) { to[threadIdx.x] = threadIdx.x; }
__global__ void twice(const int *from, int *out) {
    out[threadIdx.x] = 2 * from[threadIdx.x]; // FOUND uninitialised/global
}
// case: uninitialised/global | pinned: pinned memory that the host has not filled | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void pinned(const int *from, int *out) {
    out[threadIdx.x] = 3 * from[threadIdx.x]; // FOUND uninitialised/global
}
// case: uninitialised/global | upload: a copy to the device from pinned memory that the host has not filled | the same | CUDA Runtime API, cudaMalloc
__global__ void upload(const int *from, int *out) {
    out[threadIdx.x] = 5 * from[threadIdx.x]; // FOUND uninitialised/global
}
// case: uninitialised/global | managed: managed memory of which the host has filled nothing | the same | CUDA Runtime API, cudaMalloc
__global__ void managed(const int *from, int *out) {
    out[threadIdx.x] = 7 * from[threadIdx.x]; // FOUND uninitialised/global
}
// case: uninitialised/global | counted: a managed counter that nothing has cleared | the same | CUDA Runtime API, cudaMalloc
__global__ void counted(int *counter) {
    atomicAdd(counter, 2); // FOUND uninitialised/global
}
// case: uninitialised/local | part: a function fills three of four elements | An automatic variable without an initializer has an indeterminate value. | ISO C++17, dcl.init
__device__ __noinline__ void fill_some(int *to, int n) {
    for (int i = 0; i < n; i++) to[i] = i;
}
__global__ void some(int *out) {
    int value[4];
    fill_some(value, WRONG(3) RIGHT(4));
    out[threadIdx.x] = value[threadIdx.x % 4] + 1; // FOUND uninitialised/local
}
// case: uninitialised/local | stack: a pop of an empty stack of the thread | the same | ISO C++17, dcl.init
__global__ void pop(const int *in, int *out) {
    int stack[16], top = 0;
    for (int i = 0; i < (in[0] & 3); i++) stack[top++] = i;
    RIGHT(if (top > 0)) top--;
    RIGHT(stack[top] = 0;)
    out[threadIdx.x] = stack[top + WRONG(threadIdx.x % 4 + 1) RIGHT(0)] * 2; // FOUND uninitialised/local
}
// case: uninitialised/global | half: one half of a word is set, and the whole is used | The memory is not cleared. | CUDA Runtime API, cudaMalloc
__global__ void half_word(int *out, int *fresh) {
    ((short *)fresh)[2 * threadIdx.x] = 5;
    const int word = fresh[threadIdx.x]; // FOUND uninitialised/global
    out[threadIdx.x] = WRONG(word + 1) RIGHT((word & 0xff) + 1);
}
// case: uninitialised/global | shuffle: another thread's value, which nothing has written | the same | CUDA Runtime API, cudaMalloc
__global__ void shuffled(int *out, const int *fresh) {
    const int word = fresh[threadIdx.x]; // FOUND uninitialised/global
    const int other = __shfl_xor_sync(0xffffffffu, word, 1);
    out[threadIdx.x] = other + 1;
}
// case: uninitialised/shared | bins: a histogram that is never cleared | __shared__ variables cannot have an initialization as part of their declaration. | CUDA C++ Programming Guide, Device Memory Space Specifiers
__global__ void bins(int *out) {
    __shared__ int bin[8];
    RIGHT(if (threadIdx.x < 8) bin[threadIdx.x] = 0;)
    __syncthreads();
    atomicAdd(&bin[threadIdx.x % 8], 1); // FOUND uninitialised/shared
    __syncthreads();
    if (threadIdx.x < 8) out[threadIdx.x] = bin[threadIdx.x];
}
// case: uninitialised/shared | edge: the border of a tile is not filled | the same | CUDA C++ Programming Guide, Device Memory Space Specifiers
__global__ void edge(const int *in, int *out) {
    __shared__ int tile[34];
    tile[threadIdx.x + 1] = in[threadIdx.x];
    RIGHT(if (threadIdx.x < 2) tile[33 * threadIdx.x] = 0;)
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 2]; // FOUND uninitialised/shared
}
// case: uninitialised/copied-out | rest: the kernel writes 60 of 64 words | What is copied is what was written, and else any value. | CUDA Runtime API, cudaMalloc
// case: uninitialised/copied-out | nothing: a result that no kernel has written | the same | CUDA Runtime API, cudaMalloc
int main() {
    int host[64], *fresh[7];
    begin();
    for (int i = 0; i < 7; i++) cudaMalloc(&fresh[i], sizeof host);
    RIGHT(for (int i = 0; i < 2; i++) cudaMemset(fresh[i], 0, sizeof host);)
    sum<<<1, 32>>>(fresh[0], out);
    count<<<1, 1>>>(fresh[1]);
    fill<<<1, WRONG(32) RIGHT(64)>>>(fresh[2]);
    twice<<<1, 64>>>(fresh[2], out);
    half_word<<<1, 32>>>(out, fresh[5]);
    shuffled<<<1, 32>>>(out, WRONG(fresh[6]) RIGHT(in));
    bins<<<1, 32>>>(out);
    edge<<<1, 32>>>(in, out);
    some<<<1, 32>>>(out);
    pop<<<1, 32>>>(in, out);
    fill<<<1, WRONG(60) RIGHT(64)>>>(fresh[3]);
    cudaMemcpy(host, fresh[3], sizeof host, cudaMemcpyDeviceToHost); // FOUND uninitialised/copied-out
    RIGHT(fill<<<1, 64>>>(fresh[4]);)
    cudaMemcpy(host, fresh[4], sizeof host, cudaMemcpyDeviceToHost); // FOUND uninitialised/copied-out
    int *page, *second;
    cudaMallocHost(&page, 256);
    cudaHostAlloc(&second, 256, cudaHostAllocMapped);
    RIGHT(for (int i = 0; i < 64; i++) page[i] = second[i] = 0;)
    pinned<<<1, 64>>>(page, out);
    cudaMemcpy(fresh[0], second, 256, cudaMemcpyHostToDevice);
    upload<<<1, 64>>>(fresh[0], out);
    int *shared, *counter;
    cudaMallocManaged(&shared, 256);
    cudaMallocManaged(&counter, sizeof *counter);
    RIGHT(for (int i = 0; i < 64; i++) shared[i] = i;)
    RIGHT(*counter = 0;)
    managed<<<1, 64>>>(shared, out);
    counted<<<1, 32>>>(counter);
    cudaFree(shared);
    cudaFree(counter);
    cudaFreeHost(page);
    cudaFreeHost(second);
    for (int i = 0; i < 7; i++) cudaFree(fresh[i]);
    return end();
}
