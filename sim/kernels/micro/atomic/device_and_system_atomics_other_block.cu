/* atomic/device_and_system_atomics_other_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Two blocks, one with atomics of device scope, the other of system scope, which on one device is the same (D7).
 */
#include "../micro.h"

// Two blocks count with atomics, twice each.
__global__ void count(int *counter)
{
    if (blockIdx.x == 0) {
        atomicAdd(counter, 1);
        atomicAdd(counter, 1);
    } else if (blockIdx.x == 1) {
        atomicAdd_system(counter, 10);
        atomicAdd_system(counter, 10);
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
