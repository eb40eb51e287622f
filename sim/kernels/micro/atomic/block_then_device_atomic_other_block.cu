/* atomic/block_then_device_atomic_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: racy. Accepted rules: (d) scoped atomic. Scope: device.
 * Figure 3b in small: an owner counts with block scope, another block then counts on the same word with
 * device scope.  The owner's update need not be visible to it. The relaxed flag only fixes which comes first;
 * it orders nothing.
 */
#include "../micro.h"

__global__ void count(int *counter, int *flag)
{
    if (blockIdx.x == 0) {
        atomicAdd_block(counter, 1);
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        atomicAdd(counter, 10);
    }
}

int main()
{
    micro_words<2> words;
    count<<<2, 1>>>(words.device, words.device + 1);
    if (!words.read())
        return 1;
    printf("counter %d\n", words.host[0]);
    return 0;
}
