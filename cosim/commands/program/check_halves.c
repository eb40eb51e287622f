/* SPDX-License-Identifier: Apache-2.0 */
/* check_halves.c: see check_halves.h. The engine's members that the first half has are its model
 * and its replay; of the report, the entries of bytes (scord_race_report_bytes_apart). */
#include "cosim/commands/program/check_halves.h"

#include <assert.h>
#include <stdlib.h>

#include "cmodel/detector/alike_words.h"
#include "cmodel/report/history/byte_races.h"
#include "cmodel/base/array.h"
#include "cmodel/detector/word_threads.h"

enum { ITEM, JUDGED, ALIKE }; /* of check_items_t.allocated */

void check_items_clear(check_items_t *items) {
    items->items = items->judgements = items->alikes = 0;
    items->no_memory = false;
    items->status = SCORD_REPLAY_OK;
}

void check_items_destroy(check_items_t *items) {
    free(items->item);
    free(items->judged);
    free(items->alike);
    *items = (check_items_t){.items = 0};
}

/* ---- the first half ---- */

static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    check_decider_t *decider = context;
    const check_engine_t *engine = decider->engine;
    check_items_t *items = decider->items;
    if (!SCORD_ARRAY_ROOM(items->item, items->allocated[ITEM], items->items + 1) ||
        !SCORD_ARRAY_ROOM(items->judged, items->allocated[JUDGED], items->judgements + 1)) {
        items->no_memory = true;
        return;
    }
    check_item_t *item = &items->item[items->items++];
    *item = (check_item_t){.retire = *retire,
                           .lowered = (uint32_t)(engine->replay.lowered - decider->lowered)};
    if (engine->no_races || scord_race_report_is_plain(engine->report, event, retire)) return;
    scord_race_report_judge_bytes(engine->report, engine->model, event, retire,
                                  &items->judged[items->judgements]);
    item->judged = ++items->judgements;
}

/* Whether words may come without items of their own: the second half makes them if need be. */
static bool takes_alike(void *context, const scord_event_t *event) {
    check_decider_t *decider = context;
    const check_engine_t *engine = decider->engine;
    check_items_t *items = decider->items;
    if (items->no_memory || items->items == 0 ||
        !SCORD_ARRAY_ROOM(items->alike, items->allocated[ALIKE], items->alikes + 1))
        return false;
    decider->alike.kept = &items->alike[items->alikes];
    return engine->no_races ||
           scord_race_report_by_words(engine->report, event, engine->replay.lowered->address);
}

static void observe_alike(void *context, const scord_event_t *event, const scord_retire_t *retire,
                          uint32_t words) {
    const check_decider_t *decider = context;
    check_items_t *items = decider->items;
    check_item_t *item = &items->item[items->items - 1];
    (void)event;
    assert(items->items > 0 && item->retire.address == retire->address && item->more == 0);
    (void)retire;
    item->more = words;
    item->alike = items->alikes++;
}

void check_decider_start(check_decider_t *decider, check_engine_t *engine) {
    assert(!engine->lockstep && engine->statistics.events == 0);
    *decider = (check_decider_t){.engine = engine, .alike = {takes_alike, observe_alike, NULL}};
    scord_race_report_bytes_apart(engine->report);
    scord_replay_init(&engine->replay, engine->model, observe, decider);
    engine->replay.alike = &decider->alike;
}

bool check_decider_event(check_decider_t *decider, const scord_event_t *event, unsigned sm,
                         const scord_sm_event_t *pool, const scord_sm_event_t *lowered,
                         unsigned count, check_items_t *items) {
    decider->lowered = pool;
    decider->items = items;
    scord_race_report_bytes_event(decider->engine->report, event);
    items->status = scord_replay_lowered(&decider->engine->replay, event, sm, lowered, count,
                                         items->message, sizeof items->message);
    return items->status == SCORD_REPLAY_OK && !items->no_memory;
}

/* ---- the second half ---- */

/* WORDS of ITEM's segment that were decided like it. */
static void take_alike(check_engine_t *engine, const scord_event_t *event,
                       const scord_sm_event_t *lowered, const check_item_t *item,
                       const scord_alike_words_t *alike) {
    for (uint32_t words = item->more; words; words &= words - 1) {
        if (check_engine_takes_alike(engine, event)) {
            scord_race_report_alike(engine->report, event, &item->retire, words);
            return;
        }
        const unsigned word = (unsigned)__builtin_ctz(words);
        scord_retire_t own, judged;
        scord_alike_item(alike, &item->retire, word, SCORD_WORD_THREAD(lowered, word), &own);
        scord_race_report_judge_plain(engine->report, event, lowered, &own, &judged);
        check_engine_judged(engine, event, &judged);
    }
}

static void take_item(check_engine_t *engine, const scord_event_t *event,
                      const scord_sm_event_t *pool, const check_items_t *items,
                      const check_item_t *item) {
    const scord_sm_event_t *lowered = &pool[item->lowered];
    scord_retire_t judged;
    check_engine_count(engine, event, 1 + (unsigned)__builtin_popcount(item->more));
    if (engine->no_races) return;
    if (item->judged)
        scord_race_report_judge_rest(engine->report, event, lowered,
                                     &items->judged[item->judged - 1], &judged);
    else
        scord_race_report_judge_plain(engine->report, event, lowered, &item->retire, &judged);
    check_engine_judged(engine, event, &judged);
    if (item->more) take_alike(engine, event, lowered, item, &items->alike[item->alike]);
}

int check_engine_items(check_engine_t *engine, scord_event_t *event, const scord_sm_event_t *pool,
                       const check_items_t *items, uint32_t first, uint32_t end, bool last) {
    assert(first <= end && end <= items->items);
    if (check_engine_before(engine, event) != 0) return engine->code;
    for (uint32_t i = first; i < end; i++) take_item(engine, event, pool, items, &items->item[i]);
    if (!last) return 0;
    if (items->no_memory) return check_engine_no_memory(engine);
    return check_engine_replayed(engine, items->status, items->message);
}
