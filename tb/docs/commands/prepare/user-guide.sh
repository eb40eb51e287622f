# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A clean program, and a project of two files whose makefile takes NVCC
mkdir directory
cat > directory/kernel.cu <<'END'
__global__ void fill(int *words) { words[threadIdx.x] = (int)threadIdx.x; }
void launch(int *words) { fill<<<1, 32>>>(words); }
END
cat > directory/main.cu <<'END'
#include <cstdio>
void launch(int *words);
int main(int argc, char **argv) {
    int *words;
    cudaMallocManaged(&words, 32 * sizeof(int));
    launch(words);
    cudaDeviceSynchronize();
    printf("%d arguments, the last word is %d\n", argc - 1, words[31]);
}
END
cat directory/kernel.cu directory/main.cu > program.cu
printf 'NVCC = nvcc\nprogram: kernel.cu main.cu\n\t$(NVCC) -o $@ $^\n' > directory/Makefile
