/* SPDX-License-Identifier: Apache-2.0 */
/* metadata_accessor.h: the direct-mapped metadata cache in memory (ScoRD section IV-B, D23).
 *
 * Idea. N entries, a power of two, stand for 2^log2_tracked_words words:
 *
 *   word = (address - tracked_base) / 4      | Tag | index |       index = word mod N
 *                                              4 b   log2 N        Tag   = word div N
 *
 * With N = tracked words every word has a separate entry and Tag is 0. With a cache ratio of 2^r
 * words an entry, a word that finds another word's Tag starts from the reset image: the other
 * word's history is lost (D23).
 *
 * Data. entries[index] is the entry's 64 bits XOR the reset image. Fresh zero pages are then the
 * reset image, and a kernel start on a large tracked range costs only the pages that are used. The
 * XOR is hidden in this file and metadata_run.h; scord_metadata_accessor_entry gives the plain
 * bits.
 *
 * A table of up to 2^SCORD_LOG2_KEPT_ENTRIES stays for the next launch that has as many entries.
 * `used` marks its chunks that were written to; only they are cleared then.
 *
 * Invariants: entries is NULL exactly when tracked_words is 0; a written entry has the Tag of its
 * place.
 *
 * Two hints affect speed only: large pages, and prefetch of entries that are read soon. Reference:
 * tb/unit/model/test_metadata_accessor.c, and the RTL's memory in lockstep.
 */
#ifndef SCORD_METADATA_ACCESSOR_H
#define SCORD_METADATA_ACCESSOR_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmodel/detector/metadata.h"

/* Limits of log2_tracked_words: at least one entry at the largest cache ratio; the address width
 * without the word bits and two bits left for code and unmanaged ranges. */
enum { SCORD_LOG2_TRACKED_WORDS_MIN = 4, SCORD_LOG2_TRACKED_WORDS_MAX = 36 };
/* A larger table is address space without a promise of memory. */
enum { SCORD_LOG2_COMMITTED_ENTRIES = 32 };
enum { SCORD_LOG2_KEPT_ENTRIES = 26, SCORD_LOG2_CHUNK_ENTRIES = 10 };

typedef struct scord_metadata_accessor {
    uint64_t *entries;      /* index → bits XOR reset image; NULL: nothing is tracked */
    void *memory;           /* that `entries` lies in, at a cache line's start */
    uint8_t *used;          /* by chunk: an entry was written */
    uint64_t tracked_base;  /* byte address */
    uint64_t tracked_words; /* 0: nothing is tracked */
    uint64_t index_mask;    /* N - 1 */
    unsigned log2_entries;  /* of N */
    bool mapped;            /* memory is a mapping of its own, not of malloc */
} scord_metadata_accessor_t;

/* Where the metadata of a word lives. */
typedef struct scord_metadata_place {
    uint64_t index;
    unsigned tag;
} scord_metadata_place_t;

/* Frees the entries; nothing is tracked afterwards. A zeroed accessor is valid input. */
void scord_metadata_accessor_clear(scord_metadata_accessor_t *accessor);
/* D5: all entries to the reset image. Arguments as in scord_model_kernel_start, in range. False: no
 * memory, then nothing is tracked. */
bool scord_metadata_accessor_start(scord_metadata_accessor_t *accessor, uint64_t tracked_base,
                                   unsigned log2_tracked_words, unsigned log2_cache_ratio);
/* Number of entries N (0 when nothing is tracked), and entry `index` as stored in memory. */
static inline uint64_t scord_metadata_accessor_entries(const scord_metadata_accessor_t *accessor) {
    return accessor->entries ? UINT64_C(1) << accessor->log2_entries : 0;
}

static inline uint64_t scord_metadata_accessor_entry(const scord_metadata_accessor_t *accessor,
                                                     uint64_t index) {
    assert(index < scord_metadata_accessor_entries(accessor));
    return accessor->entries[index] ^ SCORD_METADATA_RESET_IMAGE;
}

/* Finds the entry of the word at byte address `address`. False: outside the tracked range (D24). */
static inline bool scord_metadata_accessor_locate(const scord_metadata_accessor_t *accessor,
                                                  uint64_t address, scord_metadata_place_t *place) {
    /* An address below the base wraps to a huge word number, so one comparison tests both ends
     * (D24). */
    const uint64_t word = (address - accessor->tracked_base) / SCORD_WORD_BYTES;
    if (word >= accessor->tracked_words) return false;
    place->index = word & accessor->index_mask;              /* D23: w mod N */
    place->tag = (unsigned)(word >> accessor->log2_entries); /* D23: w div N */
    return true;
}

/* Where the entries of the segment at byte address `segment` lie together, the first one's index.
 * False: one of its words is not tracked, or words share entries. */
static inline bool scord_metadata_accessor_segment(const scord_metadata_accessor_t *accessor,
                                                   uint64_t segment, uint64_t *index) {
    *index = (segment - accessor->tracked_base) / SCORD_WORD_BYTES;
    return accessor->tracked_words == accessor->index_mask + 1 &&
           accessor->tracked_words >= SCORD_SEGMENT_WORDS &&
           *index <= accessor->tracked_words - SCORD_SEGMENT_WORDS;
}

/* Entry at `place` after the tag check: on a mismatch *tag_miss = true and the reset image with the
 * place's tag (D23). */
static inline uint64_t scord_metadata_accessor_read(const scord_metadata_accessor_t *accessor,
                                                    const scord_metadata_place_t *place,
                                                    bool *tag_miss) {
    const uint64_t bits = accessor->entries[place->index] ^ SCORD_METADATA_RESET_IMAGE;
    *tag_miss = scord_metadata_tag(bits) !=
                place->tag; /* D23; D26: also on a first access with tag != 0 */
    return *tag_miss ? scord_metadata_reset(place->tag) : bits;
}

/* After a tag miss: the entry at `place` holds another word's owner. */
static inline bool scord_metadata_accessor_forgets(const scord_metadata_accessor_t *accessor,
                                                   const scord_metadata_place_t *place) {
    const uint64_t bits = accessor->entries[place->index] ^ SCORD_METADATA_RESET_IMAGE;
    return (bits & SCORD_METADATA_RESET_IMAGE) != SCORD_METADATA_RESET_IMAGE;
}

/* Entry `index` is about to be written. */
static inline void scord_metadata_accessor_use(scord_metadata_accessor_t *accessor,
                                               uint64_t index) {
    accessor->used[index >> SCORD_LOG2_CHUNK_ENTRIES] = 1;
}

static inline void scord_metadata_accessor_write(scord_metadata_accessor_t *accessor,
                                                 const scord_metadata_place_t *place,
                                                 uint64_t bits) {
    assert(scord_metadata_tag(bits) == place->tag);
    scord_metadata_accessor_use(accessor, place->index);
    accessor->entries[place->index] = bits ^ SCORD_METADATA_RESET_IMAGE;
}

/* Prefetches the entries of the words `mask` of the segment at byte address `segment`, and what
 * `beside`, a table of as many numbers, has of them (NULL: none). Changes nothing. */
void scord_metadata_accessor_prefetch(const scord_metadata_accessor_t *accessor, uint64_t segment,
                                      uint32_t mask, const uint64_t *beside);
/* Sets entry `index` to `bits`, for a write to memory that was lost (D27). */
void scord_metadata_accessor_restore(scord_metadata_accessor_t *accessor, uint64_t index,
                                     uint64_t bits);

#endif
