/* SPDX-License-Identifier: Apache-2.0 */
/* access_history.h: who last accessed each word, for the owner's side of a race report.
 *
 * The hardware knows the owner's block and warp, not its PC (docs/semantics.md section 6). Per
 * word, the last access and the last write of each warp are kept. A word has SCORD_HISTORY_WARPS
 * places, 64 bytes; further warps get places of their own while there are SCORD_HISTORY_UNITS, and
 * then the oldest of the first is replaced. When SCORD_HISTORY_WORDS words are stored, all are
 * cleared. What is no longer stored is reported as unknown, never guessed.
 */
#ifndef SCORD_ACCESS_HISTORY_H
#define SCORD_ACCESS_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/base/index_map.h"
#include "cmodel/scord_params.h"

enum { SCORD_HISTORY_WARPS = 4, SCORD_HISTORY_WORDS = 1 << 20, SCORD_HISTORY_PAGE_WORDS = 32 };
enum { SCORD_HISTORY_PCS = 1 << 16, SCORD_HISTORY_UNITS = 1 << 17 /* of 64 bytes */ };

/* The last access and the last write of one warp to one word. */
typedef struct scord_past_warp {
    uint64_t access_sequence, write_sequence; /* numbers of their events */
    uint32_t access_pc, write_pc;
    uint8_t block_id, warp_id;
    uint8_t access_lane, write_lane; /* first lane that touched the word */
    bool wrote;                      /* else the write fields are not used */
    bool changed_nothing;            /* all writes were atomics that changed nothing; else the write
                                      * fields are of the last one that did */
} scord_past_warp_t;

/* The same as it is stored: sequences since the first one kept, PCs by their number. */
typedef struct scord_past_place {
    uint32_t access, write; /* sequences */
    uint16_t access_pc, write_pc;
    uint32_t used : 1, wrote : 1, changed_nothing : 1;
    uint32_t block_id : SCORD_BLOCK_ID_WIDTH, warp_id : SCORD_WARP_WIDTH;
    uint32_t access_lane : SCORD_LANE_WIDTH, write_lane : SCORD_LANE_WIDTH;
} scord_past_place_t;

/* One cache line. */
typedef struct scord_past_word {
    scord_past_place_t warp[SCORD_HISTORY_WARPS];
} scord_past_word_t;
_Static_assert(sizeof(scord_past_word_t) == 64, "a word's history is a cache line");

/* Further warps of a word, by their slots: a unit with a link for each SM, one with a link for each
 * four warps of an SM, and one of four places. A link is 1 + the index of a unit, 0: none. */
enum { SCORD_HISTORY_LINKS = 16 };
typedef union scord_past_unit {
    uint32_t link[SCORD_HISTORY_LINKS];
    scord_past_place_t warp[SCORD_HISTORY_WARPS];
} scord_past_unit_t;
_Static_assert(sizeof(scord_past_unit_t) == 64, "a unit is a cache line");

/* Neighbouring words, those of one 128-byte segment: a warp mostly touches them together, and finds
 * them with one look-up. As long as every access touches the same words with the same lanes but for
 * an offset, all of them have one history: that of word 0, whether it is one of them or not. */
typedef struct scord_past_page {
    uint32_t words; /* those of which something is known, a bit each */
    uint32_t index; /* alike: of word; else, if there are words: of part */
    bool alike;
    uint8_t size; /* alike: bytes of the accesses */
} scord_past_page_t;

/* Indices of the words of a page that are not alike; only those of page->words are set. */
typedef struct scord_past_part {
    uint32_t index[SCORD_HISTORY_PAGE_WORDS];
} scord_past_part_t;

/* What one event does to the words of one segment. */
typedef struct scord_past_segment {
    uint64_t address, sequence; /* of the segment, of the event */
    uint32_t pc, words;         /* words: a bit each */
    uint8_t block_id, warp_id;
    uint8_t size; /* bytes of a lane's access */
    bool write;
    bool changes_nothing; /* write: atomics, none of which changes anything */
    bool follow;          /* known: the lanes of all words follow so from lane_of_0 … */
    uint8_t lane_of_0;    /* … that of word 0; else `first` says each */
    uint8_t first[SCORD_HISTORY_PAGE_WORDS]; /* the first lane that touches each of the words */
} scord_past_segment_t;

/* The lane of WORD, when that of word 0 is LANE_OF_0 and accesses of SIZE bytes follow each other.
 */
unsigned scord_past_lane(unsigned lane_of_0, unsigned word, unsigned size);
/* Whether the lanes of all words follow so from that of word 0, which *lane_of_0 becomes. */
bool scord_past_lanes_follow(const scord_past_segment_t *segment, unsigned *lane_of_0);

typedef struct scord_access_history {
    scord_index_map_t pages; /* number of a page, its address / its bytes → index of page */
    scord_past_page_t *page;
    uint32_t page_count, page_allocated;
    uint64_t last_number; /* the page added to last, when there is any */
    uint32_t last;        /* … its index */
    scord_past_part_t *part;
    uint32_t part_count, part_allocated;
    scord_past_word_t *word;
    uint32_t count, allocated;
    uint32_t *more; /* by word: its link to further warps, and whether one was replaced */
    uint32_t more_allocated;
    scord_past_unit_t *unit;
    uint32_t units, units_allocated;
    uint64_t first_sequence; /* of the accesses kept */
    scord_index_map_t pcs;   /* PC → its number */
    uint32_t *pc;            /* by number */
    uint32_t pc_count, pc_allocated;
    uint32_t last_pc;     /* the number of the PC added last, when there is any */
    bool full;            /* words were dropped since the last clear */
} scord_access_history_t; /* zeroed = empty */

/* Forgets everything: a kernel starts (D5). */
void scord_access_history_clear(scord_access_history_t *history);
/* Records the access of event `sequence` at `pc` to the word at byte address `address`, a multiple
 * of SCORD_WORD_BYTES, by `lane` first. False: no memory, access not recorded. */
bool scord_access_history_add(scord_access_history_t *history, uint64_t address, uint8_t block_id,
                              uint8_t warp_id, uint64_t sequence, uint32_t pc, unsigned lane,
                              bool write);
/* The same of all words of a segment, whose address is a multiple of SCORD_SEGMENT_BYTES. False: no
 * memory. */
bool scord_access_history_add_segment(scord_access_history_t *history,
                                      const scord_past_segment_t *segment);
/* That warp's last accesses to that word; false: unknown. */
bool scord_access_history_find(const scord_access_history_t *history, uint64_t address,
                               uint8_t block_id, uint8_t warp_id, scord_past_warp_t *past);
/* All warps of a word, one after the other. The history must not change meanwhile. */
typedef struct scord_past_walk {
    const scord_access_history_t *history;
    scord_past_word_t word;
    uint32_t more;   /* the link of the word */
    unsigned next;   /* place */
    uint8_t of_word; /* alike: the lanes of further warps are those of word 0 … */
    uint8_t size;
    bool alike;
    bool lost; /* a warp of the word was replaced: it is none of these */
} scord_past_walk_t;
void scord_access_history_start(const scord_access_history_t *history, uint64_t address,
                                scord_past_walk_t *walk);
/* The last accesses of the next warp; false: there is no other. */
bool scord_access_history_next(scord_past_walk_t *walk, scord_past_warp_t *past);
/* The latest access to that word by another warp: of the same block (block_id), or of other blocks.
 * False: unknown. */
bool scord_access_history_other(const scord_access_history_t *history, uint64_t address,
                                uint8_t block_id, uint8_t warp_id, bool same_block,
                                scord_past_warp_t *past);
void scord_access_history_destroy(scord_access_history_t *history);

#endif
