/* SPDX-License-Identifier: Apache-2.0 */
/* compare.c: see compare.h. */
#include "tb/unit/oracle/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PAIRS = 65536 };

struct comparer {
    axiomatic_t axiomatic;
    unsigned pairs;
    bool overflow;
    scord_oracle_race_t pair[MAX_PAIRS];
    uint64_t races;
    char message[256];
};

comparer_t *comparer_create(void) { return calloc(1, sizeof(comparer_t)); }
void comparer_destroy(comparer_t *comparer) { free(comparer); }
const char *comparer_message(const comparer_t *comparer) { return comparer->message; }
uint64_t comparer_races(const comparer_t *comparer) { return comparer->races; }

static void observe(void *context, const scord_oracle_race_t *race) {
    comparer_t *c = context;
    if (c->pairs == MAX_PAIRS)
        c->overflow = true;
    else
        c->pair[c->pairs++] = *race;
}

static int find_node(const axiomatic_t *x, uint64_t sequence, unsigned lane) {
    for (unsigned n = 0; n < x->nodes; n++)
        if (x->node[n].kind == AXIOMATIC_ACCESS && x->node[n].sequence == sequence &&
            x->node[n].lane == lane)
            return (int)n;
    return -1;
}

static bool pair_is_race(comparer_t *c, const scord_oracle_race_t *race) {
    const int a = find_node(&c->axiomatic, race->first.sequence, race->first.lane);
    const int b = find_node(&c->axiomatic, race->second.sequence, race->second.lane);
    if (a >= 0 && b > a && axiomatic_race(&c->axiomatic, (unsigned)a, (unsigned)b)) return true;
    snprintf(c->message, sizeof c->message,
             "online only: events %llu lane %u and %llu lane %u at 0x%llx",
             (unsigned long long)race->first.sequence, race->first.lane,
             (unsigned long long)race->second.sequence, race->second.lane,
             (unsigned long long)race->address);
    return false;
}

static bool reported(const comparer_t *c, const axiomatic_node_t *node, uint64_t word) {
    for (unsigned i = 0; i < c->pairs; i++)
        if (c->pair[i].second.sequence == node->sequence && c->pair[i].second.lane == node->lane &&
            c->pair[i].address / SCORD_WORD_BYTES * SCORD_WORD_BYTES == word)
            return true;
    return false;
}

/* Whether a and b share bytes of the word. */
static bool share_word(const axiomatic_node_t *a, const axiomatic_node_t *b, uint64_t word) {
    const uint64_t low = a->address > b->address ? a->address : b->address;
    const uint64_t end_a = a->address + a->size, end_b = b->address + b->size;
    const uint64_t end = end_a < end_b ? end_a : end_b;
    return low < word + SCORD_WORD_BYTES && word < end && low < end;
}

static bool race_is_reported(comparer_t *c, unsigned a, unsigned b) {
    const axiomatic_node_t *first = &c->axiomatic.node[a], *second = &c->axiomatic.node[b];
    const uint64_t start = second->address / SCORD_WORD_BYTES * SCORD_WORD_BYTES;
    for (uint64_t word = start; word < second->address + second->size; word += SCORD_WORD_BYTES)
        if (share_word(first, second, word) && !reported(c, second, word)) {
            snprintf(c->message, sizeof c->message,
                     "axiomatic only: events %llu lane %u and %llu lane %u at 0x%llx",
                     (unsigned long long)first->sequence, first->lane,
                     (unsigned long long)second->sequence, second->lane, (unsigned long long)word);
            return false;
        }
    return true;
}

static bool equal(comparer_t *c) {
    c->races = 0;
    for (unsigned i = 0; i < c->pairs; i++)
        if (!pair_is_race(c, &c->pair[i])) return false;
    for (unsigned b = 0; b < c->axiomatic.nodes; b++)
        for (unsigned a = 0; a < b; a++) {
            if (!axiomatic_race(&c->axiomatic, a, b)) continue;
            c->races++;
            if (!race_is_reported(c, a, b)) return false;
        }
    return true;
}

static bool run_online(comparer_t *c, const scord_oracle_axes_t *axes, const scord_event_t *events,
                       unsigned count, hrf_fault_t fault) {
    scord_oracle_t *oracle = scord_oracle_create(axes, observe, c);
    scord_oracle_status_t status = oracle ? SCORD_ORACLE_OK : SCORD_ORACLE_NO_MEMORY;
    c->pairs = 0;
    c->overflow = false;
    if (oracle) scord_oracle_plant(oracle, fault);
    for (unsigned i = 0; i < count && status == SCORD_ORACLE_OK; i++)
        status = scord_oracle_event(oracle, &events[i]);
    if (status != SCORD_ORACLE_OK)
        snprintf(c->message, sizeof c->message, "%s",
                 oracle ? scord_oracle_message(oracle) : "out of memory");
    scord_oracle_destroy(oracle);
    return status == SCORD_ORACLE_OK;
}

compare_outcome_t compare_stream(comparer_t *comparer, const scord_oracle_axes_t *axes,
                                 const scord_event_t *events, unsigned count, hrf_fault_t fault) {
    comparer->message[0] = '\0';
    if (axiomatic_compute(&comparer->axiomatic, axes, events, count) != 0) return COMPARE_TOO_LARGE;
    if (!run_online(comparer, axes, events, count, fault)) return COMPARE_ERROR;
    if (comparer->overflow) return COMPARE_TOO_LARGE;
    return equal(comparer) ? COMPARE_EQUAL : COMPARE_DIFFERENT;
}
