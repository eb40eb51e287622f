// Every lane takes one global lock: a lane that holds it must get to release it.
#include <cstdio>
__device__ int lock_word;
__device__ int counter;
__global__ void count() {
    bool done = false;
    do {
        if (atomicCAS(&lock_word, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)&counter = *(volatile int *)&counter + 1;
            __threadfence();
            atomicExch(&lock_word, 0);
            done = true;
        }
    } while (!done);
}
int main() {
    int result = 0;
    count<<<3, 64>>>();
    cudaMemcpyFromSymbol(&result, counter, sizeof result);
    printf("counter %d\n", result);
}
