/* open_window: block 0 opens a window early and closes it at once; block 1 looks much later. Depth 2: block 0 has to
 * stop inside the window until block 1 has looked. */
#include "rare.h"

__device__ int window, value;

__global__ void window_early()
{
    if (blockIdx.x == 0) {
        SET(window, 1);
        value = 1; // RACE
        PUBLISH;
        SET(window, 0);
        pass_time(40);
    } else {
        pass_time(40);
        if (LOOK(window) == 1) value = 2; // RACE
    }
}

RUN(window_early, 2, value)
