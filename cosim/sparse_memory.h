/* sparse_memory.h: 64-bit words of a large address space, in pages that come into being when written. */
#ifndef SCORD_SPARSE_MEMORY_H
#define SCORD_SPARSE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a word that was never written reads as, so that nothing relies on zeros. */
#define SCORD_UNWRITTEN UINT64_C(0xdeadbeefdeadbeef)

typedef struct scord_page {
    uint64_t number; /* address / bytes of a page */
    uint64_t *words; /* NULL: slot is free */
} scord_page_t;

typedef struct scord_sparse_memory {
    scord_page_t *pages; /* open hash table, at most half full */
    size_t page_slots, page_count;
    scord_page_t last; /* used last */
} scord_sparse_memory_t;

bool scord_sparse_memory_create(scord_sparse_memory_t *memory); /* false: no memory */
void scord_sparse_memory_destroy(scord_sparse_memory_t *memory);
/* address: a multiple of 8. A write that finds no memory aborts: a bench that cannot hold its image has nothing to report. */
uint64_t scord_sparse_memory_read(scord_sparse_memory_t *memory, uint64_t address);
void scord_sparse_memory_write(scord_sparse_memory_t *memory, uint64_t address, uint64_t value);

#endif
