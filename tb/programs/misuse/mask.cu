#include "misuse.h"
#define ALL 0xffffffffu
// case: mask/caller-not-in-mask | shuffle: sixteen call, eight are named | Each calling thread must have its own bit set in the mask. | CUDA C++ Programming Guide, Warp Shuffle Functions
__global__ void shuffle(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(WRONG(0xffu) RIGHT(0xffffu), threadIdx.x, 0); // FOUND mask/caller-not-in-mask
}
// case: mask/caller-not-in-mask | vote: the mask names the upper half | the same | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void vote(int *out) {
    out[threadIdx.x] = __any_sync(WRONG(0xffff0000u) RIGHT(ALL), threadIdx.x == 3); // FOUND mask/caller-not-in-mask
}
// case: mask/caller-not-in-mask | syncwarp: a mask of even lanes, called by all | Each calling thread must have its own bit set in the mask. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void syncwarp(int *out) {
    out[threadIdx.x] = 1;
    __syncwarp(WRONG(0x55555555u) RIGHT(ALL)); // FOUND mask/caller-not-in-mask
}
// case: mask/caller-not-in-mask | group: a coalesced group that others synchronise | Each calling thread must be a member. | CUDA C++ Programming Guide, Cooperative Groups, Coalesced Groups
__global__ void group(int *out) {
    __shared__ unsigned members;
    if (threadIdx.x == 0) members = WRONG(0xffffu) RIGHT(ALL);
    __syncwarp();
#ifdef __clang__
    cooperative_groups::coalesced_group some(members);
    some.sync(); // FOUND mask/caller-not-in-mask
#else // the constructor is private in the toolkit
    __syncwarp(members);
#endif
    out[threadIdx.x] = 1;
}
// case: mask/different-masks | ballot: even threads name one lane more than odd ones | All non-exited threads named in mask must execute the same intrinsic with the same mask. | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void ballot(int *out) {
    if (threadIdx.x == 31) return; // a thread that has exited makes no difference
    const unsigned mask = WRONG(threadIdx.x < 15 ? 0x7fffffffu : threadIdx.x < 30 ? 0x3fffffffu : 0x7fffffffu) RIGHT(ALL);
    out[threadIdx.x] = __ballot_sync(mask, 1) != 0; // FOUND mask/different-masks
}
// case: mask/different-masks | reduce: two masks that name each other | the same | CUDA C++ Programming Guide, Warp Reduce Functions
__global__ void reduce(int *out) {
    const unsigned mask = WRONG(threadIdx.x < 16 ? ALL : 0xffff0001u) RIGHT(ALL);
    out[threadIdx.x] = __shfl_xor_sync(mask, (int)threadIdx.x, 1); // FOUND mask/different-masks
}
// case: mask/shuffle-of-absent-lane | down: a width that reaches past the callers | If the target thread is inactive, the retrieved value is undefined. | CUDA C++ Programming Guide, Warp Shuffle Functions
__global__ void down(int *out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_down_sync(0xffffu, threadIdx.x, 4, WRONG(32) RIGHT(16)); // FOUND mask/shuffle-of-absent-lane
}
// case: mask/shuffle-of-absent-lane | broadcast: from a lane that is not in the mask | the same | CUDA C++ Programming Guide, Warp Shuffle Functions
__global__ void broadcast(int *out) {
    if (threadIdx.x >= 8) out[threadIdx.x] = __shfl_sync(0xffffff00u, threadIdx.x, WRONG(2) RIGHT(9)); // FOUND mask/shuffle-of-absent-lane
}
// case: mask/lanes-elsewhere | half: __syncwarp() of all lanes in a branch of half of them | All non-exited threads named in mask must execute a corresponding __syncwarp() with the same mask. | CUDA C++ Programming Guide, Synchronization Functions
__global__ void half_warp(int *out) {
    int value = 3;
    if (threadIdx.x < 16 RIGHT(|| true)) {
        value = out[threadIdx.x];
        __syncwarp(); // FOUND mask/lanes-elsewhere
    }
    out[threadIdx.x] = value + 1;
}
// case: mask/lanes-elsewhere | tile: sync() by a part of a tile | sync() is called by all threads of the group. | CUDA C++ Programming Guide, Cooperative Groups, Synchronization
__global__ void tile_part(int *out) {
    auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    if (tile.thread_rank() < 4 RIGHT(|| true)) {
        out[threadIdx.x] = 2;
        tile.sync(); // FOUND mask/lanes-elsewhere
    }
    out[threadIdx.x] += 1;
}
// case: mask/lanes-elsewhere | tail: a vote of all lanes in a branch behind which nothing is | All non-exited threads named in mask must execute the same intrinsic with the same mask. | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void tail(int *out, unsigned mask) { // without macros, which may hold a return
    if (threadIdx.x < 16) out[threadIdx.x] = __ballot_sync(mask, threadIdx.x % 3 == 0); // FOUND mask/lanes-elsewhere
}
// case: mask/lanes-elsewhere | rounds: a sum of the warp in a loop that ends earlier for some threads | the same | CUDA C++ Programming Guide, Warp Reduce Functions
__global__ void sums(int *out, const int *in, int n, int end) {
    for (int i = threadIdx.x; i < end; i += 32) {
        const int sum = __reduce_add_sync(ALL, i < n ? in[i] & 1 : 0); // FOUND mask/lanes-elsewhere
        if (i < n) out[i] = sum;
    }
}
// case: mask/lanes-elsewhere | before: the group of all threads in a branch of some | sync() is called by all threads of the group. | CUDA C++ Programming Guide, Cooperative Groups, Coalesced Groups
__global__ void group_before(int *out) {
    cooperative_groups::coalesced_group all = cooperative_groups::coalesced_threads();
    if (threadIdx.x % 2 == 0) {
#ifdef FIXED
        cooperative_groups::coalesced_group all = cooperative_groups::coalesced_threads();
#endif
        out[threadIdx.x] = all.any(threadIdx.x == 4); // FOUND mask/lanes-elsewhere
    }
}
// case: mask/activemask | shuffle: the mask is asked for inside the branch | __activemask() returns the currently active threads; it must not be used to determine which threads took a branch. | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void active(int *out) {
    RIGHT(const unsigned mask = __ballot_sync(ALL, threadIdx.x < 20);)
    if (threadIdx.x < 20) {
        WRONG(const unsigned mask = __activemask();)
        out[threadIdx.x] = __shfl_sync(mask, threadIdx.x + 3, 2); // FOUND mask/activemask
    }
    __syncwarp();
    out[threadIdx.x] += 1;
}
// case: mask/activemask | vote: the same with a vote | the same | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void active_vote(int *out) {
    RIGHT(const unsigned mask = __ballot_sync(ALL, threadIdx.x % 3 == 0);)
    if (threadIdx.x % 3 == 0) {
        WRONG(const unsigned mask = __activemask();)
        out[threadIdx.x] = __all_sync(mask, threadIdx.x < 40); // FOUND mask/activemask
    }
    __syncwarp();
    out[threadIdx.x] += 1;
}
// case: mask/activemask | bound: behind a return of some threads | the same | CUDA C++ Programming Guide, Warp Vote Functions
__global__ void bound(int *out, int n) {
    RIGHT(const unsigned mask = __ballot_sync(ALL, threadIdx.x < n);)
    if (threadIdx.x >= n) return;
    WRONG(const unsigned mask = __activemask();)
    out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 0); // FOUND mask/activemask
}
// case: mask/shuffle-width | twelve: a width of 12 | width must have a value which is a power of two in the range [1, warpSize]. | CUDA C++ Programming Guide, Warp Shuffle Functions
__global__ void twelve(int *out) {
    out[threadIdx.x] = __shfl_sync(ALL, (int)threadIdx.x, 0, WRONG(12) RIGHT(8)); // FOUND mask/shuffle-width
}
// case: mask/shuffle-width | three: a width that is computed | the same | CUDA C++ Programming Guide, Warp Shuffle Functions
__global__ void three(int *out, int parts) {
    out[threadIdx.x] = __shfl_down_sync(ALL, (int)threadIdx.x, 1, parts); // FOUND mask/shuffle-width
}
int main() {
    begin();
    shuffle<<<1, 32>>>(out);
    vote<<<1, 32>>>(out);
    syncwarp<<<1, 32>>>(out);
    group<<<1, 32>>>(out);
    ballot<<<1, 32>>>(out);
    reduce<<<1, 32>>>(out);
    down<<<1, 32>>>(out);
    broadcast<<<1, 32>>>(out);
    half_warp<<<1, 32>>>(out);
    tile_part<<<1, 32>>>(out);
    tail<<<1, 32>>>(out, WRONG(ALL) RIGHT(0xffffu));
    sums<<<1, 32>>>(out, in, 80, WRONG(80) RIGHT(96));
    group_before<<<1, 32>>>(out);
    active<<<1, 32>>>(out);
    active_vote<<<1, 32>>>(out);
    bound<<<1, 32>>>(out, 20);
    twelve<<<1, 32>>>(out);
    three<<<1, 32>>>(out, WRONG(3) RIGHT(4));
    return end();
}
