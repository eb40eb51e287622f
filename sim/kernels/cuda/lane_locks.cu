/* lane_locks.cu: every lane of a warp takes a lock of its own, so that a warp holds up to HELD locks at once (D71).
 *
 * A thread adds to TURNS of 64 sums, each under the lock of that sum; lanes that did not get their lock try again. Right
 * with any number of lanes (-DHELD=1 to 32, default 32), with data that are not volatile (-DPLAIN), with locks whose
 * hashes are alike (-DSPREAD), with locks of block scope, in shared memory, one set a block (-DSHARED), with locks that
 * are given back by a store (-DSTORE), and when every lane first claims two flags that are no locks (-DCLAIMS). Racy:
 * -DNO_LOCK: a lane of block 1 adds without a lock; -DOTHER_LOCK: it takes the lock of another sum; -DBLOCK_SCOPE:
 * locks and fences of block scope, but the sums are of all blocks.
 */
#include <cstdio>

#ifndef HELD
#define HELD 32
#endif
#ifdef PLAIN
#define DATA int
#else
#define DATA volatile int
#endif
#ifdef SPREAD
#define PLACE(sum) (int)((unsigned)(sum)*2654435761u >> 19)
#else
#define PLACE(sum) (sum)
#endif
#if defined SHARED || defined BLOCK_SCOPE
#define FENCE() __threadfence_block()
#define TAKE(lock) atomicCAS_block(lock, 0, 1)
#define GIVE_BACK(lock) atomicExch_block(lock, 0)
#else
#define FENCE() __threadfence()
#define TAKE(lock) atomicCAS(lock, 0, 1)
#ifdef STORE
#define GIVE_BACK(lock) *(volatile int *)(lock) = 0
#else
#define GIVE_BACK(lock) atomicExch(lock, 0)
#endif
#endif

enum { BLOCKS = 4, THREADS = 64, SUMS = 64, TURNS = 6, PLACES = 8192 };

__global__ void add(int *device_locks, DATA *all_sums)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#ifdef SHARED
    __shared__ int locks[SUMS];
    locks[threadIdx.x] = 0;
    __syncthreads();
    DATA *sums = all_sums + SUMS * blockIdx.x;
#else
    int *locks = device_locks;
    DATA *sums = all_sums;
#endif
    if (lane >= HELD)
        return;
#ifdef CLAIMS
    for (int claim = 0; claim < 2; claim++)
        atomicCAS(&device_locks[PLACES + 2 * (THREADS * blockIdx.x + threadIdx.x) + claim], 0, 1);
#endif
    for (int turn = 0; turn < TURNS; turn++) {
        const int sum = (lane + 5 * turn + 3 * warp + 7 * blockIdx.x) % SUMS;
        int *lock = &locks[PLACE(sum)];
        const bool wrong = blockIdx.x == 1 && lane == 0;
#ifdef OTHER_LOCK
        if (wrong)
            lock = &locks[PLACE(SUMS - 1 - sum)];
#endif
#ifdef NO_LOCK
        if (wrong) {
            FENCE();
            sums[sum] += 1; // RACE
            FENCE();
            continue;
        }
#endif
        for (bool done = false; !done;) {
            if (TAKE(lock) == 0) { // RACE
                FENCE();
                sums[sum] += 1; // RACE
                FENCE();
                GIVE_BACK(lock); // RACE
                done = true;
            }
        }
        (void)wrong;
    }
}

int main()
{
    static int sums[BLOCKS * SUMS];
    int *locks, *all_sums, total = 0;
    cudaMalloc(&locks, (PLACES + 2 * BLOCKS * THREADS) * sizeof *locks);
    cudaMalloc(&all_sums, sizeof sums);
    cudaMemset(locks, 0, (PLACES + 2 * BLOCKS * THREADS) * sizeof *locks);
    cudaMemset(all_sums, 0, sizeof sums);
    add<<<BLOCKS, THREADS>>>(locks, all_sums);
    cudaMemcpy(sums, all_sums, sizeof sums, cudaMemcpyDeviceToHost);
    for (int sum : sums)
        total += sum;
    printf("%d\n", total);
    return 0;
}
