/* lock/no_release_fence_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence. Scope: device.
 * The fence of the unlock is missing, the holders are two blocks.
 */
#include "../micro.h"

// The same critical section by two blocks.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
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
