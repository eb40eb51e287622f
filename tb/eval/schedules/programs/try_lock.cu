/* try_lock: block 1 tries the lock once, and writes without it when it is taken. Depth 2: block 0 has to stop while it
 * holds the lock. */
#include "rare.h"

__device__ int lock, value;

__global__ void try_once()
{
    if (blockIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        value += 1; // RACE
        __threadfence();
        SET(lock, 0);
        pass_time(30);
    } else {
        pass_time(30);
        const bool taken = atomicCAS(&lock, 0, 1) == 0;
        __threadfence();
        value += 1; // RACE
        __threadfence();
        if (taken) SET(lock, 0);
    }
}

RUN(try_once, 2, value)
