/* atomic/block_atomics_same_block: two-thread microbenchmark of ScoRD Table I, family "atomics".
 *
 * Expected: clean. Accepted rules: none. Scope: none.
 * Atomics of block scope by two warps of one block: the scope is just enough.
 */
#include "../micro.h"

// Two warps of one block count with atomics, twice each.
__global__ void count(int *counter)
{
    if (threadIdx.x == 0) {
        atomicAdd_block(counter, 1);
        atomicAdd_block(counter, 1);
    } else if (threadIdx.x == 32) {
        atomicAdd_block(counter, 10);
        atomicAdd_block(counter, 10);
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
