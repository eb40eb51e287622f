// compared_volatile.cu: a stack and a minimum of float by compare-and-swap, whose loops begin with a volatile read: such
// a read is of a flag, as the atomic is (D67). With -DDATA another volatile read, whose value is not compared, races.
#include <cstdio>

struct Node {
    int next, value;
};

__global__ void push(Node *nodes, int *head, int *least, int *seen) {
    const int own = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 0) { // a lane of each warp
        int first, before;
        do {
            first = *(volatile int *)head;
            nodes[own].next = first;
            before = atomicCAS(head, first, own);
        } while (before != first);
    }
    int now = *(volatile int *)least;
    while (__int_as_float(now) > (float)own + 0.5f) {
        const int assumed = now;
        now = atomicCAS(least, assumed, __float_as_int((float)own + 0.5f));
        if (now == assumed) break;
    }
#ifdef DATA
    if (threadIdx.x == 0) seen[blockIdx.x] = *(volatile int *)head + *(volatile int *)(seen - 1); // RACE
    if (threadIdx.x == 1) *(volatile int *)(seen - 1) = blockIdx.x;
#endif
}

int main() {
    const int blocks = 4, threads = 64;
    Node *nodes;
    int *words;
    cudaMallocManaged(&nodes, blocks * threads * sizeof *nodes);
    cudaMallocManaged(&words, 256 + blocks * sizeof *words);
    words[0] = -1;
    words[1] = 0;
    *(float *)(words + 32) = 1000;
    push<<<blocks, threads>>>(nodes, words, words + 32, words + 64);
    cudaDeviceSynchronize();
    int count = 0;
    for (int node = words[0]; node != -1; node = nodes[node].next) count++;
    printf("%d nodes, least %g\n", count, *(float *)(words + 32));
    return !(count == 8 && *(float *)(words + 32) == 0.5f);
}
