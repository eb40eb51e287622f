/* SPDX-License-Identifier: Apache-2.0 */
/* check_halves.h: an event in two halves, so that a thread decides what another one reports later.
 *
 *   first half    golden model, entries of bytes ──► items
 *   second half   items ──► race report, counts, exact oracle; before them the event itself
 *
 * Nothing flows back: what the model decides does not depend on the report. So the second half may
 * be any number of events behind, and says the same as if each event had both halves at once. What
 * the report needs and the model changes is in the item: entries before and after, what bytes say,
 * and of words that were decided at once what their items follow from (alike_words.h).
 */
#ifndef SCORD_CHECK_HALVES_H
#define SCORD_CHECK_HALVES_H

#include "cosim/commands/program/check_run.h"

typedef struct check_item {
    scord_retire_t retire;
    uint32_t more;    /* words behind it in its segment that were decided like it */
    uint32_t lowered; /* index of the SM event that it is of */
    uint32_t judged;  /* index of `judged` + 1; 0: a plain item */
    uint32_t alike;   /* index of `alike`, where there are more words */
} check_item_t;

/* Items of some events, in order. A failed allocation is kept: `no_memory`. */
typedef struct check_items {
    check_item_t *item;
    scord_judged_bytes_t *judged;
    scord_alike_words_t *alike;
    uint32_t items, judgements, alikes, allocated[3];
    bool no_memory;
    scord_replay_status_t status; /* of the last event that was decided, with its message */
    char message[512];
} check_items_t; /* zeroed = empty */

void check_items_clear(check_items_t *items);
void check_items_destroy(check_items_t *items);

/* The first half of ENGINE, which has no lockstep and no event yet. */
typedef struct check_decider {
    check_engine_t *engine;
    scord_observe_alike_t alike;
    const scord_sm_event_t *lowered; /* where indices of SM events count from */
    check_items_t *items;            /* which take what is decided */
} check_decider_t;

void check_decider_start(check_decider_t *decider, check_engine_t *engine);
/* Decides EVENT, which was lowered as for scord_replay_lowered; POOL: where indices of LOWERED
 * count from. False: it failed, items->status or items->no_memory says how; the second half has
 * this event still. */
bool check_decider_event(check_decider_t *decider, const scord_event_t *event, unsigned sm,
                         const scord_sm_event_t *pool, const scord_sm_event_t *lowered,
                         unsigned count, check_items_t *items);
/* The second half of EVENT, whose items are FIRST to END - 1 of ITEMS. LAST: it is the last one
 * that they are of. Returns engine->code. */
int check_engine_items(check_engine_t *engine, scord_event_t *event, const scord_sm_event_t *pool,
                       const check_items_t *items, uint32_t first, uint32_t end, bool last);

#endif
