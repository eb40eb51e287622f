/* lock/block_lock_on_one_side_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (d) scoped atomic, (e) no common lock on load. Scope:
 * device.
 * Two blocks, one lock word: block 0 locks and unlocks with device scope, block 1 with block scope throughout.
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
