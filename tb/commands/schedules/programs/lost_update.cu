/* lost_update: a counter without atomics. */
#include <cstdio>

__global__ void count(int *sum) { *sum = *sum + 1; }

int main()
{
    int *sum, result;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    count<<<4, 1>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(sum); /* what it held is compared all the same */
    return 0;
}
