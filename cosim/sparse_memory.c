/* sparse_memory.c: see sparse_memory.h. */
#include "sparse_memory.h"

#include <stdlib.h>

enum { PAGE_WORDS = 512, PAGE_BYTES = 8 * PAGE_WORDS, FIRST_SLOTS = 64 };

static scord_page_t *page_slot(scord_page_t *pages, size_t slots, uint64_t number) {
    size_t slot = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (slots - 1);
    while (pages[slot].words && pages[slot].number != number) slot = (slot + 1) & (slots - 1);
    return &pages[slot];
}

static void grow_pages(scord_sparse_memory_t *memory) {
    const size_t slots = 2 * memory->page_slots;
    scord_page_t *pages = calloc(slots, sizeof *pages);
    if (!pages) abort();
    for (size_t i = 0; i < memory->page_slots; i++)
        if (memory->pages[i].words) *page_slot(pages, slots, memory->pages[i].number) = memory->pages[i];
    free(memory->pages);
    memory->pages = pages;
    memory->page_slots = slots;
}

static void make_page(scord_sparse_memory_t *memory, scord_page_t *page, uint64_t number) {
    page->words = malloc(PAGE_BYTES);
    if (!page->words) abort();
    for (unsigned i = 0; i < PAGE_WORDS; i++) page->words[i] = SCORD_UNWRITTEN;
    page->number = number;
    memory->page_count++;
}

static uint64_t *page_words(scord_sparse_memory_t *memory, uint64_t number, bool make) {
    if (memory->last.words && memory->last.number == number) return memory->last.words;
    if (make && 2 * memory->page_count >= memory->page_slots) grow_pages(memory);
    scord_page_t *page = page_slot(memory->pages, memory->page_slots, number);
    if (!page->words && make) make_page(memory, page, number);
    if (page->words) memory->last = *page;
    return page->words;
}

uint64_t scord_sparse_memory_read(scord_sparse_memory_t *memory, uint64_t address) {
    const uint64_t *words = page_words(memory, address / PAGE_BYTES, false);
    return words ? words[address / 8 % PAGE_WORDS] : SCORD_UNWRITTEN;
}

void scord_sparse_memory_write(scord_sparse_memory_t *memory, uint64_t address, uint64_t value) {
    page_words(memory, address / PAGE_BYTES, true)[address / 8 % PAGE_WORDS] = value;
}

bool scord_sparse_memory_create(scord_sparse_memory_t *memory) {
    *memory = (scord_sparse_memory_t){.page_slots = FIRST_SLOTS};
    memory->pages = calloc(memory->page_slots, sizeof *memory->pages);
    return memory->pages != NULL;
}

void scord_sparse_memory_destroy(scord_sparse_memory_t *memory) {
    for (size_t i = 0; memory->pages && i < memory->page_slots; i++) free(memory->pages[i].words);
    free(memory->pages);
    *memory = (scord_sparse_memory_t){0};
}
