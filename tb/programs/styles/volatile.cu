/* SPDX-License-Identifier: Apache-2.0 */
// volatile.cu: volatile loads of what atomics change (D81), and volatile data that only look like a flag (D67).
#include "styles.h"

struct list {
    int *item, *tail;
};
struct node {
    int dirty, hits;
};

// pair: relaxed_distances | shortest paths: distances are read as volatile, and lowered by atomicMin or by stores
__global__ void relaxed_distances(int *w) {
    volatile int *distance = w;
    const int t = blockIdx.x * blockDim.x + threadIdx.x, from = t % 64, to = (t * 7 + 3) % 64;
    for (int turn = 0; turn < 2; turn++) {
        const int next = distance[from] - t % 5 - 1;
        RIGHT(atomicMin(&w[to], next);)
        WRONG(if (next < distance[to]) distance[to] = next;)
    }
}
// pair: worklist_tail | a worklist's end is read as volatile while others append
__global__ void worklist_tail(int *w) {
    const list l = {w + 64, w};
    volatile int *item = l.item;
    if (threadIdx.x != 0) return;
    for (int i = 0; i < 4; i++) {
        const int at = atomicAdd(l.tail, 1);
        RIGHT(atomicExch(&l.item[at], 1 + at);)
        WRONG(item[at] = 1 + at;)
    }
    const int end = *(volatile int *)l.tail;
    int sum = 0;
    for (int i = 0; i < end; i++) sum += item[i];
    atomicAdd(&w[2048], sum);
}
// pair: hits_of_a_node | a member is looked at as volatile, and counted by an atomic
__global__ void hits_of_a_node(int *w) {
    node *n = (node *)w;
    if (threadIdx.x != 0) return;
    volatile int *hits = &n->hits;
    if (*hits < 100) {
        RIGHT(atomicAdd(&n->hits, 1);)
        WRONG(*hits = *hits + 1;)
    }
}
// pair: plain_beside_volatile | data beside a word that is looked at as volatile and changed by atomics
__global__ void plain_beside_volatile(int *w) {
    volatile int *hits = w;
    if (threadIdx.x != 0) return;
    WRONG(if (*hits < 2) w[1] = blockIdx.x;)
    RIGHT(if (*hits < 2) w[1 + blockIdx.x] = blockIdx.x;)
    atomicAdd(&w[0], 1);
}
// pair: shared_minimum | a minimum in shared memory is looked at before an atomic lowers it
__global__ void shared_minimum(int *w) {
    __shared__ int least;
    if (threadIdx.x == 0) least = 1 << 20;
    __syncthreads();
    const int mine = (int)(threadIdx.x * 37 % 101);
    if (mine < *(volatile int *)&least) {
        RIGHT(atomicMin(&least, mine);)
        WRONG(*(volatile int *)&least = mine;)
    }
    __syncthreads();
    if (threadIdx.x == 0) w[blockIdx.x] = least;
}

int main() {
    run(relaxed_distances, 3, 64);
    run(worklist_tail, 3, 32);
    run(hits_of_a_node, 3, 32);
    run(plain_beside_volatile, 3, 32);
    run(shared_minimum, 2, 96);
}
