// The runtime API and the driver's, found by name, on one kernel and one array.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(int *word, int value) { word[threadIdx.x] += value; }

int main() {
    int *words, host[32], sum = 0;
    void *place = nullptr, *none = &words;
    cudaDriverEntryPointQueryResult found;
    cudaMalloc(&words, sizeof host);
    cudaMemset(words, 0, sizeof host);
    add<<<1, 32>>>(words, 4);
    if (cudaGetDriverEntryPointByVersion("cuMemcpyDtoH", &place, 12000, cudaEnableDefault, &found) || !place) return 2;
    if (cudaGetDriverEntryPointByVersion("cuNothing", &none, 12000, cudaEnableDefault, &found) || none) return 3;
    ((int (*)(void *, unsigned long long, size_t))place)(host, (unsigned long long)words, sizeof host);
    for (int i = 0; i < 32; i++) sum += host[i];
    std::printf("sum %d, %s\n", sum, found == cudaDriverEntryPointSymbolNotFound ? "not found" : "?");
    cudaFree(words);
}
