/* SPDX-License-Identifier: Apache-2.0 */
// lanes.cu: what one thread of a warp signals covers its own accesses; those of the others when they have met it before
// its fence (docs/semantics.md D80).
#include "styles.h"

// pair: leader_fence | the leader's fence and flag, and data of all lanes
__global__ void leader_fence(int *w) {
    if (blockIdx.x == 0) {
        w[32 + threadIdx.x] = threadIdx.x;
        RIGHT(__syncwarp();)
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&w[0], 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&w[0], 0) == 0);
            __threadfence();
        }
        __syncwarp();
        w[100 + threadIdx.x] = w[32 + threadIdx.x];
    }
}
// pair: leader_release | the same by a releasing store
__global__ void leader_release(int *w) {
    cuda::atomic_ref<int, cuda::thread_scope_device> flag(w[0]);
    if (blockIdx.x == 0) {
        w[32 + threadIdx.x] = threadIdx.x;
        RIGHT(__syncwarp();)
        if (threadIdx.x == 0) flag.store(1, cuda::memory_order_release);
    } else {
        if (threadIdx.x == 0) while (flag.load(cuda::memory_order_acquire) == 0);
        __syncwarp();
        w[100 + threadIdx.x] = w[32 + threadIdx.x];
    }
}
// pair: leader_ticket | the last of several warps sums what all lanes have written
__global__ void leader_ticket(int *w) {
    unsigned ticket = 0;
    w[32 + blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
    RIGHT(__syncwarp();)
    if (threadIdx.x == 0) {
        __threadfence();
        ticket = atomicAdd(&w[0], 1);
        __threadfence();
    }
    ticket = __shfl_sync(~0u, ticket, 0);
    __syncwarp();
    if (ticket != gridDim.x - 1) return;
    int sum = 0;
    for (int i = 0; i < gridDim.x; i++) sum += w[32 + i * 32 + threadIdx.x];
    w[1000 + threadIdx.x] = sum;
}
// pair: fence_of_each | each lane's fence is its own; the flag is another lane's
__global__ void fence_of_each(int *w) {
    if (blockIdx.x == 0) {
        w[32 + threadIdx.x] = threadIdx.x;
        __threadfence();
        RIGHT(__syncwarp();)
        if (threadIdx.x == 0) atomicExch(&w[0], 1);
    } else {
        if (threadIdx.x == 0) while (atomicAdd(&w[0], 0) == 0);
        __threadfence();
        __syncwarp();
        w[100 + threadIdx.x] = w[32 + threadIdx.x];
    }
}
// pair: flag_of_each | each lane waits for a flag of its own, or of its neighbour
__global__ void flag_of_each(int *w) {
    int *flag = w, *data = w + 64;
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        __threadfence();
        atomicExch(&flag[threadIdx.x], 1);
    } else {
        const int at = threadIdx.x RIGHT() WRONG(/ 2);
        while (atomicAdd(&flag[at], 0) == 0);
        __threadfence();
        RIGHT(w[128 + threadIdx.x] = data[at];)
        WRONG(w[128 + threadIdx.x] = *(volatile int *)&data[at]; data[threadIdx.x] = 0;)
    }
}
// pair: lock_of_each | each lane takes the lock of its bin in turns
__global__ void lock_of_each(int *w) {
    int *lock = w, *bin = w + 64;
    const int at = (threadIdx.x * 5 + blockIdx.x) % 8;
    for (bool done = false; !done;)
        if (atomicCAS(&lock[at], 0, 1) == 0) {
            __threadfence();
            bin[at]++;
            RIGHT(__threadfence();)
            atomicExch(&lock[at], 0);
            done = true;
        }
}
// pair: tile_leader | a tile's leader signals behind the tile's sync
__global__ void tile_leader(int *w) {
    const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (blockIdx.x == 0) {
        w[64 + threadIdx.x] = threadIdx.x;
        RIGHT(tile.sync();)
        if (tile.thread_rank() == 0) {
            __threadfence();
            atomicExch(&w[threadIdx.x / 8], 1);
        }
    } else {
        if (tile.thread_rank() == 0) {
            while (atomicAdd(&w[threadIdx.x / 8], 0) == 0);
            __threadfence();
        }
        tile.sync();
        w[128 + threadIdx.x] = w[64 + threadIdx.x];
    }
}
// pair: leader_in_shared_memory | a warp hands words on to another one of its block
__global__ void leader_in_shared_memory(int *w) {
    __shared__ int flag, data[32];
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x;
        RIGHT(__syncwarp();)
        if (threadIdx.x == 0) {
            __threadfence_block();
            atomicExch_block(&flag, 1);
        }
    } else {
        if (threadIdx.x == 32) {
            while (atomicAdd_block(&flag, 0) == 0);
            __threadfence_block();
        }
        __syncwarp();
        w[threadIdx.x] = data[threadIdx.x - 32];
    }
}
// pair: own_words | a leader that signals what it alone has written; another lane's words need the sync
__global__ void own_words(int *w) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == RIGHT(0) WRONG(1)) w[64] = 1;
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&w[0], 1);
        }
    } else if (threadIdx.x == 0) {
        while (atomicAdd(&w[0], 0) == 0);
        __threadfence();
        w[128] = w[64];
    }
}
// pair: votes | a vote is no sync of memory
__global__ void votes(int *w) {
    if (blockIdx.x == 0) {
        w[64 + threadIdx.x] = 1;
        const unsigned all = __ballot_sync(~0u, threadIdx.x < 20);
        RIGHT(__syncwarp();)
        if (threadIdx.x == __ffs(all) - 1) {
            __threadfence();
            atomicExch(&w[0], 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&w[0], 0) == 0);
            __threadfence();
        }
        __syncwarp();
        w[128 + threadIdx.x] = w[64 + threadIdx.x];
    }
}
// right: each_counts | all lanes fence and count; the reader waits for all
__global__ void each_counts(int *w) {
    if (blockIdx.x < 2) {
        w[64 + blockIdx.x * 32 + threadIdx.x] = 1;
        __threadfence();
        atomicAdd(&w[0], 1);
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&w[0], 0) != 64);
            __threadfence();
        }
        __syncwarp();
        w[256 + threadIdx.x] = w[64 + threadIdx.x] + w[96 + threadIdx.x];
    }
}
// right: turns | lanes of a warp signal one after the other
__global__ void turns(int *w) {
    for (int lane = 0; lane < 32; lane++)
        if (threadIdx.x == lane) {
            if (blockIdx.x == 0) {
                w[64 + lane] = lane;
                __threadfence();
                atomicExch(&w[lane], 1);
            } else {
                while (atomicAdd(&w[lane], 0) == 0);
                __threadfence();
                w[128 + lane] = w[64 + lane];
            }
        }
}
// right: relay_in_warp | a lane hands on to another lane by a flag, and that one signals
__global__ void relay_in_warp(int *w) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 5) {
            w[64] = 1;
            __threadfence();
            atomicExch(&w[1], 1);
        } else if (threadIdx.x == 0) {
            while (atomicAdd(&w[1], 0) == 0);
            __threadfence();
            atomicExch(&w[0], 1);
        }
    } else if (threadIdx.x == 0) {
        while (atomicAdd(&w[0], 0) == 0);
        __threadfence();
        w[128] = w[64];
    }
}
int main() {
    run(leader_fence, 2, 32);
    run(leader_release, 2, 32);
    run(leader_ticket, 3, 32);
    run(fence_of_each, 2, 32);
    run(flag_of_each, 2, 32);
    run(lock_of_each, 2, 32);
    run(tile_leader, 2, 32);
    run(leader_in_shared_memory, 1, 64);
    run(own_words, 2, 32);
    run(votes, 2, 32);
    run(each_counts, 3, 32);
    run(turns, 2, 32);
    run(relay_in_warp, 2, 32);
}
