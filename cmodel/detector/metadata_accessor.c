/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_accessor.c: see metadata_accessor.h. */
#include "cmodel/detector/metadata_accessor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE_BYTES = 64 };

static size_t chunks_of(unsigned log2_entries) {
    return log2_entries <= SCORD_LOG2_CHUNK_ENTRIES
               ? 1
               : (size_t)1 << (log2_entries - SCORD_LOG2_CHUNK_ENTRIES);
}

void scord_metadata_accessor_clear(scord_metadata_accessor_t *accessor) {
    if (accessor->mapped)
        (void)munmap(accessor->memory, sizeof *accessor->entries << accessor->log2_entries);
    else
        free(accessor->memory);
    free(accessor->used);
    *accessor = (scord_metadata_accessor_t){0};
}

/* Without large pages a random access to a large table also misses the TLB (docs/speed.md). A hint:
 * where it is refused or missing, only speed differs. */
static void ask_for_large_pages(void *memory, size_t bytes) {
    const size_t large = (size_t)2 << 20;
    char *const begin = (char *)(((uintptr_t)memory + large - 1) / large * large),
                *const end = (char *)memory + bytes;
    if (bytes < 16 * large)
        return; /* a small table fits the TLB, and often only a part of it is used */
#ifdef MADV_HUGEPAGE
    (void)madvise(begin, (size_t)(end - begin) / large * large, MADV_HUGEPAGE);
#else
    (void)begin, (void)end;
#endif
}

/* More than the machine has, of which a run uses little: address space without a promise of memory,
 * in small pages. NULL: not even that. */
static uint64_t *map_sparse(size_t bytes) {
#ifdef MAP_NORESERVE
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
#ifdef MADV_NOHUGEPAGE
    (void)madvise(memory, bytes, MADV_NOHUGEPAGE); /* a hint */
#endif
    return memory;
#else
    (void)bytes;
    return NULL;
#endif
}

/* A table of fresh zeros. False: no memory, and nothing is held. */
static bool get_table(scord_metadata_accessor_t *accessor, unsigned log2_entries) {
    const size_t bytes = sizeof *accessor->entries << log2_entries;
    accessor->used = calloc(chunks_of(log2_entries), sizeof *accessor->used);
    if (log2_entries <= SCORD_LOG2_COMMITTED_ENTRIES)
        accessor->memory = calloc(1, bytes + LINE_BYTES);
    accessor->mapped = !accessor->memory;
    if (accessor->mapped) accessor->memory = map_sparse(bytes);
    accessor->mapped = accessor->mapped && accessor->memory;
    if (!accessor->memory || !accessor->used) {
        accessor->log2_entries = log2_entries;
        scord_metadata_accessor_clear(accessor);
        return false;
    }
    const uintptr_t begin = (uintptr_t)accessor->memory;
    accessor->entries = (uint64_t *)((begin + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES);
    accessor->log2_entries = log2_entries;
    if (!accessor->mapped) ask_for_large_pages(accessor->entries, bytes);
    return true;
}

/* D5, of a table that was used: only what was written is cleared. */
static void reset_table(scord_metadata_accessor_t *accessor) {
    const unsigned log2_chunk = accessor->log2_entries < SCORD_LOG2_CHUNK_ENTRIES
                                    ? accessor->log2_entries
                                    : SCORD_LOG2_CHUNK_ENTRIES;
    const size_t chunks = chunks_of(accessor->log2_entries);
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        const uint8_t *next = memchr(&accessor->used[chunk], 1, chunks - chunk);
        if (!next) return;
        chunk = (size_t)(next - accessor->used);
        accessor->used[chunk] = 0;
        memset(&accessor->entries[chunk << log2_chunk], 0, sizeof *accessor->entries << log2_chunk);
    }
}

bool scord_metadata_accessor_start(scord_metadata_accessor_t *accessor, uint64_t tracked_base,
                                   unsigned log2_tracked_words, unsigned log2_cache_ratio) {
    assert(log2_tracked_words >= SCORD_LOG2_TRACKED_WORDS_MIN &&
           log2_tracked_words <= SCORD_LOG2_TRACKED_WORDS_MAX);
    assert(log2_cache_ratio <= SCORD_TAG_WIDTH); /* else the tag cannot name the word */
    const unsigned log2_entries = log2_tracked_words - log2_cache_ratio;
    if (!accessor->entries || accessor->log2_entries != log2_entries ||
        log2_entries > SCORD_LOG2_KEPT_ENTRIES) {
        scord_metadata_accessor_clear(accessor);
        if (!get_table(accessor, log2_entries)) return false;
    } else {
        reset_table(accessor);
    }
    accessor->tracked_base = tracked_base;
    accessor->tracked_words = UINT64_C(1) << log2_tracked_words;
    accessor->index_mask = (UINT64_C(1) << log2_entries) - 1;
    assert((accessor->tracked_words - 1) >> log2_entries < 1u << SCORD_TAG_WIDTH);
    return true;
}

void scord_metadata_accessor_prefetch(const scord_metadata_accessor_t *accessor, uint64_t segment,
                                      uint32_t mask, const uint64_t *beside) {
    const unsigned per_line = 8; /* entries of a 64-byte cache line */
    for (uint64_t left = mask; left;) {
        const unsigned word = (unsigned)__builtin_ctzll(left);
        scord_metadata_place_t place;
        if (scord_metadata_accessor_locate(accessor, segment + (uint64_t)word * SCORD_WORD_BYTES,
                                           &place)) {
            __builtin_prefetch(&accessor->entries[place.index], 1);
            if (beside) __builtin_prefetch(&beside[place.index], 1);
        }
        const unsigned next = word / per_line * per_line +
                              per_line; /* entries of a segment lie together, and aligned (D37) */
        left = left >> next << next;
    }
}

void scord_metadata_accessor_restore(scord_metadata_accessor_t *accessor, uint64_t index,
                                     uint64_t bits) {
    assert(index < scord_metadata_accessor_entries(accessor));
    scord_metadata_accessor_use(accessor, index);
    accessor->entries[index] = bits ^ SCORD_METADATA_RESET_IMAGE;
}
