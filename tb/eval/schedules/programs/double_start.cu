/* double_start: who finds the table unmade makes it, and says so afterwards. Block 1 comes late, and finds it made.
 * Depth 2: block 0 has to stop between its look and its word, until block 1 has looked. */
#include "rare.h"

__device__ int made, table;

__global__ void start_twice()
{
    if (blockIdx.x == 1) pass_time(30);
    if (LOOK(made) == 0) {
        table += 7; // RACE
        __threadfence();
        SET(made, 1);
    }
    if (blockIdx.x == 0) pass_time(30);
}

RUN(start_twice, 2, table)
