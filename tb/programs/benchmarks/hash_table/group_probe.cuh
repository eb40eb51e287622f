// group_probe.cuh: the sequence of slots that a group looks at, and what it does there.
#pragma once
#include "table.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr int kGroup = 8;
using Group = cg::thread_block_tile<kGroup>;
using Slot = unsigned long long;

struct Slots {
    Slot *slots;
    uint32_t groups; // a power of two
    uint32_t most_probes;
};

__host__ __device__ constexpr Slot packed(uint32_t key, uint32_t value) { return (Slot)key << 32 | value; }
__host__ __device__ constexpr uint32_t key_of(Slot slot) { return (uint32_t)(slot >> 32); }
__host__ __device__ constexpr uint32_t value_of(Slot slot) { return (uint32_t)slot; }

__device__ inline uint32_t murmur(uint32_t x) {
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ x >> 16;
}

class Probe {
  public:
    __device__ Probe(const Slots &slots, const Group &group, uint32_t key)
        : table(slots), lane(group.thread_rank()), place(murmur(key)), step(murmur(key ^ 0x9e3779b9u) | 1u), number(0) {}
    __device__ Slot *slot() const { return table.slots + (place & (table.groups - 1)) * kGroup + lane; }
    __device__ bool next() {
        place += step;
        return ++number < table.most_probes;
    }
    __device__ uint32_t length() const { return number + 1; }

  private:
    const Slots &table;
    uint32_t lane, place, step, number;
};
