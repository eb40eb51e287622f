/* waits.cu: how programs without cuda::atomic wait for each other: by a lock, a ticket, or a word that carries flag and
 * value (D67, D75).
 *
 * A lock whose taker looks by a volatile load before it tries, given back by a volatile store (no option); a lock that
 * says who holds it (-DHOLDER); tickets, the next of which is served by a volatile store of one more (-DTICKET). Each
 * is right, and racy without the fence in front of the unlock (-DNO_RELEASE). -DPACKED: each block hands a sum and its flag
 * on in one volatile word: no fence is needed; with -DAPART the sum lies beside the flag, and one is.
 */
#include <cstdio>

#ifdef NO_RELEASE
#define RELEASE
#else
#define RELEASE __threadfence()
#endif

struct words {
    int lock, sum;
    unsigned next, served;
    unsigned long long packed[8];
    int apart[8];
};

__device__ void take(words *w)
{
#ifdef TICKET
    const unsigned mine = atomicAdd(&w->next, 1);
    while (*(volatile unsigned *)&w->served != mine)
        continue;
#elif defined HOLDER
    while (atomicCAS(&w->lock, 0, (int)blockIdx.x + 1) != 0)
        continue;
#else
    do {
        while (*(volatile int *)&w->lock != 0)
            continue;
    } while (atomicCAS(&w->lock, 0, 1) != 0);
#endif
    __threadfence();
}

__device__ void give(words *w)
{
    RELEASE;
#ifdef TICKET
    *(volatile unsigned *)&w->served = w->served + 1;
#elif defined HOLDER
    atomicExch(&w->lock, 0);
#else
    *(volatile int *)&w->lock = 0;
#endif
}

__global__ void run(words *w)
{
    if (threadIdx.x != 0)
        return;
#ifdef PACKED
    volatile unsigned long long *packed = w->packed;
    unsigned long long before = 1ull << 32;
    if (blockIdx.x > 0)
        while (((before = packed[blockIdx.x - 1]) >> 32) == 0)
            continue;
#ifdef APART
    volatile int *apart = w->apart;
    const int sum = blockIdx.x > 0 ? apart[blockIdx.x - 1] : 0; // RACE
    apart[blockIdx.x] = sum + 1;                                // RACE
#else
    const int sum = (int)before;
#endif
    packed[blockIdx.x] = 1ull << 32 | (unsigned)(sum + 1);
    if (blockIdx.x == gridDim.x - 1)
        w->sum = sum + 1;
#else
    take(w);
    w->sum = w->sum + 1; // RACE
    give(w);
#endif
}

int main()
{
    words *w, after;
    cudaMalloc(&w, sizeof *w);
    cudaMemset(w, 0, sizeof *w);
    run<<<8, 32>>>(w);
    cudaMemcpy(&after, w, sizeof after, cudaMemcpyDeviceToHost);
    printf("sum %d\n", after.sum);
    return 0;
}
