/* fence/block_fence_other_block: two-thread microbenchmark of ScoRD Table I, family "fence".
 *
 * Expected: racy. Accepted rules: (b) missing device fence. Scope: device.
 * A write, a fence, an atomic flag, a read by another block. The fence has block scope only, so the reader
 * outside the block may see the old value: a scoped race (section III-A, "scoped race due to fence").
 */
#include "../micro.h"

// Message passing between two blocks: data, then an atomic flag.
__global__ void message(volatile int *data, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence_block();
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        __threadfence_block();
        *observed = *data;
    }
}

int main()
{
    micro_words<3> words;
    message<<<2, 1>>>(words.device, words.device + 1, words.device + 2);
    if (!words.read())
        return 1;
    printf("observed %d\n", words.host[2]);
    return 0;
}
