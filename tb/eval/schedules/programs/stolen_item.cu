/* stolen_item: the owner of a queue takes its last item without a compare-and-swap; a thief that has seen it there
 * takes it as well. Depth 3: the thief looks between the owner's push and its pop, and steals after the owner has
 * looked and before it leaves. */
#include "rare.h"

__device__ int top, bottom, item;

__global__ void steal()
{
    if (blockIdx.x == 0) {
        pass_time(4);
        SET(bottom, 1);
        const int last = atomicSub(&bottom, 1) - 1;
        if (LOOK(top) <= last) item += 1; // RACE
        pass_time(10);
    } else {
        pass_time(10);
        const int first = LOOK(top);
        if (first < LOOK(bottom)) {
            pass_time(2);
            if (atomicCAS(&top, first, first + 1) == first) item += 1; // RACE
        }
    }
}

RUN(steal, 2, item)
