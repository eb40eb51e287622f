/* guarded_load: words of shared memory that one thread alone uses, so that no barrier is needed. The other threads evaluate
 * the same conditions, and must not load what stands behind && and ?: or in a branch, within a loop or not: a compiler that
 * loads first and selects then would make races out of it. */
#include <cstdio>

struct Search {
    int found, best;
};
__shared__ Search search; // of thread 0
__shared__ int steps;     // of thread 32

__device__ int best_of(const Search &s, bool mine) { return mine && s.found ? s.best : -1; }

__global__ void guarded(int *out, int n)
{
    const int t = threadIdx.x;
    int sum = 0;
    if (t == 0) {
        search.found = 1;
        search.best = 7;
    }
    if (t == 32)
        steps = 3;
    for (int i = 0; i < n; i++)
        if (t == 32)
            sum += steps;
    if (t == 0 && search.found)
        sum += 100;
    sum += t == 0 ? search.best : 1;
    sum += best_of(search, t == 0);
    out[blockIdx.x * blockDim.x + t] = sum;
}

int main()
{
    const int BLOCKS = 2, THREADS = 96, N = 5;
    int *out, wrong = 0;
    cudaMallocManaged(&out, BLOCKS * THREADS * sizeof(int));
    guarded<<<BLOCKS, THREADS>>>(out, N);
    cudaDeviceSynchronize();
    for (int i = 0; i < BLOCKS * THREADS; i++) {
        const int t = i % THREADS, expected = t == 0 ? 100 + 7 + 7 : (t == 32 ? 3 * N : 0) + 1 - 1;
        wrong += out[i] != expected;
    }
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
