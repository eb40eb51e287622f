// Thread 37 of block 1 is the first to write past the end. BEFORE: a write before an allocation; SHARED: past shared memory.
// With --keep-going: LOAD reads past the end, which gives 0; RACE has a race behind it.
#include <cstdio>
__global__ void write_past(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i + (i >= n ? 1000 : 0)] = i;  // HERE
}
__global__ void write_before(int *p) { p[-1 - (int)threadIdx.x] = 1; }
__global__ void write_shared(int *p, int n) {
    __shared__ int few[4];
    few[n] = 1;
    *p = few[n - 1];
}
__global__ void read_past(int *p) { p[threadIdx.x] = 5 + p[threadIdx.x + 100]; } // 128 words: 4 are past the end
__global__ void race(int *p) { p[0] = (int)blockIdx.x; }                          // RACE
int main() {
    int *p;
    printf("printed before\n");
    cudaMalloc(&p, 128 * sizeof(int));
#ifdef BEFORE
    int *q;
    cudaMalloc(&q, 64);
    write_before<<<1, 1>>>(q);
#endif
#ifdef SHARED
    write_shared<<<1, 1>>>(p, 5);
#endif
    write_past<<<1, 128>>>(p, 128);
    write_past<<<2, 64>>>(p, 101);
#ifdef LOAD
    int first[2];
    cudaMemset(p, 1, 128 * sizeof(int));
    read_past<<<1, 32>>>(p);
    cudaMemcpy(first, p + 27, sizeof first, cudaMemcpyDeviceToHost);
    printf("read %x %x\n", first[0], first[1]);
#endif
#ifdef RACE
    race<<<2, 1>>>(p);
#endif
    printf("never printed\n");
}
