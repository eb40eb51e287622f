/* late_window: block 0 opens its window at the end; block 1 looks at its very beginning. Depth 2: block 1 has to start
 * when block 0 is nearly through, and inside the window. */
#include "rare.h"

__device__ int window, value;

__global__ void window_late()
{
    if (blockIdx.x == 0) {
        pass_time(40);
        SET(window, 1);
        value = 1; // RACE
        PUBLISH;
        SET(window, 0);
    } else {
        if (LOOK(window) == 1) value = 2; // RACE
        pass_time(40);
    }
}

RUN(window_late, 2, value)
