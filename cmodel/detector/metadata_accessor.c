/* metadata_accessor.c: see metadata_accessor.h. */
#include "cmodel/detector/metadata_accessor.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

void scord_metadata_accessor_clear(scord_metadata_accessor_t *accessor) {
    if (accessor->mapped)
        (void)munmap(accessor->entries, sizeof *accessor->entries << accessor->log2_entries);
    else
        free(accessor->entries);
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

bool scord_metadata_accessor_start(scord_metadata_accessor_t *accessor, uint64_t tracked_base,
                                   unsigned log2_tracked_words, unsigned log2_cache_ratio) {
    assert(log2_tracked_words >= SCORD_LOG2_TRACKED_WORDS_MIN &&
           log2_tracked_words <= SCORD_LOG2_TRACKED_WORDS_MAX);
    assert(log2_cache_ratio <= SCORD_TAG_WIDTH); /* else the tag cannot name the word */
    scord_metadata_accessor_clear(accessor);
    const unsigned log2_entries = log2_tracked_words - log2_cache_ratio;
    const size_t entries = (size_t)1 << log2_entries,
                 bytes = sizeof *accessor->entries << log2_entries;
    accessor->entries = log2_entries <= SCORD_LOG2_COMMITTED_ENTRIES
                            ? calloc(entries, sizeof *accessor->entries)
                            : NULL;
    accessor->mapped = !accessor->entries;
    if (accessor->mapped) accessor->entries = map_sparse(bytes);
    if (!accessor->entries) {
        accessor->mapped = false;
        return false;
    }
    if (!accessor->mapped) ask_for_large_pages(accessor->entries, bytes);
    accessor->tracked_base = tracked_base;
    accessor->tracked_words = UINT64_C(1) << log2_tracked_words;
    accessor->index_mask = (UINT64_C(1) << log2_entries) - 1;
    accessor->log2_entries = log2_entries;
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
    accessor->entries[index] = bits ^ SCORD_METADATA_RESET_IMAGE;
}
