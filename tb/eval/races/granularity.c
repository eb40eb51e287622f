/* SPDX-License-Identifier: Apache-2.0 */
/* granularity: what the detector would report of a recorded run with one metadata entry for 4, 8 or
 * 16 bytes, without metadata caching (ScoRD Table VII). The stream is replayed through the golden
 * model three times at once. The SM half is left alone; each request to the detector touches, for
 * every word it has, the first word of that word's granule, so that the words of a granule share
 * one entry and one check.
 *
 * usage: granularity STREAM       ('-': standard input)
 * Prints "BYTES SITES RACES" for each granularity; sites are distinct (PC, rule). Exit codes: 0, 2
 * bad usage or input.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/event_stream.h"
#include "cmodel/report/race_report.h"
#include "cmodel/scord_replay.h"

enum { GRANULARITIES = 3, EXIT_CLEAN = 0, EXIT_BAD_INPUT = 2 };

static const unsigned granule_words[GRANULARITIES] = {1, 2, 4};

typedef struct detector_run {
    scord_model_t *model;
    scord_race_report_t *report;
} detector_run_t;

/* One bit a granule: the first word of every granule that has a word in the mask. */
static uint32_t coarse_mask(uint32_t mask, unsigned words) {
    uint32_t coarse = 0;
    for (unsigned first = 0; first < SCORD_SEGMENT_WORDS; first += words)
        if (mask >> first & ((1u << words) - 1)) coarse |= UINT32_C(1) << first;
    return coarse;
}

static void decide(detector_run_t *run, const scord_event_t *event,
                   const scord_detector_request_t *request, unsigned words) {
    scord_retire_t retire;
    if (request->kind == SCORD_REQUEST_KIND_FENCE) {
        scord_model_fence(run->model, request, &retire);
        scord_race_report_retire(run->report, event, &retire);
        return;
    }
    scord_detector_request_t coarse = *request;
    coarse.mask = coarse_mask(request->mask, words);
    for (uint32_t left = coarse.mask; left != 0; left &= left - 1) {
        scord_model_check(run->model, &coarse, (unsigned)__builtin_ctz(left), event->cycle,
                          &retire);
        scord_race_report_retire(run->report, event, &retire);
    }
}

/* Returns false when memory is short. */
static bool replay(detector_run_t *run, const scord_event_t *event, unsigned words) {
    scord_sm_event_t events[SCORD_LOWER_MAX];
    scord_detector_request_t request;
    unsigned sm = 0;
    if (scord_race_report_event(run->report, event) != 0) return false;
    if (event->kind == SCORD_EVENT_KIND_KERNEL_BEGIN)
        return scord_model_kernel_start(run->model, event->kernel_begin.tracked_base,
                                        event->kernel_begin.log2_tracked_words) == SCORD_MODEL_OK;
    const unsigned n = scord_lower(event, &sm, events);
    for (unsigned i = 0; i < n; i++)
        if (scord_model_sm_event(run->model, sm, &events[i], &request))
            decide(run, event, &request, words);
    return true;
}

static int fail(const char *what) {
    fprintf(stderr, "granularity: %s\n", what);
    return EXIT_BAD_INPUT;
}

static bool start(detector_run_t runs[], const scord_config_t *config) {
    scord_model_status_t status;
    for (unsigned i = 0; i < GRANULARITIES; i++) {
        runs[i].model = scord_model_create(config, &status);
        runs[i].report = scord_race_report_create(config);
        if (!runs[i].model || !runs[i].report) return false;
    }
    return true;
}

static int replay_all(scord_stream_reader_t *reader, detector_run_t runs[]) {
    scord_stream_error_t error;
    scord_event_t event;
    scord_stream_status_t status;
    while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK)
        for (unsigned i = 0; i < GRANULARITIES; i++)
            if (!replay(&runs[i], &event, granule_words[i])) return fail("out of memory");
    return status == SCORD_STREAM_END ? EXIT_CLEAN : fail(error.message);
}

int main(int argc, char **argv) {
    detector_run_t runs[GRANULARITIES] = {{0}};
    scord_stream_error_t error;
    if (argc != 2) return fail("usage: granularity STREAM");
    scord_stream_reader_t *reader = scord_stream_open_reader(argv[1], &error);
    if (!reader) return fail(error.message);
    int code = EXIT_BAD_INPUT;
    scord_config_t config = *scord_stream_reader_config(reader);
    config.log2_cache_ratio = 0;
    if (!start(runs, &config))
        fail("out of memory");
    else
        code = replay_all(reader, runs);
    for (unsigned i = 0; i < GRANULARITIES && code == EXIT_CLEAN; i++)
        printf("%u %u %llu\n", granule_words[i] * (unsigned)SCORD_WORD_BYTES,
               scord_race_report_sites(runs[i].report),
               (unsigned long long)scord_race_report_races(runs[i].report));
    for (unsigned i = 0; i < GRANULARITIES; i++) {
        if (runs[i].model) scord_model_destroy(runs[i].model);
        if (runs[i].report) scord_race_report_destroy(runs[i].report);
    }
    scord_stream_close_reader(reader);
    return code;
}
