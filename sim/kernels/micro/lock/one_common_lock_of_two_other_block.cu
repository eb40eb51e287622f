/* lock/one_common_lock_of_two_other_block: two-thread microbenchmark of ScoRD Table I, family "lock / unlock".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Two blocks: one holds two nested locks, the other only the inner one. One common lock is enough.
 */
#include "../micro.h"

__global__ void increment(volatile int *data, int *locks)
{
    if (blockIdx.x == 0) {
        while (atomicCAS(&locks[0], 0, 1) != 0)
            ;
        __threadfence();
        while (atomicCAS(&locks[1], 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
        __threadfence();
        atomicExch(&locks[1], 0);
        __threadfence();
        atomicExch(&locks[0], 0);
    } else if (blockIdx.x == 1) {
        while (atomicCAS(&locks[1], 0, 1) != 0)
            ;
        __threadfence();
        *data = *data + 1;
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
    return words.host[0] == 2 ? 0 : 1;
}
