/* atomic/block_atomic_then_load_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: racy. Accepted rules: (d) scoped atomic. Scope: device.
 * A block-scope atomic, a flag, then a volatile load by another block, without fences. The load is outside the
 * scope of the atomic (section IV-A: "if a load or store finds that the previous access was via an atomic of
 * block scope"); that verdict goes before the missing device fence.
 */
#include "../micro.h"

__global__ void count_and_read(volatile int *counter, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        atomicAdd_block((int *)counter, 1);
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        *observed = *counter;
    }
}

int main()
{
    micro_words<3> words;
    count_and_read<<<2, 1>>>(words.device, words.device + 1, words.device + 2);
    if (!words.read())
        return 1;
    printf("observed %d\n", words.host[2]);
    return 0;
}
