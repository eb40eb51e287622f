// What is right: structures with padding that is copied, a load whose value nobody selects, pinned and managed memory,
// memory of cudaMemset() and of kernels, an exchange of a word that nothing has written, malloc() in a kernel.
// fixed: none
#include <cstdio>
struct padded {
    char letter;
    double value;
    int number;
};
struct alignas(16) wide {
    int number;
};
__device__ int variable[4];
__global__ void fill(padded *p, wide *w) {
    p[threadIdx.x].letter = 'a';
    p[threadIdx.x].value = 1;
    p[threadIdx.x].number = threadIdx.x;
    w[threadIdx.x].number = threadIdx.x;
}
__global__ void copy(padded *to, const padded *from, wide *wide_to, const wide *wide_from, int *word) {
    to[threadIdx.x] = from[threadIdx.x];
    wide_to[threadIdx.x] = wide_from[threadIdx.x];
    if (threadIdx.x == 0) atomicExch(word, 5);
}
__global__ void use(const padded *p, const wide *w, const int *word, const int *host, int *out) {
    __shared__ int value[64];
    value[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int other = value[threadIdx.x + 1];
    const int chosen = threadIdx.x < 31 ? other : 31;
    int *own = (int *)malloc(4);
    *own = chosen;
    out[threadIdx.x] = p[threadIdx.x].number + w[threadIdx.x].number + (int)p[threadIdx.x].value + *word + *own +
                       host[0] + variable[threadIdx.x % 4];
    free(own);
}
int main() {
    padded *p;
    wide *w;
    int *word, *out, *pinned, host[32], wrong = 0;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&w, 64 * sizeof *w);
    cudaMalloc(&word, sizeof *word);
    cudaMalloc(&out, sizeof host);
    cudaMallocHost(&pinned, 2 * sizeof *pinned);
    *pinned = 0;
    fill<<<1, 32>>>(p, w);
    copy<<<1, 32>>>(p + 32, p, w + 32, w, word);
    use<<<1, 32>>>(p + 32, w + 32, word, pinned, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += host[i] != 2 * i + 1 + 5 + (i < 31 ? i + 1 : 31);
    printf("wrong %d\n", wrong);
    return wrong != 0;
}
