/* sparse_memory.c: see sparse_memory.h. */
#include "cosim/lockstep/sparse_memory.h"

#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cosim/lockstep/no_memory.h"

enum { PAGE_WORDS = 512, PAGE_BYTES = 8 * PAGE_WORDS };

static uint64_t *make_page(scord_sparse_memory_t *memory, uint64_t number) {
    uint64_t *words = malloc(PAGE_BYTES);
    if (!words || !SCORD_ARRAY_ROOM(memory->pages, memory->capacity, memory->count + 1) ||
        !scord_index_map_add(&memory->map, number, memory->count))
        scord_no_memory("the device's memory: track less of it");
    for (unsigned i = 0; i < PAGE_WORDS; i++) words[i] = SCORD_UNWRITTEN;
    memory->pages[memory->count++] = words;
    return words;
}

static uint64_t *page_words(scord_sparse_memory_t *memory, uint64_t number, bool make) {
    if (memory->last && memory->last_number == number) return memory->last;
    const uint32_t index = scord_index_map_find(&memory->map, number);
    if (index == SCORD_INDEX_NONE && !make) return NULL;
    memory->last = index == SCORD_INDEX_NONE ? make_page(memory, number) : memory->pages[index];
    memory->last_number = number;
    return memory->last;
}

uint64_t scord_sparse_memory_read(scord_sparse_memory_t *memory, uint64_t address) {
    const uint64_t *words = page_words(memory, address / PAGE_BYTES, false);
    return words ? words[address / 8 % PAGE_WORDS] : SCORD_UNWRITTEN;
}

void scord_sparse_memory_write(scord_sparse_memory_t *memory, uint64_t address, uint64_t value) {
    page_words(memory, address / PAGE_BYTES, true)[address / 8 % PAGE_WORDS] = value;
}

void scord_sparse_memory_destroy(scord_sparse_memory_t *memory) {
    for (uint32_t i = 0; i < memory->count; i++) free(memory->pages[i]);
    free(memory->pages);
    scord_index_map_destroy(&memory->map);
    *memory = (scord_sparse_memory_t){0};
}
