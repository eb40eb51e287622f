/* aba_stack: a stack of nodes without a counter in its top. Block 0 reads top and the next node; block 1 pops both and
 * pushes the first one back; block 0's compare-and-swap still succeeds and puts a node on the stack that block 1 owns.
 * Depth 2: block 0 stops between its read and its compare-and-swap for all of block 1's work. */
#include "rare.h"

__device__ int top = 1, next_of[4] = {0, 2, 3, 0}, value[4]; /* 0: no node */

__device__ int pop()
{
    for (;;) {
        const int node = LOOK(top);
        if (node == 0) return 0;
        const int next = LOOK(next_of[node]);
        if (atomicCAS(&top, node, next) == node) return __threadfence(), node;
    }
}

__device__ void push(int node)
{
    for (;;) {
        const int head = LOOK(top);
        SET(next_of[node], head);
        __threadfence();
        if (atomicCAS(&top, head, node) == head) return;
    }
}

__global__ void share()
{
    if (blockIdx.x == 0) {
        const int mine = pop();
        value[mine] = 1;
        const int second = pop();
        value[second] = 1; // RACE
        pass_time(20);
    } else {
        pass_time(20);
        const int a = pop(), b = pop();
        if (a == 0 || b == 0) return;
        push(a);
        pass_time(3);
        value[b] = 2; // RACE
    }
}

RUN(share, 2, value)
