// 4096 releasing fences: the numbers go from 1 to 4095, and begin anew with the last one (D62).
// options: --acquire-release
// rtl: --config tinyar
// acted: release_wraps
// count: 1
// removed by: -DFENCES=4095
// then: 0
#include <cstdio>

#ifndef FENCES
#define FENCES 4096
#endif

__global__ void wrap(int *word) {
    for (int i = 0; i < FENCES; i++) __threadfence();
    *word = 1;
}

int main() {
    int *word;
    cudaMalloc(&word, sizeof *word);
    wrap<<<1, 1>>>(word);
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
