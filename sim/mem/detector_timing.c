/* SPDX-License-Identifier: Apache-2.0 */
/* detector_timing.c: rtl/detector/scord_detector.v without its verdicts (detector_timing.h).
 *
 * The path of a request, with the RTL's names:
 *
 *     FIFOs of the SMs ─► arbiter ─► lookup ─► decision queue ─► item at the decide stage
 *        waiting, more      grant       │  ▲                          │ `lanes` words a cycle
 *                                       │  └── lines: key,            ▼
 *                                       │      requested ⊇ present ⊇ dirty (entries)
 *                                       ▼                             │
 *                           fetcher: AR, read slots            writer: AW, W of unused dirty lines
 *
 * A request takes a line at lookup and is a user of it until it is decided; only a line without
 * users that is clean and not being written can be given away. So no entry is lost, and lines are
 * written back early enough: when fewer than half of them could be taken, or when nothing else is
 * to do.
 *
 * One clock has two halves: every wire is computed from the registers as they are (look_*), then
 * every register takes its next value (clock_*). The order of the clock_* functions matters where
 * one reads what another writes; the assignments in Verilog are all at once, so each function must
 * read old values only. The comparison with the RTL, every handshake in every cycle, is
 * tb/lockstep/timing.
 *
 * Sets of lines and slots are bits of 128-bit numbers, of SMs of 64-bit ones, entries and words of
 * 32-bit ones. Invariants, asserted where they could break: dirty ⊆ present; a line's users are
 * the requests in the decision queue and at the decide stage; entries are requested once; a burst
 * in flight has its slot (read) or line (write) marked; the queue never exceeds 2 × lines.
 *
 * Expensive: find_line, a walk over the valid lines for every request. Everything else is a few
 * operations on sets, and a clock of an idle detector returns at once.
 * Reference: docs/memory-system.md M6; docs/semantics.md D1, D23, D24.
 */
#include "sim/mem/detector_timing.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/scord_params.h"
#include "sim/mem/detector_queues.h"

enum {
    WORD_BITS = 5,
    ALL_WORDS_COUNT = SCORD_SEGMENT_WORDS,
    QUEUE_SIZE = 2 * DETECTOR_TIMING_MAX_LINES
};
#define ALL_WORDS UINT32_MAX

/* What lookup found out travels with the request. */
typedef struct item {
    bool fence;
    uint8_t line;
    uint32_t words;   /* to be decided */
    uint32_t tracked; /* of all words */
    uint32_t needed;  /* entries */
} item_t;

__extension__ typedef unsigned __int128 line_set_t; /* of metadata lines or read slots */

typedef struct line {
    uint64_t key;
    uint32_t requested, present, dirty; /* entries */
    uint32_t users;                     /* requests in flight */
} line_t;

struct detector_timing {
    bool busy;
    detector_port_out_t out;
    detector_timing_counters_t counters;

    /* options */
    uint32_t lanes, lines, queue_depth,
        beat_shift; /* beat_shift: log2 of the entries an AXI beat */
    line_set_t all_lines;
    uint64_t tracked_base, metadata_base;
    uint32_t range_shift; /* segments in range have no bit from here on */
    uint64_t key_mask;
    uint32_t tracked_words; /* of a segment in range (D24) */
    bool few_entries;       /* words share the entries of the only line */
    uint32_t few_mask;      /* these entries */
    uint32_t word_mask;     /* of a word's number, its entry's */
    bool ideal_metadata;

    /* request FIFOs and round_robin_arbiter */
    request_queues_t requests;

    /* lookup stage */
    bool lookup_valid, lookup_hit;
    item_t lookup; /* line: if it hits */
    uint64_t lookup_key;

    /* metadata_line_buffer */
    line_t line[DETECTOR_TIMING_MAX_LINES];
    line_set_t valid, recent, writing, unused, clean;
    uint32_t turn;

    /* metadata_fetcher; the read address register is in `out` */
    line_set_t slots, slot_busy;
    uint8_t slot_line[DETECTOR_TIMING_MAX_LINES], slot_beat[DETECTOR_TIMING_MAX_LINES];

    /* metadata_writer; beat: next and last of the burst */
    bool writing_burst, aw_valid, w_valid;
    uint8_t write_line, write_beat, write_last;

    /* axi_write_arbiter */
    write_turn_t turn_to_write;

    /* decision queue */
    item_t queue[QUEUE_SIZE];
    uint32_t queue_first, queue_level;

    /* item at the decide stage: words of this cycle, words after it */
    bool item_valid;
    item_t item;
    uint32_t selected, rest;

    detector_timing_request_t storage[]; /* of the FIFOs */
};

/* Combinational values of one cycle. */
typedef struct wires {
    bool item_done, load, head_ready, item_free;
    bool needs_line, line_at_hand, covered, fetched, push, lookup_done, queue_ready, accept;
    uint32_t missing, span; /* entries */
    uint32_t lookup_line;
    bool clean_start, beat_taken, aw_ready, w_ready;
    uint32_t clean_line;
} wires_t;

/* ---- bits ---- */

static uint64_t bit(uint32_t number) { return UINT64_C(1) << number; }
static uint32_t lowest(uint64_t set) { return (uint32_t)__builtin_ctzll(set); }
static line_set_t line_bit(uint32_t number) { return (line_set_t)1 << number; }
static uint32_t lowest_line(line_set_t set) {
    return (uint64_t)set != 0 ? lowest((uint64_t)set) : 64 + lowest((uint64_t)(set >> 64));
}
static uint32_t count_lines(line_set_t set) {
    return (uint32_t)(__builtin_popcountll((uint64_t)set) +
                      __builtin_popcountll((uint64_t)(set >> 64)));
}
static uint32_t first_of(uint32_t set) { return (uint32_t)__builtin_ctz(set); }
static uint32_t last_of(uint32_t set) { return 31u - (uint32_t)__builtin_clz(set); }
static bool power_of_two(uint32_t number) { return number != 0 && (number & (number - 1)) == 0; }

/* COUNT entries from FIRST on. */
static uint32_t entries(uint32_t first, uint32_t count) {
    return ALL_WORDS >> (ALL_WORDS_COUNT - count) << first;
}

/* The entries of COUNT beats from beat FIRST of a line on; and the address of beat FIRST of line
 * KEY. */
static uint32_t beats(const detector_timing_t *d, uint32_t first, uint32_t count) {
    return entries(first << d->beat_shift, count << d->beat_shift);
}
static uint64_t address_of(const detector_timing_t *d, uint64_t key, uint32_t first) {
    return d->metadata_base + key * SCORD_METADATA_LINE_BYTES +
           ((uint64_t)first << d->beat_shift) * SCORD_METADATA_ENTRY_BYTES;
}

/* word_selector.v: the lowest COUNT of the words. */
static uint32_t lowest_words(uint32_t words, uint32_t count) {
    uint32_t rest = words;
    for (uint32_t lane = 0; lane < count && rest != 0; lane++) rest &= rest - 1;
    return words & ~rest;
}

/* ---- options ---- */

static bool in_range(const char *name, uint64_t value, uint64_t minimum, uint64_t maximum,
                     char *message, size_t size) {
    if (value >= minimum && value <= maximum) return true;
    snprintf(message, size, "%s is %llu; it must be %llu to %llu", name, (unsigned long long)value,
             (unsigned long long)minimum, (unsigned long long)maximum);
    return false;
}

static bool check_power(const char *name, uint32_t value, uint32_t minimum, uint32_t maximum,
                        char *message, size_t size) {
    if (!in_range(name, value, minimum, maximum, message, size)) return false;
    if (power_of_two(value)) return true;
    snprintf(message, size, "%s is %u; it must be a power of two", name, value);
    return false;
}

static bool check_aligned(const char *name, uint64_t value, uint64_t alignment, char *message,
                          size_t size) {
    if (value < UINT64_C(1) << SCORD_ADDRESS_WIDTH && value % alignment == 0) return true;
    snprintf(message, size, "%s is 0x%llx; it must be a multiple of %llu below 2^%d", name,
             (unsigned long long)value, (unsigned long long)alignment, SCORD_ADDRESS_WIDTH);
    return false;
}

bool detector_timing_check(const detector_timing_options_t *options, char *message, size_t size) {
    return in_range("sms", options->sms, 1, DETECTOR_TIMING_MAX_SMS, message, size) &&
           in_range("lanes", options->lanes, 1, SCORD_SEGMENT_WORDS, message, size) &&
           check_power("lines", options->lines, 2, DETECTOR_TIMING_MAX_LINES, message, size) &&
           in_range("fifo_depth", options->fifo_depth, 2, 65536, message, size) &&
           check_power("beat_entries", options->beat_entries, 1, SCORD_SEGMENT_WORDS, message,
                       size) &&
           in_range("log2_tracked_words", options->log2_tracked_words, 4, 36, message, size) &&
           in_range("log2_cache_ratio", options->log2_cache_ratio, 0, 4, message, size) &&
           check_aligned("tracked_base", options->tracked_base,
                         UINT64_C(4) << options->log2_tracked_words, message, size) &&
           check_aligned("metadata_base", options->metadata_base, SCORD_METADATA_LINE_BYTES,
                         message, size);
}

/* D23, D24: metadata_accessor.v, Geometry. */
static void set_geometry(detector_timing_t *d, const detector_timing_options_t *options) {
    const uint32_t log2_entries = options->log2_tracked_words - options->log2_cache_ratio;
    const bool half_segment = options->log2_tracked_words < WORD_BITS,
               upper_half = (options->tracked_base & SCORD_SEGMENT_BYTES / 2) != 0;
    d->tracked_base = options->tracked_base;
    d->ideal_metadata = options->ideal_metadata;
    d->metadata_base = options->metadata_base;
    d->range_shift = half_segment ? 0 : options->log2_tracked_words - WORD_BITS;
    d->tracked_words = !half_segment ? ALL_WORDS
                       : upper_half  ? ~entries(0, ALL_WORDS_COUNT / 2)
                                     : entries(0, ALL_WORDS_COUNT / 2);
    d->few_entries = log2_entries < WORD_BITS;
    d->few_mask = d->few_entries ? entries(0, 1u << log2_entries) : 0;
    d->word_mask = d->few_entries ? (1u << log2_entries) - 1 : ALL_WORDS_COUNT - 1;
    d->key_mask = d->few_entries ? 0 : bit(log2_entries - WORD_BITS) - 1;
}

detector_timing_t *detector_timing_make(const detector_timing_options_t *options) {
    char message[160];
    assert(detector_timing_check(options, message, sizeof message));
    detector_timing_t *d =
        calloc(1, sizeof *d + (size_t)options->sms * options->fifo_depth * sizeof *d->storage);
    if (!d) return NULL;
    d->lanes = options->lanes;
    d->lines = options->lines;
    d->requests.depth = options->fifo_depth;
    d->beat_shift = first_of(options->beat_entries);
    d->queue_depth = 2 * options->lines;
    d->all_lines = ~(line_set_t)0 >> (DETECTOR_TIMING_MAX_LINES - options->lines);
    d->slots = d->unused = d->clean = d->all_lines;
    d->requests.later = UINT64_MAX;
    d->turn_to_write.owns = true;
    set_geometry(d, options);
    for (uint32_t sm = 0; sm < options->sms; sm++)
        d->requests.fifo[sm].request = &d->storage[(size_t)sm * options->fifo_depth];
    return d;
}

void detector_timing_free(detector_timing_t *detector) { free(detector); }

void detector_timing_kernel_start(detector_timing_t *d) {
    assert(!d->busy);
    d->valid = d->recent = 0;
    d->turn = 0;
    d->requests.grant = 0;
    d->requests.later = UINT64_MAX;
    d->turn_to_write.owns = false;
}

const detector_port_out_t *detector_timing_port(const detector_timing_t *detector) {
    return &detector->out;
}
const detector_timing_counters_t *detector_timing_counters(const detector_timing_t *detector) {
    return &detector->counters;
}
bool detector_timing_busy(const detector_timing_t *detector) { return detector->busy; }

/* ---- request FIFOs and arbiter ---- */

bool detector_timing_offer(detector_timing_t *d, uint32_t sm,
                           const detector_timing_request_t *request) {
    if (!request_queues_room(&d->requests, sm)) return false;
    request_queues_push(&d->requests, sm, request);
    d->busy = true;
    return true;
}

static void clock_grant(detector_timing_t *d, const wires_t *w) {
    if (d->requests.grant != 0 && !w->accept) return;
    request_queues_grant(&d->requests, request_queues_candidates(&d->requests));
}

/* ---- lookup ---- */

/* choose() of metadata_line_buffer.v: the candidates not used recently if there are some; of these
 * the first from `turn` on. */
static uint32_t choose(const detector_timing_t *d, line_set_t candidates) {
    assert(candidates != 0);
    line_set_t pool = (candidates & ~d->recent) != 0 ? candidates & ~d->recent : candidates;
    const line_set_t later = pool & ~(line_set_t)0 << d->turn;
    if (later != 0) pool = later;
    return lowest_line(pool);
}

static line_set_t may_take(const detector_timing_t *d) {
    return (~d->valid | (d->unused & d->clean & ~d->writing)) & d->all_lines;
}

/* The next burst, in whole beats: from the first entry not yet asked for, to the last one before an
 * entry that was asked for. */
static void look_span(const detector_timing_t *d, wires_t *w, uint32_t requested) {
    w->missing = d->lookup.needed & ~requested;
    if (w->missing == 0) return;
    w->span = detector_span(w->missing, requested, d->beat_shift, &w->covered);
}

static void look_lookup(const detector_timing_t *d, const detector_port_in_t *in, wires_t *w) {
    w->queue_ready = d->queue_level != d->queue_depth;
    if (!d->lookup_valid) return;
    const bool dropped = !d->lookup.fence && d->lookup.words == 0;
    w->needs_line = d->lookup.needed != 0;
    if (w->needs_line) {
        const line_set_t free_lines = d->lookup_hit ? 0 : may_take(d);
        w->line_at_hand = d->lookup_hit || free_lines != 0;
        if (!w->line_at_hand) return;
        w->lookup_line = d->lookup_hit ? d->lookup.line : choose(d, free_lines);
        look_span(d, w, d->lookup_hit ? d->line[w->lookup_line].requested : 0);
        const bool fetch_ready = d->slot_busy != d->slots && (!d->out.ar_valid || in->ar_ready);
        w->fetched = w->missing != 0 && (!w->covered || w->queue_ready) && fetch_ready;
    }
    w->push = w->queue_ready && !dropped &&
              (!w->needs_line || w->missing == 0 || (w->covered && w->fetched));
    w->lookup_done = w->push || dropped;
}

/* ---- load and decide ---- */

static void look_items(const detector_timing_t *d, wires_t *w) {
    w->item_done = d->item_valid && d->rest == 0;
    w->item_free = !d->item_valid || w->item_done;
    if (d->queue_level == 0) return;
    const item_t *head = &d->queue[d->queue_first];
    w->head_ready = (head->needed & ~d->line[head->line].present) == 0;
    w->load = w->head_ready && w->item_free;
}

/* ---- cleaning ---- */

static void look_writer(const detector_timing_t *d, const detector_port_in_t *in, wires_t *w) {
    w->aw_ready = d->turn_to_write.owns && !d->turn_to_write.address_sent && in->aw_ready;
    w->w_ready = d->turn_to_write.owns && !d->turn_to_write.data_sent && in->w_ready;
    w->beat_taken = d->writing_burst && (!d->w_valid || w->w_ready);
    const line_set_t may_clean = d->unused & ~d->clean & ~d->writing;
    if (may_clean == 0 || d->writing_burst || d->aw_valid) return;
    const bool idle = d->requests.grant == 0 && !d->lookup_valid && d->queue_level == 0 &&
                      !d->item_valid;
    w->clean_start = idle || count_lines(may_take(d)) < d->lines / 2;
    if (w->clean_start) w->clean_line = choose(d, may_clean);
}

/* ---- next values: writing ---- */

/* The beat at hand goes into the data register; what of it is changed is so no more, but for a
 * decision of this cycle. */
static void take_beat(detector_timing_t *d) {
    const uint32_t beat = beats(d, d->write_beat, 1);
    line_t *line = &d->line[d->write_line];
    assert(d->write_beat <= d->write_last && d->write_last < ALL_WORDS_COUNT);
    d->out.w_strobe = (line->dirty & beat) >> first_of(beat);
    d->out.w_last = d->write_beat == d->write_last;
    d->writing_burst = !d->out.w_last;
    d->write_beat++;
    line->dirty &= ~beat;
    if (line->dirty == 0) d->clean |= line_bit(d->write_line);
}

static void start_cleaning(detector_timing_t *d, uint32_t number) {
    const line_t *line = &d->line[number];
    assert(line->dirty != 0 && !d->writing_burst);
    const uint32_t first = first_of(line->dirty) >> d->beat_shift,
                   last = last_of(line->dirty) >> d->beat_shift;
    d->writing_burst = true;
    d->write_line = (uint8_t)number;
    d->write_beat = (uint8_t)first;
    d->write_last = (uint8_t)last;
    d->out.aw_id = (uint8_t)number;
    d->out.aw_beats = (uint8_t)(last - first + 1);
    d->out.aw_address = address_of(d, line->key, first);
}

static void clock_writer(detector_timing_t *d, const detector_port_in_t *in, const wires_t *w) {
    assert(!in->b_valid || (d->writing & line_bit(in->b_id)) != 0);
    if (in->b_valid) d->writing &= ~line_bit(in->b_id);
    if (w->clean_start) d->writing |= line_bit(w->clean_line);
    d->aw_valid = w->clean_start || (d->aw_valid && !w->aw_ready);
    d->w_valid = w->beat_taken || (d->w_valid && !w->w_ready);
    if (w->beat_taken) take_beat(d);
    if (w->clean_start) start_cleaning(d, w->clean_line);
}

/* ---- next values: lines and reading ---- */

/* The entries of the words; few entries are shared. */
static uint32_t entries_of(const detector_timing_t *d, uint32_t words) {
    return d->few_entries && words != 0 ? 1u << (first_of(words) & d->word_mask)
                                        : words; /* few_entries: one word a cycle */
}

static void clock_decisions(detector_timing_t *d) {
    const uint32_t decided = entries_of(d, d->selected & d->item.tracked);
    if (!d->item_valid || decided == 0 || d->ideal_metadata) return;
    assert((decided & ~d->line[d->item.line].present) == 0);
    d->line[d->item.line].dirty |= decided;
    d->clean &= ~line_bit(d->item.line);
}

static void clock_users(detector_timing_t *d, const wires_t *w) {
    assert(!w->item_done || d->item.needed == 0 || d->line[d->item.line].users > 0);
    if (w->push && w->needs_line) {
        d->line[w->lookup_line].users++;
        d->unused &= ~line_bit(w->lookup_line);
        const line_set_t recent = d->recent | line_bit(w->lookup_line);
        d->recent = recent == d->all_lines ? line_bit(w->lookup_line) : recent;
    }
    if (w->item_done && d->item.needed != 0 && --d->line[d->item.line].users == 0)
        d->unused |= line_bit(d->item.line);
}

static void clock_fetch(detector_timing_t *d, const wires_t *w) {
    line_t *line = &d->line[w->lookup_line];
    const uint32_t slot = lowest_line(~d->slot_busy), beat = first_of(w->span) >> d->beat_shift;
    if (!d->lookup_hit) {
        *line = (line_t){.key = d->lookup_key, .users = line->users};
        d->valid |= line_bit(w->lookup_line);
        d->turn = (w->lookup_line + 1) & (d->lines - 1);
        d->lookup.line = (uint8_t)w->lookup_line;
        d->lookup_hit = true;
    }
    assert((line->requested & w->span) == 0 && slot < d->lines);
    line->requested |= w->span;
    d->slot_busy |= line_bit(slot);
    d->slot_line[slot] = (uint8_t)w->lookup_line;
    d->slot_beat[slot] = (uint8_t)beat;
    d->out.ar_id = (uint8_t)slot;
    d->out.ar_beats = (uint8_t)((last_of(w->span) >> d->beat_shift) - beat + 1);
    d->out.ar_address = address_of(d, d->lookup_key, beat);
}

static void clock_reads(detector_timing_t *d, const detector_port_in_t *in, const wires_t *w) {
    d->out.ar_valid = w->fetched || (d->out.ar_valid && !in->ar_ready);
    if (w->fetched) clock_fetch(d, w);
    if (!in->r_valid) return;
    assert((d->slot_busy & line_bit(in->r_id)) != 0 &&
           d->slot_beat[in->r_id] << d->beat_shift < ALL_WORDS_COUNT);
    d->line[d->slot_line[in->r_id]].present |= beats(d, d->slot_beat[in->r_id], 1);
    d->slot_beat[in->r_id]++;
    if (in->r_last) d->slot_busy &= ~line_bit(in->r_id);
}

/* ---- next values: the stages ---- */

static void clock_item(detector_timing_t *d, const wires_t *w, const item_t *head) {
    const bool go_on = d->item_valid && !w->item_done;
    if (w->load) {
        d->item = *head;
        d->queue_first = d->queue_first + 1 == d->queue_depth ? 0 : d->queue_first + 1;
        assert(d->queue_level > 0);
        d->queue_level--;
    }
    d->item_valid = w->load || go_on;
    const uint32_t words_left = !w->load ? d->rest : d->item.fence ? 0 : d->item.words;
    d->selected = lowest_words(words_left, d->few_entries ? 1 : d->lanes);
    d->rest = words_left & ~d->selected;
}

static void clock_queue(detector_timing_t *d, const wires_t *w) {
    if (!w->push) return;
    uint32_t place = d->queue_first + d->queue_level;
    if (place >= d->queue_depth) place -= d->queue_depth;
    assert(d->queue_level < d->queue_depth);
    d->queue[place] = d->lookup;
    d->queue_level++;
}

/* A line's key changes only by a miss of the lookup itself: hit or not is known when the request
 * comes. */
static void find_line(detector_timing_t *d) {
    d->lookup_hit = false;
    for (line_set_t left = d->valid; left != 0; left &= left - 1)
        if (d->line[lowest_line(left)].key == d->lookup_key) {
            d->lookup_hit = true;
            d->lookup.line = (uint8_t)lowest_line(left);
            return;
        }
}

static void look_up(detector_timing_t *d, const detector_timing_request_t *request) {
    d->lookup = (item_t){.fence = request->fence, .words = request->words};
    if (request->fence) return;
    const uint64_t segment = (request->segment_address ^ d->tracked_base) >> SCORD_SEGMENT_WIDTH;
    d->lookup.tracked = segment >> d->range_shift == 0 ? d->tracked_words : 0;
    d->lookup.needed = request->words & d->lookup.tracked;
    if (d->ideal_metadata) d->lookup.needed = 0;
    if (d->lookup.needed == 0) return;
    if (d->few_entries) d->lookup.needed = d->few_mask;
    d->lookup_key = segment & d->key_mask;
    find_line(d);
}

static void clock_lookup(detector_timing_t *d, const wires_t *w) {
    if (d->lookup_valid && !w->lookup_done) return;
    d->lookup_valid = w->accept;
    if (w->accept) look_up(d, request_queues_granted(&d->requests));
}

/* ---- the clock ---- */

static void count(detector_timing_t *d, const detector_port_in_t *in, const wires_t *w) {
    detector_timing_counters_t *c = &d->counters;
    const bool stall_line = d->lookup_valid && w->needs_line && !w->line_at_hand;
    const bool stall_fetch = w->line_at_hand && w->missing != 0 && !w->push &&
                             !(w->covered && !w->queue_ready);
    c->requests += w->accept;
    c->fences += d->item_valid && d->item.fence;
    c->words += d->item_valid ? (uint32_t)__builtin_popcount(d->selected) : 0;
    c->decide_cycles += d->item_valid;
    c->line_hits += w->push && w->needs_line && d->lookup_hit;
    c->line_misses += w->push && w->needs_line && !d->lookup_hit;
    c->stall_metadata += d->queue_level != 0 && !w->head_ready && w->item_free;
    c->stall_line += stall_line;
    c->stall_fetch += stall_fetch;
    c->stall_queue += d->lookup_valid && !w->queue_ready && !stall_line && !stall_fetch &&
                      !w->lookup_done;
    c->read_bursts += d->out.ar_valid && in->ar_ready;
    c->read_beats += in->r_valid;
    c->write_bursts += d->out.aw_valid && in->aw_ready;
    c->write_beats += d->out.w_valid && in->w_ready;
}

/* What is registered but gated by the write arbiter. */
static void show(detector_timing_t *d) {
    d->out.aw_valid = d->turn_to_write.owns && d->aw_valid && !d->turn_to_write.address_sent;
    d->out.w_valid = d->turn_to_write.owns && d->w_valid && !d->turn_to_write.data_sent;
    d->busy = d->requests.waiting != 0 || d->lookup_valid || d->queue_level != 0 || d->item_valid ||
              d->slot_busy != 0 || d->clean != d->all_lines || d->writing != 0 ||
              d->writing_burst || d->aw_valid || d->w_valid;
}

void detector_timing_clock(detector_timing_t *d, const detector_port_in_t *in) {
    if (!d->busy) return;
    wires_t w = {0};
    look_items(d, &w);
    look_lookup(d, in, &w);
    look_writer(d, in, &w);
    w.accept = d->requests.grant != 0 && (!d->lookup_valid || w.lookup_done);
    count(d, in, &w);

    const item_t head = d->queue[d->queue_first];
    const uint64_t popped = w.accept ? d->requests.grant : 0;
    write_turn_clock(&d->turn_to_write, d->aw_valid, &d->out, in);
    clock_writer(d, in, &w);
    clock_decisions(d);
    clock_users(d, &w);
    clock_reads(d, in, &w);
    clock_queue(d, &w);
    clock_item(d, &w, &head);
    clock_lookup(d, &w);
    clock_grant(d, &w);
    request_queues_clock(&d->requests, popped);
    show(d);
}

/* ---- kernel start ---- */

/* Bursts of BEATS beats from beat FIRST on, at most AXI_BURST_BEATS each, none across a page. */
static uint64_t clear_bursts(uint64_t first, uint64_t beats, uint64_t page_beats) {
    const uint64_t to_page_end = page_beats - first % page_beats,
                   head = to_page_end < beats ? to_page_end : beats;
    const uint64_t pages = (beats - head) / page_beats, tail = (beats - head) % page_beats;
    const uint64_t most = SCORD_AXI_BURST_BEATS;
    return (head + most - 1) / most + pages * ((page_beats + most - 1) / most) +
           (tail + most - 1) / most;
}

uint64_t detector_timing_clear_cycles(const detector_timing_options_t *options,
                                      uint32_t write_latency) {
    const uint32_t beat_bytes = options->beat_entries * SCORD_METADATA_ENTRY_BYTES;
    const uint64_t cleared = UINT64_C(1)
                             << (options->log2_tracked_words - options->log2_cache_ratio);
    const uint64_t beats = (cleared + options->beat_entries - 1) / options->beat_entries;
    return beats + clear_bursts(options->metadata_base / beat_bytes, beats, 4096 / beat_bytes) +
           write_latency + 1;
}
