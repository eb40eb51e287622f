// A hash table with open addressing: 64-bit entries {key, value} inserted by compare-and-swap, then looked up and counted.
#include <cstdio>
#include <map>
#include <vector>
typedef unsigned long long Entry;
const Entry EMPTY = ~0ull;
__device__ unsigned slot_of(unsigned key, unsigned mask) {
    key ^= key >> 16;
    key *= 0x85ebca6bu;
    key ^= key >> 13;
    return key & mask;
}
__global__ void insert(Entry *table, unsigned mask, const uint2 *pairs, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Entry mine = (Entry)pairs[i].x << 32 | pairs[i].y;
    for (unsigned slot = slot_of(pairs[i].x, mask);; slot = (slot + 1) & mask) {
        Entry old = atomicCAS(&table[slot], EMPTY, mine);
        if (old == EMPTY) return;
        if (old >> 32 == pairs[i].x) {
            atomicMax(&table[slot], mine); // the largest value of a key stays
            return;
        }
    }
}
__global__ void look_up(const Entry *table, unsigned mask, const unsigned *keys, int *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    values[i] = -1;
    for (unsigned slot = slot_of(keys[i], mask); table[slot] != EMPTY; slot = (slot + 1) & mask)
        if (table[slot] >> 32 == keys[i]) {
            values[i] = (int)(table[slot] & 0xffffffffu);
            return;
        }
}
int main() {
    const int n = 700, queries = 900;
    const unsigned size = 2048;
    std::vector<uint2> pairs(n);
    std::vector<unsigned> keys(queries);
    std::vector<int> values(queries);
    std::map<unsigned, int> expected;
    for (int i = 0; i < n; i++) {
        pairs[i] = make_uint2(i * 7919u % 450u * 3u, (unsigned)(i * 31 % 1000));
        int &best = expected.emplace(pairs[i].x, -1).first->second;
        if ((int)pairs[i].y > best) best = pairs[i].y;
    }
    for (int i = 0; i < queries; i++) keys[i] = i * 2;
    Entry *table;
    uint2 *d_pairs;
    unsigned *d_keys;
    int *d_values, wrong = 0;
    cudaMalloc(&table, size * sizeof(Entry));
    cudaMalloc(&d_pairs, n * sizeof(uint2));
    cudaMalloc(&d_keys, queries * 4);
    cudaMalloc(&d_values, queries * 4);
    cudaMemset(table, 0xff, size * sizeof(Entry));
    cudaMemcpy(d_pairs, pairs.data(), n * sizeof(uint2), cudaMemcpyHostToDevice);
    cudaMemcpy(d_keys, keys.data(), queries * 4, cudaMemcpyHostToDevice);
    insert<<<(n + 127) / 128, 128>>>(table, size - 1, d_pairs, n);
    look_up<<<(queries + 127) / 128, 128>>>(table, size - 1, d_keys, d_values, queries);
    cudaMemcpy(values.data(), d_values, queries * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < queries; i++) wrong += values[i] != (expected.count(keys[i]) ? expected[keys[i]] : -1);
    printf("wrong %d\n", wrong);
}
