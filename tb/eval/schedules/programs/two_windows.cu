/* two_windows: block 2 has to look into the windows of two other blocks, which open early and close at once. Depth 3:
 * both have to stop inside their windows until block 2 has looked. */
#include "rare.h"

__device__ int window[2], value;

__global__ void both_windows()
{
    if (blockIdx.x < 2) {
        SET(window[blockIdx.x], 1);
        if (blockIdx.x == 0) value = 1; // RACE
        PUBLISH;
        SET(window[blockIdx.x], 0);
        pass_time(6);
    } else {
        pass_time(6);
        if (LOOK(window[0]) == 1 && LOOK(window[1]) == 1) value = 2; // RACE
    }
}

RUN(both_windows, 3, value)
