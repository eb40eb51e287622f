/* hasty_unlock: who holds the lock gives it back before the last store when somebody waits. Block 1 comes much later,
 * so that nobody waits. Depth 2: block 0 has to stop while it holds the lock, until block 1 waits for it. */
#include "rare.h"

__device__ int lock, waiting, value;

__device__ void take()
{
    atomicAdd(&waiting, 1);
    while (atomicCAS(&lock, 0, 1) != 0) {}
    atomicSub(&waiting, 1);
    __threadfence();
}

__global__ void unlock_in_haste()
{
    if (blockIdx.x == 1) pass_time(30);
    take();
    if (LOOK(waiting) > 0) {
        SET(lock, 0);
        value += 1; // RACE
    } else {
        value += 1; // RACE
        __threadfence();
        SET(lock, 0);
    }
    if (blockIdx.x == 0) pass_time(30);
}

RUN(unlock_in_haste, 2, value)
