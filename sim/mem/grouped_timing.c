/* SPDX-License-Identifier: Apache-2.0 */
/* grouped_timing.c: see grouped_timing.h.
 *
 *     FIFOs of the SMs ─► arbiter ─► lookup ─► decision queue ─► item at the decide stage
 *                                     │  ▲                        │ groups (or words) a cycle
 *                                     │  └── lines: head, plain entries ◄┘
 *                       AR ◄── fetch ◄┴── second rounds: lines whose head says plain
 *                       AW, W ◄── writer: heads and entries that changed
 *
 * The entries' values are the golden model's (metadata_entries.h), always the newest. What memory
 * holds of a line is only its form: the words that are plain there (grouped_image). A buffered line
 * takes it over when its head arrives, and gives it back when its head is written.
 *
 * Invariants: a line is given away only without users, reads or writes in flight, and changes; a
 * plain word is changed only when its entry is present; a burst in flight has its slot.
 */
#include "sim/mem/grouped_timing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/scord_params.h"
#include "sim/mem/detector_queues.h"

enum {
    SETS = GROUPED_MAX_LINES / 64,
    QUEUE_MAX = 2 * GROUPED_MAX_LINES,
    LINE_ENTRIES = SCORD_SEGMENT_WORDS,
    TABLE_LINES = 256, /* whose forms a sector of 32 bytes holds */
    NO_LINE = UINT16_MAX
};
#define ALL UINT32_MAX
/* Beside the array of entries (memory_system.c: METADATA_BASE, entries below 2^36 bytes). */
#define HEADS_OFFSET (UINT64_C(1) << 36)
#define TABLE_OFFSET (UINT64_C(1) << 37)

struct grouped_image {
    uint64_t keys;
    uint32_t *plain; /* by key */
    grouped_counts_t counts;
};

typedef struct item {
    detector_timing_request_t request;
    uint16_t line;
    uint32_t tracked, needed;
} item_t;

typedef enum head_state { HEAD_UNKNOWN, HEAD_ASKED, HEAD_HERE } head_state_t;

typedef struct line {
    uint64_t key;
    uint32_t users, reads;              /* requests, read bursts in flight */
    uint32_t plain;                     /* words, once the head is here */
    uint32_t requested, present, dirty; /* plain entries */
    uint32_t wanted;                    /* by requests that came before the head */
    uint8_t head;                       /* head_state_t */
    bool head_dirty, head_writing, entries_writing, queued;
} line_t;

typedef struct lines { /* a set of lines */
    uint64_t bits[SETS];
    uint32_t count;
} lines_t;

typedef enum burst_kind { BURST_ENTRIES, BURST_HEAD, BURST_TABLE } burst_kind_t;

typedef struct slot {
    bool busy;
    uint16_t line;
    uint8_t kind, beat;
} slot_t;

struct grouped_timing {
    bool busy;
    detector_port_out_t out;
    detector_timing_counters_t counters;
    grouped_options_t options;
    grouped_image_t *image;
    uint32_t lines, queue_depth, beat_shift, head_bytes, range_shift, sets;
    uint64_t key_mask;

    request_queues_t requests;
    uint32_t *fence[DETECTOR_TIMING_MAX_SMS]; /* by SM and place: fences offered before this one */
    uint32_t fences_offered, fences_granted;

    bool lookup_valid, lookup_hit;
    item_t lookup;
    uint64_t lookup_key;

    line_t line[GROUPED_MAX_LINES];
    lines_t valid, recent, takeable, cleanable;
    lines_t urgent;  /* cleanable ones of sets with few takeable lines */
    uint16_t *where; /* by key / banks */
    uint32_t turn, bytes, takeable_bytes, writes;

    slot_t reads[GROUPED_MAX_BURSTS], written[GROUPED_MAX_BURSTS];
    uint32_t read_slots, reads_busy;
    uint16_t again[GROUPED_MAX_LINES]; /* second rounds, in turn */
    uint32_t again_first, again_count;

    uint64_t table[GROUPED_TABLE_SECTORS], table_used[GROUPED_TABLE_SECTORS], time;
    bool table_valid[GROUPED_TABLE_SECTORS], table_asked;

    bool writing_burst, aw_valid, w_valid;
    slot_t write;
    uint8_t write_last;
    write_turn_t turn_to_write;

    item_t queue[QUEUE_MAX];
    uint32_t queue_first, queue_level;

    bool item_valid, item_decided, fence_met;
    item_t item;
    uint32_t selected, rest; /* words */
    uint32_t groups_left;    /* after this cycle */
};

typedef struct wires {
    bool item_done, load, head_ready, item_free;
    bool needs_line, line_at_hand, covered, fetched, push, lookup_done, queue_ready, accept;
    bool second_round, dropped, evict;
    burst_kind_t kind;
    uint32_t missing, span;
    uint32_t lookup_line, victim;
    bool clean_start, beat_taken, aw_ready, w_ready;
    uint32_t clean_line;
} wires_t;

/* ---- sets ---- */

static uint64_t bit(uint32_t number) { return UINT64_C(1) << number; }
static uint32_t lowest(uint64_t set) { return (uint32_t)__builtin_ctzll(set); }
static uint32_t first_of(uint32_t set) { return (uint32_t)__builtin_ctz(set); }
static uint32_t last_of(uint32_t set) { return 31u - (uint32_t)__builtin_clz(set); }
static uint32_t words_in(uint32_t set) { return (uint32_t)__builtin_popcount(set); }

static bool has(const lines_t *set, uint32_t line) {
    return (set->bits[line / 64] >> line % 64 & 1) != 0;
}
static void put(lines_t *set, uint32_t line, bool in) {
    if (has(set, line) == in) return;
    set->bits[line / 64] ^= bit(line % 64);
    set->count += in ? 1u : UINT32_MAX;
}

static uint32_t entries(uint32_t first, uint32_t count) {
    return ALL >> (LINE_ENTRIES - count) << first;
}
static uint32_t beats(const grouped_timing_t *d, uint32_t first, uint32_t count) {
    return entries(first << d->beat_shift, count << d->beat_shift);
}
static uint32_t lowest_words(uint32_t words, uint32_t count) {
    uint32_t rest = words;
    for (uint32_t lane = 0; lane < count && rest != 0; lane++) rest &= rest - 1;
    return words & ~rest;
}

/* ---- the form ---- */

uint32_t grouped_head_bytes(uint32_t form, grouped_place_t place) {
    const bool apart = place == GROUPED_HEAD_APART;
    switch (form) {
    case 0: return 0;
    case 1: return apart ? 16 : 8;
    case 2: return apart ? 32 : 24;
    case 3: return 32;
    case 4: return apart ? 64 : 40;
    default: return apart ? 128 : 80;
    }
}

static bool apart(const grouped_timing_t *d) { return d->options.place == GROUPED_HEAD_APART; }
static uint32_t beat_bytes(const grouped_timing_t *d) {
    return SCORD_METADATA_ENTRY_BYTES << d->beat_shift;
}
static uint32_t head_beats(const grouped_timing_t *d) {
    return (d->head_bytes + beat_bytes(d) - 1) / beat_bytes(d);
}
/* Entries that lie where the head does, and come with it. */
static uint32_t beside_head(const grouped_timing_t *d) {
    return d->options.place == GROUPED_IN_LINE ? beats(d, 0, head_beats(d)) : 0;
}

static uint64_t entries_address(const grouped_timing_t *d, uint64_t key, uint32_t beat) {
    return d->options.detector.metadata_base + key * SCORD_METADATA_LINE_BYTES +
           (uint64_t)beat * beat_bytes(d);
}
/* A beat may hold several heads. */
static uint64_t head_address(const grouped_timing_t *d, uint64_t key) {
    if (!apart(d)) return entries_address(d, key, 0);
    return (d->options.detector.metadata_base + HEADS_OFFSET + key * d->head_bytes) &
           ~(uint64_t)(beat_bytes(d) - 1);
}

grouped_image_t *grouped_image_make(const grouped_options_t *options) {
    grouped_image_t *image = calloc(1, sizeof *image);
    if (!image) return NULL;
    const uint32_t log2 = options->detector.log2_tracked_words - options->detector.log2_cache_ratio;
    assert(log2 >= 5 /* a line */);
    image->keys = UINT64_C(1) << (log2 - 5);
    image->plain = calloc(image->keys, sizeof *image->plain); /* after the clear all are grouped */
    if (image->plain) {
        if (options->form == 0) memset(image->plain, 0xff, image->keys * sizeof *image->plain);
        return image;
    }
    free(image);
    return NULL;
}
void grouped_image_free(grouped_image_t *image) {
    if (!image) return;
    free(image->plain);
    free(image);
}
const grouped_counts_t *grouped_image_counts(const grouped_image_t *image) {
    return &image->counts;
}

/* ---- life ---- */

static bool make_fifos(grouped_timing_t *d) {
    const detector_timing_options_t *o = &d->options.detector;
    for (uint32_t sm = 0; sm < o->sms; sm++) {
        d->requests.fifo[sm].request = calloc(o->fifo_depth, sizeof(detector_timing_request_t));
        d->fence[sm] = calloc(o->fifo_depth, sizeof *d->fence[sm]);
        if (!d->requests.fifo[sm].request || !d->fence[sm]) return false;
    }
    return true;
}

grouped_timing_t *grouped_timing_make(const grouped_options_t *options, grouped_image_t *image) {
    const detector_timing_options_t *o = &options->detector;
    assert(o->lines >= 2 && o->lines <= GROUPED_MAX_LINES && o->sms <= DETECTOR_TIMING_MAX_SMS);
    grouped_timing_t *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->options = *options;
    d->image = image;
    d->lines = o->lines;
    d->queue_depth = 2 * o->lines;
    d->beat_shift = first_of(o->beat_entries);
    d->head_bytes = grouped_head_bytes(options->form, options->place);
    d->range_shift = o->log2_tracked_words - 5;
    d->key_mask = image->keys - 1;
    d->sets = options->ways == 0 ? 1 : o->lines / options->ways; /* powers of two */
    d->read_slots = o->lines < GROUPED_MAX_BURSTS ? o->lines : GROUPED_MAX_BURSTS;
    d->requests.later = UINT64_MAX;
    d->requests.depth = o->fifo_depth;
    d->turn_to_write.owns = true;
    for (uint32_t i = 0; i < d->lines; i++) put(&d->takeable, i, true);
    const uint64_t keys = image->keys / options->banks + 1;
    d->where = malloc(keys * sizeof *d->where);
    if (d->where) memset(d->where, 0xff, keys * sizeof *d->where);
    if (make_fifos(d) && d->where) return d;
    grouped_timing_free(d);
    return NULL;
}

void grouped_timing_free(grouped_timing_t *d) {
    if (!d) return;
    for (uint32_t sm = 0; sm < DETECTOR_TIMING_MAX_SMS; sm++) {
        free(d->requests.fifo[sm].request);
        free(d->fence[sm]);
    }
    free(d->where);
    free(d);
}

const detector_port_out_t *grouped_timing_port(const grouped_timing_t *d) { return &d->out; }
const detector_timing_counters_t *grouped_timing_counters(const grouped_timing_t *d) {
    return &d->counters;
}
bool grouped_timing_busy(const grouped_timing_t *d) { return d->busy; }

/* ---- request FIFOs and arbiter ---- */

bool grouped_timing_has_room(const grouped_timing_t *d, uint32_t sm) {
    return request_queues_room(&d->requests, sm);
}

bool grouped_timing_offer(grouped_timing_t *d, uint32_t sm,
                          const detector_timing_request_t *request) {
    if (!grouped_timing_has_room(d, sm)) return false;
    const uint32_t place = request_queues_push(&d->requests, sm, request);
    if (request->fence) d->fence[sm][place] = d->fences_offered++;
    d->busy = true;
    return true;
}

/* SMs whose next request is a fence before which another is due: with one bank none, since there
 * fences are decided in any order. */
static uint64_t early_fences(const grouped_timing_t *d, uint64_t candidates) {
    uint64_t early = 0;
    if (d->options.banks == 1) return 0;
    for (uint64_t left = candidates; left != 0; left &= left - 1) {
        const uint32_t sm = lowest(left), place = request_queues_next(&d->requests, sm);
        if (d->requests.fifo[sm].request[place].fence && d->fence[sm][place] != d->fences_granted)
            early |= bit(sm);
    }
    return early;
}

static void clock_grant(grouped_timing_t *d, const wires_t *w) {
    if (d->requests.grant != 0 && !w->accept) return;
    const uint64_t candidates = request_queues_candidates(&d->requests);
    uint32_t place[DETECTOR_TIMING_MAX_SMS];
    for (uint64_t left = candidates; left != 0; left &= left - 1)
        place[lowest(left)] = request_queues_next(&d->requests, lowest(left));
    request_queues_grant(&d->requests, candidates & ~early_fences(d, candidates));
    if (d->requests.grant == 0) return;
    const uint32_t sm = lowest(d->requests.grant);
    if (d->requests.fifo[sm].request[place[sm]].fence) d->fences_granted++;
}

/* ---- lines ---- */

static uint32_t bytes_of(const grouped_timing_t *d, const line_t *line) {
    return (line->head != HEAD_UNKNOWN ? d->head_bytes : 0) +
           words_in(line->requested) * SCORD_METADATA_ENTRY_BYTES;
}

static bool may_clean_head(const grouped_timing_t *d, const line_t *line) {
    return line->head_dirty && !line->head_writing && (apart(d) || !line->entries_writing);
}
static bool may_clean_entries(const grouped_timing_t *d, const line_t *line) {
    return line->dirty != 0 && !line->entries_writing && (apart(d) || !line->head_writing);
}

/* With sets, lines are written early enough in each: when fewer than half could be taken. */
static void note_set(grouped_timing_t *d, uint32_t set) {
    uint32_t takeable = 0;
    for (uint32_t way = 0; way < d->options.ways; way++)
        takeable += has(&d->takeable, way * d->sets + set);
    const bool urgent = takeable == 0 || takeable < d->options.ways / 2;
    for (uint32_t way = 0; way < d->options.ways; way++) {
        const uint32_t line = way * d->sets + set;
        put(&d->urgent, line, urgent && has(&d->cleanable, line));
    }
}

/* After every change of a line: what may be done with it. BYTES: as bytes_of said before. */
static void note(grouped_timing_t *d, uint32_t number, uint32_t bytes) {
    const line_t *line = &d->line[number];
    const bool valid = has(&d->valid, number), unused = valid && line->users == 0;
    const bool takeable = !valid || (unused && (d->options.form == 0 || line->reads == 0) &&
                                     line->dirty == 0 && !line->head_dirty && !line->head_writing &&
                                     !line->entries_writing && !line->queued);
    if (has(&d->takeable, number) && has(&d->valid, number)) d->takeable_bytes -= bytes;
    d->bytes += bytes_of(d, line) - bytes;
    put(&d->takeable, number, takeable);
    if (takeable && valid) d->takeable_bytes += bytes_of(d, line);
    put(&d->cleanable, number, unused && (may_clean_head(d, line) || may_clean_entries(d, line)));
    if (d->sets > 1) note_set(d, number % d->sets);
}

static bool in_set(const grouped_timing_t *d, uint32_t line, uint32_t set) {
    return line % d->sets == set;
}

/* The lines of POOL of SET not used recently if there are some; of these the first from `turn` on.
 * False: none. */
static bool choose(const grouped_timing_t *d, const lines_t *pool, uint32_t set, uint32_t *chosen) {
    uint32_t any = NO_LINE, best = NO_LINE;
    if (d->sets == 1) { /* by 64 */
        const uint32_t words = (d->lines + 63) / 64, from = d->turn / 64;
        for (uint32_t i = 0; i <= words && best == NO_LINE; i++) {
            const uint32_t at = (from + i) % words;
            uint64_t bits = pool->bits[at];
            if (i == 0) bits &= ~UINT64_C(0) << d->turn % 64;
            if (i == words) bits &= ~(~UINT64_C(0) << d->turn % 64);
            const uint64_t old = bits & ~d->recent.bits[at];
            if (old != 0) best = at * 64 + lowest(old);
            if (bits != 0 && any == NO_LINE) any = at * 64 + lowest(bits);
        }
    } else
        for (uint32_t way = 0; way < d->options.ways && best == NO_LINE; way++) {
            const uint32_t at = ((d->turn + way) % d->options.ways) * d->sets + set;
            assert(in_set(d, at, set));
            if (!has(pool, at)) continue;
            if (any == NO_LINE) any = at;
            if (!has(&d->recent, at)) best = at;
        }
    *chosen = best != NO_LINE ? best : any;
    return *chosen != NO_LINE;
}

/* The first line of POOL from FROM on, of COUNT in turn. False: none. */
static bool first_from(const lines_t *pool, uint32_t from, uint32_t count, uint32_t *line) {
    const uint32_t words = (count + 63) / 64;
    if (pool->count == 0) return false;
    for (uint32_t i = 0; i <= words; i++) {
        const uint32_t at = (from / 64 + i) % words;
        uint64_t bits = pool->bits[at];
        if (i == 0) bits &= ~UINT64_C(0) << from % 64;
        if (bits == 0) continue;
        *line = at * 64 + lowest(bits);
        return true;
    }
    return false;
}

static void use(grouped_timing_t *d, uint32_t number) {
    put(&d->recent, number, true);
    if (d->sets == 1) {
        if (d->recent.count != d->lines) return;
        d->recent = (lines_t){.count = 0};
    } else {
        for (uint32_t way = 0; way < d->options.ways; way++)
            if (!has(&d->recent, way * d->sets + number % d->sets)) return;
        for (uint32_t way = 0; way < d->options.ways; way++)
            put(&d->recent, way * d->sets + number % d->sets, false);
    }
    put(&d->recent, number, true);
}

/* All bits of the line's number, folded by XOR: blocks of a program walk at equal strides. */
static uint32_t set_of(const grouped_timing_t *d, uint64_t key) {
    const uint32_t width = first_of(d->sets);
    uint64_t folded = 0;
    if (width == 0) return 0;
    for (uint64_t left = key / d->options.banks; left != 0; left >>= width) folded ^= left;
    return (uint32_t)folded & (d->sets - 1);
}

/* ---- lookup ---- */

static uint32_t table_place(const grouped_timing_t *d, uint64_t key) {
    for (uint32_t i = 0; i < GROUPED_TABLE_SECTORS; i++)
        if (d->table_valid[i] && d->table[i] == key / TABLE_LINES) return i;
    return GROUPED_TABLE_SECTORS;
}

/* Entries asked for without waiting for the head: few, and not where the head lies. */
static uint32_t eager_entries(const grouped_timing_t *d) {
    return words_in(d->lookup.needed) <= d->options.eager ? d->lookup.needed & ~beside_head(d) : 0;
}

/* The next burst of entries, in whole beats: from the first one missing to the last before an
 * entry that was asked for. */
static void look_span(const grouped_timing_t *d, wires_t *w, uint32_t requested) {
    if (w->missing == 0) return;
    w->kind = BURST_ENTRIES;
    w->span = detector_span(w->missing, requested, d->beat_shift, &w->covered);
}

/* What the request at lookup still has to ask for. */
static void look_burst(const grouped_timing_t *d, wires_t *w) {
    const line_t none = {.head = HEAD_UNKNOWN};
    line_t line = d->lookup_hit ? d->line[w->lookup_line] : none;
    if (d->options.form == 0) line.head = HEAD_HERE, line.plain = ALL;
    if (d->options.place == GROUPED_BIT && line.head == HEAD_UNKNOWN) {
        line.plain = d->image->plain[d->lookup_key];
        if (line.plain != 0) line.head = HEAD_HERE; /* known: there is no head to be read */
    }
    if (line.head == HEAD_UNKNOWN) {
        w->kind = BURST_HEAD;
        w->missing = ALL;
        w->covered = eager_entries(d) == 0;
        return;
    }
    const uint32_t needed = line.head == HEAD_ASKED ? eager_entries(d)
                                                    : d->lookup.needed & line.plain;
    w->missing = needed & ~line.requested;
    if (line.head == HEAD_HERE && d->options.whole && d->options.form != 0 && w->missing != 0)
        w->missing = line.plain & ~line.requested;
    look_span(d, w, line.requested);
}

static bool room_for_line(const grouped_timing_t *d) {
    const uint32_t most = d->options.buffer_bytes;
    return most == 0 ||
           d->bytes + (d->options.form == 0 ? SCORD_METADATA_LINE_BYTES : d->head_bytes) <= most;
}

/* A line for the request: one that is free, or given away; w->evict: one is given away to make
 * room. */
static void look_line(const grouped_timing_t *d, wires_t *w) {
    w->lookup_line = d->lookup.line;
    w->line_at_hand = d->lookup_hit;
    if (d->lookup_hit) return;
    uint32_t chosen;
    if (!choose(d, &d->takeable, set_of(d, d->lookup_key), &chosen)) return;
    w->lookup_line = chosen;
    w->line_at_hand = has(&d->valid, chosen) || room_for_line(d);
    if (!w->line_at_hand) { /* the bytes are elsewhere */
        for (uint32_t i = 0; i < d->lines && !w->evict; i++) {
            w->victim = (d->turn + i) % d->lines;
            w->evict = has(&d->valid, w->victim) && has(&d->takeable, w->victim);
        }
    } else if (has(&d->valid, chosen) && d->options.buffer_bytes != 0 &&
               d->bytes > d->options.buffer_bytes) {
        w->line_at_hand = false; /* the excess goes first */
        w->evict = true;
        w->victim = chosen;
    }
}

static void look_lookup(const grouped_timing_t *d, const detector_port_in_t *in, wires_t *w) {
    const bool address_free = d->reads_busy != d->read_slots && (!d->out.ar_valid || in->ar_ready);
    w->queue_ready = d->queue_level != d->queue_depth;
    w->second_round = d->again_count != 0 && address_free;
    if (!d->lookup_valid) return;
    w->dropped = !d->lookup.request.fence && d->lookup.request.words == 0;
    w->needs_line = d->lookup.needed != 0;
    if (w->needs_line) {
        const bool fetch_ready = address_free && !w->second_round;
        if (d->options.place == GROUPED_BIT && d->options.form != 0 && !d->lookup_hit &&
            table_place(d, d->lookup_key) == GROUPED_TABLE_SECTORS) {
            w->kind = BURST_TABLE;
            w->fetched = !d->table_asked && fetch_ready;
            return;
        }
        look_line(d, w);
        if (!w->line_at_hand) return;
        look_burst(d, w);
        w->fetched = w->missing != 0 && (!w->covered || w->queue_ready) && fetch_ready;
    }
    w->push = w->queue_ready && !w->dropped &&
              (!w->needs_line || w->missing == 0 || (w->covered && w->fetched));
    w->lookup_done = w->push || w->dropped;
}

/* ---- load and decide ---- */

static bool lasts(const grouped_timing_t *d) {
    if (d->item.request.fence) return d->options.banks > 1 && !d->fence_met;
    return d->options.group_lanes != 0 ? d->groups_left != 0 : d->rest != 0;
}

static void look_items(const grouped_timing_t *d, wires_t *w) {
    w->item_done = d->item_valid && !lasts(d);
    w->item_free = !d->item_valid || w->item_done;
    if (d->queue_level == 0) return;
    const item_t *head = &d->queue[d->queue_first];
    const line_t *line = &d->line[head->line];
    w->head_ready = head->needed == 0 ||
                    (line->head == HEAD_HERE && (head->needed & line->plain & ~line->present) == 0);
    w->load = w->head_ready && w->item_free;
}

/* ---- cleaning ---- */

static bool wants_room(const grouped_timing_t *d) {
    const uint32_t most = d->options.buffer_bytes;
    return d->takeable.count < d->lines / 2 ||
           (most != 0 && (d->bytes > most || most - d->bytes + d->takeable_bytes < most / 2));
}

static void look_writer(const grouped_timing_t *d, const detector_port_in_t *in, wires_t *w) {
    w->aw_ready = d->turn_to_write.owns && !d->turn_to_write.address_sent && in->aw_ready;
    w->w_ready = d->turn_to_write.owns && !d->turn_to_write.data_sent && in->w_ready;
    w->beat_taken = d->writing_burst && (!d->w_valid || w->w_ready);
    if (d->options.pipelined) { /* the last beat and the next burst may meet */
        w->aw_ready = in->aw_ready;
        w->w_ready = in->w_ready;
        w->beat_taken = d->writing_burst && (!d->w_valid || w->w_ready);
        const bool last = w->beat_taken && d->write.beat == d->write_last;
        if ((d->writing_burst && !last) || (d->aw_valid && !w->aw_ready)) return;
    } else if (d->writing_burst || d->aw_valid)
        return;
    if (d->cleanable.count == 0 || d->writes == d->read_slots) return;
    const bool idle = d->requests.grant == 0 && !d->lookup_valid && d->queue_level == 0 &&
                      !d->item_valid;
    const bool any = idle || wants_room(d);
    if (d->sets == 1)
        w->clean_start = any && choose(d, &d->cleanable, 0, &w->clean_line);
    else
        w->clean_start = first_from(any ? &d->cleanable : &d->urgent, d->turn, d->lines,
                                    &w->clean_line);
}

/* ---- next values: writing ---- */

static void take_beat(grouped_timing_t *d) {
    line_t *line = &d->line[d->write.line];
    const uint32_t bytes = bytes_of(d, line);
    d->out.w_last = d->write.beat == d->write_last;
    d->writing_burst = !d->out.w_last;
    if (d->write.kind == BURST_ENTRIES) {
        const uint32_t beat = beats(d, d->write.beat, 1);
        d->out.w_strobe = (line->dirty & beat) >> first_of(beat);
        line->dirty &= ~beat;
    } else
        d->out.w_strobe = 1;
    d->write.beat++;
    note(d, d->write.line, bytes);
}

/* Regroup 2: all of a plain line is at hand and names few entries. */
static void regroup_at_write(grouped_timing_t *d, line_t *line) {
    uint64_t entry[LINE_ENTRIES];
    if (d->options.form == 0 || apart(d) || d->options.regroup < 2 || line->plain == 0 ||
        line->present != ALL)
        return;
    metadata_entries_line(d->options.entries, line->key, entry);
    if (metadata_entries_different(entry, ALL) > d->options.form) return;
    line->plain = line->requested = line->present = line->dirty = 0;
    line->head_dirty = true;
    d->image->counts.became_grouped++;
}

static uint32_t free_slot(const slot_t *slots) {
    uint32_t slot = 0;
    while (slots[slot].busy) slot++;
    return slot;
}

static void start_cleaning(grouped_timing_t *d, uint32_t number) {
    line_t *line = &d->line[number];
    const uint32_t bytes = bytes_of(d, line);
    regroup_at_write(d, line);
    const bool head = may_clean_head(d, line);
    const uint32_t first = head ? 0 : first_of(line->dirty) >> d->beat_shift,
                   last = head ? head_beats(d) - 1 : last_of(line->dirty) >> d->beat_shift;
    const uint32_t id = d->options.form == 0 && d->lines <= GROUPED_MAX_BURSTS
                            ? number
                            : free_slot(d->written);
    d->writing_burst = true;
    d->write = (slot_t){.busy = true,
                        .line = (uint16_t)number,
                        .kind = head ? BURST_HEAD : BURST_ENTRIES,
                        .beat = (uint8_t)first};
    assert(!d->written[id].busy);
    d->written[id] = d->write;
    d->writes++;
    d->write_last = (uint8_t)last;
    d->out.aw_id = (uint8_t)id;
    d->out.aw_beats = (uint8_t)(last - first + 1);
    d->out.aw_address = head ? head_address(d, line->key) : entries_address(d, line->key, first);
    if (head) {
        line->head_writing = true;
        line->head_dirty = false;
    } else
        line->entries_writing = true;
    d->image->plain[line->key] = line->plain;
    note(d, number, bytes);
}

static void confirm(grouped_timing_t *d, uint32_t id) {
    assert(d->written[id].busy);
    const slot_t *slot = &d->written[id];
    line_t *line = &d->line[slot->line];
    if (slot->kind == BURST_HEAD)
        line->head_writing = false;
    else
        line->entries_writing = false;
    d->written[id].busy = false;
    d->writes--;
    note(d, slot->line, bytes_of(d, line));
}

static void clock_writer(grouped_timing_t *d, const detector_port_in_t *in, const wires_t *w) {
    if (in->b_valid) confirm(d, in->b_id);
    d->aw_valid = w->clean_start || (d->aw_valid && !w->aw_ready);
    d->w_valid = w->beat_taken || (d->w_valid && !w->w_ready);
    if (w->beat_taken) take_beat(d);
    if (w->clean_start) start_cleaning(d, w->clean_line);
}

/* ---- next values: decisions ---- */

/* Heads apart: each changed word finds its entry in the head, takes a free place there, or is
 * plain. */
static void place_words(grouped_timing_t *d, line_t *line, const uint64_t entry[],
                        uint32_t changed) {
    uint64_t named[8];
    uint32_t count = 0, grouped = ~line->plain & ~changed;
    const uint32_t before = line->plain;
    for (uint32_t left = grouped; left != 0; left &= left - 1) {
        uint32_t i = 0;
        while (i < count && named[i] != entry[first_of(left)]) i++;
        assert(i < d->options.form);
        if (i == count) named[count++] = entry[first_of(left)];
    }
    for (uint32_t left = changed; left != 0; left &= left - 1) {
        const uint32_t word = first_of(left), of_word = left & -left;
        uint32_t i = 0;
        while (i < count && named[i] != entry[word]) i++;
        if (i == count && count < d->options.form) named[count++] = entry[word];
        line->plain = i < d->options.form && i < count ? line->plain & ~of_word
                                                       : line->plain | of_word;
    }
    const uint32_t plain_now = line->plain & changed;
    line->head_dirty |= (changed & ~line->plain) != 0 || line->plain != before;
    line->requested |= plain_now;
    line->present |= plain_now;
    line->dirty = (line->dirty & line->plain) | plain_now;
    d->image->counts.became_plain += words_in(line->plain & ~before);
    d->image->counts.became_grouped += words_in(before & ~line->plain);
}

/* The form in the line or in a bit: all words or none. */
static void place_line(grouped_timing_t *d, line_t *line, const uint64_t entry[],
                       uint32_t changed) {
    const bool fits = metadata_entries_different(entry, ALL) <= d->options.form;
    if (line->plain == 0) {
        if (fits) {
            line->head_dirty = true;
            return;
        }
        line->plain = line->requested = line->present = line->dirty = ALL;
        line->head_dirty = false;
        d->image->counts.became_plain++;
    } else if (fits && d->options.regroup > 0 && d->item.request.words == ALL) {
        line->plain = line->requested = line->present = line->dirty = 0;
        line->head_dirty = true;
        d->image->counts.became_grouped++;
    } else
        line->dirty |= changed;
}

/* The first cycle of an item: its words are decided, in the golden model. */
static void decide_item(grouped_timing_t *d) {
    const uint32_t words = d->item.request.words & d->item.tracked;
    d->item_decided = true;
    d->groups_left = 0;
    if (d->item.request.fence) {
        if (d->options.banks == 1 && d->options.entries)
            metadata_entries_fence(d->options.entries, &d->item.request);
        return;
    }
    if (words == 0 || !d->options.entries) return;
    const metadata_decided_t decided = metadata_entries_decide(d->options.entries, &d->item.request,
                                                               words);
    d->groups_left = decided.groups;
    d->image->counts.groups += decided.groups;
    if (d->options.form == 0 || d->item.needed == 0 || decided.changed == 0) return;
    line_t *line = &d->line[d->item.line];
    const uint32_t bytes = bytes_of(d, line);
    uint64_t entry[LINE_ENTRIES];
    metadata_entries_line(d->options.entries, line->key, entry);
    if (apart(d))
        place_words(d, line, entry, decided.changed);
    else
        place_line(d, line, entry, decided.changed);
    note(d, d->item.line, bytes);
}

/* Form 0 writes every decided word, as the RTL's timing has it. */
static void clock_decisions(grouped_timing_t *d) {
    if (!d->item_valid || d->options.form != 0 || d->item.needed == 0) return;
    const uint32_t decided = (d->options.group_lanes != 0 ? d->item.request.words : d->selected) &
                             d->item.tracked;
    line_t *line = &d->line[d->item.line];
    if (decided == 0) return;
    assert((decided & ~line->present) == 0);
    line->dirty |= decided;
    note(d, d->item.line, bytes_of(d, line));
}

/* Entries that a request waits for and nobody has asked for: the line's turn for a second round. */
static void want(grouped_timing_t *d, uint32_t number) {
    line_t *line = &d->line[number];
    if (line->queued || line->head != HEAD_HERE ||
        (line->wanted & line->plain & ~line->requested) == 0)
        return;
    line->queued = true;
    d->again[(d->again_first + d->again_count++) % GROUPED_MAX_LINES] = (uint16_t)number;
}

/* A request may be pushed in the cycle in which its line's head comes. */
static void clock_users(grouped_timing_t *d, const wires_t *w) {
    if (w->push && w->needs_line) {
        line_t *line = &d->line[w->lookup_line];
        line->users++;
        line->wanted |= d->lookup.needed;
        want(d, w->lookup_line);
        use(d, w->lookup_line);
        note(d, w->lookup_line, bytes_of(d, line));
    }
    if (w->item_done && d->item.needed != 0) {
        line_t *line = &d->line[d->item.line];
        assert(line->users > 0);
        line->users--;
        note(d, d->item.line, bytes_of(d, line));
    }
}

/* ---- next values: reading ---- */

static void ask(grouped_timing_t *d, burst_kind_t kind, uint32_t number, uint64_t key,
                uint32_t span) {
    const uint32_t slot = free_slot(d->reads);
    const uint32_t beat = kind == BURST_ENTRIES ? first_of(span) >> d->beat_shift : 0;
    assert(slot < d->read_slots);
    d->reads[slot] = (slot_t){
        .busy = true, .line = (uint16_t)number, .kind = (uint8_t)kind, .beat = (uint8_t)beat};
    d->reads_busy++;
    d->out.ar_id = (uint8_t)slot;
    switch (kind) {
    case BURST_TABLE:
        d->out.ar_beats = (uint8_t)(beat_bytes(d) >= 32 ? 1 : 32 / beat_bytes(d));
        d->out.ar_address =
            (d->options.detector.metadata_base + TABLE_OFFSET + key / TABLE_LINES * 32) &
            ~(uint64_t)(beat_bytes(d) - 1);
        break;
    case BURST_HEAD:
        d->out.ar_beats = (uint8_t)head_beats(d);
        d->out.ar_address = head_address(d, key);
        d->image->counts.heads_read++;
        break;
    case BURST_ENTRIES:
        d->out.ar_beats = (uint8_t)((last_of(span) >> d->beat_shift) - beat + 1);
        d->out.ar_address = entries_address(d, key, beat);
        d->image->counts.entries_read++;
        break;
    }
}

static void forget(grouped_timing_t *d, uint32_t number) {
    if (!has(&d->valid, number)) return;
    line_t *line = &d->line[number];
    assert(has(&d->takeable, number));
    const uint32_t bytes = bytes_of(d, line);
    d->where[line->key / d->options.banks] = NO_LINE;
    d->takeable_bytes -= bytes;
    d->bytes -= bytes;
    put(&d->takeable, number, false);
    put(&d->valid, number, false);
    *line = (line_t){.key = 0};
    note(d, number, 0);
}

static void take_line(grouped_timing_t *d, uint32_t number) {
    forget(d, number);
    put(&d->valid, number, true);
    d->line[number] = (line_t){.key = d->lookup_key};
    d->where[d->lookup_key / d->options.banks] = (uint16_t)number;
    d->turn = d->sets == 1 ? (number + 1) % d->lines : d->turn + 1;
    if (d->turn >= d->lines) d->turn = 0;
    d->lookup.line = (uint16_t)number;
    d->lookup_hit = true;
    const uint32_t sector = table_place(d, d->lookup_key);
    if (sector < GROUPED_TABLE_SECTORS) d->table_used[sector] = d->time;
    if (d->options.form == 0) d->line[number].head = HEAD_HERE, d->line[number].plain = ALL;
    if (d->options.place == GROUPED_BIT && d->image->plain[d->lookup_key] != 0)
        d->line[number].head = HEAD_HERE, d->line[number].plain = ALL;
    note(d, number, 0); /* the form may be known already, and takes its bytes */
}

/* A burst of the request at lookup. */
static void clock_fetch(grouped_timing_t *d, const wires_t *w) {
    if (w->kind == BURST_TABLE) {
        d->table_asked = true;
        d->image->counts.table_misses++;
        ask(d, BURST_TABLE, 0, d->lookup_key, 0);
        return;
    }
    if (!d->lookup_hit) take_line(d, w->lookup_line);
    line_t *line = &d->line[w->lookup_line];
    const uint32_t bytes = bytes_of(d, line);
    if (w->kind == BURST_HEAD)
        line->head = HEAD_ASKED;
    else
        line->requested |= w->span;
    line->reads++;
    ask(d, w->kind, w->lookup_line, d->lookup_key, w->span);
    note(d, w->lookup_line, bytes);
}

/* The oldest line whose head said that entries are missing; a burst of them. */
static void clock_second_round(grouped_timing_t *d) {
    const uint32_t number = d->again[d->again_first];
    line_t *line = &d->line[number];
    const uint32_t bytes = bytes_of(d, line);
    wires_t w = {.missing = line->wanted & line->plain & ~line->requested};
    look_span(d, &w, line->requested);
    if (w.missing != 0) {
        ask(d, BURST_ENTRIES, number, line->key, w.span);
        line->requested |= w.span;
        line->reads++;
        d->image->counts.second_rounds++;
    }
    if (w.missing == 0 || w.covered) {
        line->queued = false;
        d->again_first = (d->again_first + 1) % GROUPED_MAX_LINES;
        d->again_count--;
    }
    note(d, number, bytes);
}

static void head_comes(grouped_timing_t *d, uint32_t number) {
    line_t *line = &d->line[number];
    line->head = HEAD_HERE;
    line->plain = d->image->plain[line->key];
    if (line->plain == 0) {
        line->requested = line->present = 0; /* what was read beside it says nothing */
        return;
    }
    line->requested |= beside_head(d);
    line->present |= beside_head(d);
    if (d->options.whole) line->wanted = ALL;
    want(d, number);
}

static void table_comes(grouped_timing_t *d) {
    uint32_t oldest = 0;
    for (uint32_t i = 1; i < GROUPED_TABLE_SECTORS; i++)
        if (d->table_used[i] < d->table_used[oldest]) oldest = i;
    d->table[oldest] = d->lookup_key / TABLE_LINES;
    d->table_valid[oldest] = true;
    d->table_used[oldest] = d->time;
    d->table_asked = false;
}

static void beat_comes(grouped_timing_t *d, const detector_port_in_t *in) {
    slot_t *slot = &d->reads[in->r_id];
    line_t *line = &d->line[slot->line];
    const uint32_t bytes = bytes_of(d, line);
    assert(slot->busy);
    if (slot->kind == BURST_ENTRIES && !(line->head == HEAD_HERE && line->plain == 0))
        line->present |= beats(d, slot->beat, 1);
    slot->beat++;
    if (!in->r_last) return;
    slot->busy = false;
    d->reads_busy--;
    if (slot->kind == BURST_TABLE) {
        table_comes(d);
        return;
    }
    if (slot->kind == BURST_HEAD) head_comes(d, slot->line);
    line->reads--;
    note(d, slot->line, bytes);
}

static void clock_reads(grouped_timing_t *d, const detector_port_in_t *in, const wires_t *w) {
    d->out.ar_valid = w->fetched || w->second_round || (d->out.ar_valid && !in->ar_ready);
    if (w->evict) forget(d, w->victim);
    if (w->fetched) clock_fetch(d, w);
    if (w->second_round) clock_second_round(d);
    if (in->r_valid) beat_comes(d, in);
}

/* ---- next values: the stages ---- */

static void clock_item(grouped_timing_t *d, const wires_t *w, const item_t *head) {
    const bool go_on = d->item_valid && !w->item_done;
    if (w->load) {
        d->item = *head;
        d->queue_first = (d->queue_first + 1) % d->queue_depth;
        d->queue_level--;
        d->item_decided = d->fence_met = false;
    }
    d->item_valid = w->load || go_on;
    const uint32_t left = !w->load ? d->rest : d->item.request.fence ? 0 : d->item.request.words;
    d->selected = lowest_words(left, d->options.detector.lanes);
    d->rest = left & ~d->selected;
    if (d->item_valid && !d->item_decided) decide_item(d);
    const uint32_t lanes = d->options.group_lanes;
    d->groups_left = d->groups_left > lanes ? d->groups_left - lanes : 0;
}

static void clock_queue(grouped_timing_t *d, const wires_t *w) {
    if (!w->push) return;
    assert(d->queue_level < d->queue_depth);
    d->queue[(d->queue_first + d->queue_level) % d->queue_depth] = d->lookup;
    d->queue_level++;
}

static void look_up(grouped_timing_t *d, const detector_timing_request_t *request) {
    const detector_timing_options_t *o = &d->options.detector;
    d->lookup = (item_t){.request = *request};
    if (request->fence) return;
    const uint64_t segment = (request->segment_address ^ o->tracked_base) >> SCORD_SEGMENT_WIDTH;
    d->lookup.tracked = segment >> d->range_shift == 0 ? ALL : 0;
    d->lookup.needed = o->ideal_metadata ? 0 : request->words & d->lookup.tracked;
    if (d->lookup.needed == 0) return;
    d->lookup_key = segment & d->key_mask;
    d->lookup.line = d->where[d->lookup_key / d->options.banks];
    d->lookup_hit = d->lookup.line != NO_LINE;
}

static void clock_lookup(grouped_timing_t *d, const wires_t *w) {
    if (d->lookup_valid && !w->lookup_done) return;
    d->lookup_valid = w->accept;
    if (!w->accept) return;
    look_up(d, request_queues_granted(&d->requests));
}

/* ---- the clock ---- */

static void count(grouped_timing_t *d, const detector_port_in_t *in, const wires_t *w) {
    detector_timing_counters_t *c = &d->counters;
    const bool stall_line = d->lookup_valid && w->needs_line && !w->line_at_hand;
    const bool stall_fetch = w->line_at_hand && w->missing != 0 && !w->push &&
                             !(w->covered && !w->queue_ready);
    c->requests += w->accept;
    c->fences += w->item_done && d->item.request.fence;
    if (d->options.group_lanes == 0)
        c->words += d->item_valid ? words_in(d->selected) : 0;
    else
        c->words += w->item_done ? words_in(d->item.request.words) : 0;
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

static void show(grouped_timing_t *d) {
    const bool pipelined = d->options.pipelined;
    d->out.aw_valid = d->aw_valid &&
                      (pipelined || (d->turn_to_write.owns && !d->turn_to_write.address_sent));
    d->out.w_valid = d->w_valid &&
                     (pipelined || (d->turn_to_write.owns && !d->turn_to_write.data_sent));
    d->busy = d->requests.waiting != 0 || d->lookup_valid || d->queue_level != 0 || d->item_valid ||
              d->reads_busy != 0 || d->cleanable.count != 0 || d->writes != 0 || d->writing_burst ||
              d->aw_valid || d->w_valid || d->again_count != 0 || d->takeable.count != d->lines;
}

void grouped_timing_meet(grouped_timing_t *const banks[], uint32_t count) {
    if (count < 2) return;
    for (uint32_t bank = 0; bank < count; bank++)
        if (!banks[bank]->item_valid || !banks[bank]->item.request.fence || banks[bank]->fence_met)
            return;
    for (uint32_t bank = 0; bank < count; bank++) banks[bank]->fence_met = true;
    if (banks[0]->options.entries)
        metadata_entries_fence(banks[0]->options.entries, &banks[0]->item.request);
}

void grouped_timing_clock(grouped_timing_t *d, const detector_port_in_t *in) {
    if (!d->busy) return;
    wires_t w = {.evict = false};
    d->time++;
    look_items(d, &w);
    look_lookup(d, in, &w);
    look_writer(d, in, &w);
    w.accept = d->requests.grant != 0 && (!d->lookup_valid || w.lookup_done);
    count(d, in, &w);

    const item_t head = d->queue[d->queue_first];
    const uint64_t popped = w.accept ? d->requests.grant : 0;
    if (!d->options.pipelined) write_turn_clock(&d->turn_to_write, d->aw_valid, &d->out, in);
    clock_writer(d, in, &w);
    clock_decisions(d);
    clock_reads(d, in, &w);
    clock_users(d, &w);
    clock_queue(d, &w);
    clock_item(d, &w, &head);
    clock_lookup(d, &w);
    clock_grant(d, &w);
    request_queues_clock(&d->requests, popped);
    show(d);
}

/* ---- kernel start ---- */

uint64_t grouped_timing_clear_cycles(const grouped_options_t *options, uint32_t write_latency) {
    if (options->form == 0)
        return detector_timing_clear_cycles(&options->detector, write_latency) / options->banks;
    detector_timing_options_t heads = options->detector;
    const uint32_t head = grouped_head_bytes(options->form, options->place);
    const uint64_t lines = UINT64_C(1) << (heads.log2_tracked_words - heads.log2_cache_ratio - 5);
    const uint32_t beat = heads.beat_entries * SCORD_METADATA_ENTRY_BYTES;
    if (options->place != GROUPED_HEAD_APART)
        return lines * ((head + beat - 1) / beat + 1) / options->banks + write_latency + 1;
    /* an array of that many bytes, as of entries of 8 */
    heads.log2_tracked_words -= 5u - first_of(head / SCORD_METADATA_ENTRY_BYTES);
    return detector_timing_clear_cycles(&heads, write_latency) / options->banks;
}
