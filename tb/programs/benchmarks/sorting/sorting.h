/* SPDX-License-Identifier: Apache-2.0 */
// sorting.h: sorts by comparison of pairs of key and value; keys that are equal keep their order in
// merge_sort alone.
#ifndef SORTING_H
#define SORTING_H

#include <cstdint>
#include <cuda_runtime.h>

struct Pair {
    std::uint32_t key, value;
};

// COUNT a power of two. Batcher's bitonic network (1968).
void bitonic_sort(Pair *pairs, int count, bool ascending, cudaStream_t stream);

// Any COUNT; SCRATCH has room for as many. Sorts tiles in shared memory and merges them by
// diagonals of the merge matrix (merge path, Green, McColl, Bader 2012). Returns where the result
// lies: PAIRS or SCRATCH.
Pair *merge_sort(Pair *pairs, Pair *scratch, int count, cudaStream_t stream);

#endif
