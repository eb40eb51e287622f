/* SPDX-License-Identifier: Apache-2.0 */
/* words.c: kernels that synchronise with one another while they run (order.h).
 *
 *     kernel a:  touches │ fence │ touches │ flag := 1              a's parts: 0 │ 1
 *                 part 0 │       │  part 1    ╲ flag carries {a, parts below 1}
 *     kernel b:            reads flag, fence │ touches              b's parts: 0 │ 1
 *                                     part 0 │  part 1: behind a's part 0
 *
 * A kernel's history is cut at its fences and where it takes something; a piece knows its part. A
 * part takes in all that the kernel did meanwhile, whichever thread did it: order that there is not
 * may be seen, and none that there is goes unnoticed. The same holds for the last of ORDER_PARTS
 * parts, which takes in all the rest, for the words beyond WORDS_MAX, which are one, and for what
 * comes behind FACTS_MAX facts, which nothing is said of.
 *
 * The host reads words, too. What it may take is what the kernel did before a fence of system
 * scope; all its threads take as one, and the operations that they ask for begin with it.
 *
 * That an operation took something is a fact. It holds for what comes behind the operation, too;
 * this is looked for when two pieces conflict (find_known), which is rare.
 *
 * What is given on does not name operations by pointer, which would tie them to one another, but by
 * number, with the clock that they began with: who takes it is behind all that was before, too.
 *
 * Reference: PTX ISA, memory consistency model, release and acquire patterns.
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/order/relation.h"

enum { WORDS_MAX = 1 << 16, FACTS_MAX = 1 << 10, HOST_TAKES = 64 };

static bool is_in(const uint32_t *at, uint32_t lanes, uint32_t lane, uint32_t time) {
    return lane < lanes && at[lane] >= time;
}

/* ---- starts ---- */

static order_start_t *own(order_start_t *start) {
    start->owners++;
    return start;
}
static void disown(order_start_t *start) {
    if (start && --start->owners == 0) free(start);
}

/* NULL: no memory */
static order_start_t *start_of(order_operation_t *operation) {
    if (operation->shared) return operation->shared;
    order_start_t *start = malloc(sizeof *start + operation->lanes * sizeof *start->at);
    if (!start) return NULL;
    *start = (order_start_t){.owners = 1, .lanes = operation->lanes};
    memcpy(start->at, operation->start, operation->lanes * sizeof *start->at);
    return operation->shared = start;
}

/* ---- parts ---- */

static void next_part(order_operation_t *operation) {
    if (!operation->touched || operation->part + 1 == ORDER_PARTS) return;
    operation->part++;
    operation->touched = false;
}

uint32_t order_fence(order_t *order, order_operation_t *operation) {
    (void)order;
    if (operation->part == 0) operation->touched = true; /* what it began behind is before, too */
    next_part(operation);
    return operation->touched ? operation->part + 1 : operation->part;
}

/* ---- words ---- */

static order_word_t *find_word(order_t *order, uint64_t address, bool make) {
    const uint32_t known = scord_index_map_find(&order->word_of, address);
    if (known != SCORD_INDEX_NONE) return &order->word[known];
    if (order->words == WORDS_MAX) return &order->word[0];
    if (!make) return NULL;
    if (!SCORD_ARRAY_ROOM(order->word, order->words_allocated, order->words + 1) ||
        !scord_index_map_add(&order->word_of, address, order->words)) {
        order->failed = true;
        return NULL;
    }
    order->word[order->words] = (order_word_t){0};
    return &order->word[order->words++];
}

static void give(order_t *order, order_word_t *word, const order_given_t *what) {
    for (uint32_t i = 0; i < word->gifts; i++) {
        order_given_t *known = &word->given[i];
        if (known->operation != what->operation) continue;
        if (known->parts < what->parts) known->parts = what->parts;
        if (known->host < what->host) known->host = what->host;
        return;
    }
    if (!SCORD_ARRAY_ROOM(word->given, word->allocated, word->gifts + 1)) {
        order->failed = true;
        return;
    }
    word->given[word->gifts++] = *what;
    own(what->start);
}

void order_word_give(order_t *order, order_operation_t *operation, uint64_t address, uint32_t parts,
                     uint32_t host) {
    order_word_t *word = find_word(order, address, true);
    order_start_t *start = start_of(operation);
    if (!start) order->failed = true;
    if (!start || !word) return;
    give(order, word,
         &(order_given_t){operation->number, operation->lane, operation->time, parts, host, start});
    for (uint32_t i = 0; i < operation->takes; i++) {
        const order_fact_t *fact = &order->fact[operation->taken[i]];
        order_given_t passed = fact->given;
        passed.host = fact->since < host ? passed.parts : 0;
        if (fact->since < parts) give(order, word, &passed);
    }
}

bool order_words_carry(const order_t *order) { return order->words > 0; }
bool order_word_carries(const order_t *order, uint64_t address) {
    return order->words == WORDS_MAX ||
           scord_index_map_find(&order->word_of, address) != SCORD_INDEX_NONE;
}

static bool has_taken(const order_t *order, const order_operation_t *operation,
                      const order_given_t *what) {
    for (uint32_t i = 0; i < operation->takes; i++) {
        const order_given_t *given = &order->fact[operation->taken[i]].given;
        if (given->operation == what->operation && given->parts >= what->parts) return true;
    }
    return what->operation == operation->number;
}

bool order_add_fact(order_t *order, order_operation_t *operation, const order_given_t *what) {
    if (!SCORD_ARRAY_ROOM(operation->taken, operation->taken_allocated, operation->takes + 1) ||
        !SCORD_ARRAY_ROOM(order->fact, order->facts_allocated, order->facts + 1)) {
        order->failed = true;
        return false;
    }
    operation->taken[operation->takes++] = order->facts;
    order->fact[order->facts++] = (order_fact_t){.given = *what,
                                                 .operation = operation->number,
                                                 .lane = operation->lane,
                                                 .time = operation->time,
                                                 .since = operation->part};
    own(what->start);
    return true;
}

void order_word_take(order_t *order, order_operation_t *operation, uint64_t address) {
    const order_word_t *word = find_word(order, address, false);
    bool first = true;
    for (uint32_t i = 0; word && i < word->gifts; i++) {
        const order_given_t *what = &word->given[i];
        if (has_taken(order, operation, what)) continue;
        if (first) next_part(operation);
        first = false;
        if (!order_add_fact(order, operation, what)) return;
        operation->touched = true; /* the next fence is behind this */
    }
}

/* ---- what the host takes ---- */

static bool host_has(const order_t *order, const order_given_t *what) {
    for (uint32_t i = 0; i < order->host_takes; i++) {
        const order_given_t *given = &order->host_taken[i];
        if (given->operation == what->operation && given->parts >= what->host) return true;
    }
    return false;
}

/* What all threads are behind by now need not be known any more. */
static void tidy_host(order_t *order) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < order->host_takes; i++) {
        const order_given_t *given = &order->host_taken[i];
        bool settled = true;
        for (uint32_t k = 0; k < order->threads && settled; k++)
            settled = order->ended[k] ||
                      is_in(order->thread[k].at, order->thread[k].lanes, given->lane, given->time);
        if (settled) {
            disown(given->start);
            for (uint32_t k = 0; k < order->streams; k++)
                if (order->stream[k].host_takes > kept) order->stream[k].host_takes--;
        } else {
            order->host_taken[kept++] = *given;
        }
    }
    order->host_takes = kept;
}

static void host_take_word(order_t *order, const order_word_t *word) {
    for (uint32_t i = 0; i < word->gifts; i++) {
        order_given_t what = word->given[i];
        if (what.host == 0 || host_has(order, &what)) continue;
        if (order->host_takes >= HOST_TAKES) tidy_host(order);
        if (!SCORD_ARRAY_ROOM(order->host_taken, order->host_taken_allocated,
                              order->host_takes + 1)) {
            order->failed = true;
            return;
        }
        what.parts = what.host;
        order->host_taken[order->host_takes++] = what;
        own(what.start);
    }
}

void order_host_take(order_t *order, uint64_t address, uint64_t bytes) {
    for (uint64_t at = address & ~(uint64_t)3; at < address + bytes && order->words > 0; at += 4) {
        const order_word_t *word = find_word(order, at, false);
        if (word) host_take_word(order, word);
    }
}
void order_host_take_all(order_t *order) {
    for (uint32_t i = 0; i < order->words; i++) host_take_word(order, &order->word[i]);
}

void order_host_gives(order_t *order, order_operation_t *operation) {
    uint32_t *given = &order->stream[operation->stream].host_takes;
    while (*given < order->host_takes &&
           order_add_fact(order, operation, &order->host_taken[*given]))
        ++*given;
}

bool order_host_can_take(const order_t *order, uint64_t number, const order_piece_t *piece) {
    for (unsigned at = piece->from & ~3u; at < piece->to && order->words > 0; at += 4) {
        const uint32_t known = scord_index_map_find(&order->word_of, number * ORDER_PAGE + at);
        const order_word_t *word = known == SCORD_INDEX_NONE ? NULL : &order->word[known];
        for (uint32_t i = 0; word && i < word->gifts; i++)
            if (word->given[i].host > 0 && !host_has(order, &word->given[i])) return true;
    }
    return false;
}

void order_words_forget(order_t *order) {
    for (uint32_t i = 0; i < order->words; i++) {
        for (uint32_t k = 0; k < order->word[i].gifts; k++) disown(order->word[i].given[k].start);
        free(order->word[i].given);
    }
    for (uint32_t i = 0; i < order->facts; i++) disown(order->fact[i].given.start);
    for (uint32_t i = 0; i < order->host_takes; i++) disown(order->host_taken[i].start);
    for (uint32_t i = 0; i < order->streams; i++) order->stream[i].host_takes = 0;
    order->words = order->facts = order->host_takes = 0;
    order->asked = (struct order_asked){0};
    scord_index_map_clear(&order->word_of);
}

void order_start_keep(order_t *order, order_operation_t *operation) {
    if (order->facts > 0 && !start_of(operation)) order->failed = true;
}

void order_taken_free(order_operation_t *operation) {
    free(operation->taken);
    disown(operation->shared);
}

/* ---- what has synchronised ---- */

/* The part PART of operation NUMBER = {lane, time} is in what was given. */
static bool has(const order_given_t *given, uint32_t number, uint32_t lane, uint32_t time,
                uint32_t part) {
    return (given->operation == number && part < given->parts) ||
           is_in(given->start->at, given->start->lanes, lane, time);
}

/* Marks the facts that part PART of OPERATION is behind: its own, those of operations that it began
 * behind, and those of operations that a known fact gives. */
static void find_known(order_t *order, const order_operation_t *operation, uint32_t part) {
    const struct order_asked asking = {operation->number, part, order->facts};
    if (memcmp(&asking, &order->asked, sizeof asking) == 0) return;
    order->asked = asking;
    const uint32_t *at = operation->start    ? operation->start
                         : operation->shared ? operation->shared->at
                                             : NULL;
    for (uint32_t i = 0; i < order->facts; i++) {
        order_fact_t *fact = &order->fact[i];
        fact->known = (fact->operation == operation->number && fact->since <= part) ||
                      (at && is_in(at, operation->lanes, fact->lane, fact->time));
    }
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < order->facts; i++) {
            order_fact_t *fact = &order->fact[i];
            for (uint32_t k = 0; k < order->facts && !fact->known; k++)
                if (order->fact[k].known && has(&order->fact[k].given, fact->operation, fact->lane,
                                                fact->time, fact->since))
                    more = fact->known = true;
        }
    }
}

static bool has_come_behind(order_t *order, const order_piece_t *later,
                            const order_piece_t *earlier) {
    const order_operation_t *before = earlier->operation;
    find_known(order, later->operation, later->part);
    for (uint32_t i = 0; i < order->facts; i++)
        if (order->fact[i].known &&
            has(&order->fact[i].given, before->number, before->lane, before->time, earlier->part))
            return true;
    return false;
}

bool order_host_has_taken(const order_t *order, const order_piece_t *piece) {
    const order_operation_t *of = piece->operation;
    for (uint32_t i = 0; i < order->host_takes; i++)
        if (has(&order->host_taken[i], of->number, of->lane, of->time, piece->part)) return true;
    return false;
}

bool order_have_synchronised(order_t *order, const order_piece_t *a, const order_piece_t *b) {
    if (order->facts == 0) return false;
    return order->facts > FACTS_MAX || has_come_behind(order, a, b) || has_come_behind(order, b, a);
}
