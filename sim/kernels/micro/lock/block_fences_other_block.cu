/* lock/block_fences_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence. Scope: device.
 * CAS and Exch of device scope, but both fences of block scope: what one block wrote in its critical section
 * need not be visible in that of the other.
 */
#include "../micro.h"

// The same critical section by two blocks.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *data = *data + 1;
        __threadfence_block();
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
