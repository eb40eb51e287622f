/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative_groups.h: thread_block, tiles, coalesced groups and the grid, as CUDA 10 and 11 have them.
 *
 * A tile or coalesced group is a set of lanes of one warp: its collectives are the .sync instructions on that set. A
 * grid's sync is CUDA's own barrier: one counter that every block adds to, whose top bit flips when all have come. All
 * threads fence before they tell, since the detector counts fences by warp (the model of PTX asks for the last one
 * only); the counter is polled by atomics, so that the polls are synchronisation to it, too.
 */
#ifndef SCORD_COOPERATIVE_GROUPS_H
#define SCORD_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_ /* as the SDK's header: programs ask */

#include "scord_cuda.h"

#define SCORD_CG __device__ __attribute__((always_inline, nodebug))

static __device__ unsigned int scord_grid_barrier;
extern "C" __device__ void __scord_grid_sync(); /* says that the grid synchronises; nothing else */

namespace cooperative_groups {

namespace scord {
SCORD_CG inline unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
SCORD_CG inline unsigned int lanes_below() { return (1u << lane()) - 1; }
SCORD_CG inline unsigned int block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
SCORD_CG inline unsigned int block_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
/* The lane of the mask whose rank in it is `rank`. */
SCORD_CG inline int lane_of_rank(unsigned int mask, unsigned int rank) { return (int)__fns(mask, 0, (int)rank + 1); }
} // namespace scord

/* ---- the block ---- */
class thread_block {
public:
    SCORD_CG static void sync() { __syncthreads(); }
    /* The barrier is passed at the wait: what lies between the two is ordered with what is before. */
    struct arrival_token {};
    SCORD_CG static arrival_token barrier_arrive() { return arrival_token(); }
    SCORD_CG static void barrier_wait(arrival_token &&) { __syncthreads(); }
    SCORD_CG static unsigned int thread_rank() { return scord::block_rank(); }
    SCORD_CG static unsigned int size() { return scord::block_threads(); }
    SCORD_CG static unsigned int num_threads() { return scord::block_threads(); }
    SCORD_CG static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SCORD_CG static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    SCORD_CG static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    SCORD_CG static dim3 dim_threads() { return group_dim(); }
};
SCORD_CG inline thread_block this_thread_block() { return thread_block(); }

/* ---- sets of lanes ---- */
class lane_group {
public:
    SCORD_CG void sync() const { __syncwarp(mask); }
    SCORD_CG unsigned int size() const { return (unsigned int)__popc(mask); }
    SCORD_CG unsigned int num_threads() const { return size(); }
    SCORD_CG unsigned int thread_rank() const { return (unsigned int)__popc(mask & scord::lanes_below()); }
    SCORD_CG int any(int predicate) const { return __any_sync(mask, predicate); }
    SCORD_CG int all(int predicate) const { return __all_sync(mask, predicate); }
    SCORD_CG unsigned int ballot(int predicate) const { return ranks_of(__ballot_sync(mask, predicate)); }
    template <typename T> SCORD_CG unsigned int match_any(T value) const { return ranks_of(__match_any_sync(mask, value)); }
    template <typename T> SCORD_CG unsigned int match_all(T value, int &agree) const {
        return ranks_of(__match_all_sync(mask, value, &agree));
    }
    template <typename T> SCORD_CG T shfl(T value, unsigned int rank) const {
        return __shfl_sync(mask, value, scord::lane_of_rank(mask, rank % size()));
    }
    template <typename T> SCORD_CG T shfl_up(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask, value, scord::lane_of_rank(mask, rank < delta ? rank : rank - delta));
    }
    template <typename T> SCORD_CG T shfl_down(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return __shfl_sync(mask, value, scord::lane_of_rank(mask, rank + delta < size() ? rank + delta : rank));
    }
    SCORD_CG unsigned int scord_mask() const { return mask; }

protected:
    SCORD_CG explicit lane_group(unsigned int mask_) : mask(mask_) {}
    /* Bits by lane to bits by rank. */
    SCORD_CG unsigned int ranks_of(unsigned int lanes) const {
        unsigned int ranks = 0, rank = 0;
        for (unsigned int left = mask; left != 0; left &= left - 1, rank++) ranks |= (lanes >> (__ffs((int)left) - 1) & 1u) << rank;
        return ranks;
    }
    unsigned int mask;
};

class coalesced_group : public lane_group {
public:
    SCORD_CG explicit coalesced_group(unsigned int mask_) : lane_group(mask_) {}
};
SCORD_CG inline coalesced_group coalesced_threads() { return coalesced_group(__ballot(1)); }

/* Lanes of the group with an equal label, or an equal predicate. */
template <typename Group, typename T> SCORD_CG coalesced_group labeled_partition(const Group &group, T label) {
    return coalesced_group(__match_any_sync(group.scord_mask(), label));
}
template <typename Group> SCORD_CG coalesced_group binary_partition(const Group &group, bool predicate) {
    unsigned int yes = __ballot_sync(group.scord_mask(), predicate);
    return coalesced_group(predicate ? yes : group.scord_mask() & ~yes);
}

/* Size: a power of two up to 32. Ranks are lanes, so the collectives need no translation. */
template <unsigned int Size, typename Parent = void> class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "scord: a tile has a power of two up to 32 threads");

public:
    thread_block_tile() = default;
    /* A tile of any parent is a tile of its size: thread_block_tile<32> t = tiled_partition<32>(block). */
    template <typename Other> SCORD_CG thread_block_tile(const thread_block_tile<Size, Other> &) {}
    SCORD_CG static void sync() { __syncwarp(scord_mask()); }
    SCORD_CG static constexpr unsigned int size() { return Size; }
    SCORD_CG static constexpr unsigned int num_threads() { return Size; }
    SCORD_CG static unsigned int thread_rank() { return scord::lane() % Size; }
    SCORD_CG static unsigned int meta_group_rank() { return scord::block_rank() / Size; }
    SCORD_CG static unsigned int meta_group_size() { return (scord::block_threads() + Size - 1) / Size; }
    SCORD_CG static int any(int predicate) { return __any_sync(scord_mask(), predicate); }
    SCORD_CG static int all(int predicate) { return __all_sync(scord_mask(), predicate); }
    SCORD_CG static unsigned int ballot(int predicate) { return __ballot_sync(scord_mask(), predicate) >> first() & ranks(); }
    template <typename T> SCORD_CG static unsigned int match_any(T value) {
        return __match_any_sync(scord_mask(), value) >> first() & ranks();
    }
    template <typename T> SCORD_CG static unsigned int match_all(T value, int &agree) {
        return __match_all_sync(scord_mask(), value, &agree) >> first() & ranks();
    }
    template <typename T> SCORD_CG static T shfl(T value, int rank) { return __shfl_sync(scord_mask(), value, rank, Size); }
    template <typename T> SCORD_CG static T shfl_up(T value, int delta) { return __shfl_up_sync(scord_mask(), value, (unsigned)delta, Size); }
    template <typename T> SCORD_CG static T shfl_down(T value, int delta) { return __shfl_down_sync(scord_mask(), value, (unsigned)delta, Size); }
    template <typename T> SCORD_CG static T shfl_xor(T value, int mask) { return __shfl_xor_sync(scord_mask(), value, mask, Size); }
    SCORD_CG static unsigned int scord_mask() { return ranks() << first(); }

private:
    SCORD_CG static constexpr unsigned int ranks() { return 0xffffffffu >> (32 - Size); }
    SCORD_CG static unsigned int first() { return scord::lane() & ~(Size - 1); }
};
template <unsigned int Size, typename Parent> SCORD_CG thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<Size, Parent>();
}

/* ---- any group, by value ---- */
class thread_group {
public:
    SCORD_CG thread_group(const thread_block &) : whole_block(true), lanes(0) {}
    SCORD_CG thread_group(const coalesced_group &group) : whole_block(false), lanes(group.scord_mask()) {}
    template <unsigned int Size, typename Parent>
    SCORD_CG thread_group(const thread_block_tile<Size, Parent> &tile) : whole_block(false), lanes(tile.scord_mask()) {}
    SCORD_CG void sync() const { if (whole_block) __syncthreads(); else __syncwarp(lanes); }
    SCORD_CG unsigned int size() const { return whole_block ? scord::block_threads() : (unsigned int)__popc(lanes); }
    SCORD_CG unsigned int num_threads() const { return size(); }
    SCORD_CG unsigned int thread_rank() const {
        return whole_block ? scord::block_rank() : (unsigned int)__popc(lanes & scord::lanes_below());
    }

private:
    bool whole_block;
    unsigned int lanes;
};
SCORD_CG inline thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    unsigned int first = scord::lane() & ~(size - 1);
    return coalesced_group((0xffffffffu >> (32 - size)) << first);
}

/* ---- the grid: a kernel launched by cudaLaunchCooperativeKernel ---- */
class grid_group {
public:
    SCORD_CG static bool is_valid() { return true; }
    SCORD_CG static unsigned int num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
    SCORD_CG static unsigned int block_rank() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
    SCORD_CG static unsigned long long size() { return (unsigned long long)num_blocks() * scord::block_threads(); }
    SCORD_CG static unsigned long long num_threads() { return size(); }
    SCORD_CG static unsigned long long thread_rank() {
        return (unsigned long long)block_rank() * scord::block_threads() + scord::block_rank();
    }
    SCORD_CG static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    SCORD_CG static dim3 dim_blocks() { return group_dim(); }
    SCORD_CG static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SCORD_CG static void sync() {
        __scord_grid_sync();
        __threadfence();
        __syncthreads();
        if (scord::block_rank() == 0) {
            __threadfence(); /* cumulative: releases what the barrier told this thread */
            unsigned int step = block_rank() == 0 ? 0x80000000u - (num_blocks() - 1) : 1u;
            unsigned int old = atomicAdd(&scord_grid_barrier, step);
            while (((old ^ atomicAdd(&scord_grid_barrier, 0u)) & 0x80000000u) == 0) continue;
            __threadfence();
        }
        __syncthreads();
    }
};
SCORD_CG inline grid_group this_grid() { return grid_group(); }

/* ---- one thread for all ---- */
template <typename Group, typename F, typename... A> SCORD_CG void invoke_one(const Group &group, F &&f, A &&...arguments) {
    if (group.thread_rank() == 0) f(static_cast<A &&>(arguments)...);
}
/* Of a tile or of coalesced threads: all get the result. */
template <typename Group, typename F, typename... A>
SCORD_CG auto invoke_one_broadcast(const Group &group, F &&f, A &&...arguments) -> decltype(f(static_cast<A &&>(arguments)...)) {
    decltype(f(static_cast<A &&>(arguments)...)) result{};
    if (group.thread_rank() == 0) result = f(static_cast<A &&>(arguments)...);
    return group.shfl(result, 0);
}

/* ---- as functions ---- */
template <typename Group> SCORD_CG void sync(const Group &group) { group.sync(); }
template <typename Group> SCORD_CG unsigned int thread_rank(const Group &group) { return (unsigned int)group.thread_rank(); }
template <typename Group> SCORD_CG unsigned int group_size(const Group &group) { return (unsigned int)group.size(); }

} // namespace cooperative_groups

#undef SCORD_CG

#endif
