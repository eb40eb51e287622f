/* never_ends: a lost update leaves the host waiting for ever. */
#include <cstdio>
#include <unistd.h>

__device__ int sum;

__global__ void count() { sum = sum + 1; }

int main()
{
    int result;
    count<<<2, 1>>>();
    cudaMemcpyFromSymbol(&result, sum, sizeof result);
    printf("%d\n", result);
    fflush(stdout);
    while (result == 2) pause();
    return 0;
}
