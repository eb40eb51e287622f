#include "misuse.h"
// case: warp/not-synchronised | tail: a volatile sum of the last 64 values by the first warp | Code that assumes implicit warp-synchronous execution must be written with __syncwarp() from Volta on. | Volta Tuning Guide, Independent Thread Scheduling
__global__ void tail(int *out, const int *in) {
    __shared__ volatile int sum[64];
    const int t = threadIdx.x;
    sum[t] = in[t];
    __syncthreads();
    if (t >= 32) return;
    int mine = sum[t] + sum[t + 32];
    for (int half = 16; half > 0; half /= 2) {
        sum[t] = mine; WRONG() // FOUND warp/not-synchronised
        RIGHT(__syncwarp();)
        mine += sum[t + half]; WRONG() // FOUND warp/not-synchronised
        RIGHT(__syncwarp();)
    }
    out[t] = mine;
}
// case: warp/not-synchronised | rotate: neighbours exchange values in shared memory | the same | Volta Tuning Guide, Independent Thread Scheduling
__global__ void rotate(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    cell[t] = in[t];
    RIGHT(__syncwarp();)
    out[t] = cell[(t + 1) % 32]; WRONG() // FOUND warp/not-synchronised
}
// case: warp/not-synchronised | shift: values move up by one in global memory, each is read before it is written | the same | Volta Tuning Guide, Independent Thread Scheduling
__global__ void shift(int *out) {
    const int t = threadIdx.x, before = out[(t + 31) % 32];
    RIGHT(__syncwarp();)
    out[t] = before; WRONG() // FOUND warp/not-synchronised
}
// case: warp/not-synchronised | bytes: the same with characters | the same | Volta Tuning Guide, Independent Thread Scheduling
__global__ void bytes(char *out) {
    const int t = threadIdx.x;
    const char before = out[(t + 31) % 32];
    RIGHT(__syncwarp();)
    out[t] = before; WRONG() // FOUND warp/not-synchronised
}
// case: warp/not-synchronised | cleared: all clear a maximum, and take it by atomics | the same | Volta Tuning Guide, Independent Thread Scheduling
__global__ void cleared(int *out, const int *in) {
    __shared__ int most;
    most = 0;
    RIGHT(__syncwarp();)
    atomicMax(&most, in[threadIdx.x]); WRONG() // FOUND warp/not-synchronised
    __syncwarp();
    out[threadIdx.x] = most;
}
// case: warp/not-synchronised | read: what others add by atomics is read at once | the same | Volta Tuning Guide, Independent Thread Scheduling
__global__ void read(int *out, const int *in) {
    __shared__ int sum[32];
    sum[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(&sum[in[threadIdx.x] % 7], 1);
    RIGHT(__syncwarp();)
    out[threadIdx.x] = sum[threadIdx.x]; WRONG() // FOUND warp/not-synchronised
}
// case: warp/not-synchronised | vote: a vote instead of __syncwarp() | These intrinsics do not imply a memory barrier. They do not guarantee any memory ordering. | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void vote(int *out, const int *in) {
    __shared__ int cell[32];
    const int t = threadIdx.x;
    cell[t] = in[t];
    const int all = __all_sync(0xffffffffu, in[t] != 0);
    RIGHT(__syncwarp();)
    out[t] = all + cell[31 - t]; WRONG() // FOUND warp/not-synchronised
}
// case: warp/not-synchronised | fence: a fence, which orders one thread's accesses and makes no other wait | Memory fence functions only affect the ordering of memory operations by a thread. | CUDA C++ Programming Guide, Memory Fence Functions
__global__ void fence(int *out, const int *in) {
    __shared__ volatile int cell[32];
    const int t = threadIdx.x;
    cell[t] = in[t];
    __threadfence_block();
    RIGHT(__syncwarp();)
    out[t] = cell[31 - t]; WRONG() // FOUND warp/not-synchronised
}
// Right both times: each lane at places of its own, also of several sizes; one instruction that reads what one lane
// wrote itself; tiles that synchronise; atomics among each other.
__global__ void right(int *out, const int *in) {
    __shared__ int cell[64];
    __shared__ unsigned char byte[64];
    const int t = threadIdx.x;
    const auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    ((int2 *)cell)[t] = make_int2(in[t], 1);
    cell[2 * t] += cell[2 * t + 1];
    byte[t] = 1;
    byte[t] += 2;
    tile.sync();
    out[t] = cell[2 * (t ^ 7)] + byte[t];
    __syncwarp();
    atomicAdd(&out[t % 3], 1);
    atomicAdd(&out[t % 5], 1);
}
int main() {
    begin();
    tail<<<1, 64>>>(out, in);
    rotate<<<1, 32>>>(out, in);
    shift<<<1, 32>>>(out);
    bytes<<<1, 32>>>((char *)out);
    cleared<<<1, 32>>>(out, in);
    read<<<1, 32>>>(out, in);
    vote<<<1, 32>>>(out, in);
    fence<<<1, 32>>>(out, in);
    right<<<1, 32>>>(out, in);
    return end();
}
