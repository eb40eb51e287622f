#include "misuse.h"
// case: lanes/different-values | bins: keys that two threads share | If a non-atomic instruction executed by a warp writes to the same location for more than one of the threads, which thread performs the final write is undefined. | CUDA C++ Programming Guide, SIMT Architecture
__global__ void bins(int *out) {
    WRONG(out[threadIdx.x % 4] = threadIdx.x;) // FOUND lanes/different-values
    RIGHT(atomicMax(&out[threadIdx.x % 4], (int)threadIdx.x);)
}
// case: lanes/different-values | one word: every thread stores its number | the same | CUDA C++ Programming Guide, SIMT Architecture
__global__ void one_word(int *out) {
    RIGHT(if (threadIdx.x == 7)) *out = threadIdx.x + 1; WRONG() // FOUND lanes/different-values
}
// case: lanes/different-values | shared: neighbours that share a cell of shared memory | the same | CUDA C++ Programming Guide, SIMT Architecture
__global__ void shared(int *out) {
    __shared__ int cell[32];
    WRONG(cell[threadIdx.x / 2] = threadIdx.x;) // FOUND lanes/different-values
    RIGHT(cell[threadIdx.x] = threadIdx.x;)
    __syncwarp();
    if (threadIdx.x < 16) out[threadIdx.x] = cell[threadIdx.x];
}
// case: lanes/different-values | bytes: two characters of one byte index | the same | CUDA C++ Programming Guide, SIMT Architecture
__global__ void bytes(char *out) {
    out[threadIdx.x WRONG(/ 8)] = threadIdx.x; // FOUND lanes/different-values
}
int main() {
    begin();
    bins<<<1, 32>>>(out);
    one_word<<<1, 32>>>(out);
    shared<<<1, 32>>>(out);
    bytes<<<1, 32>>>((char *)out);
    return end();
}
