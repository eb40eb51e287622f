/* harmless: all blocks store the same value in one word. */
#include <cstdio>

__device__ int flag;

__global__ void set() { flag = 1; }

int main()
{
    int result;
    set<<<4, 1>>>();
    cudaMemcpyFromSymbol(&result, flag, sizeof result);
    printf("%d\n", result);
    return 0;
}
