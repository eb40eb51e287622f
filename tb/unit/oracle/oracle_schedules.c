/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_schedules.c: the oracle over all schedules, held against plain enumeration.
 *
 * usage: oracle_schedules random FIRST_SEED PROGRAMS
 *            random programs: partial-order reduction finds the races of the enumeration of every
 * order, no others oracle_schedules micro CATALOGUE PROGRAMS_DIRECTORY the microbenchmarks,
 * recorded once: racy under some schedule exactly when some interleaving of tb/interleavings is,
 * under every preset
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/interleavings/catalogue.h"
#include "tb/interleavings/explore.h"
#include "cmodel/oracle/schedules.h"
#include "tb/unit/oracle/micro_events.h"
#include "tb/unit/oracle/random_stream.h"

enum { PAIRS_MAX = 4096, PROGRAM_EVENTS = 8, BOUND = 2000000 };

typedef struct pairs {
    unsigned count;
    uint64_t pair[PAIRS_MAX]; /* both PCs, low first */
} pairs_t;

static void observe(void *context, const scord_oracle_race_t *race) {
    pairs_t *pairs = context;
    const uint64_t a = race->first.pc, b = race->second.pc,
                   pair = a < b ? a << 32 | b : b << 32 | a;
    for (unsigned i = 0; i < pairs->count; i++)
        if (pairs->pair[i] == pair) return;
    if (pairs->count < PAIRS_MAX) pairs->pair[pairs->count++] = pair;
}

static int compare_numbers(const void *a, const void *b) {
    const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;
    return p < q ? -1 : p > q;
}

/* Runs all schedules of the events; false on an error, which is printed. */
static bool run_schedules(const scord_oracle_axes_t *axes, const scord_event_t *events,
                          unsigned count, bool reduce, pairs_t *pairs,
                          scord_schedules_result_t *result) {
    scord_schedules_t *schedules = scord_schedules_create(axes, BOUND, reduce, observe, pairs);
    scord_schedules_status_t status = schedules ? SCORD_SCHEDULES_OK : SCORD_SCHEDULES_NO_MEMORY;
    pairs->count = 0;
    for (unsigned i = 0; i < count && status == SCORD_SCHEDULES_OK; i++)
        status = scord_schedules_event(schedules, &events[i]);
    if (status == SCORD_SCHEDULES_OK) status = scord_schedules_finish(schedules);
    if (status == SCORD_SCHEDULES_OK)
        *result = *scord_schedules_result(schedules);
    else
        printf("%s\n", schedules ? scord_schedules_message(schedules) : "out of memory");
    scord_schedules_destroy(schedules);
    qsort(pairs->pair, pairs->count, sizeof pairs->pair[0], compare_numbers);
    return status == SCORD_SCHEDULES_OK && result->complete;
}

static int finish(uint64_t passed, uint64_t failed) {
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", passed, failed);
    return failed > 0 || passed == 0;
}

/* ---- random programs ---- */

/* Launches and the first few accesses and fences. */
static void cut_down(random_stream_t *stream) {
    unsigned kept = 0, steps = 0;
    for (unsigned i = 0; i < stream->count; i++) {
        const scord_event_t *event = &stream->events[i];
        const bool is_step = event->kind == SCORD_EVENT_KIND_ACCESS ||
                             event->kind == SCORD_EVENT_KIND_FENCE;
        const bool is_launch = event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN ||
                               (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH && steps == 0);
        if (event->kind == SCORD_EVENT_KIND_BLOCK_EXIT) break;
        if (is_launch || (is_step && steps++ < PROGRAM_EVENTS)) stream->events[kept++] = *event;
    }
    stream->count = kept;
}

typedef struct tally {
    uint64_t programs, different, racy, only_other_schedule, all_orders, reduced_orders;
} tally_t;

static bool recorded_order_races(const scord_oracle_axes_t *axes, const random_stream_t *stream) {
    scord_oracle_t *oracle = scord_oracle_create(axes, NULL, NULL);
    for (unsigned i = 0; i < stream->count; i++) scord_oracle_event(oracle, &stream->events[i]);
    const bool races = scord_oracle_statistics(oracle)->races > 0;
    scord_oracle_destroy(oracle);
    return races;
}

static void compare_program(uint64_t seed, random_stream_t *stream, tally_t *tally) {
    static pairs_t all, reduced;
    uint64_t state = seed;
    scord_schedules_result_t all_result = {0}, reduced_result = {0};
    scord_oracle_axes_t axes;
    scord_oracle_preset(scord_oracle_preset_name(random_below(&state, scord_oracle_presets())),
                        &axes);
    random_stream_make(stream, seed);
    cut_down(stream);
    const bool ran =
        run_schedules(&axes, stream->events, stream->count, false, &all, &all_result) &&
        run_schedules(&axes, stream->events, stream->count, true, &reduced, &reduced_result);
    const bool same = ran && all.count == reduced.count &&
                      memcmp(all.pair, reduced.pair, all.count * sizeof all.pair[0]) == 0 &&
                      (all_result.schedules > 0) == (reduced_result.schedules > 0);
    tally->programs++;
    tally->racy += all_result.racy > 0;
    tally->only_other_schedule += all_result.racy > 0 && !recorded_order_races(&axes, stream);
    tally->all_orders += all_result.schedules + all_result.cut;
    tally->reduced_orders += reduced_result.schedules + reduced_result.cut;
    if (!same) {
        tally->different++;
        printf("seed %" PRIu64
               ": %u racy pairs of instructions in all orders, %u after reduction\n",
               seed, all.count, reduced.count);
    }
}

static int run_random(uint64_t first, uint64_t programs) {
    random_stream_t *stream = malloc(sizeof *stream);
    tally_t tally = {0};
    for (uint64_t seed = first; stream && seed < first + programs && tally.different < 5; seed++)
        compare_program(seed, stream, &tally);
    printf("seeds from %" PRIu64 ": %" PRIu64 " programs, %" PRIu64 " racy, of these %" PRIu64
           " not in the recorded schedule; %" PRIu64 " orders, %" PRIu64
           " after reduction; %" PRIu64 " different\n",
           first, tally.programs, tally.racy, tally.only_other_schedule, tally.all_orders,
           tally.reduced_orders, tally.different);
    free(stream);
    return finish(tally.programs - tally.different, tally.different);
}

/* ---- microbenchmarks ---- */

typedef struct recording {
    const event_program_t *program;
    const scord_oracle_axes_t *axes;
    scord_event_t events[EXPLORE_MAX_EVENTS + 4];
    unsigned count; /* of the first interleaving */
    bool racy;      /* some interleaving */
} recording_t;

static int visit(void *context, const executed_step_t *steps, unsigned count) {
    recording_t *recording = context;
    scord_event_t events[EXPLORE_MAX_EVENTS + 4];
    const unsigned total = micro_events(recording->program->same_block, steps, count, events);
    scord_oracle_t *oracle = scord_oracle_create(recording->axes, NULL, NULL);
    for (unsigned i = 0; i < total; i++) scord_oracle_event(oracle, &events[i]);
    recording->racy |= scord_oracle_statistics(oracle)->races > 0;
    scord_oracle_destroy(oracle);
    if (recording->count == 0) memcpy(recording->events, events, total * sizeof events[0]);
    recording->count = recording->count == 0 ? total : recording->count;
    return 0;
}

static bool check_program(const event_program_t *program, const char *name, unsigned preset,
                          uint64_t *schedules) {
    static recording_t recording;
    static pairs_t pairs;
    scord_schedules_result_t result = {0};
    scord_oracle_axes_t axes;
    scord_oracle_preset(scord_oracle_preset_name(preset), &axes);
    recording.program = program;
    recording.axes = &axes;
    recording.count = 0;
    recording.racy = false;
    const bool ran = explore(program, 0, visit, &recording) == EXPLORE_OK &&
                     run_schedules(&axes, recording.events, recording.count, true, &pairs, &result);
    const bool right = ran && (result.racy > 0) == recording.racy && result.schedules > 0;
    *schedules += result.schedules;
    if (!right)
        printf("FAIL %s under %s: interleavings %s, schedules %s (%" PRIu64 " run, %" PRIu64
               " cut)\n",
               name, scord_oracle_preset_name(preset), recording.racy ? "racy" : "clean",
               result.racy > 0 ? "racy" : "clean", result.schedules, result.cut);
    return right;
}

static int run_micro(const char *catalogue_path, const char *directory) {
    catalogue_t catalogue;
    event_program_t program;
    char path[1024], message[512];
    uint64_t passed = 0, failed = 0, schedules = 0;
    if (catalogue_read(catalogue_path, &catalogue, message, sizeof message) != 0) {
        fprintf(stderr, "oracle_schedules: %s\n", message);
        return 2;
    }
    for (unsigned i = 0; i < catalogue.entries; i++) {
        snprintf(path, sizeof path, "%s/%s.prog", directory, catalogue.entry[i].name);
        if (event_program_read(path, &program, message, sizeof message) != 0) {
            fprintf(stderr, "oracle_schedules: %s\n", message);
            return 2;
        }
        for (unsigned preset = 0; preset < scord_oracle_presets(); preset++) {
            const bool right = check_program(&program, catalogue.entry[i].name, preset, &schedules);
            passed += right;
            failed += !right;
        }
    }
    printf("%u programs under %u presets, %" PRIu64 " schedules\n", catalogue.entries,
           scord_oracle_presets(), schedules);
    return finish(passed, failed);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "random") == 0)
        return run_random(strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0));
    if (argc == 4 && strcmp(argv[1], "micro") == 0) return run_micro(argv[2], argv[3]);
    fprintf(stderr, "usage: oracle_schedules random FIRST_SEED PROGRAMS | micro CATALOGUE "
                    "PROGRAMS_DIRECTORY\n");
    return 2;
}
