/* named_barriers.cu: barriers of some warps of a block (D77).
 *
 * 128 threads write a tile, and read it behind a barrier. -DHALVES: each half of the block has a barrier of its own, and
 * reads what the other half has written: a race. -DARRIVE: the first half writes and only arrives, the second half waits
 * and reads; with -DTOO_EARLY the first half arrives before it writes.
 */
#include <cstdio>

__global__ void run(int *out)
{
    __shared__ int tile[128];
    const int t = threadIdx.x;
#ifdef ARRIVE
    if (t < 64) {
#ifdef TOO_EARLY
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        tile[t] = t; // RACE
#else
        tile[t] = t;
        asm volatile("bar.arrive 1, 128;" ::: "memory");
#endif
    } else {
        asm volatile("bar.sync 1, 128;" ::: "memory");
        out[t] = tile[127 - t]; // RACE
    }
#else
    tile[t] = t; // RACE
#ifdef HALVES
    asm volatile("bar.sync %0, 64;" ::"r"(t / 64 + 1) : "memory");
#else
    asm volatile("bar.sync 1, 128;" ::: "memory");
#endif
    out[t] = tile[127 - t]; // RACE
#endif
}

int main()
{
    int *out;
    cudaMalloc(&out, 128 * sizeof *out);
    run<<<1, 128>>>(out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
