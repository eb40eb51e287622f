/* three_hands: block 0 hands to block 1 only while it stands in its window, block 1 to block 2 in the same way.
 * Depth 3: blocks 0 and 1 both have to stop at one place. */
#include "rare.h"

__device__ int first, second, value;

__global__ void hand_on()
{
    if (blockIdx.x == 0) {
        SET(first, 1);
        SET(first, 0);
        pass_time(10);
    } else if (blockIdx.x == 1) {
        pass_time(5);
        if (LOOK(first) == 1) {
            SET(second, 1);
            value = 1; // RACE
            PUBLISH;
            SET(second, 0);
        }
        pass_time(5);
    } else {
        pass_time(10);
        if (LOOK(second) == 1) value = 2; // RACE
    }
}

RUN(hand_on, 3, value)
