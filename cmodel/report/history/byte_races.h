/* SPDX-License-Identifier: Apache-2.0 */
/* byte_races.h: which bytes of a word race, where accesses are narrower than a word.
 *
 * The hardware has one entry a word, and its verdict is of the word (docs/semantics.md D2). In CUDA
 * two threads may write different bytes of one word without any order. So words that an access of
 * less than four bytes has touched have four more entries here, one a byte, beside the model: the
 * same rules decide every further access on each byte that it touches. What the bytes say is what
 * the report counts (D70).
 *
 *   item of the model ──► whole word only so far ──────────────► as it is
 *   event, with bytes     │ else: entry of each byte touched ─► scord_model_decide_entry
 *                         ▼
 *            a byte races: the first such byte's decision · none: clean
 *
 * Entries begin as that of the word before its first narrow access: until then every access was of
 * all four bytes. They do not share places as cached metadata do (D23), and keep an owner that the
 * word's entry has forgotten when it was reset by a report of another byte (rule 8).
 *
 * Memory is bounded: SCORD_BYTE_SEGMENTS segments of 128 bytes. When they are in use, one gives way
 * whose bytes say no more than the entries of their words, as those of an image of which each warp
 * writes whole words; or only reads are known there, of which the word's entry says as much or
 * more. If it is touched again, its bytes begin anew as those words are, and a race there may be
 * invented: it is counted. Where none can give way the word keeps the hardware's verdict, and is
 * counted, too.
 */
#ifndef SCORD_BYTE_RACES_H
#define SCORD_BYTE_RACES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/index_map.h"
#include "cmodel/scord_model.h"
#include "cmodel/stream/event.h"

enum {
    SCORD_BYTE_SEGMENTS = 1 << 18,  /* of 1 KiB here: 32 MiB of the program's memory at a time */
    SCORD_BYTE_GIVEN_WAY = 1 << 20, /* bits, by the low bits of a segment's number */
    SCORD_BYTE_TRIES = 32           /* segments looked at for one that can give way */
};

typedef struct scord_byte_page {
    uint64_t segment;
    uint32_t used; /* words that have entries */
    bool again;    /* perhaps it has given way before in this launch */
    uint64_t entry[SCORD_SEGMENT_WORDS][SCORD_WORD_BYTES];
} scord_byte_page_t;

typedef struct scord_byte_races {
    scord_index_map_t segments; /* number of a segment, its address / 128 → index of page */
    scord_byte_page_t *page;
    uint32_t pages, allocated;
    uint32_t oldest;    /* page: the next one that may give way */
    uint8_t *given_way; /* a bit for segments that have, of SCORD_BYTE_GIVEN_WAY; NULL: none has */
    uint64_t different_bytes; /* reports of words whose bytes do not race */
    uint64_t only_bytes;   /* races of bytes that the hardware's entry of the word did not show */
    uint64_t without_room; /* narrow checks of words beyond SCORD_BYTE_SEGMENTS, and races of bytes
                              whose segment has given way before */
} scord_byte_races_t;      /* zeroed = empty */

/* A byte as its entry decided it. */
typedef struct scord_judged_byte {
    bool touched;
    uint8_t path;
    uint64_t before, after; /* the entry */
} scord_judged_byte_t;

/* An item as the bytes decide it. */
typedef struct scord_byte_judgement {
    scord_retire_t item; /* the item, or with the first racing byte's entries and verdict */
    bool by_bytes;       /* the word has entries of bytes */
    unsigned byte;       /* of the word: the first one that races, else the first one touched */
    scord_judged_byte_t bytes[SCORD_WORD_BYTES]; /* by_bytes */
} scord_byte_judgement_t;

/* What the first half of scord_race_report_judge finds of an item (race_report.h). */
typedef struct scord_judged_bytes {
    scord_byte_judgement_t item;
    bool by_wrap;   /* a race that only a wrapped counter shows */
    bool no_memory; /* bytes could not be told apart */
} scord_judged_bytes_t;

/* A kernel starts (D5): all entries are forgotten, the counts stay. */
void scord_byte_races_start(scord_byte_races_t *bytes);
/* Whether a word of the segment of ADDRESS has entries of bytes. */
static inline bool scord_byte_races_has(const scord_byte_races_t *bytes, uint64_t address) {
    return bytes->pages != 0 &&
           scord_index_map_find(&bytes->segments, address / SCORD_SEGMENT_BYTES) !=
               SCORD_INDEX_NONE;
}
/* Whether bytes matter for EVENT, an access, in the segment of ADDRESS: it is narrow, or a word
 * there has entries of bytes. */
static inline bool scord_byte_races_concern(const scord_byte_races_t *bytes,
                                            const scord_event_t *event, uint64_t address) {
    return event->access.size < SCORD_WORD_BYTES || scord_byte_races_has(bytes, address);
}
/* The lanes of ACCESS that touch the word at WORD. An access of less than a word lies in one, any
 * other is aligned to its size. */
static inline uint32_t scord_lanes_on_word(const scord_event_access_t *access, uint64_t word) {
    const uint64_t block = access->size < SCORD_WORD_BYTES ? SCORD_WORD_BYTES : access->size;
    uint32_t lanes = 0;
    for (unsigned lane = 0; lane < SCORD_THREADS_PER_WARP; lane++)
        lanes |= (uint32_t)((access->address[lane] ^ word) < block) << lane;
    return lanes & access->mask;
}
/* Judges ITEM, which MODEL has just decided for EVENT (in an observer of retired items). False: no
 * memory, and *judged is the item as it is. */
bool scord_byte_races_judge(scord_byte_races_t *bytes, const scord_model_t *model,
                            const scord_event_t *event, const scord_retire_t *item,
                            scord_byte_judgement_t *judged);
void scord_byte_races_destroy(scord_byte_races_t *bytes);

#endif
