/* double_buffer: two tiles in turn, so that one barrier a round should do; it stands behind the first round only, and a fast warp
 * overwrites a tile that a slow one still reads. -DFIXED: a barrier every round. */
#include <cstdio>

const int N = 128, ROUNDS = 6;

__global__ void smooth(const int *in, int *out)
{
    __shared__ int tile[2][N];
    const int t = threadIdx.x;
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        tile[round % 2][t] = in[round * N + t]; // RACE
#ifndef FIXED
        if (round == 0)
#endif
            __syncthreads();
        sum += tile[round % 2][(t + 33) % N]; // RACE
    }
    out[blockIdx.x * N + t] = sum;
}

int main()
{
    int *in, *out;
    cudaMalloc(&in, ROUNDS * N * sizeof *in);
    cudaMemset(in, 0, ROUNDS * N * sizeof *in);
    cudaMalloc(&out, 2 * N * sizeof *out);
    smooth<<<2, N>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
