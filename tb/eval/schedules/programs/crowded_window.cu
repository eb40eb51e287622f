/* crowded_window: as open_window, among twelve blocks that have no part in it. Depth 2. */
#include "rare.h"

__device__ int window, value;

__global__ void window_in_a_crowd()
{
    if (blockIdx.x == 3) {
        SET(window, 1);
        value = 1; // RACE
        PUBLISH;
        SET(window, 0);
        pass_time(12);
    } else if (blockIdx.x == 9) {
        pass_time(12);
        if (LOOK(window) == 1) value = 2; // RACE
    } else {
        pass_time(6);
    }
}

RUN(window_in_a_crowd, 14, value)
