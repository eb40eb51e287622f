/* atomic/block_atomics_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: racy. Accepted rules: (d) scoped atomic. Scope: device.
 * Atomics of block scope on one word from two blocks: neither is sure to see the other, counts get lost.
 */
#include "../micro.h"

// Two blocks count with atomics, twice each.
__global__ void count(int *counter)
{
    if (blockIdx.x == 0) {
        atomicAdd_block(counter, 1);
        atomicAdd_block(counter, 1);
    } else if (blockIdx.x == 1) {
        atomicAdd_block(counter, 10);
        atomicAdd_block(counter, 10);
    }
}

int main()
{
    micro_words<1> words;
    count<<<2, 1>>>(words.device);
    if (!words.read())
        return 1;
    printf("counter %d\n", words.host[0]);
    return 0;
}
