/* SPDX-License-Identifier: Apache-2.0 */
/* sparse_memory.c: see sparse_memory.h. */
#include "cosim/lockstep/device/sparse_memory.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cosim/lockstep/device/no_memory.h"

enum { PAGE_WORDS = 512, PAGE_BYTES = 8 * PAGE_WORDS };

static uint64_t unwritten(const scord_sparse_memory_t *memory, uint64_t address) {
    return address >= memory->fill_from && address < memory->fill_to ? memory->fill
                                                                     : SCORD_UNWRITTEN;
}

static uint64_t *make_page(scord_sparse_memory_t *memory, uint64_t number) {
    uint64_t *words = malloc(PAGE_BYTES);
    if (!words || !SCORD_ARRAY_ROOM(memory->pages, memory->capacity, memory->count + 1) ||
        !SCORD_ARRAY_ROOM(memory->numbers, memory->number_capacity, memory->count + 1) ||
        !scord_index_map_add(&memory->map, number, memory->count))
        scord_no_memory("the device's memory: track less of it");
    for (unsigned i = 0; i < PAGE_WORDS; i++)
        words[i] = unwritten(memory, number * PAGE_BYTES + 8 * (uint64_t)i);
    memory->numbers[memory->count] = number;
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
    return words ? words[address / 8 % PAGE_WORDS] : unwritten(memory, address);
}

void scord_sparse_memory_write(scord_sparse_memory_t *memory, uint64_t address, uint64_t value) {
    page_words(memory, address / PAGE_BYTES, true)[address / 8 % PAGE_WORDS] = value;
}

void scord_sparse_memory_fill(scord_sparse_memory_t *memory, uint64_t from, uint64_t to,
                              uint64_t value) {
    assert(from % 8 == 0 && to % 8 == 0 && from <= to);
    memory->fill_from = from;
    memory->fill_to = to;
    memory->fill = value;
    for (uint32_t page = 0; page < memory->count; page++)
        for (unsigned i = 0; i < PAGE_WORDS; i++) {
            const uint64_t address = memory->numbers[page] * PAGE_BYTES + 8 * (uint64_t)i;
            if (address >= from && address < to) memory->pages[page][i] = value;
        }
}

void scord_sparse_memory_destroy(scord_sparse_memory_t *memory) {
    for (uint32_t i = 0; i < memory->count; i++) free(memory->pages[i]);
    free(memory->pages);
    free(memory->numbers);
    scord_index_map_destroy(&memory->map);
    *memory = (scord_sparse_memory_t){0};
}
