/* SPDX-License-Identifier: Apache-2.0 */
/* oracle_random.c: random streams through the online and the axiomatic oracle.
 *
 * usage: oracle_random equal FIRST_SEED STREAMS [FAULT]    no difference, all axes drawn from the
 * seed oracle_random planted FIRST_SEED STREAMS  every planted fault is found within STREAMS
 * streams oracle_random metamorphic FIRST_SEED STREAMS HRF-direct race-free => HRF-indirect
 * race-free => with scope inclusion race-free; implicit and mixed acquire never race where explicit
 * does not; ignoring synchronisation conflicts never adds one oracle_random show SEED the stream,
 * its axes and the outcome oracle_random stream FILE AXES [FAULT]    no difference on a stream that
 * was kept, under AXES, five words axis=value FAULT: number of one that is planted, for tests of
 * this program; 0: none. A difference is shrunk and printed as a text stream; the first is kept in
 * the folder SCORD_OUTPUT (docs/regress.md) with its row for the catalogue.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tb/unit/oracle/compare.h"
#include "cmodel/stream/event_stream.h"
#include "tb/unit/oracle/kept_stream.h"
#include "tb/unit/oracle/random_stream.h"

static scord_oracle_axes_t random_axes(uint64_t seed) {
    uint64_t state = seed ^ UINT64_C(0xa5a5a5a5a5a5a5a5);
    scord_oracle_axes_t axes;
    axes.match = (scord_oracle_match_t)random_below(&state, 2);
    axes.closure = (scord_oracle_closure_t)random_below(&state, 2);
    axes.acquire = (scord_oracle_acquire_t)random_below(&state, 3);
    axes.volatile_accesses = (scord_oracle_volatile_t)random_below(&state, 2);
    axes.sync_conflicts = random_below(&state, 2);
    return axes;
}

/* ---- showing and shrinking ---- */

static void print_stream(const random_stream_t *stream) {
    char line[8192];
    for (unsigned i = 0; i < stream->count; i++) {
        scord_event_format(&stream->events[i], line, sizeof line);
        printf("  %s\n", line);
    }
}

static void remove_event(random_stream_t *stream, unsigned at) {
    memmove(&stream->events[at], &stream->events[at + 1],
            (stream->count - at - 1) * sizeof stream->events[0]);
    stream->count--;
}

/* Takes events away while the two still differ. Values read may no longer fit memory: both oracles
 * take them as given. */
static void shrink(comparer_t *comparer, const scord_oracle_axes_t *axes, random_stream_t *stream,
                   hrf_fault_t fault) {
    random_stream_t *trial = malloc(sizeof *trial);
    for (unsigned at = stream->count; trial && at-- > 0;) {
        *trial = *stream;
        remove_event(trial, at);
        if (compare_stream(comparer, axes, trial->events, trial->count, fault) == COMPARE_DIFFERENT)
            *stream = *trial;
    }
    free(trial);
    compare_stream(comparer, axes, stream->events, stream->count, fault);
}

static void print_difference(comparer_t *comparer, uint64_t seed, const scord_oracle_axes_t *axes,
                             random_stream_t *stream, hrf_fault_t fault) {
    char text[SCORD_ORACLE_AXES_TEXT];
    shrink(comparer, axes, stream, fault);
    printf("FAIL seed %" PRIu64 " differs under %s\n  %s\n", seed,
           scord_oracle_axes_format(axes, text), comparer_message(comparer));
    print_stream(stream);
    const char *folder = getenv("SCORD_OUTPUT");
    if (folder && folder[0] != '\0') kept_stream_write(folder, seed, axes, stream);
}

/* ---- equal ---- */

typedef struct tally {
    uint64_t streams, racy, races, too_large, wrong;
} tally_t;

static void compare_seed(comparer_t *comparer, random_stream_t *stream, uint64_t seed,
                         hrf_fault_t fault, tally_t *tally) {
    const scord_oracle_axes_t axes = random_axes(seed);
    random_stream_make(stream, seed);
    switch (compare_stream(comparer, &axes, stream->events, stream->count, fault)) {
    case COMPARE_EQUAL:
        tally->streams++;
        tally->racy += comparer_races(comparer) > 0;
        tally->races += comparer_races(comparer);
        return;
    case COMPARE_TOO_LARGE: tally->too_large++; return;
    case COMPARE_ERROR: printf("seed %" PRIu64 ": %s\n", seed, comparer_message(comparer)); break;
    case COMPARE_DIFFERENT: print_difference(comparer, seed, &axes, stream, fault); break;
    }
    tally->wrong++;
}

static int finish(unsigned passed, unsigned failed) {
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 ? 1 : 0;
}

/* Positive evidence: racy and race-free streams both occur in numbers. */
static int run_equal(comparer_t *comparer, random_stream_t *stream, uint64_t first,
                     uint64_t streams, hrf_fault_t fault) {
    tally_t tally = {0};
    for (uint64_t seed = first; tally.streams < streams && tally.wrong < 5; seed++)
        compare_seed(comparer, stream, seed, fault, &tally);
    printf("seeds from %" PRIu64 ": %" PRIu64 " streams equal, %" PRIu64 " of them racy (%" PRIu64
           " races), %" PRIu64 " skipped as too large, %" PRIu64 " different\n",
           first, tally.streams, tally.racy, tally.races, tally.too_large, tally.wrong);
    const bool telling = tally.racy > streams / 10 && tally.racy < streams;
    return finish(tally.wrong == 0 && telling, !(tally.wrong == 0 && telling));
}

/* ---- planted faults ---- */

static const char *fault_name(hrf_fault_t fault) {
    static const char *const names[HRF_FAULT_COUNT] = {
        [HRF_FAULT_NONE] = "none",
        [HRF_FAULT_TICK_BEFORE_PUBLISH] = "tick before publish",
        [HRF_FAULT_BLOCK_FENCE_TO_DEVICE] = "block fence publishes to the device",
        [HRF_FAULT_CHAIN_KEEPS_MISMATCH] = "read-modify-write of another scope keeps the chain",
        [HRF_FAULT_PLAIN_STORE_KEEPS_CHAIN] = "plain store keeps the chain",
        [HRF_FAULT_RELAXED_STORE_EXTENDS] = "relaxed store extends the chain",
        [HRF_FAULT_BARRIER_JOINS_EXITED] = "barrier joins exited warps",
        [HRF_FAULT_BARRIER_IS_NO_FENCE] = "barrier is no fence",
        [HRF_FAULT_LAST_ACCESS_ONLY] = "only the last access of a thread remembered",
        [HRF_FAULT_FAILED_CAS_WRITES] = "failed compare-and-swap writes",
        [HRF_FAULT_EXACT_IS_INCLUSIVE] = "exact match treated as inclusive",
        [HRF_FAULT_DIRECT_IS_INDIRECT] = "direct closure treated as indirect",
        [HRF_FAULT_FENCE_NOT_ACQUIRING] = "device fence does not acquire from its block",
        [HRF_FAULT_PURGE_IN_DIRECT] = "records purged under the direct closure",
        [HRF_FAULT_SCOPE_OF_WRITER_IGNORED] = "writer's scope ignored by a read",
        [HRF_FAULT_JOIN_KEEPS_ORIGIN] = "joined clock taken for a snapshot of a chain",
        [HRF_FAULT_SYNCWARP_JOINS_ALL] = "__syncwarp joins lanes outside its mask",
        [HRF_FAULT_SYNCWARP_IGNORED] = "__syncwarp ignored",
    };
    return names[fault];
}

static bool find_fault(comparer_t *comparer, random_stream_t *stream, hrf_fault_t fault,
                       uint64_t first, uint64_t streams) {
    for (uint64_t seed = first; seed < first + streams; seed++) {
        const scord_oracle_axes_t axes = random_axes(seed);
        random_stream_make(stream, seed);
        if (compare_stream(comparer, &axes, stream->events, stream->count, fault) ==
            COMPARE_DIFFERENT) {
            shrink(comparer, &axes, stream, fault);
            printf("found after %6" PRIu64 " streams, shrunk to %2u events: %s\n", seed - first + 1,
                   stream->count, fault_name(fault));
            return true;
        }
    }
    printf("NOT FOUND in %" PRIu64 " streams: %s\n", streams, fault_name(fault));
    return false;
}

static int run_planted(comparer_t *comparer, random_stream_t *stream, uint64_t first,
                       uint64_t streams) {
    unsigned found = 0;
    for (hrf_fault_t fault = HRF_FAULT_NONE + 1; fault < HRF_FAULT_COUNT; fault++)
        found += find_fault(comparer, stream, fault, first, streams);
    return finish(found, HRF_FAULT_COUNT - 1 - found);
}

/* ---- metamorphic ---- */

/* Racy lane accesses of the stream; UINT64_MAX on an error. */
static uint64_t racy_accesses(const scord_oracle_axes_t *axes, const random_stream_t *stream) {
    scord_oracle_t *oracle = scord_oracle_create(axes, NULL, NULL);
    uint64_t racy = UINT64_MAX;
    scord_oracle_status_t status = oracle ? SCORD_ORACLE_OK : SCORD_ORACLE_NO_MEMORY;
    for (unsigned i = 0; i < stream->count && status == SCORD_ORACLE_OK; i++)
        status = scord_oracle_event(oracle, &stream->events[i]);
    if (status == SCORD_ORACLE_OK) racy = scord_oracle_statistics(oracle)->racy_accesses;
    scord_oracle_destroy(oracle);
    return racy;
}

typedef struct law {
    const char *name, *axis, *strict,
        *weak;        /* with the axis at `strict` races are a superset of those at `weak` */
    uint64_t telling; /* streams in which the two differ */
    bool broken;
} law_t;

static void try_law(law_t *law, uint64_t seed, const random_stream_t *stream) {
    scord_oracle_axes_t strict = random_axes(seed), weak = strict;
    scord_oracle_axes_set(&strict, law->axis, law->strict);
    scord_oracle_axes_set(&weak, law->axis, law->weak);
    const uint64_t more = racy_accesses(&strict, stream), fewer = racy_accesses(&weak, stream);
    law->telling += fewer != more;
    if (fewer <= more && more != UINT64_MAX) return;
    char text[SCORD_ORACLE_AXES_TEXT];
    printf("seed %" PRIu64 " breaks \"%s\" (%" PRIu64 " > %" PRIu64 " racy accesses) under %s\n",
           seed, law->name, fewer, more, scord_oracle_axes_format(&weak, text));
    law->broken = true;
}

static int run_metamorphic(random_stream_t *stream, uint64_t first, uint64_t streams) {
    law_t laws[] = {
        {"HRF-direct race-free => HRF-indirect race-free (HRF section 4)", "closure", "direct",
         "indirect", 0, false},
        {"exact race-free => inclusive race-free (HRF section 5.2)", "match", "exact", "inclusive",
         0, false},
        {"explicit race-free => mixed race-free", "acquire", "explicit", "mixed", 0, false},
        {"mixed race-free => implicit race-free", "acquire", "mixed", "implicit", 0, false},
        {"volatile data race-free => volatile strong race-free", "volatile", "data", "strong", 0,
         false},
        {"reported race-free => ignored race-free", "sync-conflicts", "reported", "ignored", 0,
         false},
    };
    enum { LAWS = sizeof laws / sizeof laws[0] };
    unsigned held = 0;
    for (uint64_t seed = first; seed < first + streams; seed++) {
        random_stream_make(stream, seed);
        for (unsigned i = 0; i < LAWS; i++)
            if (!laws[i].broken) try_law(&laws[i], seed, stream);
    }
    for (unsigned i = 0; i < LAWS; i++) {
        printf("%-70s %s, %" PRIu64 " streams tell the two apart\n", laws[i].name,
               laws[i].broken ? "BROKEN" : "holds", laws[i].telling);
        held += !laws[i].broken && laws[i].telling > 0;
    }
    return finish(held, LAWS - held);
}

/* ---- main ---- */

static int run_show(comparer_t *comparer, random_stream_t *stream, uint64_t seed) {
    char text[SCORD_ORACLE_AXES_TEXT];
    const scord_oracle_axes_t axes = random_axes(seed);
    random_stream_make(stream, seed);
    print_stream(stream);
    const compare_outcome_t outcome = compare_stream(comparer, &axes, stream->events, stream->count,
                                                     HRF_FAULT_NONE);
    printf("%s: %s %s\n", scord_oracle_axes_format(&axes, text),
           outcome == COMPARE_EQUAL ? "equal" : "not equal", comparer_message(comparer));
    return outcome == COMPARE_EQUAL ? 0 : 1;
}

/* WORD is axis=value. */
static bool take_axis(scord_oracle_axes_t *axes, const char *word) {
    char axis[32];
    const char *value = strchr(word, '=');
    if (!value || (size_t)(value - word) >= sizeof axis) return false;
    snprintf(axis, sizeof axis, "%.*s", (int)(value - word), word);
    return scord_oracle_axes_set(axes, axis, value + 1) == 0;
}

/* WORDS: the five axes, and perhaps a fault. */
static int run_stream(comparer_t *comparer, random_stream_t *stream, const char *path, char **words,
                      int count) {
    scord_oracle_axes_t axes = {0};
    int named = 0;
    while (named < count && take_axis(&axes, words[named])) named++;
    if (named != 5 || count > 6) {
        fprintf(stderr, "oracle_random: after the stream there must be five words axis=value, and "
                        "perhaps the number of a fault\n");
        return 2;
    }
    if (kept_stream_read(path, stream) != 0) return 2;
    const hrf_fault_t fault = count > 5 ? (hrf_fault_t)strtoul(words[5], NULL, 0) : HRF_FAULT_NONE;
    const bool equal = compare_stream(comparer, &axes, stream->events, stream->count, fault) ==
                       COMPARE_EQUAL;
    printf("%s: %s %s\n", path, equal ? "equal" : "not equal", comparer_message(comparer));
    return finish(equal, !equal);
}

int main(int argc, char **argv) {
    comparer_t *comparer = comparer_create();
    random_stream_t *stream = malloc(sizeof *stream);
    const char *what = argc > 2 ? argv[1] : "";
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
    const uint64_t streams = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
    int code = 2;
    if (!comparer || !stream)
        fprintf(stderr, "oracle_random: out of memory\n");
    else if (strcmp(what, "equal") == 0 && streams > 0)
        code = run_equal(comparer, stream, first, streams,
                         argc > 4 ? (hrf_fault_t)strtoul(argv[4], NULL, 0) : HRF_FAULT_NONE);
    else if (strcmp(what, "planted") == 0 && streams > 0)
        code = run_planted(comparer, stream, first, streams);
    else if (strcmp(what, "metamorphic") == 0 && streams > 0)
        code = run_metamorphic(stream, first, streams);
    else if (strcmp(what, "show") == 0)
        code = run_show(comparer, stream, first);
    else if (strcmp(what, "stream") == 0)
        code = run_stream(comparer, stream, argv[2], argv + 3, argc - 3);
    else
        fprintf(stderr, "usage: oracle_random equal|planted|metamorphic FIRST_SEED STREAMS | show "
                        "SEED | stream FILE AXES\n");
    free(stream);
    comparer_destroy(comparer);
    return code;
}
