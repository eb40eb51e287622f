#include "misuse.h"
// case: warp/not-synchronised | halves: a __syncwarp() of each half, and then the other half's values, in step | Behind __syncwarp(mask) memory is ordered among the threads that take part. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void halves(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    cell[t] = in[t];
    __syncwarp(t < 16 ? 0xffffu : 0xffff0000u);
    RIGHT(__syncwarp();)
    out[t] = cell[31 - t]; WRONG() // FOUND warp/not-synchronised
}
// case: warp/not-synchronised | branch: half of a warp meets in a branch and reads what the others wrote | the same | CUDA C++ Programming Guide, Synchronization Functions
__global__ void branch(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    cell[t] = in[t];
    RIGHT(__syncwarp();)
    if (t < 16) {
        __syncwarp(0xffffu);
        out[t] = cell[t + 16]; WRONG() // FOUND warp/not-synchronised
    }
}
// case: warp/not-synchronised | tile: values of the tile beside, behind a tile's sync() | the same | CUDA C++ Programming Guide, Thread Block Tile
__global__ void tile(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    const auto eight = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    cell[t] = in[t];
    eight.sync();
    int sum = cell[t ^ 7];
    RIGHT(__syncwarp();)
    sum += cell[t ^ 8]; WRONG() // FOUND warp/not-synchronised
    out[t] = sum;
}
// case: warp/not-synchronised | overwritten: a tile that has met overwrites what the tile beside still reads | the same | CUDA C++ Programming Guide, Thread Block Tile
__global__ void overwritten(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    const auto half = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
    cell[t] = in[t];
    __syncwarp();
    out[t] = cell[31 - t];
    half.sync();
    RIGHT(__syncwarp();)
    cell[t] = t; WRONG() // FOUND warp/not-synchronised
}
// Right both times: threads that have met by way of others, tiles that keep to themselves, and what all have met behind.
__global__ void right(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    const auto pair = cooperative_groups::tiled_partition<2>(cooperative_groups::this_thread_block());
    const auto four = cooperative_groups::tiled_partition<4>(cooperative_groups::this_thread_block());
    cell[t] = in[t];
    pair.sync();
    int sum = cell[t ^ 1];
    four.sync();
    sum += cell[t ^ 3];
    __syncwarp(t % 8 == 3 || t % 8 == 4 ? 0x18u << t / 8 * 8 : 1u << t);
    if (t % 8 == 4) sum += cell[t - 4];
    if (t < 16) {
        __syncwarp(0xffffu);
        cell[t] = sum;
        __syncwarp(0xffffu);
        sum += cell[15 - t];
    }
    __syncwarp();
    out[t] = sum + cell[31 - t];
}
int main() {
    begin();
    halves<<<1, 32>>>(out, in);
    branch<<<1, 32>>>(out, in);
    tile<<<1, 32>>>(out, in);
    overwritten<<<1, 32>>>(out, in);
    right<<<1, 32>>>(out, in);
    return end();
}
