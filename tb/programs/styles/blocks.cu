/* SPDX-License-Identifier: Apache-2.0 */
// blocks.cu: threads of one block: shared memory in loops, named barriers, pipelines, groups.
#include "styles.h"
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_pipeline.h>

// pair: reused_tile | a tile of shared memory is filled again before all have read it
__global__ void reused_tile(int *w) {
    __shared__ int tile[64];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        tile[threadIdx.x] = w[i * 64 + threadIdx.x];
        __syncthreads();
        sum += tile[63 - threadIdx.x];
        RIGHT(__syncthreads();)
    }
    w[1024 + threadIdx.x] = sum;
}
// pair: two_tiles | two tiles in turns need one barrier a turn, where the one read is not the one filled
__global__ void two_tiles(int *w) {
    __shared__ int tile[2][64];
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        tile[RIGHT(i % 2) WRONG(i / 2 % 2)][threadIdx.x] = w[i * 64 + threadIdx.x];
        __syncthreads();
        sum += tile[RIGHT(i % 2) WRONG(i / 2 % 2)][63 - threadIdx.x];
    }
    w[1024 + threadIdx.x] = sum;
}
// pair: tree | the rounds of a sum in shared memory are separated by barriers
__global__ void tree(int *w) {
    __shared__ int part[128];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        RIGHT(__syncthreads();)
        WRONG(if (half > 32) __syncthreads();)
    }
    if (threadIdx.x == 0) w[0] = part[0];
}
// pair: hillis | a scan in place reads before it writes, with a barrier between the two
__global__ void hillis(int *w) {
    __shared__ int part[128];
    part[threadIdx.x] = 1;
    __syncthreads();
    for (int by = 1; by < 128; by *= 2) {
        const int add = threadIdx.x >= by ? part[threadIdx.x - by] : 0;
        RIGHT(__syncthreads();)
        part[threadIdx.x] += add;
        __syncthreads();
    }
    w[threadIdx.x] = part[threadIdx.x];
}
// pair: warp_sums | sums of warps by shuffles meet in shared memory
__global__ void warp_sums(int *w) {
    __shared__ int part[4];
    int sum = threadIdx.x;
    for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(~0u, sum, by);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    RIGHT(__syncthreads();)
    if (threadIdx.x == 0) w[0] = part[0] + part[1] + part[2] + part[3];
}
// pair: named | producers and consumers meet at named barriers, one for full and one for empty
__global__ void named(int *w) {
    __shared__ int buffer[32];
    if (threadIdx.x < 32) {
        for (int i = 0; i < 3; i++) {
            RIGHT(if (i > 0) asm volatile("bar.sync 2, 64;" ::: "memory");)
            buffer[threadIdx.x] = i;
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        }
    } else {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            sum += buffer[63 - threadIdx.x];
            RIGHT(if (i < 2) asm volatile("bar.arrive 2, 64;" ::: "memory");)
        }
        w[threadIdx.x] = sum;
    }
}
// pair: barriers_in_turns | cuda::barrier for full and empty; the producer waits before it fills again
__global__ void barriers_in_turns(int *w) {
    __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
    __shared__ int buffer[32];
    if (threadIdx.x == 0) { init(&full, 64); init(&empty, 64); }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int i = 0; i < 3; i++) {
            RIGHT(empty.arrive_and_wait();)
            WRONG(auto token = empty.arrive();)
            buffer[threadIdx.x] = i;
            WRONG(empty.wait(static_cast<decltype(token) &&>(token));)
            (void)full.arrive();
        }
    } else {
        int sum = 0;
        (void)empty.arrive();
        for (int i = 0; i < 3; i++) {
            full.arrive_and_wait();
            sum += buffer[63 - threadIdx.x];
            if (i < 2) (void)empty.arrive();
        }
        w[threadIdx.x] = sum;
    }
}
// pair: producer_arrives | the producer only arrives, and must have written before
__global__ void producer_arrives(int *w) {
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    __shared__ int buffer[64];
    if (threadIdx.x == 0) init(&full, 128);
    __syncthreads();
    if (threadIdx.x < 64) {
        RIGHT(buffer[threadIdx.x] = threadIdx.x;)
        (void)full.arrive();
        WRONG(buffer[threadIdx.x] = threadIdx.x;)
    } else {
        full.arrive_and_wait();
        w[threadIdx.x] = buffer[threadIdx.x - 64];
    }
}
// pair: barrier_counts_less | the barrier expects one warp only, and lets readers through too early
__global__ void barrier_counts_less(int *w) {
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    __shared__ int buffer[64];
    if (threadIdx.x == 0) init(&full, RIGHT(96) WRONG(64));
    __syncthreads();
    if (threadIdx.x < 64) {
        buffer[threadIdx.x] = threadIdx.x;
        RIGHT((void)full.arrive();)
        WRONG(if (threadIdx.x < 32) (void)full.arrive();)
    } else {
        full.arrive_and_wait();
        w[threadIdx.x] = buffer[threadIdx.x - 64] + buffer[threadIdx.x - 32];
    }
}
// pair: copied_ahead | cp.async fills the next tile while this one is read: a barrier behind the wait
__global__ void copied_ahead(int *w) {
    __shared__ int tile[2][64];
    int sum = 0;
    __pipeline_memcpy_async(&tile[0][threadIdx.x], &w[threadIdx.x], 4);
    __pipeline_commit();
    for (int i = 0; i < 4; i++) {
        if (i < 3) {
            __pipeline_memcpy_async(&tile[(i + 1) % 2][threadIdx.x], &w[(i + 1) * 64 + threadIdx.x], 4);
            __pipeline_commit();
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        sum += tile[i % 2][63 - threadIdx.x];
        RIGHT(__syncthreads();)
    }
    w[1024 + threadIdx.x] = sum;
}
// pair: copied_not_met | each thread waits for its own copies only, and reads a neighbour's
__global__ void copied_not_met(int *w) {
    __shared__ int tile[64];
    __pipeline_memcpy_async(&tile[threadIdx.x], &w[threadIdx.x], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    RIGHT(__syncthreads();)
    w[1024 + threadIdx.x] = tile[63 - threadIdx.x];
}
// pair: pipeline_stages | cuda::pipeline of the block: a stage is released behind its last read
__global__ void pipeline_stages(int *w) {
    __shared__ int tile[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    cuda::pipeline<cuda::thread_scope_block> pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[i][threadIdx.x], &w[i * 64 + threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
    }
    for (int i = 0; i < 4; i++) {
        pipe.consumer_wait();
        RIGHT(sum += tile[i % 2][63 - threadIdx.x];)
        pipe.consumer_release();
        WRONG(sum += tile[i % 2][63 - threadIdx.x];)
        if (i < 2) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[i % 2][threadIdx.x], &w[(i + 2) * 64 + threadIdx.x], sizeof(int), pipe);
            pipe.producer_commit();
        }
    }
    w[1024 + threadIdx.x] = sum;
}
// pair: tile_sums | tiles of eight lanes hand words on behind their own sync
__global__ void tile_sums(int *w) {
    __shared__ int part[64];
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    part[threadIdx.x] = threadIdx.x;
    RIGHT(tile.sync();)
    int sum = 0;
    if (tile.thread_rank() == 0) for (int i = 0; i < 8; i++) sum += part[threadIdx.x + i];
    if (tile.thread_rank() == 0) w[threadIdx.x / 8] = sum;
}
// pair: tile_neighbours | a tile's sync does not order other tiles
__global__ void tile_neighbours(int *w) {
    __shared__ int part[64];
    cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block());
    part[threadIdx.x] = threadIdx.x;
    RIGHT(cg::this_thread_block().sync();)
    WRONG(tile.sync();)
    w[threadIdx.x] = part[(threadIdx.x + 16) % 64];
    tile.sync();
}
// pair: broadcast | a value in shared memory by one thread of the block
__global__ void broadcast(int *w) {
    __shared__ int value;
    for (int i = 0; i < 3; i++) {
        if (threadIdx.x == i * 32) value = i;
        __syncthreads();
        w[i * 128 + threadIdx.x] = value;
        RIGHT(__syncthreads();)
    }
}
// pair: semaphore | a binary semaphore of the block guards a word
__global__ void semaphore(int *w) {
    typedef cuda::binary_semaphore<cuda::thread_scope_block> semaphore_t;
    __shared__ alignas(semaphore_t) char room[sizeof(semaphore_t)];
    semaphore_t &one = *(semaphore_t *)room;
    if (threadIdx.x == 0) new (room) semaphore_t(1);
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        RIGHT(one.acquire();)
        w[0] += 1;
        RIGHT(one.release();)
    }
}
// pair: latch | a latch of the block: writers count down, readers wait
__global__ void latch(int *w) {
    typedef cuda::latch<cuda::thread_scope_block> latch_t;
    __shared__ alignas(latch_t) char room[sizeof(latch_t)];
    latch_t &all = *(latch_t *)room;
    __shared__ int buffer[64];
    if (threadIdx.x == 0) new (room) latch_t(64);
    __syncthreads();
    if (threadIdx.x < 64) {
        RIGHT(buffer[threadIdx.x] = threadIdx.x;)
        all.count_down();
        WRONG(buffer[threadIdx.x] = threadIdx.x;)
    } else {
        all.wait();
        w[threadIdx.x] = buffer[threadIdx.x - 64];
    }
}
// pair: histogram | bins in shared memory are cleared, counted and read out between barriers
__global__ void histogram(int *w) {
    __shared__ int bin[32];
    if (threadIdx.x < 32) bin[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bin[threadIdx.x * 7 % 32], 1);
    RIGHT(__syncthreads();)
    if (threadIdx.x >= 96) atomicAdd(&w[threadIdx.x - 96], bin[threadIdx.x - 96]);
}
// pair: shared_flag | a warp raises a flag in shared memory for another one
__global__ void shared_flag(int *w) {
    __shared__ int flag, data[32];
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x;
        __syncwarp();
        if (threadIdx.x == 0) { RIGHT(__threadfence_block();) atomicExch_block(&flag, 1); }
    } else {
        if (threadIdx.x == 32) { while (atomicAdd_block(&flag, 0) == 0); __threadfence_block(); }
        __syncwarp();
        w[threadIdx.x] = data[threadIdx.x - 32];
    }
}
// pair: early_exit_sum | the maximum of a block by an atomic in shared memory, read behind a barrier
__global__ void early_exit_sum(int *w) {
    __shared__ int most;
    if (threadIdx.x == 0) most = 0;
    RIGHT(__syncthreads();)
    atomicMax(&most, (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) w[0] = most;
}
// pair: grid_steps | steps of a stencil in two arrays, between grid.sync()
__global__ void grid_steps(int *w) {
    int *from = w, *to = w + 512;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    for (int step = 0; step < 3; step++) {
        to[i] = from[(i + 1) % n] + from[(i + n - 1) % n];
        RIGHT(cg::this_grid().sync();)
        WRONG(__syncthreads();)
        int *other = from; from = to; to = other;
    }
}
// pair: in_place_stencil | a stencil in place reads what neighbours write
__global__ void in_place_stencil(int *w) {
    const int i = threadIdx.x;
    const int sum = w[(i + 1) % 128] + w[(i + 127) % 128];
    RIGHT(__syncthreads();)
    w[i] = sum;
}
// pair: transposed | a tile is written by rows and read by columns
__global__ void transposed(int *w) {
    __shared__ int tile[8][9];
    const int x = threadIdx.x % 8, y = threadIdx.x / 8;
    tile[y][x] = w[threadIdx.x];
    RIGHT(__syncthreads();)
    w[256 + threadIdx.x] = tile[x][y];
}
// pair: compaction | the room of a warp is taken by its leader in a counter of the block
__global__ void compaction(int *w) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    RIGHT(__syncthreads();)
    const bool keep = threadIdx.x % 3 == 0;
    const unsigned votes = __ballot_sync(~0u, keep);
    int base = 0;
    if (threadIdx.x % 32 == 0) base = atomicAdd(&count, __popc(votes));
    base = __shfl_sync(~0u, base, 0);
    if (keep) w[64 + base + __popc(votes & ((1u << threadIdx.x % 32) - 1))] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) w[0] = count;
}
int main() {
    run(reused_tile, 1, 64); run(two_tiles, 1, 64); run(tree, 1, 128); run(hillis, 1, 128);
    run(warp_sums, 1, 128); run(named, 1, 64); run(barriers_in_turns, 1, 64); run(producer_arrives, 1, 128);
    run(barrier_counts_less, 1, 96); run(copied_ahead, 1, 64); run(copied_not_met, 1, 64);
    run(pipeline_stages, 1, 64); run(tile_sums, 1, 64); run(tile_neighbours, 1, 64); run(broadcast, 1, 128);
    run(semaphore, 1, 128); run(latch, 1, 128); run(histogram, 1, 128); run(shared_flag, 1, 64);
    run(early_exit_sum, 1, 128); run_grid(grid_steps, 3, 64); run(in_place_stencil, 1, 128);
    run(transposed, 1, 64); run(compaction, 1, 128);
}
