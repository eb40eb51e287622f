/* lock/device_lock_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * A lock of device scope, taken by two blocks (Figure 5, lines 12 to 19).
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
    return words.host[0] == 2 ? 0 : 1;
}
