/* lock/no_lock_on_one_side_same_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: racy. Accepted rules: (a) missing block fence, (f) no common lock on store. Scope: block.
 * Two warps of one block store to one word, one under a lock, the other without.
 */
#include "../micro.h"

__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS_block(lock, 0, 1) != 0)
            ;
        __threadfence_block();
        *data = 1;
        __threadfence_block();
        atomicExch_block(lock, 0);
    } else if (threadIdx.x == 32) {
        *data = 2;
    }
}

int main()
{
    micro_words<2> words;
    increment<<<1, 64>>>(words.device, words.device + 1);
    if (!words.read())
        return 1;
    printf("data %d\n", words.host[0]);
    return 0;
}
