/* SPDX-License-Identifier: Apache-2.0 */
// table.h: a hash table of the device with keys and values of 32 bits.
#ifndef TABLE_H
#define TABLE_H

#include <cstdint>
#include <cuda_runtime.h>
#include <memory>

// A slot holds key and value in one word of 64 bits, which a compare-and-swap changes at once. Open
// addressing by groups of eight slots: eight threads probe a key together (as WarpCore, Juenger et
// al. 2020, does).
class HashTable {
  public:
    enum : uint32_t { EMPTY_KEY = 0xffffffffu, ERASED_KEY = 0xfffffffeu, NOT_FOUND = 0xffffffffu };
    explicit HashTable(uint32_t capacity);
    ~HashTable();
    HashTable(const HashTable &) = delete;
    HashTable &operator=(const HashTable &) = delete;

    // A key that is there gets the sum of both values. Returns how many keys found no place.
    uint32_t insert_or_add(const uint32_t *keys, const uint32_t *values, uint32_t count,
                           cudaStream_t stream = 0);
    void find(const uint32_t *keys, uint32_t *values, uint32_t count,
              cudaStream_t stream = 0) const;
    uint32_t erase(const uint32_t *keys, uint32_t count,
                   cudaStream_t stream = 0); // how many were there
    uint32_t size() const;
    uint32_t longest_probe() const;

  private:
    struct State;
    std::unique_ptr<State> state;
};

#endif
