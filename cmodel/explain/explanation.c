/* SPDX-License-Identifier: Apache-2.0 */
/* explanation.c: the passes over the stream. They find the check, the history of its entry, and
 * what happened between the owner's access and this one. Changes are tried in changes.c.
 */
#include "cmodel/explain/explanation.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/explain/changes.h"

void scord_warp_name(unsigned block_id, unsigned warp_id, char *text, size_t size) {
    assert(block_id >> SCORD_BLOCK_ID_WIDTH == 0 && warp_id < SCORD_MAX_WARPS_PER_SM);
    snprintf(text, size, "sm%u.slot%u.warp%u", block_id >> SCORD_SLOT_WIDTH,
             block_id & ((1u << SCORD_SLOT_WIDTH) - 1), warp_id);
}

/* ---- pass 1: which check ---- */

typedef struct search {
    const scord_question_t *question;
    uint64_t kernel_begin, races, sequence, address, race;
    unsigned kernel;
    bool found, seen_event, not_access, lane_inactive;
    bool race_found; /* a racy word of the event has priority over a clean one */
} search_t;

static void look_at_event(scord_walk_t *walk, const scord_event_t *event) {
    search_t *search = walk->context;
    const scord_question_t *question = search->question;
    if (search->found && event->sequence != search->sequence) {
        walk->stop = true;
        return;
    }
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN) {
        search->kernel_begin = event->sequence;
        search->kernel = event->kernel_begin.kernel;
    }
    if (question->by_race || event->sequence != question->event) return;
    search->seen_event = true;
    search->not_access = event->kind != SCORD_EVENT_KIND_ACCESS;
    search->lane_inactive = !search->not_access && question->by_lane &&
                            !(event->access.mask >> question->lane & 1);
    if (!search->not_access && question->by_lane && !search->lane_inactive)
        search->address = event->access.address[question->lane] / SCORD_WORD_BYTES *
                          SCORD_WORD_BYTES;
    if (question->by_word) search->address = question->word / SCORD_WORD_BYTES * SCORD_WORD_BYTES;
}

static void take(search_t *search, const scord_walk_t *walk, const scord_decided_check_t *check,
                 bool race) {
    assert(!search->race_found); /* the first race that matches the question is kept */
    search->found = true;
    search->race_found = race;
    search->sequence = walk->event->sequence;
    search->address = check->address;
    search->race = search->races;
}

static void look_at_decision(scord_walk_t *walk, const scord_decided_check_t *check) {
    search_t *search = walk->context;
    const scord_question_t *question = search->question;
    const bool race = scord_verdict_is_race(check->decision.verdict);
    if (question->by_race) {
        if (race && search->races == question->race && !search->found)
            take(search, walk, check, race);
    } else if (walk->event->sequence == question->event) {
        const bool named = question->by_lane || question->by_word;
        if (named ? check->address == search->address && !search->found
                  : !search->found || (race && !search->race_found))
            take(search, walk, check, race);
    }
    search->races += race;
}

static scord_walk_status_t not_found(const search_t *search, char *message, size_t size) {
    const scord_question_t *question = search->question;
    if (question->by_race)
        snprintf(message, size,
                 "no race number %" PRIu64 " in %s: it has %" PRIu64 " race%s; count from 0",
                 question->race, question->stream, search->races, search->races == 1 ? "" : "s");
    else if (!search->seen_event)
        snprintf(message, size, "no event number %" PRIu64 " in %s; count from 0", question->event,
                 question->stream);
    else if (search->not_access)
        snprintf(message, size, "event %" PRIu64 " of %s is no access: only accesses are checked",
                 question->event, question->stream);
    else if (search->lane_inactive)
        snprintf(message, size, "lane %u of event %" PRIu64 " of %s is not active", question->lane,
                 question->event, question->stream);
    else
        snprintf(message, size,
                 "event %" PRIu64
                 " of %s decided no such word: it is not touched, or not tracked (D24)",
                 question->event, question->stream);
    return SCORD_WALK_BAD_INPUT;
}

static scord_walk_status_t find(const scord_question_t *question, search_t *search, char *message,
                                size_t size) {
    scord_walk_t walk = {.stream = question->stream,
                         .config = question->config,
                         .last = UINT64_MAX,
                         .on_event = look_at_event,
                         .on_decision = look_at_decision,
                         .context = search};
    search->question = question;
    if (!question->by_race) walk.last = question->event;
    const scord_walk_status_t status = scord_walk(&walk, message, size);
    if (status != SCORD_WALK_OK) return status;
    return search->found ? SCORD_WALK_OK : not_found(search, message, size);
}

/* ---- pass 2: the history of the entry ---- */

typedef struct gather {
    scord_explanation_t *explanation;
    uint64_t sequence, address, entry;
    bool entry_known, no_memory, done;
} gather_t;

static void gather_event(scord_walk_t *walk, const scord_event_t *event) {
    gather_t *gather = walk->context;
    if (!scord_program_map_event(&gather->explanation->program, event)) gather->no_memory = true;
    if (event->sequence == gather->sequence) gather->explanation->event = *event;
}

static scord_past_check_t past_check(const scord_walk_t *walk, const scord_decided_check_t *check) {
    return (scord_past_check_t){.sequence = walk->event->sequence,
                                .address = check->address,
                                .block_id = check->x.block_id,
                                .warp_id = check->x.warp_id,
                                .op = check->request->op,
                                .atomic = check->x.atomic,
                                .scope = check->x.block_scope ? SCORD_SCOPE_BLOCK
                                                              : SCORD_SCOPE_DEVICE,
                                .strong = check->x.strong,
                                .pc = check->request->pc,
                                .path = check->decision.path,
                                .verdict = check->decision.verdict,
                                .owned = check->trace->owned};
}

static void remember(scord_explanation_t *explanation, const scord_past_check_t *past) {
    assert(explanation->history_count <= SCORD_EXPLAINED_HISTORY);
    if (explanation->history_count == SCORD_EXPLAINED_HISTORY) {
        memmove(&explanation->history[0], &explanation->history[1],
                (SCORD_EXPLAINED_HISTORY - 1) * sizeof explanation->history[0]);
        explanation->history_count--;
    }
    assert(explanation->history_count == 0 ||
           explanation->history[explanation->history_count - 1].sequence <= past->sequence);
    explanation->history[explanation->history_count++] = *past;
    if (!past->owned) return;
    explanation->owner_known = true;
    explanation->owner = *past;
}

static void keep_lock_tables(scord_explanation_t *explanation, const scord_model_t *model) {
    const scord_decided_check_t *check = &explanation->check;
    scord_model_sm_state_t state;
    assert(check->x.block_id >> SCORD_SLOT_WIDTH < scord_model_config(model)->num_sms);
    scord_model_sm_state(model, check->x.block_id >> SCORD_SLOT_WIDTH, &state);
    assert(check->x.warp_id < SCORD_MAX_WARPS_PER_SM);
    explanation->access_lock_bits = state.lock_table[check->x.warp_id];
    const unsigned owner_sm = check->before.block_id >> SCORD_SLOT_WIDTH;
    if (owner_sm >= scord_model_config(model)->num_sms) return;
    scord_model_sm_state(model, owner_sm, &state);
    explanation->owner_lock_bits = state.lock_table[check->before.warp_id];
}

static void gather_decision(scord_walk_t *walk, const scord_decided_check_t *check) {
    gather_t *gather = walk->context;
    scord_explanation_t *explanation = gather->explanation;
    if (!gather->entry_known)
        gather->entry_known = scord_model_metadata_index(walk->model, gather->address,
                                                         &gather->entry);
    if (gather->done || check->entry != gather->entry) return;
    if (walk->event->sequence != gather->sequence || check->address != gather->address) {
        const scord_past_check_t past = past_check(walk, check);
        remember(explanation, &past);
        return;
    }
    explanation->check = *check;
    explanation->request = *check->request;
    explanation->trace = *check->trace;
    explanation->after = check->decision.metadata;
    keep_lock_tables(explanation, walk->model);
    explanation->stream_config = *scord_model_config(walk->model);
    snprintf(explanation->config_name, sizeof explanation->config_name, "%s",
             explanation->stream_config.name);
    explanation->stream_config.name = explanation->config_name;
    gather->done = true;
}

static scord_walk_status_t gather_all(scord_explanation_t *explanation, const search_t *search,
                                      char *message, size_t size) {
    gather_t gather = {
        .explanation = explanation, .sequence = search->sequence, .address = search->address};
    scord_walk_t walk = {.stream = explanation->stream,
                         .config = explanation->config,
                         .first = search->kernel_begin,
                         .last = search->sequence,
                         .on_event = gather_event,
                         .on_decision = gather_decision,
                         .context = &gather};
    const scord_walk_status_t status = scord_walk(&walk, message, size);
    explanation->check.request = &explanation->request;
    explanation->check.trace = &explanation->trace;
    explanation->check.x.trace = NULL;
    /* the reset image has no owner, and after a tag miss the last owner belongs to another word */
    if (explanation->check.tag_miss) explanation->owner_known = false;
    if (status != SCORD_WALK_OK || !gather.no_memory) return status;
    snprintf(message, size, "no memory for the source lines of %s", explanation->stream);
    return SCORD_WALK_ENVIRONMENT;
}

/* ---- pass 3: between owner and access ---- */

static unsigned block_of(unsigned sm, unsigned slot) { return sm << SCORD_SLOT_WIDTH | slot; }

static void add_between(scord_explanation_t *explanation, uint64_t sequence, bool barrier,
                        uint8_t scope) {
    if (barrier)
        explanation->barriers++;
    else if (scope == SCORD_SCOPE_BLOCK)
        explanation->block_fences++;
    else
        explanation->device_fences++;
    if (explanation->between_count == SCORD_EXPLAINED_FENCES) {
        memmove(&explanation->between[0], &explanation->between[1],
                (SCORD_EXPLAINED_FENCES - 1) * sizeof explanation->between[0]);
        explanation->between_count--;
    }
    explanation->between[explanation->between_count++] =
        (scord_between_t){.sequence = sequence, .barrier = barrier, .scope = scope};
    assert(explanation->block_fences + explanation->device_fences + explanation->barriers >=
           explanation->between_count);
}

/* The lock words that are held according to the stream: candidates for the changes. Only the model
 * decides whether a change helps. */
static void follow_locks(scord_warp_locks_t *locks, const scord_event_t *event) {
    scord_sm_event_t lowered[SCORD_LOWER_MAX];
    unsigned sm;
    const unsigned count = scord_lower(event, &sm, lowered);
    assert(count <= SCORD_LOWER_MAX && locks->count <= SCORD_EXPLAINED_LOCKS);
    for (unsigned i = 0; i < count; i++) {
        const scord_sm_event_t *word = &lowered[i];
        if (word->kind == SCORD_SM_EVENT_KIND_CAS && word->compare == 0 && word->value == 1 &&
            word->returned == 0 && locks->count < SCORD_EXPLAINED_LOCKS)
            locks->lock[locks->count++] = (scord_held_lock_t){
                .address = word->address, .cas = event->sequence, .scope = word->scope};
        if (word->kind != SCORD_SM_EVENT_KIND_EXCH || word->value != 0) continue;
        for (unsigned k = 0; k < locks->count;) {
            const bool not_wider = word->scope != SCORD_SCOPE_BLOCK ||
                                   locks->lock[k].scope == SCORD_SCOPE_BLOCK;
            if (locks->lock[k].address == word->address && not_wider) /* D19 */
                locks->lock[k] = locks->lock[--locks->count];
            else
                k++;
        }
    }
}

static void context_event(scord_walk_t *walk, const scord_event_t *event) {
    scord_explanation_t *explanation = walk->context;
    const scord_past_check_t *owner = &explanation->owner;
    const scord_check_t *x = &explanation->check.x;
    const uint64_t sequence = event->sequence;
    if (sequence < explanation->kernel_begin || sequence >= explanation->event.sequence) return;
    if (event->kind == SCORD_EVENT_KIND_ACCESS) {
        const unsigned block = block_of(event->access.sm, event->access.slot);
        if (explanation->owner_known && sequence < owner->sequence && block == owner->block_id &&
            event->access.warp == owner->warp_id)
            follow_locks(&explanation->owner_locks, event);
        if (block == x->block_id && event->access.warp == x->warp_id)
            follow_locks(&explanation->access_locks, event);
    }
    if (!explanation->owner_known || sequence <= owner->sequence) return;
    if (event->kind == SCORD_EVENT_KIND_FENCE && event->fence.warp == owner->warp_id &&
        block_of(event->fence.sm, event->fence.slot) == owner->block_id)
        add_between(explanation, sequence, false, event->fence.scope);
    if (event->kind == SCORD_EVENT_KIND_BARRIER_RELEASE &&
        block_of(event->warp.sm, event->warp.slot) == owner->block_id)
        add_between(explanation, sequence, true, SCORD_SCOPE_BLOCK);
}

static scord_walk_status_t look_between(scord_explanation_t *explanation, char *message,
                                        size_t size) {
    scord_walk_t walk = {.stream = explanation->stream,
                         .config = explanation->config,
                         .first = UINT64_MAX,
                         .last = explanation->event.sequence,
                         .on_event = context_event,
                         .context = explanation};
    return scord_walk(&walk, message, size);
}

/* ---- the whole explanation ---- */

scord_walk_status_t scord_explain(const scord_question_t *question,
                                  scord_explanation_t *explanation, char *message, size_t size) {
    assert(!question->by_lane || question->lane < SCORD_THREADS_PER_WARP);
    search_t search = {.found = false};
    *explanation = (scord_explanation_t){.stream = question->stream, .config = question->config};
    scord_walk_status_t status = find(question, &search, message, size);
    if (status != SCORD_WALK_OK) return status;
    explanation->kernel_begin = search.kernel_begin;
    explanation->kernel = search.kernel;
    explanation->race = search.race;
    status = gather_all(explanation, &search, message, size);
    if (status == SCORD_WALK_OK) status = look_between(explanation, message, size);
    if (status == SCORD_WALK_OK) status = scord_try_changes(explanation, message, size);
    return status;
}

void scord_explanation_free(scord_explanation_t *explanation) {
    scord_program_map_destroy(&explanation->program);
}

scord_walk_status_t scord_explanation_write(const scord_explanation_t *explanation, unsigned change,
                                            const char *path, uint64_t *event, char *message,
                                            size_t size) {
    assert(change < explanation->changes);
    scord_stream_error_t error;
    scord_walk_status_t status = SCORD_WALK_ENVIRONMENT;
    scord_stream_writer_t *writer = scord_stream_open_writer(path, SCORD_STREAM_TEXT,
                                                             &explanation->stream_config, &error);
    if (writer) {
        scord_walk_t walk = {.stream = explanation->stream,
                             .config = explanation->config,
                             .first = UINT64_MAX,
                             .edit = explanation->change[change].edit,
                             .edits = explanation->change[change].edits,
                             .writer = writer,
                             .marked = explanation->event.sequence};
        status = scord_walk(&walk, message, size);
        *event = walk.marked_written;
    }
    if (!writer ||
        (scord_stream_close_writer(writer, &error) != SCORD_STREAM_OK && status == SCORD_WALK_OK)) {
        snprintf(message, size, "%s", error.message);
        return SCORD_WALK_ENVIRONMENT;
    }
    return status;
}
