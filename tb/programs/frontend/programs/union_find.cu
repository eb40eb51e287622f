// union_find.cu: components by path halving (as in ECL-CC): volatile reads and writes of parents beside an atomicCAS that
// compares with a parent read: all are accesses to flags (D67). With -DPLAIN the reads and writes are weak, and race; with
// -DDATA a volatile word of another array does.
#include <cstdio>

#ifdef PLAIN
#define AT(word) (word)
#else
#define AT(word) (*(volatile int *)&(word))
#endif

__device__ int root_of(int *parent, int node) {
    int at = AT(parent[node]);
    if (at == node) return at;
    for (int before = node, next; at > (next = AT(parent[at])); at = next) {
        AT(parent[before]) = next;
        before = at;
    }
    return at;
}

__global__ void join(int *parent, int *last, int nodes) {
    const int edge = blockIdx.x * blockDim.x + threadIdx.x;
    int a = root_of(parent, edge * 5 % nodes), b = root_of(parent, (edge * 5 + 2) % nodes); // even and odd nodes
    while (a != b) {
        const int high = a > b ? a : b, low = a > b ? b : a, before = atomicCAS(&parent[high], high, low);
        if (before == high) break;
        a = before;
        b = low;
    }
#ifdef DATA
    if (threadIdx.x == 0) *(volatile int *)last = edge; // RACE
#endif
}

int main() {
    const int nodes = 128;
    int *parent, *last, roots = 0;
    cudaMallocManaged(&parent, nodes * sizeof *parent);
    cudaMallocManaged(&last, sizeof *last);
    for (int i = 0; i < nodes; i++) parent[i] = i;
    join<<<8, 64>>>(parent, last, nodes);
    cudaDeviceSynchronize();
    for (int i = 0; i < nodes; i++) roots += parent[i] == i;
    printf("%d roots\n", roots);
    return roots != 2;
}
