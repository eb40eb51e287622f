/* SPDX-License-Identifier: Apache-2.0 */
/* history.c: which bytes operations have touched, and which of them meet unordered (order.h).
 *
 *     page 0x700001 ─► piece {b, writes, [0, 512)} ─► piece {a, reads, bits of [128, 4096)}
 *
 * A page of 4096 bytes has a list of pieces: what one operation touched of it in one way. A piece
 * is one range as long as what comes joins it, then a bit for each byte, and one range again when
 * it has become one by the operation's end: so a kernel that touches all of an array costs a piece
 * a page.
 *
 * When an operation ends, its pieces meet those that others left on the same pages. What is not
 * ordered and conflicts is reported, once for each pair of operations and with all bytes counted.
 * Then a piece goes when no later operation can race with it without racing with another: it is
 * ordered before all that comes (all threads are behind it), or before the new one, which touches
 * all of its bytes in a way that meets as much.
 *
 * Kernels that synchronise while they run have parts (words.c); a piece is of one part.
 *
 * Invariants: an operation lives as long as it runs or a piece names it; running operations'
 * pieces are of the list's head, in any order.
 * Costs: order_touch is hot, once a warp and stretch of bytes; `recent` finds the piece.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "sim/order/relation.h"

enum { WORDS = ORDER_PAGE / 64 };

void order_release(order_operation_t *operation) {
    assert(operation->references > 0);
    if (--operation->references > 0) return;
    order_taken_free(operation);
    free(operation->start);
    free(operation);
}

static void drop(order_piece_t *piece) {
    order_release(piece->operation);
    free(piece->bits);
    free(piece);
}

void order_forget(order_t *order) {
    for (uint32_t i = 0; i < order->pages; i++)
        for (order_piece_t *piece = order->page[i].piece, *next; piece; piece = next) {
            next = piece->next;
            drop(piece);
        }
    order_words_forget(order);
    order_host_forget(order);
    if (order->running == 0) order_launches_forget(order);
    order->pages = 0;
    order->touches = 0;
    scord_index_map_clear(&order->page_of);
    memset(order->recent, 0, sizeof order->recent);
}

/* ---- pieces ---- */

static void set_bits(uint64_t *bits, unsigned from, unsigned to) {
    for (unsigned word = from / 64; word <= (to - 1) / 64; word++) {
        uint64_t mask = UINT64_MAX;
        if (word == from / 64) mask &= UINT64_MAX << from % 64;
        if (word == (to - 1) / 64) mask &= UINT64_MAX >> (63 - (to - 1) % 64);
        bits[word] |= mask;
    }
}

/* Word WORD of the piece's bits. */
static uint64_t word_of(const order_piece_t *piece, unsigned word) {
    uint64_t range = 0;
    if (piece->bits) return piece->bits[word];
    if (word < piece->from / 64u || word > (piece->to - 1u) / 64) return 0;
    range = UINT64_MAX;
    if (word == piece->from / 64u) range &= UINT64_MAX << piece->from % 64;
    if (word == (piece->to - 1u) / 64) range &= UINT64_MAX >> (63 - (piece->to - 1) % 64);
    return range;
}

static bool add_range(order_piece_t *piece, unsigned from, unsigned to) {
    if (!piece->bits && from <= piece->to && to >= piece->from) {
        if (from < piece->from) piece->from = (uint16_t)from;
        if (to > piece->to) piece->to = (uint16_t)to;
        return true;
    }
    if (!piece->bits) {
        piece->bits = calloc(WORDS, sizeof *piece->bits);
        if (!piece->bits) return false;
        set_bits(piece->bits, piece->from, piece->to);
    }
    if (from < piece->from) piece->from = (uint16_t)from;
    if (to > piece->to) piece->to = (uint16_t)to;
    set_bits(piece->bits, from, to);
    return true;
}

/* The first access to a byte is of the first place that has it; the last place takes the rest. */
static void add_place(order_piece_t *piece, uint32_t place, unsigned from, unsigned to) {
    unsigned i = 0;
    while (i < piece->places && piece->place[i].place != place) i++;
    if (i == ORDER_PLACES) return;
    order_place_t *of = &piece->place[i];
    if (i == piece->places) {
        *of = (order_place_t){place, (uint16_t)from, (uint16_t)to};
        piece->places++;
        return;
    }
    if (from < of->from) of->from = (uint16_t)from;
    if (to > of->to) of->to = (uint16_t)to;
}

static uint32_t place_at(const order_piece_t *piece, unsigned byte) {
    for (unsigned i = 0; i < piece->places; i++)
        if (byte >= piece->place[i].from && byte < piece->place[i].to) return piece->place[i].place;
    return piece->place[0].place;
}

/* All bytes from the first to the last are there: no bits are needed. */
static void close_piece(order_piece_t *piece) {
    if (!piece->bits) return;
    unsigned count = 0;
    for (unsigned word = 0; word < WORDS; word++)
        count += (unsigned)__builtin_popcountll(piece->bits[word]);
    if (count != (unsigned)piece->to - piece->from) return;
    free(piece->bits);
    piece->bits = NULL;
}

static uint32_t page_index(order_t *order, uint64_t number, bool make) {
    uint32_t index = scord_index_map_find(&order->page_of, number);
    if (index != SCORD_INDEX_NONE || !make) return index;
    if (!SCORD_ARRAY_ROOM(order->page, order->pages_allocated, order->pages + 1) ||
        !scord_index_map_add(&order->page_of, number, order->pages))
        return SCORD_INDEX_NONE;
    order->page[order->pages] = (order_page_t){.number = number};
    return order->pages++;
}

static order_piece_t *make_piece(order_t *order, order_operation_t *operation, uint64_t number,
                                 uint32_t access, unsigned from, unsigned to) {
    const uint32_t index = page_index(order, number, true);
    if (index == SCORD_INDEX_NONE) return NULL;
    order_page_t *page = &order->page[index];
    for (order_piece_t *piece = page->piece; piece; piece = piece->next)
        if (piece->operation == operation && piece->access == access &&
            piece->part == operation->part)
            return piece;
    if (!page->listed) {
        if (!SCORD_ARRAY_ROOM(order->touched, order->touched_allocated, order->touches + 1))
            return NULL;
        order->touched[order->touches++] = index;
        page->listed = true;
    }
    order_piece_t *piece = malloc(sizeof *piece);
    if (!piece) return NULL;
    *piece = (order_piece_t){.operation = operation,
                             .next = page->piece,
                             .access = (uint8_t)access,
                             .part = (uint8_t)operation->part,
                             .from = (uint16_t)from,
                             .to = (uint16_t)to};
    operation->references++;
    page->piece = piece;
    return piece;
}

static void touch_page(order_t *order, order_operation_t *operation, uint64_t number, unsigned from,
                       unsigned to, uint32_t access, uint32_t place) {
    struct order_recent *recent = &order->recent[(number * ORDER_ACCESSES + access) % ORDER_RECENT];
    if (recent->operation != operation || recent->page != number || recent->access != access ||
        recent->piece->part != operation->part) {
        order_piece_t *piece = make_piece(order, operation, number, access, from, to);
        if (!piece) {
            order->failed = true;
            return;
        }
        *recent = (struct order_recent){operation, number, access, piece};
    }
    if (!add_range(recent->piece, from, to)) order->failed = true;
    add_place(recent->piece, place, from, to);
}

void order_touch(order_t *order, order_operation_t *operation, uint64_t address, uint64_t bytes,
                 uint32_t access, uint32_t place) {
    assert(access < ORDER_ACCESSES);
    operation->touched = true;
    if ((access & ORDER_SYSTEM) && (access & ORDER_WRITES)) operation->tells = true;
    while (bytes > 0) {
        const unsigned from = (unsigned)(address % ORDER_PAGE);
        const uint64_t part = bytes < ORDER_PAGE - from ? bytes : ORDER_PAGE - from;
        touch_page(order, operation, address / ORDER_PAGE, from, from + (unsigned)part, access,
                   place);
        address += part;
        bytes -= part;
    }
}

/* ---- meetings ---- */

static bool conflict(const order_operation_t *a, uint32_t a_access, const order_operation_t *b,
                     uint32_t b_access) {
    const bool kernel_a = a->kind == ORDER_KERNEL, kernel_b = b && b->kind == ORDER_KERNEL;
    if (!((a_access | b_access) & ORDER_WRITES)) return false;
    if (a->kind >= ORDER_ALLOCATION || (b && b->kind >= ORDER_ALLOCATION)) return true;
    if (kernel_a && kernel_b) return !(a_access & b_access & ORDER_STRONG);
    return !(kernel_a && (a_access & ORDER_SYSTEM)) && !(kernel_b && (b_access & ORDER_SYSTEM));
}

/* Bytes that both have; *first: the first of them. */
static unsigned common_bytes(const order_piece_t *a, const order_piece_t *b, unsigned *first) {
    const unsigned from = a->from > b->from ? a->from : b->from;
    const unsigned to = a->to < b->to ? a->to : b->to;
    unsigned count = 0;
    if (from >= to) return 0;
    *first = from;
    if (!a->bits && !b->bits) return to - from;
    for (unsigned word = from / 64; word <= (to - 1) / 64; word++) {
        const uint64_t both = word_of(a, word) & word_of(b, word);
        if (both && count == 0) *first = word * 64 + (unsigned)__builtin_ctzll(both);
        count += (unsigned)__builtin_popcountll(both);
    }
    return count;
}

/* The whole of OLD is in NEW. */
static bool covers(const order_piece_t *new, const order_piece_t *old) {
    if (new->from > old->from || new->to < old->to) return false;
    if (!new->bits) return true;
    for (unsigned word = old->from / 64u; word <= (old->to - 1u) / 64; word++)
        if (word_of(old, word) & ~word_of(new, word)) return false;
    return true;
}

/* NEW meets all that OLD would meet. */
static bool meets_as_much(const order_piece_t *new, const order_piece_t *old) {
    const uint32_t weaker = (ORDER_STRONG | ORDER_SYSTEM) & new->access & ~old->access;
    return weaker == 0 && !(old->access & ORDER_WRITES & ~new->access) &&
           (new->operation->kind == ORDER_KERNEL) == (old->operation->kind == ORDER_KERNEL);
}

enum { PAIRS = 32 };
typedef struct pairs {
    order_race_t race[PAIRS];
    uint64_t seen[PAIRS][WORDS]; /* bytes of the race's page that were counted */
    uint64_t page[PAIRS];
    unsigned count;
} pairs_t;

static order_race_t *pair_with(pairs_t *pairs, const order_operation_t *earlier) {
    for (unsigned i = 0; i < pairs->count; i++)
        if (pairs->race[i].earlier == earlier) return &pairs->race[i];
    if (pairs->count == PAIRS) return NULL;
    pairs->page[pairs->count] = UINT64_MAX;
    order_race_t *race = &pairs->race[pairs->count++];
    *race = (order_race_t){.earlier = earlier};
    return race;
}

/* Bytes that both pieces have, and that no pieces of this pair had before: an operation reads and
 * writes the same ones. */
static unsigned new_bytes(pairs_t *pairs, const order_race_t *race, uint64_t page,
                          const order_piece_t *a, const order_piece_t *b) {
    const size_t pair = (size_t)(race - pairs->race);
    unsigned count = 0;
    if (pairs->page[pair] != page) memset(pairs->seen[pair], 0, sizeof pairs->seen[pair]);
    pairs->page[pair] = page;
    for (unsigned word = 0; word < WORDS; word++) {
        const uint64_t both = word_of(a, word) & word_of(b, word) & ~pairs->seen[pair][word];
        count += (unsigned)__builtin_popcountll(both);
        pairs->seen[pair][word] |= both;
    }
    return count;
}

static void meet(pairs_t *pairs, uint64_t page, const order_piece_t *new,
                 const order_piece_t *old) {
    unsigned first;
    const unsigned bytes = common_bytes(new, old, &first);
    order_race_t *race = bytes == 0 ? NULL : pair_with(pairs, old->operation);
    if (!race) return;
    const uint64_t address = page * ORDER_PAGE + first;
    if (race->bytes == 0 || address < race->address) {
        race->address = address;
        race->later = new->operation;
        race->earlier_access = old->access;
        race->later_access = new->access;
        race->earlier_place = place_at(old, first);
        race->later_place = place_at(new, first);
    }
    race->bytes += new_bytes(pairs, race, page, new, old);
}

/* All that comes is behind it. */
static bool is_settled(const order_t *order, const order_operation_t *operation) {
    for (uint32_t i = 0; i < order->threads; i++)
        if (!order->ended[i] && !order_is_behind(&order->thread[i], operation)) return false;
    return true;
}

/* It is put off until the other has ended; what it will touch is known already. */
static bool begins_behind(const order_operation_t *waiting, const order_operation_t *operation) {
    return waiting->start && order_is_before(operation, waiting);
}

/* The host touched it, and is not to be compared. */
static bool is_lost(const order_t *order, const order_piece_t *old) {
    return old->operation->kind == ORDER_HOST && order->host_lost;
}

/* What of the page's pieces races with those of OPERATION. */
static void meet_page(order_t *order, const order_operation_t *operation, const order_page_t *page,
                      pairs_t *found) {
    for (const order_piece_t *new = page->piece; new; new = new->next) {
        if (new->operation != operation) continue;
        for (const order_piece_t *old = page->piece; old; old = old->next) {
            if (old->operation == operation || begins_behind(old->operation, operation) ||
                is_lost(order, old) ||
                (order_is_before(old->operation, operation) && old->operation->kind != ORDER_FREE))
                continue;
            if (conflict(old->operation, old->access, operation, new->access) &&
                !order_launched_in_order(order, old->operation, old->part, operation, new->part) &&
                !order_have_synchronised(order, new, old))
                meet(found, page->number, new, old);
        }
    }
}

static void tidy_page(order_t *order, const order_operation_t *operation, order_page_t *page) {
    for (order_piece_t **at = &page->piece; *at;) {
        order_piece_t *old = *at;
        bool goes = false;
        if (old->operation != operation && old->operation->kind != ORDER_FREE) {
            /* what the host touched, who waits and was asked for before may meet */
            goes = is_settled(order, old->operation) &&
                   (old->operation->kind != ORDER_HOST || order->running == 0);
            const bool before = !goes && order_is_before(old->operation, operation);
            for (const order_piece_t *new = page->piece; before &&new && !goes; new = new->next)
                goes = new->operation == operation &&meets_as_much(new, old) && covers(new, old);
        }
        if (!goes) {
            at = &old->next;
            continue;
        }
        *at = old->next;
        drop(old);
    }
}

static bool has_pieces(const order_page_t *page, const order_operation_t *operation) {
    for (const order_piece_t *piece = page->piece; piece; piece = piece->next)
        if (piece->operation == operation) return true;
    return false;
}

/* Of an operation that has not ended, besides that which ends now. */
static bool has_others(const order_page_t *page, const order_operation_t *operation) {
    for (const order_piece_t *piece = page->piece; piece; piece = piece->next)
        if (piece->operation != operation && piece->operation->start) return true;
    return false;
}

void order_end(order_t *order, order_operation_t *operation, uint32_t thread, bool host_waits) {
    pairs_t found;
    found.count = 0;
    order->running--;
    memset(order->recent, 0, sizeof order->recent);
    for (uint32_t i = 0; i < order->touches; i++)
        for (order_piece_t *piece = order->page[order->touched[i]].piece; piece;
             piece = piece->next)
            if (piece->operation == operation) close_piece(piece);
    for (uint32_t i = 0; i < order->touches; i++)
        meet_page(order, operation, &order->page[order->touched[i]], &found);
    for (unsigned i = 0; i < found.count; i++) order->report(order->context, &found.race[i]);
    uint32_t kept = 0; /* pages of operations that run still */
    for (uint32_t i = 0; i < order->touches; i++) {
        order_page_t *page = &order->page[order->touched[i]];
        page->listed = has_others(page, operation);
        if (page->listed) order->touched[kept++] = order->touched[i];
        if (has_pieces(page, operation)) tidy_page(order, operation, page);
    }
    order->touches = kept;
    if (host_waits) order_stream_synchronise(order, thread, operation->stream);
    order_start_keep(order, operation);
    free(operation->start);
    operation->start = NULL;
    order_release(operation);
}

/* ---- the host ---- */

static bool host_page(order_t *order, uint32_t thread, uint64_t number, unsigned from, unsigned to,
                      bool writes, pairs_t *found) {
    const uint32_t index = page_index(order, number, false);
    const order_clock_t *clock = &order->thread[thread];
    order_piece_t here = {
        .from = (uint16_t)from, .to = (uint16_t)to, .access = writes ? ORDER_WRITES : 0};
    const bool keeps = order->host_keeps && !order->host_lost; /* it meets them when it has run */
    bool left = false;
    if (index == SCORD_INDEX_NONE) return false;
    for (const order_piece_t *old = order->page[index].piece; old; old = old->next) {
        if (order_is_behind(clock, old->operation) || old->operation->kind == ORDER_HOST ||
            (old->operation->put_off && keeps) ||
            !conflict(old->operation, old->access, NULL, here.access) ||
            order_host_has_taken(order, old))
            continue;
        left = true;
        meet(found, number, &here, old);
    }
    return left;
}

bool order_host_access(order_t *order, uint32_t thread, uint64_t address, uint64_t bytes,
                       bool writes, const void *site) {
    pairs_t found;
    found.count = 0;
    bool left = false;
    while (bytes > 0) {
        const unsigned from = (unsigned)(address % ORDER_PAGE);
        const uint64_t part = bytes < ORDER_PAGE - from ? bytes : ORDER_PAGE - from;
        if (host_page(order, thread, address / ORDER_PAGE, from, from + (unsigned)part, writes,
                      &found))
            left = true;
        address += part;
        bytes -= part;
    }
    for (unsigned i = 0; i < found.count; i++) {
        found.race[i].host_site = site;
        order->report(order->context, &found.race[i]);
    }
    return left;
}

/* The part of the piece inside [from, to) goes. False: nothing is left. */
static bool cut_piece(order_piece_t *piece, unsigned from, unsigned to) {
    uint64_t cut[WORDS] = {0}, left = 0;
    if (piece->from >= from && piece->to <= to) return false;
    if (piece->from >= to || piece->to <= from) return true;
    if (!piece->bits) {
        piece->bits = calloc(WORDS, sizeof *piece->bits);
        if (!piece->bits) return false;
        set_bits(piece->bits, piece->from, piece->to);
    }
    set_bits(cut, from, to);
    for (unsigned word = 0; word < WORDS; word++) left |= piece->bits[word] &= ~cut[word];
    return left != 0;
}

static void cut_page(order_page_t *page, unsigned from, unsigned to) {
    for (order_piece_t **at = &page->piece; *at;) {
        order_piece_t *piece = *at;
        if (cut_piece(piece, from, to)) {
            at = &piece->next;
            continue;
        }
        *at = piece->next;
        drop(piece);
    }
}

/* Bytes of PAGE that a range has: [*from, *to). */
static void part_of(uint64_t page, uint64_t address, uint64_t bytes, unsigned *from, unsigned *to) {
    const uint64_t start = page * ORDER_PAGE;
    *from = address > start ? (unsigned)(address - start) : 0;
    *to = address + bytes - start < ORDER_PAGE ? (unsigned)(address + bytes - start) : ORDER_PAGE;
}

void order_free(order_t *order, uint32_t thread, uint64_t address, uint64_t bytes,
                const void *site) {
    pairs_t found;
    found.count = 0;
    for (uint64_t page = address / ORDER_PAGE; page <= (address + bytes - 1) / ORDER_PAGE; page++) {
        const uint32_t index = page_index(order, page, false);
        unsigned from, to;
        part_of(page, address, bytes, &from, &to);
        const order_piece_t all = {
            .from = (uint16_t)from, .to = (uint16_t)to, .access = ORDER_WRITES};
        if (index == SCORD_INDEX_NONE) continue;
        for (const order_piece_t *old = order->page[index].piece; old; old = old->next)
            if (!order_is_behind(&order->thread[thread], old->operation) &&
                old->operation->kind != ORDER_HOST && !order_host_has_taken(order, old))
                meet(&found, page, &all, old);
    }
    for (unsigned i = 0; i < found.count; i++) {
        found.race[i].host_site = site;
        found.race[i].freed = true;
        order->report(order->context, &found.race[i]);
    }
}

void order_forget_range(order_t *order, uint64_t address, uint64_t bytes) {
    memset(order->recent, 0, sizeof order->recent);
    for (uint64_t page = address / ORDER_PAGE; page <= (address + bytes - 1) / ORDER_PAGE; page++) {
        const uint32_t index = page_index(order, page, false);
        unsigned from, to;
        part_of(page, address, bytes, &from, &to);
        if (index != SCORD_INDEX_NONE) cut_page(&order->page[index], from, to);
    }
}

unsigned order_page_use(const order_t *order, uint32_t thread, uint64_t address) {
    const uint32_t index = scord_index_map_find(&order->page_of, address / ORDER_PAGE);
    unsigned use = 0;
    if (index == SCORD_INDEX_NONE) return 0;
    for (const order_piece_t *piece = order->page[index].piece; piece; piece = piece->next) {
        if (order_is_behind(&order->thread[thread], piece->operation) ||
            piece->operation->kind == ORDER_HOST)
            continue;
        if (piece->operation->kind == ORDER_KERNEL && (piece->access & ORDER_SYSTEM)
                ? !(piece->access & ORDER_WRITES) ||
                      !order_host_can_take(order, address / ORDER_PAGE, piece)
                : order_host_has_taken(order, piece))
            continue;
        const unsigned here = piece->access & ORDER_WRITES ? 2 : 1;
        if (here > use) use = here;
    }
    return use;
}
