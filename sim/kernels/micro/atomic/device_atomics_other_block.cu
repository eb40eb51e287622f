/* atomic/device_atomics_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Atomics of device scope by two blocks.
 */
#include "../micro.h"

// Two blocks count with atomics, twice each.
__global__ void count(int *counter)
{
    if (blockIdx.x == 0) {
        atomicAdd(counter, 1);
        atomicAdd(counter, 1);
    } else if (blockIdx.x == 1) {
        atomicAdd(counter, 10);
        atomicAdd(counter, 10);
    }
}

int main()
{
    micro_words<1> words;
    count<<<2, 1>>>(words.device);
    if (!words.read())
        return 1;
    printf("counter %d\n", words.host[0]);
    return words.host[0] == 22 ? 0 : 1;
}
