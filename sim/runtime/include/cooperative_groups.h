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

/* Shuffles of any type that may be copied as bytes: a number by its own function, all else word by word. */
struct by_rank { template <typename T> SCORD_CG static T of(unsigned int mask, T value, int lane, int width) { return __shfl_sync(mask, value, lane, width); } };
struct from_below { template <typename T> SCORD_CG static T of(unsigned int mask, T value, int delta, int width) { return __shfl_up_sync(mask, value, (unsigned)delta, width); } };
struct from_above { template <typename T> SCORD_CG static T of(unsigned int mask, T value, int delta, int width) { return __shfl_down_sync(mask, value, (unsigned)delta, width); } };
struct by_xor { template <typename T> SCORD_CG static T of(unsigned int mask, T value, int bits, int width) { return __shfl_xor_sync(mask, value, bits, width); } };
template <typename Way, typename T, bool Number = __is_arithmetic(T)> struct shuffled {
    SCORD_CG static T of(unsigned int mask, T value, int lane, int width) { return (T)Way::of(mask, value, lane, width); }
};
template <typename Way, typename T> struct shuffled<Way, T, false> {
    SCORD_CG static T of(unsigned int mask, const T &value, int lane, int width) {
        unsigned int words[(sizeof(T) + 3) / 4];
        words[(sizeof(T) + 3) / 4 - 1] = 0;
        __builtin_memcpy(words, &value, sizeof(T));
        for (unsigned int i = 0; i < (sizeof(T) + 3) / 4; i++) words[i] = Way::of(mask, words[i], lane, width);
        T result(value); /* T may have no constructor without arguments */
        __builtin_memcpy(&result, words, sizeof(T));
        return result;
    }
};
template <typename Way, typename T> SCORD_CG T shuffle(unsigned int mask, T value, int lane, int width = 32) {
    return shuffled<Way, T>::of(mask, value, lane, width);
}
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

/* Memory for tiles of several warps, as CUDA before sm_80 needs it; here each kernel that has such tiles has its own. */
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
private:
    char scord_unused[8];
};
template <unsigned int MaxBlockSize> SCORD_CG inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
    return thread_block();
}

/* ---- sets of lanes ---- */
class lane_group {
public:
    SCORD_CG void sync() const { __syncwarp(mask); }
    SCORD_CG unsigned int size() const { return (unsigned int)__popc(mask); }
    SCORD_CG unsigned int num_threads() const { return size(); }
    SCORD_CG unsigned int thread_rank() const { return (unsigned int)__popc(mask & scord::lanes_below()); }
    SCORD_CG unsigned int meta_group_rank() const { return meta_rank; }
    SCORD_CG unsigned int meta_group_size() const { return meta_size; }
    SCORD_CG int any(int predicate) const { return __any_sync(mask, predicate); }
    SCORD_CG int all(int predicate) const { return __all_sync(mask, predicate); }
    SCORD_CG unsigned int ballot(int predicate) const { return ranks_of(__ballot_sync(mask, predicate)); }
    template <typename T> SCORD_CG unsigned int match_any(T value) const { return ranks_of(__match_any_sync(mask, value)); }
    template <typename T> SCORD_CG unsigned int match_all(T value, int &agree) const {
        return ranks_of(__match_all_sync(mask, value, &agree));
    }
    template <typename T> SCORD_CG T shfl(T value, unsigned int rank) const {
        return scord::shuffle<scord::by_rank>(mask, value, scord::lane_of_rank(mask, rank % size()));
    }
    template <typename T> SCORD_CG T shfl_up(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return scord::shuffle<scord::by_rank>(mask, value, scord::lane_of_rank(mask, rank < delta ? rank : rank - delta));
    }
    template <typename T> SCORD_CG T shfl_down(T value, unsigned int delta) const {
        unsigned int rank = thread_rank();
        return scord::shuffle<scord::by_rank>(mask, value, scord::lane_of_rank(mask, rank + delta < size() ? rank + delta : rank));
    }
    SCORD_CG unsigned int scord_mask() const { return mask; }

protected:
    SCORD_CG lane_group(unsigned int mask_, unsigned int rank_, unsigned int size_) : mask(mask_), meta_rank(rank_), meta_size(size_) {}
    /* Bits by lane to bits by rank. */
    SCORD_CG unsigned int ranks_of(unsigned int lanes) const {
        unsigned int ranks = 0, rank = 0;
        for (unsigned int left = mask; left != 0; left &= left - 1, rank++) ranks |= (lanes >> (__ffs((int)left) - 1) & 1u) << rank;
        return ranks;
    }
    unsigned int mask, meta_rank, meta_size; /* which of how many parts of its parent it is */
};

class coalesced_group : public lane_group {
public:
    SCORD_CG explicit coalesced_group(unsigned int mask_, unsigned int rank_ = 0, unsigned int size_ = 1) : lane_group(mask_, rank_, size_) {}
};
SCORD_CG inline coalesced_group coalesced_threads() { return coalesced_group(__ballot(1)); }

/* Lanes of the group with an equal label, or an equal predicate. Parts are numbered by their first lanes. */
template <typename Group, typename T> SCORD_CG coalesced_group labeled_partition(const Group &group, T label) {
    unsigned int part = __match_any_sync(group.scord_mask(), label), first = (unsigned int)__ffs((int)part) - 1;
    unsigned int firsts = __ballot_sync(group.scord_mask(), first == scord::lane());
    return coalesced_group(part, (unsigned int)__popc(firsts & ((1u << first) - 1)), (unsigned int)__popc(firsts));
}
template <typename Group> SCORD_CG coalesced_group binary_partition(const Group &group, bool predicate) {
    unsigned int all = group.scord_mask(), yes = __ballot_sync(all, predicate);
    if (yes == 0 || yes == all) return coalesced_group(all);
    return coalesced_group(predicate ? yes : all & ~yes, predicate, 2);
}

namespace scord {
/* What tiles of several warps share: for each of their five sizes the warps that have arrived, and a place of each warp. */
enum { SLOT_WORDS = 8 };
struct tile_memory {
    unsigned int arrived[5];
    alignas(16) unsigned int slot[32][SLOT_WORDS];
};
SCORD_CG inline tile_memory &tiles() {
    static __shared__ tile_memory memory;
    return memory;
}
} // namespace scord

/* Size: a power of two. Of one warp ranks are lanes, so that the collectives need no translation. */
template <unsigned int Size, bool OneWarp = (Size <= 32)> class scord_tile {
public:
    SCORD_CG static void sync() { __syncwarp(scord_mask()); }
    SCORD_CG static unsigned int thread_rank() { return scord::lane() % Size; }
    SCORD_CG static int any(int predicate) { return __any_sync(scord_mask(), predicate); }
    SCORD_CG static int all(int predicate) { return __all_sync(scord_mask(), predicate); }
    SCORD_CG static unsigned int ballot(int predicate) { return __ballot_sync(scord_mask(), predicate) >> first() & ranks(); }
    template <typename T> SCORD_CG static unsigned int match_any(T value) {
        return __match_any_sync(scord_mask(), value) >> first() & ranks();
    }
    template <typename T> SCORD_CG static unsigned int match_all(T value, int &agree) {
        return __match_all_sync(scord_mask(), value, &agree) >> first() & ranks();
    }
    template <typename T> SCORD_CG static T shfl(T value, int rank) { return scord::shuffle<scord::by_rank>(scord_mask(), value, rank, Size); }
    template <typename T> SCORD_CG static T shfl_up(T value, int delta) { return scord::shuffle<scord::from_below>(scord_mask(), value, delta, Size); }
    template <typename T> SCORD_CG static T shfl_down(T value, int delta) { return scord::shuffle<scord::from_above>(scord_mask(), value, delta, Size); }
    template <typename T> SCORD_CG static T shfl_xor(T value, int mask) { return scord::shuffle<scord::by_xor>(scord_mask(), value, mask, Size); }
    SCORD_CG static unsigned int scord_mask() { return ranks() << first(); }

private:
    SCORD_CG static constexpr unsigned int ranks() { return 0xffffffffu >> (32 - Size); }
    SCORD_CG static unsigned int first() { return scord::lane() & ~(Size - 1); }
};

/* Of several warps: they meet at a word of shared memory, to which each adds its bit and from which the last one takes
 * all of the tile's away, and exchange values by shared memory. */
template <unsigned int Size> class scord_tile<Size, false> {
public:
    SCORD_CG static unsigned int thread_rank() { return scord::block_rank() % Size; }
    SCORD_CG static void sync() {
        unsigned int *arrived = &scord::tiles().arrived[Size == 64 ? 0 : Size == 128 ? 1 : Size == 256 ? 2 : Size == 512 ? 3 : 4];
        unsigned int bit = 1u << warp(), tile = (0xffffffffu >> (32 - WARPS)) << (warp() & ~(WARPS - 1));
        __threadfence_block();
        __syncwarp();
        if (scord::lane() == 0) {
            __threadfence_block(); /* cumulative: releases what the other lanes did */
            unsigned int there = atomicOr_block(arrived, bit) | bit;
            if ((there & tile) == tile)
                atomicAnd_block(arrived, ~tile);
            else
                while ((atomicOr_block(arrived, 0u) & bit) != 0) continue;
            __threadfence_block();
        }
        __syncwarp();
    }
    SCORD_CG static int any(int predicate) { return (int)scord_reduce((unsigned int)__any_sync(~0u, predicate), scord_or()); }
    SCORD_CG static int all(int predicate) { return !any(!predicate); }
    template <typename T> SCORD_CG static T shfl(T value, int rank) {
        T result(value);
        unsigned int words[(sizeof(T) + 3) / 4] = {};
        __builtin_memcpy(words, &value, sizeof(T));
        unsigned int *place = scord::tiles().slot[first_warp()];
        for (unsigned int i = 0; i < (sizeof(T) + 3) / 4; i += scord::SLOT_WORDS) {
            if (thread_rank() == (unsigned int)rank % Size)
                for (unsigned int k = 0; k < scord::SLOT_WORDS && i + k < (sizeof(T) + 3) / 4; k++) place[k] = words[i + k];
            sync();
            for (unsigned int k = 0; k < scord::SLOT_WORDS && i + k < (sizeof(T) + 3) / 4; k++) words[i + k] = place[k];
            sync();
        }
        __builtin_memcpy(&result, words, sizeof(T));
        return result;
    }
    /* VALUE is the warp's, the same in its lanes: all warps' together, in their order. BEFORE gets those of the warps in
     * front of this one, if there are any. */
    template <typename T, typename Operation> SCORD_CG static T scord_reduce(T value, Operation operation, T *before = nullptr) {
        static_assert(sizeof(T) <= sizeof scord::tiles().slot[0], "scord: a value of a tile of several warps has up to 32 bytes");
        if (scord::lane() == 0) __builtin_memcpy(scord::tiles().slot[warp()], &value, sizeof(T));
        sync();
        T result(value);
        __builtin_memcpy(&result, scord::tiles().slot[first_warp()], sizeof(T));
        for (unsigned int i = 1; i < WARPS; i++) {
            if (before && first_warp() + i == warp()) *before = result;
            T next(value);
            __builtin_memcpy(&next, scord::tiles().slot[first_warp() + i], sizeof(T));
            result = operation(result, next);
        }
        sync();
        return result;
    }
    SCORD_CG static bool scord_is_first() { return warp() == first_warp(); }

private:
    struct scord_or { SCORD_CG unsigned int operator()(unsigned int a, unsigned int b) const { return a | b; } };
    static constexpr unsigned int WARPS = Size / 32;
    SCORD_CG static unsigned int warp() { return scord::block_rank() / 32; }
    SCORD_CG static unsigned int first_warp() { return warp() & ~(WARPS - 1); }
};

template <unsigned int Size, typename Parent = void> class thread_block_tile : public scord_tile<Size> {
    static_assert(Size >= 1 && Size <= 1024 && (Size & (Size - 1)) == 0, "scord: a tile has a power of two up to 1024 threads");

public:
    thread_block_tile() = default;
    /* A tile of any parent is a tile of its size: thread_block_tile<32> t = tiled_partition<32>(block). */
    template <typename Other> SCORD_CG thread_block_tile(const thread_block_tile<Size, Other> &tile)
        : meta_rank(tile.meta_group_rank()), meta_size(tile.meta_group_size()) {}
    SCORD_CG thread_block_tile(unsigned int rank_, unsigned int size_) : meta_rank(rank_), meta_size(size_) {}
    SCORD_CG static constexpr unsigned int size() { return Size; }
    SCORD_CG static constexpr unsigned int num_threads() { return Size; }
    SCORD_CG unsigned int meta_group_rank() const { return meta_rank; }
    SCORD_CG unsigned int meta_group_size() const { return meta_size; }

private:
    unsigned int meta_rank, meta_size;
};
template <unsigned int Size, typename Parent> SCORD_CG thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
    return thread_block_tile<Size, Parent>(parent.thread_rank() / Size, (parent.size() + Size - 1) / Size);
}
/* Tiles of several warps have nothing arrived at first. All threads of the block are here, so that none is in another tile. */
template <unsigned int Size> SCORD_CG thread_block_tile<Size, thread_block> tiled_partition(const thread_block &block) {
    if (Size > 32) {
        __syncthreads();
        if (scord::block_rank() < 5) scord::tiles().arrived[scord::block_rank()] = 0;
        __syncthreads();
    }
    return thread_block_tile<Size, thread_block>(scord::block_rank() / Size, (scord::block_threads() + Size - 1) / Size);
}
SCORD_CG inline thread_block_tile<1> this_thread() { return thread_block_tile<1>(0, 1); }

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
/* Parts of SIZE ranks each, a power of two up to 32; of coalesced threads the last one may have fewer. */
SCORD_CG inline thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    unsigned int first = scord::lane() & ~(size - 1);
    return coalesced_group((0xffffffffu >> (32 - size)) << first, parent.thread_rank() / size, (parent.size() + size - 1) / size);
}
SCORD_CG inline coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
    unsigned int mask = 0, part = parent.thread_rank() / size, rank = 0;
    for (unsigned int left = parent.scord_mask(); left != 0; left &= left - 1, rank++)
        if (rank / size == part) mask |= left & (0u - left);
    return coalesced_group(mask, part, (parent.size() + size - 1) / size);
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
    /* In two halves: what lies between them is ordered with neither side. */
    struct arrival_token {
        unsigned int scord_old;
    };
    SCORD_CG static arrival_token barrier_arrive() {
        arrival_token token = {0};
        __scord_grid_sync();
        __threadfence();
        __syncthreads();
        if (scord::block_rank() == 0) {
            __threadfence();
            token.scord_old = atomicAdd(&scord_grid_barrier, block_rank() == 0 ? 0x80000000u - (num_blocks() - 1) : 1u);
        }
        return token;
    }
    SCORD_CG static void barrier_wait(arrival_token &&token) {
        if (scord::block_rank() == 0) {
            while (((token.scord_old ^ atomicAdd(&scord_grid_barrier, 0u)) & 0x80000000u) == 0) continue;
            __threadfence();
        }
        __syncthreads();
    }
};
SCORD_CG inline grid_group this_grid() { return grid_group(); }

/* ---- a cluster: scord launches none, and then each block is one ---- */
class cluster_group : public thread_block {
public:
    SCORD_CG static unsigned int num_blocks() { return 1; }
    SCORD_CG static unsigned int block_rank() { return 0; }
    SCORD_CG static dim3 dim_blocks() { return dim3(1, 1, 1); }
    SCORD_CG static dim3 block_index() { return dim3(0, 0, 0); }
    SCORD_CG static unsigned int query_shared_rank(const void *) { return 0; }
    template <typename T> SCORD_CG static T *map_shared_rank(T *address, int) { return address; }
};
SCORD_CG inline cluster_group this_cluster() { return cluster_group(); }

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
