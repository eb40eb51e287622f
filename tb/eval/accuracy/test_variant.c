/* SPDX-License-Identifier: Apache-2.0 */
/* test_variant.c: with its switches as built, with D39, D60 and D71, a variant retires what the
 * golden model retires, and with all departures of semantics.md section 16 taken back what it
 * retires with as_printed (D91); every other switch, and each departure, changes some verdict.
 *
 * usage: test_variant STREAM...      Last line: "N passed, N failed"
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"
#include "tb/eval/accuracy/variant.h"

enum { EVENT_WORDS = 4 * SCORD_THREADS_PER_WARP };

typedef struct item {
    uint64_t address;
    uint8_t path, verdict, scope, tag_miss;
} item_t;

/* What one side retired for the current event. */
typedef struct side {
    item_t item[EVENT_WORDS];
    unsigned count;
} side_t;

static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    side_t *side = context;
    (void)event;
    if (retire->kind != SCORD_REQUEST_KIND_ACCESS || side->count == EVENT_WORDS) return;
    item_t *item = &side->item[side->count++];
    memset(item, 0, sizeof *item);
    *item = (item_t){retire->address, retire->path, retire->verdict, retire->scope,
                     retire->tag_miss};
}

static bool same_items(const side_t *a, const side_t *b) {
    if (a->count != b->count) return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->item[i].address != b->item[i].address || a->item[i].path != b->item[i].path ||
            a->item[i].verdict != b->item[i].verdict || a->item[i].scope != b->item[i].scope ||
            a->item[i].tag_miss != b->item[i].tag_miss)
            return false;
    return true;
}

/* ---- the golden model ---- */

typedef struct pair {
    scord_model_t *model;
    scord_replay_t replay;
    variant_t *variant;
    side_t golden, other;
    uint64_t checks;
} pair_t;

static bool open_pair(pair_t *pair, const scord_stream_reader_t *reader,
                      const variant_options_t *options) {
    scord_config_t config = *scord_stream_reader_config(reader);
    scord_model_status_t status;
    config.log2_cache_ratio = options->log2_cache_ratio;
    config.both_scopes = options->both_scopes;
    config.many_locks = options->many_locks;
    config.as_printed = options->printed == VARIANT_PRINTED_ALL;
    config.acquire_release = options->order.kind == VARIANT_ORDER_NUMBERS;
    pair->model = scord_model_create(&config, &status);
    pair->variant = variant_create(options, observe, &pair->other);
    scord_replay_init(&pair->replay, pair->model, observe, &pair->golden);
    return pair->model && pair->variant;
}

static bool event_agrees(pair_t *pair, const scord_event_t *event) {
    char message[256];
    pair->golden.count = pair->other.count = 0;
    const bool ran = scord_replay_event(&pair->replay, event, message, sizeof message) ==
                         SCORD_REPLAY_OK &&
                     variant_event(pair->variant, event);
    pair->checks += pair->golden.count;
    return ran && same_items(&pair->golden, &pair->other);
}

/* Number of the first event on which they differ, UINT64_MAX when there is none. */
static uint64_t first_difference(const char *path, const variant_options_t *options,
                                 uint64_t *checks) {
    scord_stream_error_t error;
    scord_event_t event;
    static pair_t pair;
    uint64_t at = UINT64_MAX;
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    pair.checks = 0;
    if (!reader || !open_pair(&pair, reader, options)) return 0;
    while (at == UINT64_MAX && scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK) {
        if (event.kind == SCORD_EVENT_KIND_EXPECT || event.kind == SCORD_EVENT_KIND_EXPECT_PICK)
            continue;
        if (!event_agrees(&pair, &event)) at = event.sequence;
    }
    scord_model_destroy(pair.model);
    variant_destroy(pair.variant);
    scord_stream_close_reader(reader);
    *checks += pair.checks;
    return at;
}

/* ---- switches ---- */

/* Events of the stream for which the two variants do not retire the same. */
static uint64_t differences(const char *path, const variant_options_t *a,
                            const variant_options_t *b) {
    scord_stream_error_t error;
    scord_event_t event;
    static side_t sides[2];
    uint64_t count = 0;
    variant_t *first = variant_create(a, observe, &sides[0]),
              *second = variant_create(b, observe, &sides[1]);
    scord_stream_reader_t *reader = scord_stream_open_reader(path, &error);
    while (reader && first && second &&
           scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK) {
        sides[0].count = sides[1].count = 0;
        if (!variant_event(first, &event) || !variant_event(second, &event)) break;
        count += !same_items(&sides[0], &sides[1]);
    }
    variant_destroy(first);
    variant_destroy(second);
    if (reader) scord_stream_close_reader(reader);
    return count;
}

enum { PRINTED = 13, SWITCHES = 13 + PRINTED, RUNS = 21, FIRST_PRINTED_RUN = 18 };

static void flip_each(variant_options_t flipped[SWITCHES]) {
    for (unsigned i = 0; i < SWITCHES; i++) flipped[i] = variant_as_built(0);
    flipped[0].name = "cache ratio", flipped[0].log2_cache_ratio = 4;
    flipped[1].name = "lock entries", flipped[1].lock_entries = 1;
    flipped[2].name = "fence bits", flipped[2].fence_bits = 1;
    flipped[3].name = "barrier bits", flipped[3].barrier_bits = 1;
    flipped[4].name = "exact locks", flipped[4].exact_locks = true;
    flipped[5].name = "all accessors", flipped[5].all_accessors = true;
    flipped[6].name = "threads", flipped[6].threads = true;
    flipped[7].name = "hand over", flipped[7].hand_over = true;
    flipped[8].name = "hash pair", flipped[8].hash_pair = true;
    flipped[9].name = "order", flipped[9].order = variant_order_as_built();
    flipped[10].name = "bloom 8 bits", flipped[10].bloom_bits = 8;
    flipped[11].name = "bloom 32 bits", flipped[11].bloom_bits = 32;
    flipped[12].name = "many locks", flipped[12].many_locks = true;
    for (unsigned i = 0; i < PRINTED; i++) {
        flipped[SWITCHES - PRINTED + i].name = variant_printed_name(1u << i);
        flipped[SWITCHES - PRINTED + i].printed = 1u << i;
    }
}

static unsigned test_switches(int streams, char **stream, unsigned *failed) {
    variant_options_t flipped[SWITCHES];
    const variant_options_t built = variant_as_built(0);
    unsigned passed = 0;
    flip_each(flipped);
    for (unsigned i = 0; i < SWITCHES; i++) {
        uint64_t count = 0;
        for (int s = 0; s < streams; s++) count += differences(stream[s], &built, &flipped[i]);
        printf("%-28s changes %" PRIu64 " events\n", flipped[i].name, count);
        if (count == 0) printf("FAILED the switch '%s' changes nothing\n", flipped[i].name);
        *failed += count == 0;
        passed += count != 0;
    }
    return passed;
}

int main(int argc, char **argv) {
    unsigned passed = 0, failed = 0;
    uint64_t checks = 0;
    for (int i = 1; i < argc; i++)
        for (unsigned run = 0; run < RUNS;
             run++) { /* ratio × D60 or not × D39 or not, then D71, then D91 */
            variant_options_t options = variant_as_built(run / 4 % 3 * 2);
            if (run >= FIRST_PRINTED_RUN) {
                options = variant_as_built((run - FIRST_PRINTED_RUN) * 2);
                options.printed = VARIANT_PRINTED_ALL;
            } else {
                options.both_scopes = run % 2;
                options.many_locks = run >= 12;
                if (run / 2 % 2 != 0) options.order = variant_order_as_built();
            }
            const uint64_t at = first_difference(argv[i], &options, &checks);
            if (at != UINT64_MAX)
                printf(
                    "FAILED %s, ratio 2^%u, D39 %s, D60 %s, D71 %s, D91 %s: the variant differs at "
                    "event %" PRIu64 "\n",
                    argv[i], options.log2_cache_ratio, options.both_scopes ? "on" : "off",
                    options.order.kind != VARIANT_ORDER_NONE ? "on" : "off",
                    options.many_locks ? "on" : "off", options.printed ? "on" : "off", at);
            failed += at != UINT64_MAX;
            passed += at == UINT64_MAX;
        }
    passed += test_switches(argc - 1, argv + 1, &failed);
    printf("%" PRIu64 " checks compared\n", checks);
    failed += checks == 0;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
