/* SPDX-License-Identifier: Apache-2.0 */
/* trace_pages.c: see trace_pages.h. */
#include "cmodel/import/trace_pages.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/stream/stream_error.h"

static scord_stream_status_t no_memory(scord_stream_error_t *error) {
    return stream_problem(error, SCORD_STREAM_MEMORY,
                          "no memory for the pages that the trace touches");
}

static scord_stream_status_t note_page(trace_pages_t *pages, uint64_t page,
                                       scord_stream_error_t *error) {
    if (pages->last_number != 0 && pages->last_page == page) return SCORD_STREAM_OK;
    uint32_t number = scord_index_map_find(&pages->numbers, page);
    if (number == SCORD_INDEX_NONE) {
        const uint32_t most = pages->most > 0 ? pages->most : TRACE_PAGES_MAX;
        if (pages->count == most)
            return stream_problem(error, SCORD_STREAM_BAD,
                                  "the traces touch more than %u pages of 64 KiB; import fewer "
                                  "kernels at a time, or raise --max-memory (at most 2^22 "
                                  "pages are tracked)",
                                  most);
        assert(pages->placed <= pages->count && pages->count < most);
        number = pages->count;
        if (!SCORD_ARRAY_ROOM(pages->page, pages->allocated, pages->count + 1) ||
            !scord_index_map_add(&pages->numbers, page, number))
            return no_memory(error);
        pages->page[pages->count++] = page;
    }
    assert(number < pages->count && pages->page[number] == page);
    pages->last_page = page;
    pages->last_number = number + 1;
    return SCORD_STREAM_OK;
}

scord_stream_status_t trace_pages_note(trace_pages_t *pages, uint64_t address, uint64_t bytes,
                                       scord_stream_error_t *error) {
    scord_stream_status_t status = SCORD_STREAM_OK;
    const uint64_t first = address >> TRACE_PAGE_WIDTH,
                   last = (address + (bytes > 0 ? bytes - 1 : 0)) >> TRACE_PAGE_WIDTH;
    for (uint64_t page = first; page <= last && status == SCORD_STREAM_OK; page++)
        status = note_page(pages, page, error);
    return status;
}

static int compare_pages(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Pages are renumbered, so the map is built again; that costs no more than noting did. */
scord_stream_status_t trace_pages_place(trace_pages_t *pages, uint32_t *first,
                                        scord_stream_error_t *error) {
    *first = pages->placed;
    if (pages->placed == pages->count) return SCORD_STREAM_OK;
    qsort(pages->page + pages->placed, pages->count - pages->placed, sizeof *pages->page,
          compare_pages);
    scord_index_map_clear(&pages->numbers);
    pages->last_number = 0;
    for (uint32_t i = 0; i < pages->count; i++) {
        assert(i <= *first || pages->page[i - 1] < pages->page[i]);
        if (!scord_index_map_add(&pages->numbers, pages->page[i], i)) return no_memory(error);
    }
    pages->placed = pages->count;
    return SCORD_STREAM_OK;
}

uint64_t trace_pages_move(trace_pages_t *pages, uint64_t address) {
    const uint64_t page = address >> TRACE_PAGE_WIDTH;
    if (pages->last_number == 0 || pages->last_page != page) {
        const uint32_t number = scord_index_map_find(&pages->numbers, page);
        if (number >= pages->placed) return TRACE_ADDRESS_UNKNOWN;
        pages->last_page = page;
        pages->last_number = number + 1;
    }
    assert(pages->last_number <= pages->placed); /* notes have been placed */
    const uint64_t offset = address & ((UINT64_C(1) << TRACE_PAGE_WIDTH) - 1);
    return TRACE_MEMORY_BASE + ((uint64_t)(pages->last_number - 1) << TRACE_PAGE_WIDTH) + offset;
}

uint32_t trace_pages_run(const trace_pages_t *pages, uint32_t first) {
    assert(first < pages->placed);
    uint32_t end = first + 1;
    while (end < pages->placed && pages->page[end] == pages->page[end - 1] + 1) end++;
    return end - first;
}

void trace_pages_destroy(trace_pages_t *pages) {
    scord_index_map_destroy(&pages->numbers);
    free(pages->page);
    *pages = (trace_pages_t){.page = NULL};
}
