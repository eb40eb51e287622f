/* SPDX-License-Identifier: Apache-2.0 */
/* trace_locks.c: see trace_locks.h. The program is walked backwards, because what follows a CAS
 * decides whether it takes a lock.
 */
#include "cmodel/import/trace_locks.h"
#include "cmodel/base/array.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/base/index_map.h"

/* What follows in the program on one word of one lane. */
typedef enum follows { NOTHING, RELEASE, LOCK_RUN } follows_t;

typedef struct lane_word {
    follows_t follows;
    size_t release; /* the record */
} lane_word_t;

typedef struct inference {
    warp_trace_t *warp;
    size_t *candidate; /* records that write with strength */
    size_t candidates, candidates_allocated;
    scord_index_map_t places; /* (address, lane) → lane_word */
    lane_word_t *words;
    uint32_t count, allocated;
} inference_t;

static bool is_cas(const trace_record_t *record) {
    return record->atomic_kind == SCORD_ATOMIC_KIND_CAS;
}

static bool releases(const trace_record_t *record) {
    return record->atomic_kind == SCORD_ATOMIC_KIND_EXCH ||
           (record->op == SCORD_OP_STORE && record->strong);
}

static bool is_candidate(const trace_record_t *record) {
    return record->kind == TRACE_ACCESS &&
           (record->op == SCORD_OP_ATOMIC || record->op == SCORD_OP_STORE) && record->size <= 8;
}

static bool add_candidate(inference_t *inference, size_t at) {
    if (!SCORD_ARRAY_ROOM(inference->candidate, inference->candidates_allocated,
                          inference->candidates + 1))
        return false;
    assert(inference->candidates == 0 || inference->candidate[inference->candidates - 1] < at);
    inference->candidate[inference->candidates++] = at;
    return true;
}

static uint64_t key_of(uint64_t address, unsigned lane) {
    assert(address >> SCORD_ADDRESS_WIDTH == 0 && lane < SCORD_THREADS_PER_WARP);
    return address * SCORD_THREADS_PER_WARP + lane;
} /* 40-bit addresses */

static bool add_word(inference_t *inference, uint64_t address, unsigned lane) {
    const uint64_t key = key_of(address, lane);
    if (scord_index_map_find(&inference->places, key) != SCORD_INDEX_NONE) return true;
    if (!SCORD_ARRAY_ROOM(inference->words, inference->allocated, inference->count + 1) ||
        !scord_index_map_add(&inference->places, key, inference->count))
        return false;
    inference->words[inference->count++] = (lane_word_t){.follows = NOTHING};
    return true;
}

/* Collects the writes from the first CAS on, and the words that a CAS accesses. */
static bool find_candidates(inference_t *inference) {
    trace_record_t record;
    uint64_t address[SCORD_THREADS_PER_WARP];
    for (size_t at = 0, start = 0; warp_trace_read(inference->warp, &at, &record, address);
         start = at) {
        if (!is_candidate(&record)) continue;
        for (uint32_t rest = is_cas(&record) ? record.mask : 0; rest != 0; rest &= rest - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(rest);
            if (!add_word(inference, address[lane], lane)) return false;
        }
        if (inference->count > 0 && !add_candidate(inference, start)) return false;
    }
    return true;
}

static void mark_release(inference_t *inference, size_t at, unsigned lane) {
    trace_record_t record;
    size_t behind = at;
    warp_trace_read(inference->warp, &behind, &record, NULL);
    assert(releases(&record) && (record.mask >> lane & 1) != 0);
    record.taken |= 1u << lane;
    warp_trace_update(inference->warp, at, &record);
}

static void see_cas(inference_t *inference, trace_record_t *record, lane_word_t *word,
                    unsigned lane) {
    if (word->follows == RELEASE) {
        record->taken |= 1u << lane;
        mark_release(inference, word->release, lane);
        word->follows = LOCK_RUN;
    } else if (word->follows == LOCK_RUN) {
        record->failed |= 1u << lane;
    }
}

/* Lanes of one instruction that try one word do so in ascending order (D17): only the first of them
 * can have taken the lock. */
static void keep_lowest(trace_record_t *record, const uint64_t *address) {
    for (uint32_t rest = record->taken; rest != 0; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        for (uint32_t above = rest & (rest - 1); above != 0; above &= above - 1) {
            const unsigned other = (unsigned)__builtin_ctz(above);
            if (address[other] != address[lane] || (record->taken >> other & 1) == 0) continue;
            record->taken &= ~(1u << other);
            record->failed |= 1u << other;
        }
    }
}

static void see(inference_t *inference, size_t at) {
    trace_record_t record;
    uint64_t address[SCORD_THREADS_PER_WARP];
    size_t behind = at;
    warp_trace_read(inference->warp, &behind, &record, address);
    for (uint32_t rest = record.mask; rest != 0; rest &= rest - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(rest);
        const uint32_t index = scord_index_map_find(&inference->places,
                                                    key_of(address[lane], lane));
        if (index == SCORD_INDEX_NONE) continue;
        assert(index < inference->count);
        lane_word_t *word = &inference->words[index];
        if (is_cas(&record))
            see_cas(inference, &record, word, lane);
        else
            *word = (lane_word_t){.follows = releases(&record) ? RELEASE : NOTHING, .release = at};
    }
    if (!is_cas(&record)) return;
    keep_lowest(&record, address);
    assert((record.taken & record.failed) == 0);
    assert(((record.taken | record.failed) & ~record.mask) == 0);
    warp_trace_update(inference->warp, at, &record);
}

bool trace_infer_locks(warp_trace_t *warp) {
    inference_t inference = {.warp = warp};
    const bool complete = find_candidates(&inference);
    for (size_t i = complete ? inference.candidates : 0; i > 0; i--)
        see(&inference, inference.candidate[i - 1]);
    free(inference.candidate);
    free(inference.words);
    scord_index_map_destroy(&inference.places);
    return complete;
}
