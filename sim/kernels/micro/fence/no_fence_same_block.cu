/* fence/no_fence_same_block: two-thread microbenchmark of ScoRD Table I, family "fence".
 *
 * Expected: racy. Accepted rules: (a) missing block fence. Scope: block.
 * A write, an atomic flag, a read by another warp of the block. Relaxed atomics order nothing: without a fence
 * between write and flag the reader may see the old value.
 */
#include "../micro.h"

// Message passing between two warps of one block: data, then an atomic flag.
__global__ void message(volatile int *data, int *flag, volatile int *observed)
{
    if (threadIdx.x == 0) {
        *data = 42;
        atomicExch(flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(flag, 0) != 1)
            ;
        *observed = *data;
    }
}

int main()
{
    micro_words<3> words;
    message<<<1, 64>>>(words.device, words.device + 1, words.device + 2);
    if (!words.read())
        return 1;
    printf("observed %d\n", words.host[2]);
    return 0;
}
