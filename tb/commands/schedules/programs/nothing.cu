/* nothing: no race, the same output in every order. */
#include <cstdio>

__global__ void count(int *sum) { atomicAdd(sum, 1); }

int main()
{
    int *sum, result;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    count<<<4, 32>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    return 0;
}
