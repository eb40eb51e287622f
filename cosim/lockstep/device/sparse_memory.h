/* SPDX-License-Identifier: Apache-2.0 */
/* sparse_memory.h: 64-bit words of a large address space, in pages that come into being when
 * written. */
#ifndef SCORD_SPARSE_MEMORY_H
#define SCORD_SPARSE_MEMORY_H

#include <stdint.h>

#include "cmodel/base/index_map.h"

/* What a word that was never written reads as, so that nothing relies on zeros. */
#define SCORD_UNWRITTEN UINT64_C(0xdeadbeefdeadbeef)

typedef struct scord_sparse_memory {
    scord_index_map_t map; /* number of a page, its address / its bytes → place in pages */
    uint64_t **pages;      /* words of each */
    uint64_t *numbers;     /* and its number */
    uint32_t count, capacity, number_capacity;
    uint64_t fill_from, fill_to, fill; /* words of these addresses read as FILL until written */
    uint64_t *last, last_number;       /* the page used last; NULL: none yet */
} scord_sparse_memory_t;               /* zeroed = empty */

void scord_sparse_memory_destroy(scord_sparse_memory_t *memory);
/* address: a multiple of 8. A write that finds no memory ends the process (no_memory.h): a bench
 * that cannot hold its image has nothing to report. */
uint64_t scord_sparse_memory_read(scord_sparse_memory_t *memory, uint64_t address);
void scord_sparse_memory_write(scord_sparse_memory_t *memory, uint64_t address, uint64_t value);
/* All words from FROM to TO (both multiples of 8; TO is not in it) become VALUE, those of places
 * never written, too. There is one such range: what the last one left unwritten is unwritten
 * again. */
void scord_sparse_memory_fill(scord_sparse_memory_t *memory, uint64_t from, uint64_t to,
                              uint64_t value);

#endif
