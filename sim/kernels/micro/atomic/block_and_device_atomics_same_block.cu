/* atomic/block_and_device_atomics_same_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Two warps of one block, one with atomics of block scope, the other of device scope: each scope includes the
 * other thread (scope inclusion, section II-C).
 */
#include "../micro.h"

// Two warps of one block count with atomics, twice each.
__global__ void count(int *counter)
{
    if (threadIdx.x == 0) {
        atomicAdd_block(counter, 1);
        atomicAdd_block(counter, 1);
    } else if (threadIdx.x == 32) {
        atomicAdd(counter, 10);
        atomicAdd(counter, 10);
    }
}

int main()
{
    micro_words<1> words;
    count<<<1, 64>>>(words.device);
    if (!words.read())
        return 1;
    printf("counter %d\n", words.host[0]);
    return words.host[0] == 22 ? 0 : 1;
}
