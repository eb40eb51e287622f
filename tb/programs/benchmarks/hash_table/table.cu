// table.cu: see table.h. Slots are read volatile: a compare-and-swap decides whether what was read still holds.
#include "table.h"
#include "check.h"
#include "group_probe.cuh"

#include <vector>

struct HashTable::State {
    Slots slots;
    uint32_t *counters; // mapped memory of the host: failed, erased, longest probe
    uint32_t *device_counters;
};
enum { FAILED, ERASED, LONGEST, COUNTERS };

__device__ static bool insert_one(const Slots &table, const Group &group, uint32_t key, uint32_t value, uint32_t *longest) {
    Probe probe(table, group, key);
    do {
        for (;;) {
            Slot *const own = probe.slot();
            const Slot seen = *(volatile Slot *)own;
            if (const unsigned same = group.ballot(key_of(seen) == key)) {
                bool done = false;
                if ((int)group.thread_rank() == __ffs(same) - 1) {
                    done = true;
                    for (Slot before = seen, now; ; before = now) { // the value may change, and the key may be erased
                        now = atomicCAS(own, before, packed(key, value_of(before) + value));
                        if (now == before) break;
                        if (key_of(now) != key) {
                            done = false;
                            break;
                        }
                    }
                }
                if (group.any(done)) return true;
                continue;
            }
            const unsigned empty = group.ballot(key_of(seen) == HashTable::EMPTY_KEY);
            if (!empty) break;
            const int leader = __ffs(empty) - 1;
            bool done = false;
            if ((int)group.thread_rank() == leader) {
                done = atomicCAS(own, seen, packed(key, value)) == seen;
                if (done) atomicMax(longest, probe.length());
            }
            if (group.shfl(done, leader)) return true; // else another key came first: the group's slots are read anew
        }
    } while (probe.next());
    return false;
}

__global__ void insert_kernel(Slots table, const uint32_t *keys, const uint32_t *values, uint32_t count, uint32_t *counters) {
    const auto group = cg::tiled_partition<kGroup>(cg::this_thread_block());
    for (uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kGroup; i < count; i += gridDim.x * blockDim.x / kGroup)
        if (!insert_one(table, group, keys[i], values[i], counters + LONGEST) && group.thread_rank() == 0)
            atomicAdd(counters + FAILED, 1u);
}

template <typename Found> __device__ void search(const Slots &table, const Group &group, uint32_t key, Found found) {
    Probe probe(table, group, key);
    do {
        const Slot seen = *(volatile Slot *)probe.slot();
        if (const unsigned same = group.ballot(key_of(seen) == key)) {
            if ((int)group.thread_rank() == __ffs(same) - 1) found(probe.slot(), seen);
            return;
        }
        if (group.any(key_of(seen) == HashTable::EMPTY_KEY)) return;
    } while (probe.next());
}

__global__ void find_kernel(Slots table, const uint32_t *keys, uint32_t *values, uint32_t count) {
    const auto group = cg::tiled_partition<kGroup>(cg::this_thread_block());
    for (uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kGroup; i < count; i += gridDim.x * blockDim.x / kGroup) {
        if (group.thread_rank() == 0) values[i] = HashTable::NOT_FOUND;
        group.sync();
        search(table, group, keys[i], [&](Slot *, Slot seen) { values[i] = value_of(seen); });
    }
}

__global__ void erase_kernel(Slots table, const uint32_t *keys, uint32_t count, uint32_t *erased) {
    const auto group = cg::tiled_partition<kGroup>(cg::this_thread_block());
    for (uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / kGroup; i < count; i += gridDim.x * blockDim.x / kGroup)
        search(table, group, keys[i], [=](Slot *slot, Slot seen) {
            if (atomicCAS(slot, seen, packed(HashTable::ERASED_KEY, 0)) == seen) atomicAdd(erased, 1u);
        });
}

__global__ void count_kernel(Slots table, uint32_t *total) {
    uint32_t own = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < table.groups * kGroup; i += gridDim.x * blockDim.x)
        own += key_of(table.slots[i]) < HashTable::ERASED_KEY;
    own = __reduce_add_sync(~0u, own);
    if (threadIdx.x % 32 == 0) atomicAdd(total, own);
}

static dim3 blocks_for(uint32_t count) { return dim3(min(16u, (count * kGroup + 127) / 128)); }

HashTable::HashTable(uint32_t capacity) : state(new State) {
    uint32_t groups = 1;
    while (groups * kGroup < capacity) groups *= 2;
    state->slots = {nullptr, groups, groups < 64 ? groups : 64};
    CHECK(cudaMalloc(&state->slots.slots, groups * kGroup * sizeof(Slot)));
    CHECK(cudaMemset(state->slots.slots, 0xff, groups * kGroup * sizeof(Slot)));
    CHECK(cudaHostAlloc(&state->counters, COUNTERS * sizeof(uint32_t), cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&state->device_counters, state->counters, 0));
    for (int i = 0; i < COUNTERS; i++) state->counters[i] = 0;
}

HashTable::~HashTable() {
    cudaFree(state->slots.slots);
    cudaFreeHost(state->counters);
}

uint32_t HashTable::insert_or_add(const uint32_t *keys, const uint32_t *values, uint32_t count, cudaStream_t stream) {
    state->counters[FAILED] = 0;
    insert_kernel<<<blocks_for(count), 128, 0, stream>>>(state->slots, keys, values, count, state->device_counters);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    return state->counters[FAILED];
}

void HashTable::find(const uint32_t *keys, uint32_t *values, uint32_t count, cudaStream_t stream) const {
    find_kernel<<<blocks_for(count), 128, 0, stream>>>(state->slots, keys, values, count);
    CHECK(cudaGetLastError());
}

uint32_t HashTable::erase(const uint32_t *keys, uint32_t count, cudaStream_t stream) {
    state->counters[ERASED] = 0;
    erase_kernel<<<blocks_for(count), 128, 0, stream>>>(state->slots, keys, count, state->device_counters + ERASED);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    return state->counters[ERASED];
}

uint32_t HashTable::size() const {
    uint32_t *total, host = 0;
    CHECK(cudaMalloc(&total, sizeof host));
    CHECK(cudaMemcpy(total, &host, sizeof host, cudaMemcpyHostToDevice));
    count_kernel<<<4, 128>>>(state->slots, total);
    CHECK(cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(total));
    return host;
}

uint32_t HashTable::longest_probe() const { return state->counters[LONGEST]; }
