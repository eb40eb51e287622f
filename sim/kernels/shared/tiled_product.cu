/* tiled_product: a matrix product by tiles, without the barrier at the end of a round: the next tile is loaded over the one that other
 * warps still read. -DFIXED: with it. */
#include <cstdio>

const int TILE = 8, SIZE = 32;

__global__ void multiply(const float *a, const float *b, float *c)
{
    __shared__ float left[TILE][TILE], right[TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    float sum = 0;
    for (int k = 0; k < SIZE; k += TILE) {
        left[y][x] = a[row * SIZE + k + x]; // one warp writes and reads its rows alone
        right[y][x] = b[(k + y) * SIZE + column]; // RACE
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += left[y][i] * right[i][x]; // RACE
#ifdef FIXED
        __syncthreads();
#endif
    }
    c[row * SIZE + column] = sum;
}

int main()
{
    float *matrices;
    cudaMalloc(&matrices, 3 * SIZE * SIZE * sizeof *matrices);
    cudaMemset(matrices, 0, 3 * SIZE * SIZE * sizeof *matrices);
    const dim3 grid(SIZE / TILE, SIZE / TILE), block(TILE, TILE);
    multiply<<<grid, block>>>(matrices, matrices + SIZE * SIZE, matrices + 2 * SIZE * SIZE);
    return cudaDeviceSynchronize() != cudaSuccess;
}
