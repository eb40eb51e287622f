/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard.c: see scoreboard.h. */
#include "cosim/lockstep/scoreboard.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/byte_hash.h"

/* ---- issue ---- */

static void compare_pick(scord_scoreboard_t *board, unsigned sm) {
    const uint32_t ready = board->issue->sm[sm].ready_mask;
    const int expected = scord_model_issue_pick(board->model, sm, board->issue->policy, ready);
    const bool valid = scord_port_get(board->device->issue_pick_valid_o, sm, 1);
    const int actual = valid ? (int)scord_port_get(board->device->issue_pick_o,
                                                   sm * SCORD_WARP_WIDTH, SCORD_WARP_WIDTH)
                             : -1;
    board->run->statistics.picks++;
    if (board->issue->forced) board->outcome.pick = expected;
    if (expected == actual) return;
    char field[48], text[2][64];
    snprintf(field, sizeof field, "sm%u.pick", sm);
    snprintf(text[0], sizeof text[0], "%d of ready 0x%08x, %s", expected, ready,
             scord_issue_policy_name(board->issue->policy));
    snprintf(text[1], sizeof text[1], "%d", actual);
    scord_run_mismatch(board->run, SCORD_LOCKSTEP_MISMATCH, board->queues->sm[sm].last_taken,
                       "issue_scheduler", field, text[0], text[1]);
}

void scord_scoreboard_picks(scord_scoreboard_t *board) {
    if (!board->model) return;
    for (uint32_t left = board->issue->asked_sms; left; left &= left - 1)
        compare_pick(board, (unsigned)__builtin_ctz(left));
}

/* ---- SM events and grants ---- */

static void add_request(scord_scoreboard_t *board, unsigned sm,
                        const scord_detector_request_t *request, scord_kept_event_t *source) {
    if (!scord_requests_add(board->requests, sm, request, source))
        scord_run_mismatch_number(board->run, source, "request_fifo", "occupancy", SCORD_REQUESTS,
                                  SCORD_REQUESTS + 1);
}

/* Without a model: the model's SM unit turns these two kinds into a request, and no other. */
static bool request_of(const scord_sm_event_t *event, scord_detector_request_t *request) {
    const bool fence = event->kind == SCORD_SM_EVENT_KIND_FENCE;
    *request = (scord_detector_request_t){
        .kind = fence ? SCORD_REQUEST_KIND_FENCE : SCORD_REQUEST_KIND_ACCESS, .mask = event->mask};
    return fence || event->kind == SCORD_SM_EVENT_KIND_ACCESS;
}

void scord_scoreboard_accepted(scord_scoreboard_t *board, unsigned sm) {
    const scord_queued_event_t taken = scord_event_queues_take(board->queues, sm);
    scord_detector_request_t request;
    board->run->statistics.sm_events++;
    if (board->model ? scord_model_sm_event(board->model, sm, &taken.event, &request)
                     : request_of(&taken.event, &request))
        add_request(board, sm, &request, taken.source);
    if (board->model && taken.event.kind != SCORD_SM_EVENT_KIND_ACCESS)
        scord_shadow_sm(board->shadow, sm); /* an access changes no state of the SM */
    scord_issue_ports_follow(board->issue, sm, &taken.event);
}

void scord_scoreboard_granted(scord_scoreboard_t *board) {
    const uint64_t grants = scord_port_get(board->device->grant_o, 0, board->run->config.num_sms);
    if (!grants) return;
    const unsigned sm = (unsigned)__builtin_ctzll(grants);
    if (grants & (grants - 1))
        scord_run_mismatch_number(board->run, NULL, "grant", "one_hot", UINT64_C(1) << sm, grants);
    else if (!scord_requests_grant(board->requests, sm))
        scord_run_mismatch(board->run, SCORD_LOCKSTEP_MISMATCH, board->queues->sm[sm].last_taken,
                           "grant", "request", "none to grant", "granted");
}

/* ---- names of differences in a retired item ---- */

/* Compares one field NAME; a difference is a mismatch (the first one counts) and one more line of
 * details. */
static void retire_value(scord_run_t *run, scord_kept_event_t *source, const char *name,
                         uint64_t want, uint64_t got) {
    char text[2][64];
    if (want == got) return;
    const size_t used = strlen(run->details);
    scord_run_value_text("retire", name, want, text[0], sizeof text[0]);
    scord_run_value_text("retire", name, got, text[1], sizeof text[1]);
    snprintf(run->details + used, sizeof run->details - used,
             "  retire.%-28s expected %s, actual %s\n", name, text[0], text[1]);
    scord_run_mismatch_number(run, source, "retire", name, want, got);
}

/* The same of a field of the item; of a metadata entry, of each field in it. */
static void retire_field(scord_run_t *run, scord_kept_event_t *source, const scord_field_t *field,
                         const uint32_t *expected, const uint32_t *actual) {
    const uint64_t want = scord_field_get(field, expected), got = scord_field_get(field, actual);
    if (strncmp(field->name, "metadata_", strlen("metadata_")) != 0) {
        retire_value(run, source, field->name, want, got);
        return;
    }
    const uint32_t want_words[2] = {(uint32_t)want, (uint32_t)(want >> 32)},
                   got_words[2] = {(uint32_t)got, (uint32_t)(got >> 32)};
    for (size_t i = 0; i < SCORD_METADATA_FIELD_COUNT; i++) {
        const scord_field_t *inner = &scord_metadata_fields[i];
        char name[96];
        snprintf(name, sizeof name, "%s.%s", field->name, inner->name);
        retire_value(run, source, name, scord_field_get(inner, want_words),
                     scord_field_get(inner, got_words));
    }
    if (want != got) retire_value(run, source, field->name, want, got); /* bits of no field */
}

/* metadata_after follows from the other fields, so it is named only when they agree. */
static void retire_mismatch(scord_run_t *run, scord_kept_event_t *source, const uint32_t *expected,
                            const uint32_t *actual) {
    const scord_field_t *consequence = NULL;
    for (size_t i = 0; i < SCORD_RETIRE_FIELD_COUNT; i++) {
        if (strcmp(scord_retire_fields[i].name, "metadata_after") == 0)
            consequence = &scord_retire_fields[i];
        else
            retire_field(run, source, &scord_retire_fields[i], expected, actual);
    }
    if (consequence) retire_field(run, source, consequence, expected, actual);
    scord_run_mismatch(run, SCORD_LOCKSTEP_MISMATCH, source, "retire", "unused bits", "0",
                       "not 0"); /* if no field differed */
}

/* ---- retired items ---- */

static void lane_item(const scord_scoreboard_t *board, unsigned lane, uint32_t *words) {
    for (unsigned bit = 0; bit < SCORD_RETIRE_WIDTH; bit += 32) {
        const unsigned width = SCORD_RETIRE_WIDTH - bit < 32 ? SCORD_RETIRE_WIDTH - bit : 32;
        words[bit / 32] = (uint32_t)scord_port_get(board->device->retire_o,
                                                   lane * SCORD_RETIRE_WIDTH + bit, width);
    }
}

static void hash_item(scord_lockstep_statistics_t *statistics, const uint32_t *words) {
    uint64_t hash = statistics->retire_hash ^ statistics->cycles;
    for (unsigned i = 0; i < SCORD_RETIRE_WORDS; i++) hash = scord_word_hash(hash, words[i]);
    statistics->retire_hash = hash ^ hash >> 32;
}

/* An item that no request has. */
static void leftover(scord_scoreboard_t *board, unsigned lane) {
    uint32_t words[SCORD_RETIRE_WORDS];
    scord_retire_t actual;
    lane_item(board, lane, words);
    scord_retire_unpack(&actual, words);
    scord_run_mismatch_number(board->run, NULL, "retire", "leftover", 0, actual.sequence);
}

/* The words that a lane's item decides. With grouped lines: those in the lane's mask (D87), which
 * must include the request's lowest undecided word and no decided one; another mask is a mismatch.
 * Else the lowest undecided word alone (D2). */
static uint32_t item_words(scord_scoreboard_t *board, const scord_pending_request_t *pending,
                           unsigned lane) {
    const uint32_t lowest = pending->remaining & -pending->remaining,
                   words = (uint32_t)scord_port_get(board->device->retire_words_o,
                                                    lane * SCORD_SEGMENT_WORDS,
                                                    SCORD_SEGMENT_WORDS),
                   right = (words & pending->remaining) | lowest;
    if (!board->run->config.grouped_lines) return lowest;
    if (words != right)
        scord_run_mismatch_number(board->run, pending->source, "retire", "words", right, words);
    return right;
}

/* The model decides the same word, now. A check that was not performed is believed when, and only
 * when, the last read of its entry did fail (D27). */
static void model_word(scord_scoreboard_t *board, scord_pending_request_t *pending, unsigned word,
                       scord_retire_t *retire) {
    scord_lockstep_statistics_t *statistics = &board->run->statistics;
    pending->remaining &= ~(UINT32_C(1) << word);
    scord_memory_checks_touch(board->memory, scord_word_address(&pending->request, word));
    if (scord_memory_checks_read_failed(board->memory,
                                        scord_word_address(&pending->request, word))) {
        scord_model_check_not_performed(board->model, &pending->request, word, statistics->cycles,
                                        retire);
        statistics->not_performed++;
    } else {
        scord_model_check(board->model, &pending->request, word, statistics->cycles, retire);
    }
    scord_shadow_check(board->shadow, &pending->request);
    pending->tracked |= retire->path != SCORD_PATH_UNTRACKED;
    statistics->checks++;
}

static void model_fence(scord_scoreboard_t *board, scord_pending_request_t *pending,
                        scord_retire_t *retire) {
    assert(pending->remaining == 1);
    scord_model_fence(board->model, &pending->request, retire);
    scord_shadow_fence(board->shadow, &pending->request);
    pending->remaining = 0;
    board->run->statistics.fences++;
}

static bool note_race(scord_lockstep_statistics_t *statistics, const scord_retire_t *retire) {
    if (!scord_verdict_is_race(retire->verdict)) return false;
    if (statistics->races++ == 0) statistics->first_race_cycle = statistics->cycles;
    return true;
}

static void note_outcome(scord_scoreboard_t *board, const scord_kept_event_t *source,
                         const scord_retire_t *retire) {
    const bool race = note_race(&board->run->statistics, retire);
    if (source != board->last_access) return;
    if (!board->first_word_seen) board->outcome.first_word = *retire;
    board->first_word_seen = true;
    if (race && board->outcome.races++ == 0) board->outcome.first_race = *retire;
}

void scord_scoreboard_start_outcome(scord_scoreboard_t *board, scord_kept_event_t *access) {
    scord_kept_event_release(board->queues->pool, board->last_access);
    scord_kept_event_hold(access);
    board->last_access = access;
    board->first_word_seen = false;
    board->outcome.races = 0;
    memset(&board->outcome.first_race, 0, sizeof board->outcome.first_race);
    memset(&board->outcome.first_word, 0, sizeof board->outcome.first_word);
}

/* What the model decides against what the lane says, ACTUAL. */
static void compare_item(scord_scoreboard_t *board, scord_kept_event_t *source,
                         const scord_retire_t *expected, const uint32_t *actual) {
    uint32_t expected_words[SCORD_RETIRE_WORDS];
    const scord_lockstep_options_t *options = &board->run->options;
    scord_retire_pack(expected, expected_words);
    hash_item(&board->run->statistics, actual);
    note_outcome(board, source, expected);
    if (memcmp(expected_words, actual, sizeof expected_words) != 0)
        retire_mismatch(board->run, source, expected_words, actual);
    else if (options->observe)
        options->observe(options->context, &source->event, expected);
}

/* A lane states its item for the LOWEST word of a group: ITEM becomes that of WORD, which differs
 * in its address only. */
static void item_of_word(uint32_t *item, unsigned lowest, unsigned word) {
    scord_retire_t retire;
    if (word == lowest) return;
    scord_retire_unpack(&retire, item);
    retire.address += (uint64_t)SCORD_WORD_BYTES * (word - lowest);
    scord_retire_pack(&retire, item);
}

/* One item of the oldest granted request; items of one cycle come in lane order, the words of an
 * item in ascending order. */
static void retire_item(scord_scoreboard_t *board, scord_pending_request_t *pending,
                        unsigned lane) {
    uint32_t actual[SCORD_RETIRE_WORDS];
    scord_retire_t expected;
    if (pending->request.kind == SCORD_REQUEST_KIND_FENCE) {
        lane_item(board, lane, actual);
        item_words(board, pending, lane);
        model_fence(board, pending, &expected);
        compare_item(board, pending->source, &expected, actual);
        return;
    }
    uint32_t left = item_words(board, pending, lane);
    const unsigned lowest = (unsigned)__builtin_ctz(left);
    for (; left && scord_run_ok(board->run); left &= left - 1) {
        const unsigned word = (unsigned)__builtin_ctz(left);
        lane_item(board, lane, actual);
        item_of_word(actual, lowest, word);
        model_word(board, pending, word, &expected);
        compare_item(board, pending->source, &expected, actual);
    }
}

/* The same without a model: counted as the device gives it. */
static void count_item(scord_scoreboard_t *board, scord_pending_request_t *pending, unsigned lane) {
    scord_lockstep_statistics_t *statistics = &board->run->statistics;
    uint32_t words[SCORD_RETIRE_WORDS];
    scord_retire_t item;
    lane_item(board, lane, words);
    hash_item(statistics, words);
    scord_retire_unpack(&item, words);
    const bool fence = pending->request.kind == SCORD_REQUEST_KIND_FENCE;
    for (uint32_t left = item_words(board, pending, lane); left; left &= left - 1) {
        pending->remaining &= ~(left & -left);
        statistics->checks += !fence;
        statistics->fences += fence;
        note_race(statistics, &item);
    }
}

void scord_scoreboard_retired(scord_scoreboard_t *board) {
    const uint64_t valid = scord_port_get(board->device->retire_valid_o, 0,
                                          board->run->config.lanes);
    if (!valid) return;
    if (valid & (valid + 1)) {
        scord_run_mismatch_number(board->run, NULL, "retire", "valid_lanes",
                                  (UINT64_C(1) << __builtin_popcountll(valid)) - 1, valid);
        return;
    }
    scord_run_progress(board->run);
    if (!board->requests->order_count) {
        leftover(board, 0);
        return;
    }
    scord_pending_request_t *pending = scord_requests_oldest(board->requests);
    for (unsigned lane = 0; valid >> lane & 1 && scord_run_ok(board->run); lane++) {
        if (!pending->remaining)
            leftover(board, lane);
        else if (board->model)
            retire_item(board, pending, lane);
        else
            count_item(board, pending, lane);
    }
    if (!pending->remaining) scord_requests_finish_oldest(board->requests);
}
