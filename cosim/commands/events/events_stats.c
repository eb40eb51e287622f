/* SPDX-License-Identifier: Apache-2.0 */
/* events_stats.c: `scord events stats`: what a stream holds, in numbers. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/events/events_internal.h"
#include "cmodel/base/json_writer.h"
#include "cmodel/report/notes.h"

/* Set of word addresses: open addressing, linear probing; a slot holds word + 1, 0 is empty. */
typedef struct word_set {
    uint64_t *slots;
    size_t size, count; /* size is a power of two */
} word_set_t;

enum { NOTE_INDENT = 6 };

typedef struct stats {
    uint64_t events, bytes, lanes;
    uint64_t kind[SCORD_EVENT_KIND_COUNT];
    uint64_t op[SCORD_OP_COUNT], atomic_kind[SCORD_ATOMIC_KIND_COUNT];
    uint64_t access_scope[SCORD_SCOPE_COUNT], fence_scope[SCORD_SCOPE_COUNT];
    uint64_t strong;
    uint64_t checks; /* words a warp instruction touches, once each (D2) */
    word_set_t words;
    scord_program_map_t notes; /* note records alone */
} stats_t;

/* ---- distinct words ---- */

static size_t find_slot(const word_set_t *set, uint64_t key) {
    assert((set->size & (set->size - 1)) == 0 && set->count < set->size);
    size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> 20) &
                (set->size - 1); /* Fibonacci hashing */
    while (set->slots[at] != 0 && set->slots[at] != key) at = (at + 1) & (set->size - 1);
    return at;
}

static bool grow(word_set_t *set) {
    word_set_t bigger = {calloc(set->size > 0 ? 2 * set->size : 1024, sizeof(uint64_t)),
                         set->size > 0 ? 2 * set->size : 1024, set->count};
    if (!bigger.slots) return false;
    for (size_t i = 0; i < set->size; i++)
        if (set->slots[i] != 0) bigger.slots[find_slot(&bigger, set->slots[i])] = set->slots[i];
    free(set->slots);
    *set = bigger;
    return true;
}

static bool add_word(word_set_t *set, uint64_t word) {
    if (2 * set->count >= set->size && !grow(set)) return false;
    size_t at = find_slot(set, word + 1);
    if (set->slots[at] == 0) set->count++;
    set->slots[at] = word + 1;
    return true;
}

/* ---- counting ---- */

static int compare_words(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Words of one instruction, several lanes on a word counted once (D2). */
static bool count_words(stats_t *stats, const scord_event_access_t *access) {
    uint64_t words[SCORD_THREADS_PER_WARP * 4];
    size_t count = 0;
    for (uint32_t rest = access->mask; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[__builtin_ctz(rest)];
        uint64_t last = (address + access->size - 1) / SCORD_WORD_BYTES;
        for (uint64_t word = address / SCORD_WORD_BYTES; word <= last; word++) {
            assert(count < sizeof words / sizeof words[0]);
            words[count++] = word;
        }
    }
    qsort(words, count, sizeof words[0], compare_words);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && words[i] == words[i - 1]) continue;
        stats->checks++;
        if (!add_word(&stats->words, words[i])) return false;
    }
    return true;
}

static bool count_event(stats_t *stats, const scord_event_t *event) {
    const scord_event_access_t *access = &event->access;
    assert((unsigned)event->kind < SCORD_EVENT_KIND_COUNT);
    stats->events++;
    stats->kind[event->kind]++;
    if (event->kind == SCORD_EVENT_KIND_NOTE) return scord_program_map_event(&stats->notes, event);
    if (event->kind == SCORD_EVENT_KIND_FENCE) stats->fence_scope[event->fence.scope]++;
    if (event->kind != SCORD_EVENT_KIND_ACCESS) return true;
    assert(access->op < SCORD_OP_COUNT && access->scope < SCORD_SCOPE_COUNT);
    stats->op[access->op]++;
    stats->atomic_kind[access->atomic_kind]++;
    stats->access_scope[access->scope]++;
    stats->strong += access->strong;
    stats->lanes += (uint64_t)__builtin_popcount(access->mask);
    return count_words(stats, access);
}

/* ---- printing ---- */

typedef const char *name_function_t(unsigned value);

static void print_text_group(const char *title, const uint64_t *counts, unsigned size,
                             name_function_t *name) {
    printf("%s\n", title);
    for (unsigned i = 0; i < size; i++)
        if (counts[i] > 0) printf("  %-18s %12" PRIu64 "\n", name(i), counts[i]);
}

static double per_event(const stats_t *stats) {
    return stats->events > 0 ? (double)stats->bytes / (double)stats->events : 0;
}

static void print_text(const stats_t *stats, const char *path) {
    printf("%s: %" PRIu64 " events, %" PRIu64 " bytes, %.1f bytes an event\n", path, stats->events,
           stats->bytes, per_event(stats));
    scord_notes_print(&stats->notes, "note", NOTE_INDENT, stdout);
    print_text_group("events by kind", stats->kind, SCORD_EVENT_KIND_COUNT, scord_event_kind_name);
    print_text_group("accesses by op", stats->op, SCORD_OP_COUNT, scord_op_name);
    print_text_group("accesses by atomic kind", stats->atomic_kind, SCORD_ATOMIC_KIND_COUNT,
                     scord_atomic_kind_name);
    print_text_group("accesses by scope", stats->access_scope, SCORD_SCOPE_COUNT, scord_scope_name);
    print_text_group("fences by scope", stats->fence_scope, SCORD_SCOPE_COUNT, scord_scope_name);
    printf("strong accesses      %12" PRIu64 "\n", stats->strong);
    printf("lane accesses        %12" PRIu64 "\n", stats->lanes);
    printf("words checked        %12" PRIu64 "\n", stats->checks);
    printf("words touched        %12zu\n", stats->words.count);
}

static void put_group(json_writer_t *json, const char *title, const uint64_t *counts, unsigned size,
                      name_function_t *name) {
    json_open_object(json, title);
    for (unsigned i = 0; i < size; i++) json_put_unsigned(json, name(i), counts[i]);
    json_close(json);
}

/* The list has blanks, unlike the dense object around it: scripts look for it so. */
static void put_notes(json_writer_t *json, const scord_program_map_t *program) {
    json_writer_t spaced = json_writer(json->out, JSON_SPACED);
    if (program->notes == 0) return;
    json_put_name(json, "notes");
    fputc(' ', json->out);
    json_open_array(&spaced, NULL);
    for (uint32_t i = 0; i < program->notes; i++) json_put_string(&spaced, NULL, program->note[i]);
    json_close(&spaced);
}

static void print_json(const stats_t *stats, const char *path) {
    json_writer_t json = json_writer(stdout, JSON_DENSE);
    json_open_object(&json, NULL);
    json_put_string(&json, "stream", path);
    json_put_unsigned(&json, "events", stats->events);
    json_put_unsigned(&json, "bytes", stats->bytes);
    json_put_printf(&json, "bytes_per_event", "%.2f", per_event(stats));
    put_notes(&json, &stats->notes);
    put_group(&json, "kinds", stats->kind, SCORD_EVENT_KIND_COUNT, scord_event_kind_name);
    put_group(&json, "ops", stats->op, SCORD_OP_COUNT, scord_op_name);
    put_group(&json, "atomic_kinds", stats->atomic_kind, SCORD_ATOMIC_KIND_COUNT,
              scord_atomic_kind_name);
    put_group(&json, "access_scopes", stats->access_scope, SCORD_SCOPE_COUNT, scord_scope_name);
    put_group(&json, "fence_scopes", stats->fence_scope, SCORD_SCOPE_COUNT, scord_scope_name);
    json_put_unsigned(&json, "strong", stats->strong);
    json_put_unsigned(&json, "lane_accesses", stats->lanes);
    json_put_unsigned(&json, "words_checked", stats->checks);
    json_put_unsigned(&json, "words_touched", stats->words.count);
    json_close(&json);
    putchar('\n');
}

static void print_kernel(const scord_event_kernel_begin_t *begin) {
    printf("kernel %-4u %s  grid %ux%ux%u  block %ux%ux%u  tracked 0x%" PRIx64 " + %" PRIu64
           " words\n",
           begin->kernel, begin->name, begin->grid[0], begin->grid[1], begin->grid[2],
           begin->block[0], begin->block[1], begin->block[2], begin->tracked_base,
           (uint64_t)1 << begin->log2_tracked_words);
}

static void release(stats_t *stats) {
    free(stats->words.slots);
    scord_program_map_destroy(&stats->notes);
}

int events_stats(scord_stream_reader_t *reader, const char *path, bool json) {
    stats_t stats = {.events = 0};
    scord_event_t event;
    scord_stream_error_t error;
    scord_stream_status_t status;
    while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK) {
        if (!json && event.kind == SCORD_EVENT_KIND_KERNEL_BEGIN) print_kernel(&event.kernel_begin);
        if (count_event(&stats, &event)) continue;
        release(&stats);
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: no memory to count %zu words", path,
                          stats.words.count);
    }
    stats.bytes = scord_stream_reader_offset(reader);
    (json ? print_json : print_text)(&stats, path);
    release(&stats);
    return status == SCORD_STREAM_END ? SCORD_EXIT_CLEAN : scord_fail_stream(&error);
}
