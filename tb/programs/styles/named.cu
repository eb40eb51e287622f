/* SPDX-License-Identifier: Apache-2.0 */
// named.cu: barriers with a count of threads, at which some warps only arrive (D77).
#include "styles.h"

// pair: arrives_and_reads | a warp that only arrives reads what the others have written before the barrier
__global__ void arrives_and_reads(int *w) {
    __shared__ int s[64];
    const int lane = threadIdx.x % 32;
    s[threadIdx.x] = lane;
    if (threadIdx.x < 32) {
        RIGHT(asm volatile("bar.sync 1, 64;" ::: "memory");)
        WRONG(asm volatile("bar.arrive 1, 64;" ::: "memory");)
        w[lane] = s[32 + lane];
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        w[32 + lane] = s[lane];
    }
}
// pair: two_stages | a warp fills a ring of two tiles behind arrivals of the warp that uses them
__global__ void two_stages(int *w) {
    __shared__ int tile[2][32];
    const int lane = threadIdx.x % 32;
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x < 32) {
            RIGHT(if (i >= 2) asm volatile("bar.sync %0, 64;" ::"r"(3 + i % 2) : "memory");)
            tile[i % 2][lane] = i * 100 + lane;
            asm volatile("bar.arrive %0, 64;" ::"r"(1 + i % 2) : "memory");
        } else {
            asm volatile("bar.sync %0, 64;" ::"r"(1 + i % 2) : "memory");
            w[i * 32 + lane] = tile[i % 2][31 - lane];
            RIGHT(if (i < 2) asm volatile("bar.arrive %0, 64;" ::"r"(3 + i % 2) : "memory");)
        }
    }
}
// pair: third_warp | two warps wait for each other, and a third one arrives for what it has written before
__global__ void third_warp(int *w) {
    __shared__ int s[96];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    RIGHT(s[threadIdx.x] = lane;)
    WRONG(if (warp != 2) s[threadIdx.x] = lane;)
    if (warp == 2) {
        asm volatile("bar.arrive 1, 96;" ::: "memory");
        WRONG(s[threadIdx.x] = lane;)
    } else {
        asm volatile("bar.sync 1, 96;" ::: "memory");
        w[threadIdx.x] = s[64 + lane];
    }
}

int main() {
    run(arrives_and_reads, 1, 64);
    run(two_stages, 1, 64);
    run(third_warp, 1, 96);
}
