/* fence/system_fence_other_block: two-thread microbenchmark of ScoRD Table I, family "fence".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * A write, a system-scope fence, an atomic flag, a read by another block: on one device system scope counts as
 * device scope (D7).
 */
#include "../micro.h"

// Message passing between two blocks: data, then an atomic flag.
__global__ void message(volatile int *data, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence_system();
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        __threadfence_system();
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
    return words.host[2] == 42 ? 0 : 1;
}
