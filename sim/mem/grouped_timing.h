/* SPDX-License-Identifier: Apache-2.0 */
/* grouped_timing.h: laboratory: the timing of detectors that there is no RTL of
 * (docs/eval-overhead.md, "Grouped metadata"): equal entries decided together, and stored once.
 *
 * The stages are those of detector_timing.h, and with `form` 0, no `group_lanes` and no ways it
 * takes the same cycles (tb/unit/memory/test_grouped_timing.c compares them). What differs:
 *
 * - Decisions (`group_lanes`): a lane decides all words of a request whose entries are equal.
 * - A line's stored form (`form`, N): up to N different entries and a map that says which of them a
 *   word has, its *head*; words whose entry has no place in it are *plain* and have their entry in
 *   the array of entries, as ever. Sizes in bytes, by where the form is recorded (`place`):
 *
 *       N   in the line, or a bit elsewhere: all       heads apart: each word is grouped
 *           words of a line are grouped or all plain   or plain by itself
 *       1    8                                         16  (1 bit a word)
 *       2   24  (1 bit a word)                         32  (2 bits)
 *       3   32  (2 bits)                               32  (2 bits)
 *       4   40  (2 bits)                               64  (3 bits, 44 used)
 *       8   80  (3 bits)                              128  (4 bits, 80 used)
 *
 * - A request whose line is not buffered reads the head; plain words' entries then, in a second
 *   round, or at once beside the head when the request has at most `eager` words. With `whole` a
 *   plain line is read whole. With a bit elsewhere the form is known first, from a cache of
 *   GROUPED_TABLE_SECTORS sectors of 32 bytes; a miss costs a read before the line's.
 *   What is written to that table is not modelled.
 * - Only what changed is written. A line that becomes plain is written whole, but with heads apart:
 *   there only the words that lost their place.
 * - `regroup`: 0 a plain line stays plain; 1 a store of the full segment that leaves at most N
 *   entries makes it grouped; 2 also whenever all of it is at hand when it is written. (With heads
 *   apart a changed word takes a free place at any time.)
 * - The buffer holds at most `buffer_bytes` of what was read, and `lines` lines in sets of `ways`;
 *   a line's set is its number folded by XOR.
 *   A line that grows always finds room, and no line is taken until the excess has gone.
 * - With `pipelined` the write port takes a beat a cycle; the RTL's writer needs three cycles a
 *   burst of one beat.
 * - Of several banks a fence is decided in all in the same cycle (grouped_timing_meet), and all
 *   banks take fences in the order in which they were offered.
 */
#ifndef SIM_GROUPED_TIMING_H
#define SIM_GROUPED_TIMING_H

#include "sim/mem/metadata_entries.h"

enum {
    GROUPED_MAX_LINES = 1024,
    GROUPED_MAX_BURSTS = 255, /* in flight, reads and writes each */
    GROUPED_TABLE_SECTORS = 16
};

typedef enum grouped_place {
    GROUPED_IN_LINE,   /* a code in the line's first 64 bits */
    GROUPED_BIT,       /* a bit a line in a table in memory */
    GROUPED_HEAD_APART /* heads in an array of their own */
} grouped_place_t;

typedef struct grouped_options {
    detector_timing_options_t detector; /* lines up to GROUPED_MAX_LINES */
    uint32_t group_lanes;               /* groups decided a cycle; 0: words, by detector.lanes */
    uint32_t form;                      /* 0, 1, 2, 3, 4 or 8 */
    grouped_place_t place;
    bool whole;
    uint32_t eager;
    uint32_t regroup;
    uint32_t buffer_bytes; /* 0: as many as the lines need */
    uint32_t ways;         /* 0: a line may be anywhere */
    bool pipelined;
    uint32_t banks; /* segments in turn */
    metadata_entries_t *entries;
} grouped_options_t;

typedef struct grouped_timing grouped_timing_t;

/* What the heads and plain entries in memory look like; one for all banks. */
typedef struct grouped_image grouped_image_t;
grouped_image_t *grouped_image_make(const grouped_options_t *options); /* NULL: no memory */
void grouped_image_free(grouped_image_t *image);
/* Lines that were written in each form, and lines whose form changed. */
typedef struct grouped_counts {
    uint64_t heads_read, entries_read; /* bursts */
    uint64_t second_rounds;            /* bursts for plain entries, after the head had come */
    uint64_t table_misses;
    uint64_t became_plain, became_grouped; /* lines, or words with heads apart */
    uint64_t groups;                       /* decisions, if equal entries are decided together */
} grouped_counts_t;
const grouped_counts_t *grouped_image_counts(const grouped_image_t *image);

/* Bytes of a head as stored, for FORM and PLACE. */
uint32_t grouped_head_bytes(uint32_t form, grouped_place_t place);

grouped_timing_t *grouped_timing_make(const grouped_options_t *options, grouped_image_t *image);
void grouped_timing_free(grouped_timing_t *detector); /* NULL: nothing */

/* As of detector_timing.h. A fence of several banks is offered to all of them in one cycle, or to
 * none: grouped_timing_has_room says whether. */
bool grouped_timing_has_room(const grouped_timing_t *detector, uint32_t sm);
bool grouped_timing_offer(grouped_timing_t *detector, uint32_t sm,
                          const detector_timing_request_t *request);
/* Before the clocks of a cycle: when all COUNT banks have a fence to decide, they do. */
void grouped_timing_meet(grouped_timing_t *const banks[], uint32_t count);
void grouped_timing_clock(grouped_timing_t *detector, const detector_port_in_t *in);
const detector_port_out_t *grouped_timing_port(const grouped_timing_t *detector);
const detector_timing_counters_t *grouped_timing_counters(const grouped_timing_t *detector);
bool grouped_timing_busy(const grouped_timing_t *detector);

/* Cycles of the clear at kernel start, of all banks side by side: a cycle a beat and one a burst;
 * heads that lie side by side are cleared as one, else a burst a line. */
uint64_t grouped_timing_clear_cycles(const grouped_options_t *options, uint32_t write_latency);

#endif
