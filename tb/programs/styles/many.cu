/* SPDX-License-Identifier: Apache-2.0 */
// many.cu: more warps on a word than its history has places (D78).
#include "styles.h"

// Seven blocks read a word; a block that has waited for some of them writes it.
// pair: seventh_reader | the block that writes a word waits for six of its seven readers
__global__ void seventh_reader(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x < 7) {
        w[64 + blockIdx.x] = w[0];
        WRONG(if (blockIdx.x == 3) return;)
        __threadfence();
        atomicAdd(&w[32], 1);
        return;
    }
    while (*(volatile int *)&w[32] != RIGHT(7) WRONG(6));
    __threadfence();
    w[0] = 1;
}
// pair: warp_that_is_early | of the warps of a block one has not signalled that it has read
__global__ void warp_that_is_early(int *w) {
    __shared__ int word, count;
    if (threadIdx.x == 0) word = count = 0;
    __syncthreads();
    const int warp = threadIdx.x / 32;
    if (warp < 9) {
        w[64 + threadIdx.x] = word;
        __syncwarp();
        if (threadIdx.x % 32 == 0) {
            WRONG(if (warp == 4) return;)
            __threadfence_block();
            atomicAdd(&count, 1);
        }
    } else if (threadIdx.x % 32 == 0) {
        while (*(volatile int *)&count != RIGHT(9) WRONG(8));
        __threadfence_block();
        word = 1;
    }
}
// pair: eighth_adder | blocks add to a word, and one reads it that has waited for seven of eight
__global__ void eighth_adder(int *w) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x < 8) {
        atomicAdd(&w[0], 1);
        WRONG(if (blockIdx.x == 5) return;)
        __threadfence();
        atomicAdd(&w[32], 1);
        return;
    }
    while (*(volatile int *)&w[32] != RIGHT(8) WRONG(7));
    __threadfence();
    w[64] = w[0];
}
int main() {
    run(seventh_reader, 8, 32);
    run(warp_that_is_early, 1, 320);
    run(eighth_adder, 9, 32);
}
