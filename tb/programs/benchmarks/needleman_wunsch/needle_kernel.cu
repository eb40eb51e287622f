/* needle_kernel.cu: included by align.cu, as Rodinia does. A tile waits for those above and to the left: one launch computes a
 * diagonal of tiles, and within a tile the threads go through its 31 diagonals. */
#ifndef NEEDLE_KERNEL
#define NEEDLE_KERNEL

__constant__ signed char c_blosum[AMINO_ACIDS * AMINO_ACIDS];

__device__ __host__ __forceinline__ int maximum(int a, int b, int c) {
    int k = a <= b ? b : a;
    return k <= c ? c : k;
}

template <bool UPPER_LEFT>
__global__ void needle_diagonal(const unsigned char *__restrict__ down, const unsigned char *__restrict__ across, int *scores,
                                int stride, int penalty, int diagonal, int tiles_down, int tiles_across) {
    extern __shared__ int shared[];
    int(*temp)[TILE_SIZE + 1] = (int(*)[TILE_SIZE + 1]) shared;                      /* with a row above and a column to the left */
    int *ref = shared + (TILE_SIZE + 1) * (TILE_SIZE + 1);                           /* TILE_SIZE x TILE_SIZE */
    const int tx = threadIdx.x;
    const int b_index_x = UPPER_LEFT ? (int)blockIdx.x + max(0, diagonal - tiles_down + 1)
                                     : (int)blockIdx.x + diagonal - tiles_down + 1;
    const int b_index_y = diagonal - b_index_x;
    if (b_index_x >= tiles_across || b_index_y < 0) return;
    const int row = b_index_y * TILE_SIZE, column = b_index_x * TILE_SIZE;
    const unsigned char *acids = across + column;

    for (int ty = 0; ty < TILE_SIZE; ty++) ref[ty * TILE_SIZE + tx] = c_blosum[down[row + ty] * AMINO_ACIDS + acids[tx]];
    if (tx == 0) temp[0][0] = scores[row * stride + column];
    temp[tx + 1][0] = scores[(row + tx + 1) * stride + column];
    temp[0][tx + 1] = scores[row * stride + column + tx + 1];
    __syncthreads();

    for (int m = 0; m < TILE_SIZE; m++) {
        if (tx <= m) {
            int t_index_x = tx + 1, t_index_y = m - tx + 1;
            temp[t_index_y][t_index_x] =
                maximum(temp[t_index_y - 1][t_index_x - 1] + ref[(t_index_y - 1) * TILE_SIZE + t_index_x - 1],
                        temp[t_index_y][t_index_x - 1] - penalty, temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int m = TILE_SIZE - 2; m >= 0; m--) {
        if (tx <= m) {
            int t_index_x = tx + TILE_SIZE - m, t_index_y = TILE_SIZE - tx;
            temp[t_index_y][t_index_x] =
                maximum(temp[t_index_y - 1][t_index_x - 1] + ref[(t_index_y - 1) * TILE_SIZE + t_index_x - 1],
                        temp[t_index_y][t_index_x - 1] - penalty, temp[t_index_y - 1][t_index_x] - penalty);
        }
        __syncthreads();
    }
    for (int ty = 0; ty < TILE_SIZE; ty++) scores[(row + ty + 1) * stride + column + tx + 1] = temp[ty + 1][tx + 1];
}

#endif
