// hash_table [KEYS]: inserts keys, many of them twice, looks them up, erases a part, inserts again; a map of the host is the judge.
#include "check.h"
#include "table.h"

#include <unordered_map>
#include <vector>

static bool agrees(const HashTable &table, const std::vector<uint32_t> &questions, const std::unordered_map<uint32_t, uint32_t> &map,
                   const char *when) {
    const uint32_t count = (uint32_t)questions.size();
    uint32_t *memory;
    CHECK(cudaMallocManaged(&memory, 2 * count * sizeof *memory));
    std::copy(questions.begin(), questions.end(), memory);
    table.find(memory, memory + count, count);
    CHECK(cudaDeviceSynchronize());
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        const auto found = map.find(questions[i]);
        wrong += memory[count + i] != (found == map.end() ? (uint32_t)HashTable::NOT_FOUND : found->second);
    }
    CHECK(cudaFree(memory));
    printf("%s: %u questions, %u keys\n", when, count, table.size());
    if (wrong) printf("%u wrong answers\n", wrong);
    return wrong == 0 && table.size() == map.size();
}

int main(int argc, char **argv) {
    const uint32_t keys = argc > 1 ? (uint32_t)atoi(argv[1]) : 1200;
    std::vector<uint32_t> key(keys), value(keys), questions;
    std::unordered_map<uint32_t, uint32_t> map;
    uint32_t seed = 99;
    for (uint32_t i = 0; i < keys; i++) {
        key[i] = (seed = seed * 1664525u + 1013904223u) % (keys * 2 / 3) * 2654435761u >> 1;
        value[i] = i;
        map[key[i]] += i;
        questions.push_back(key[i]);
        if (i % 4 == 0) questions.push_back(key[i] + 1);
    }
    HashTable table(keys);
    uint32_t *memory;
    CHECK(cudaMalloc(&memory, 2 * keys * sizeof *memory));
    CHECK(cudaMemcpy(memory, key.data(), keys * sizeof *memory, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(memory + keys, value.data(), keys * sizeof *memory, cudaMemcpyHostToDevice));
    bool right = table.insert_or_add(memory, memory + keys, keys) == 0;
    right = agrees(table, questions, map, "inserted") && right;

    const uint32_t third = keys / 3;
    uint32_t erased = 0;
    for (uint32_t i = 0; i < third; i++) erased += map.erase(key[i]);
    right = table.erase(memory, third) == erased && right;
    right = agrees(table, questions, map, "erased") && right;

    for (uint32_t i = 0; i < third / 2; i++) map[key[i]] += value[i];
    right = table.insert_or_add(memory, memory + keys, third / 2) == 0 && right;
    right = agrees(table, questions, map, "inserted again") && right;
    right = table.longest_probe() >= 1 && right;
    CHECK(cudaFree(memory));
    HashTable small(8); // eight places for many keys
    CHECK(cudaMalloc(&memory, 128 * sizeof *memory));
    for (uint32_t i = 0; i < 64; i++) key[i] = i, value[i] = 1;
    CHECK(cudaMemcpy(memory, key.data(), 64 * sizeof *memory, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(memory + 64, value.data(), 64 * sizeof *memory, cudaMemcpyHostToDevice));
    right = small.insert_or_add(memory, memory + 64, 64) == 56 && small.size() == 8 && right;
    CHECK(cudaFree(memory));
    printf("%s\n", right ? "PASSED" : "FAILED");
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
