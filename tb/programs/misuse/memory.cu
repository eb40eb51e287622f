// options: --keep-going --leaks
#include "misuse.h"
// case: memory/out-of-range | past: an index behind the last element | The device encountered a load or store instruction on an invalid memory address. | CUDA Runtime API, cudaErrorIllegalAddress
__global__ void past(int *p, int n) {
    const int i = threadIdx.x;
    RIGHT(if (i < n)) p[i] = i; WRONG() // FOUND memory/out-of-range
}
// case: memory/out-of-range | null: a pointer that was never set | the same | CUDA Runtime API, cudaErrorIllegalAddress
__global__ void null(int *p, int *out) {
    out[threadIdx.x] = p[threadIdx.x]; // FOUND memory/out-of-range
}
// case: memory/after-free | kernel: memory that is freed before the launch | cudaFree: the memory must have been returned by a previous call and not been freed. | CUDA Runtime API, cudaFree
__global__ void use(int *p) {
    p[threadIdx.x] = threadIdx.x; // FOUND memory/after-free
}
// case: memory/after-free | copy: a copy from freed memory | the same | CUDA Runtime API, cudaFree
// case: memory/misaligned | vector: two words from an odd index | Any address of a variable in global memory must be a multiple of the size of its access. | CUDA C++ Programming Guide, Size and Alignment Requirement
__global__ void vector(const int *p, long long *out) {
    out[threadIdx.x] = *(const long long *)(p + WRONG(1) RIGHT(2)); // FOUND memory/misaligned
}
// case: memory/misaligned | shared: a word at a byte offset of shared memory | the same | CUDA C++ Programming Guide, Size and Alignment Requirement
__global__ void bytes(int *out, int at) {
    __shared__ char raw[64];
    raw[threadIdx.x] = raw[threadIdx.x + 32] = 1;
    __syncwarp();
    *(volatile int *)(raw + at) = 7; // FOUND memory/misaligned
    out[threadIdx.x] = raw[threadIdx.x];
}
// case: memory/out-of-range | heap: one element past malloc() of a kernel, where freed memory has lain before | The device encountered a load or store instruction on an invalid memory address. | CUDA Runtime API, cudaErrorIllegalAddress
__global__ void past_heap(int *out) {
    int *p = (int *)malloc(16);
    p[0] = 1;
    p[WRONG(4) RIGHT(3)] = 2; // FOUND memory/out-of-range
    out[0] = p[0];
    free(p);
}
// case: memory/after-free | heap: a read behind free() in a kernel | The memory must have been allocated by malloc(). | CUDA C++ Programming Guide, Dynamic Global Memory Allocation
__global__ void after_heap(int *out) {
    int *p = (int *)malloc(16);
    p[0] = 1;
    WRONG(free(p);)
    out[0] = p[0]; // FOUND memory/after-free
    RIGHT(free(p);)
}
// case: memory/neighbour | tile: one element past an array of shared memory | Array subscripting is defined inside of the array. | ISO C++20, expr.add
__global__ void tile(int *out, int last) {
    __shared__ int one[64], two[64];
    one[threadIdx.x] = threadIdx.x;
    two[threadIdx.x] = 1;
    __syncthreads();
    const int i = threadIdx.x + 1;
    if (i <= last) out[threadIdx.x] = one[i] + two[63 - threadIdx.x]; // FOUND memory/neighbour
}
// case: memory/neighbour | before: one element before the second array | the same | ISO C++20, expr.add
__global__ void before(int *out, int back) {
    __shared__ int one[32], two[32];
    one[threadIdx.x] = 1;
    two[threadIdx.x] = 2;
    __syncwarp();
    if (threadIdx.x == 0) out[0] = two[31] + one[31] + (&two[0])[-back]; // FOUND memory/neighbour
}
// case: memory/copy-out-of-range | copy: one element too many | cudaErrorInvalidValue: parameters are not within an acceptable range. | CUDA Runtime API, cudaMemcpy
// case: memory/copy-out-of-range | memset: a size in words for one in bytes | the same | CUDA Runtime API, cudaMemset
// case: memory/copy-out-of-range | rows: one row more than cudaMallocPitch() has given | the same | CUDA Runtime API, cudaMemcpy2D
// case: memory/copy-out-of-range | pitch: a pitch in elements for one in bytes | cudaErrorInvalidPitchValue: the pitch is not within the acceptable range. | CUDA Runtime API, cudaMemcpy2D
// case: memory/copy-direction | swapped: the pointers of a copy to the device are swapped | Calling cudaMemcpy() with dst and src pointers that do not match the direction of the copy results in an undefined behavior. | CUDA Runtime API, cudaMemcpy
// case: memory/copy-direction | back: a result is copied to the host as if it went to the device | the same | CUDA Runtime API, cudaMemcpy
// case: memory/bad-free | async: freed twice in stream order | cudaFreeAsync: the memory must have been returned by an allocation and not been freed. | CUDA Runtime API, cudaFreeAsync
// case: memory/bad-free | other: pinned memory is freed by cudaFree() | cudaFree frees what cudaMalloc() and its kin have returned. | CUDA Runtime API, cudaFree
// case: memory/bad-free | kernel: free() twice in a kernel | The memory must have been allocated by malloc() in device code; repeated calls have undefined behavior. | CUDA C++ Programming Guide, Dynamic Global Memory Allocation
__global__ void heap(int *out) {
    int *p = (int *)malloc(16);
    *p = 1;
    out[0] = *p;
    free(p);
    WRONG(free(p);) // FOUND memory/bad-free
}
// case: memory/leak | new: new in a kernel without delete | Memory allocated in a kernel lives until it is freed. | CUDA C++ Programming Guide, Dynamic Global Memory Allocation
__global__ void keeps(int *out) {
    int *p = new int[4]; // FOUND memory/leak
    p[threadIdx.x % 4] = 1;
    out[threadIdx.x] = p[threadIdx.x % 4];
    RIGHT(delete[] p;)
}
// case: memory/bad-free | twice: freed twice | If cudaFree(devPtr) has already been called before, an error is returned. | CUDA Runtime API, cudaFree
// case: memory/bad-free | inner: a pointer into the middle | The memory must have been returned by a previous call of cudaMalloc(). | CUDA Runtime API, cudaFree
// case: memory/leak | loop: the last of three buffers is kept | Memory is freed by cudaFree(). | CUDA Runtime API, cudaFree
// case: memory/leak | pinned: pinned memory that stays | Memory is freed by cudaFreeHost(). | CUDA Runtime API, cudaFreeHost
int main() {
    int host[64] = {0}, *p, *gone, *buffer, *pinned;
    begin();
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&gone, 64 * sizeof *gone);
    cudaMemset(gone, 0, 64 * sizeof *gone);
    cudaMemset(p, 0, 64 * sizeof *p);
    past<<<1, 96>>>(p, 64);
    null<<<1, 32>>>(WRONG(nullptr) RIGHT(in), out);
    WRONG(cudaFree(gone);)
    use<<<1, 32>>>(gone);
    cudaMemcpy(host, gone, sizeof host, cudaMemcpyDeviceToHost); // FOUND memory/after-free
    RIGHT(cudaFree(gone);)
    vector<<<1, 1>>>(in, (long long *)out);
    bytes<<<1, 1>>>(out, WRONG(2) RIGHT(4));
    tile<<<1, 64>>>(out, WRONG(64) RIGHT(63));
    before<<<1, 32>>>(out, WRONG(1) RIGHT(0));
    cudaMemcpy(p, host, sizeof host WRONG(+ sizeof *p), cudaMemcpyHostToDevice); // FOUND memory/copy-out-of-range
    cudaMemset(p, 0, 64 * sizeof *p WRONG(*4)); // FOUND memory/copy-out-of-range
    WRONG(cudaFree(p + 8);) // FOUND memory/bad-free
    cudaFree(p);
    WRONG(cudaFree(p);) // FOUND memory/bad-free
    for (int i = 0; i < 3; i++) {
        cudaMalloc(&buffer, 256); // FOUND memory/leak
        if (i < 2 RIGHT(|| true)) cudaFree(buffer);
    }
    size_t pitch;
    float *rows, many[5 * 25] = {0};
    cudaMallocPitch(&rows, &pitch, 100, 4);
    cudaMemcpy2D(rows, pitch, many, 100, 100, WRONG(5) RIGHT(4), cudaMemcpyHostToDevice); // FOUND memory/copy-out-of-range
    cudaMemcpy2D(rows, pitch WRONG(/ 8), many, 100, 100, 4, cudaMemcpyHostToDevice); // FOUND memory/copy-out-of-range
    cudaMemcpy(WRONG(many, rows) RIGHT(rows, many), 100, cudaMemcpyHostToDevice); // FOUND memory/copy-direction
    cudaMemcpy(many, rows, 100, WRONG(cudaMemcpyHostToDevice) RIGHT(cudaMemcpyDeviceToHost)); // FOUND memory/copy-direction
    cudaFree(rows);
    int *ordered;
    cudaMallocAsync(&ordered, 256, 0);
    cudaFreeAsync(ordered, 0);
    WRONG(cudaFreeAsync(ordered, 0);) // FOUND memory/bad-free
    heap<<<1, 1>>>(out);
    keeps<<<1, 32>>>(out);
    int *before_heap;
    cudaMalloc(&before_heap, 65536);
    cudaFree(before_heap);
    past_heap<<<1, 1>>>(out);
    after_heap<<<1, 1>>>(out);
    int *host_memory;
    cudaMallocHost(&host_memory, 256);
    WRONG(cudaFree(host_memory);) // FOUND memory/bad-free
    cudaFreeHost(host_memory);
    cudaMallocHost(&pinned, 256); // FOUND memory/leak
    RIGHT(cudaFreeHost(pinned);)
    return end();
}
