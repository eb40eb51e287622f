/* lock/block_lock_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (d) scoped atomic. Scope: device.
 * A lock of block scope throughout (Figure 5, lines 3 to 10), taken by two blocks: it excludes and orders only
 * inside a block.
 */
#include "../micro.h"

// The same critical section by two blocks.
__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS_block(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *data = *data + 1;
        __threadfence_block();
        atomicExch_block(lock, 0);
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
