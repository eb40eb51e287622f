/* lock/different_locks_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (f) no common lock on store. Scope: device.
 * Two blocks store to one word, each under a lock of its own: every lock is right, but none is common.
 */
#include "../micro.h"

__global__ void increment(volatile int *data, int *locks)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(&locks[0], 0, 1) != 0)
            ;
        __threadfence();
        *data = 1;
        __threadfence();
        atomicExch(&locks[0], 0);
    } else if (blockIdx.x == 1) {
        while (atomicCAS(&locks[1], 0, 1) != 0)
            ;
        __threadfence();
        *data = 2;
        __threadfence();
        atomicExch(&locks[1], 0);
    }
}

int main()
{
    micro_words<3> words;
    increment<<<2, 1>>>(words.device, words.device + 1);
    if (!words.read())
        return 1;
    printf("data %d\n", words.host[0]);
    return 0;
}
