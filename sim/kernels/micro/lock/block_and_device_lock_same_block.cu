/* lock/block_and_device_lock_same_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Two warps of one block, one lock word: one warp locks and unlocks with device scope, the other with block
 * scope. Each scope includes the other thread (scope inclusion, section II-C).
 */
#include "../micro.h"

__global__ void increment(volatile int *data, int *lock)
{
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
        __threadfence();
        atomicExch(lock, 0);
    } else if (threadIdx.x == 32) {
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
    increment<<<1, 64>>>(words.device, words.device + 1);
    if (!words.read())
        return 1;
    printf("data %d\n", words.host[0]);
    return words.host[0] == 2 ? 0 : 1;
}
