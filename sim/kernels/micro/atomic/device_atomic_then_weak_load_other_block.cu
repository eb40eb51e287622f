/* atomic/device_atomic_then_weak_load_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: racy. Accepted rules: (b) missing device fence, (c) not a strong access. Scope: device.
 * A device-scope atomic and a load by another block that is not volatile, with nothing that orders them: fences order
 * strong accesses only, the load may be served by a stale line of the L1 cache (section II-B). Which rule reports it
 * depends on whether the load comes before the atomic's fence.
 */
#include "../micro.h"

__global__ void count_and_read(int *counter, volatile int *observed)
{
    if (blockIdx.x == 0) {
        atomicAdd(counter, 1);
        __threadfence();
    } else if (blockIdx.x == 1) {
        const int seen = *counter;
        __threadfence();
        *observed = seen;
    }
}

int main()
{
    micro_words<2> words;
    count_and_read<<<2, 1>>>(words.device, words.device + 1);
    if (!words.read())
        return 1;
    printf("observed %d\n", words.host[1]);
    return 0;
}
