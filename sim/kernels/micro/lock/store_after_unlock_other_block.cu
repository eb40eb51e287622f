/* lock/store_after_unlock_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (f) no common lock on store. Scope: device.
 * Two blocks increment under one lock, but block 0 has left its critical section when it stores.
 */
#include "../micro.h"

__global__ void increment(volatile int *data, int *lock)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        int value = *data;
        __threadfence();
        atomicExch(lock, 0);
        *data = value + 1;
    } else if (blockIdx.x == 1) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
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
