/* thrash.cu: every thread sums a row of a matrix: the warp's 32 rows alone are more lines than a set holds, so threads evict each other's. */
#include <cstdio>

#define ROW 64
#define THREADS 128
#define BLOCKS 30

__global__ void sumRows(const int *in, int *out)
{
    const int row = blockIdx.x * THREADS + threadIdx.x;
    int sum = 0;
    for (int column = 0; column < ROW; column++)
        sum += in[row * ROW + column];
    out[row] = sum;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, sizeof(int) * ROW * THREADS * BLOCKS);
    cudaMalloc(&out, sizeof(int) * THREADS * BLOCKS);
    cudaMemset(in, 1, sizeof(int) * ROW * THREADS * BLOCKS);
    sumRows<<<BLOCKS, THREADS>>>(in, out);
    int first;
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    puts(first == 0x01010101 * ROW ? "sums are right" : "sums are wrong");
    return 0;
}
