/* leaders.cu: one thread signals, or waits, for its block (D76 to D78).
 *
 * Block 0 writes an array with all its warps, and its first thread sets a flag; the other blocks wait for the flag with
 * their first threads and read the array. Barriers of the block hand the order on from and to the leader: without the
 * one before the flag is set (-DNO_BARRIER_BEFORE), or the one behind the wait (-DNO_BARRIER_BEHIND), other warps' data
 * race, whatever the leader does. A fence by each thread instead (-DFENCE_EACH) does not help. -DTICKET: the last block
 * to take a ticket sums what all have written, as in CUDA's sample threadFenceReduction. -DRELAY: inside block 0 the
 * order is handed on by a counter in shared memory, without a barrier, which is right. -DUNRELATED: each warp fences and
 * counts in a word that nobody waits for, which orders nothing. -DBYTES: the data are of two bytes. -DONE_WORD: all warps
 * of the waiting blocks read one word, the leader's warp first.
 */
#include <cstdio>

enum { THREADS = 96, BLOCKS = 3 };

#ifdef BYTES
typedef short word_t;
#else
typedef int word_t;
#endif

struct words {
    word_t data[BLOCKS * THREADS];
    int flag, sum[BLOCKS];
    unsigned tickets, unrelated[BLOCKS];
};

__device__ void before()
{
#ifdef FENCE_EACH
    __threadfence();
#endif
#ifndef NO_BARRIER_BEFORE
    __syncthreads();
#endif
}

__device__ void behind()
{
#ifndef NO_BARRIER_BEHIND
    __syncthreads();
#endif
}

/* Of the block, for itself. */
__device__ void count(words *w)
{
#ifdef UNRELATED
    if (threadIdx.x % 32 == 0) {
        __threadfence();
        atomicAdd(&w->unrelated[blockIdx.x], 1);
        __threadfence();
    }
#endif
}

__device__ int total(const words *w, int count)
{
    int sum = 0;
    for (int i = threadIdx.x; i < count; i += THREADS) // RACE: a load of one word is moved before the loop
#ifdef ONE_WORD
        sum += w->data[3]; // RACE
#else
        sum += w->data[(i + 40) % count]; // RACE
#endif
    return sum;
}

__global__ void run(words *w)
{
#ifdef TICKET
    __shared__ bool last;
    w->data[blockIdx.x * THREADS + threadIdx.x] = threadIdx.x; // RACE
    before();
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(&w->tickets, 1) == BLOCKS - 1;
        __threadfence();
    }
    __syncthreads();
    if (last)
        atomicAdd(&w->sum[0], total(w, BLOCKS * THREADS));
#else
    if (blockIdx.x == 0) {
#ifdef RELAY
        __shared__ unsigned ready;
        if (threadIdx.x == 0)
            ready = 0;
        __syncthreads();
#endif
        w->data[threadIdx.x] = threadIdx.x; // RACE
        count(w);
#ifdef RELAY
        __threadfence_block();
        atomicAdd_block(&ready, 1);
        if (threadIdx.x == 0)
            while (atomicAdd_block(&ready, 0) != THREADS)
                continue;
#else
        before();
#endif
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&w->flag, 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&w->flag, 0) == 0)
                continue;
            __threadfence();
        }
        count(w);
        behind();
        atomicAdd(&w->sum[blockIdx.x], total(w, THREADS));
    }
#endif
}

int main()
{
    words *w;
    cudaMalloc(&w, sizeof *w);
    cudaMemset(w, 0, sizeof *w);
    run<<<BLOCKS, THREADS>>>(w);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
