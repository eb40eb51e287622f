// missing_function.cu: a function of cuRAND that scord does not have, reached at the end: the run says its name.
#include <cstdio>
#include <curand.h>

__global__ void set(int *word) { *word = 7; }

int main() {
    int *word;
    cudaMallocManaged(&word, sizeof *word);
    set<<<1, 1>>>(word);
    cudaDeviceSynchronize();
    printf("word %d\n", *word);
    fflush(stdout);
    curandDiscreteDistribution_t distribution;
    return curandCreatePoissonDistribution(3.0, &distribution) != CURAND_STATUS_SUCCESS;
}
