/* lock/no_acquire_fence_on_one_side_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (e) no common lock on load. Scope: device.
 * One of two blocks takes the lock without a fence: it does not hold it as far as ordering goes, so its accesses
 * may be done before the lock is its own. (Missing on both sides, this is a known hole of the algorithm,
 * semantics section 8.)
 */
#include "../micro.h"

__global__ void increment(volatile int *data, int *lock)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
        __threadfence();
        atomicExch(lock, 0);
    } else if (blockIdx.x == 1) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        *data = *data + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

int main()
{
    micro_words<2> words;
    increment<<<2, 1>>>(words.device, words.device + 1);
    if (!words.read())
        return 1;
    printf("data %d\n", words.host[0]);
    return 0;
}
