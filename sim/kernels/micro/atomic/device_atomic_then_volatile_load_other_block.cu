/* atomic/device_atomic_then_volatile_load_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * A device-scope atomic, a device fence, a flag, then a volatile load by another block: atomic and non-atomic
 * accesses to one word, properly ordered.
 */
#include "../micro.h"

__global__ void count_and_read(volatile int *counter, int *flag, volatile int *observed)
{
    if (blockIdx.x == 0) {
        atomicAdd((int *)counter, 1);
        __threadfence();
        atomicExch(flag, 1);
    } else if (blockIdx.x == 1) {
        while (atomicAdd(flag, 0) != 1)
            ;
        __threadfence();
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
    return words.host[2] == 1 ? 0 : 1;
}
