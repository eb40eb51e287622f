/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_model.c: functional coverage of random programs on the golden model alone: fast, for
 * choosing seeds and knobs.
 *
 * usage: coverage_model CONFIG FIRST-SEED LAST-SEED EVENTS DATABASE
 * The model gives the same retired items as the RTL (lockstep holds them to it), so all but the pin
 * bins can be measured here. Exit codes: 0 measured, 1 an item did not fit its rule, 2 bad usage, 3
 * environment.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cosim/coverage/coverage.h"
#include "cosim/coverage/coverage_database.h"
#include "cmodel/stream/event_stream.h"
#include "cosim/random/random_program.h"
#include "cmodel/scord_replay.h"

typedef struct sweep {
    scord_config_t config;
    uint64_t counts[SCORD_COVERAGE_BINS_MAX], checks;
} sweep_t;

static int feed(scord_random_program_t *program, scord_coverage_t *coverage, scord_model_t *model,
                uint64_t *checks) {
    char message[256];
    scord_event_t event;
    scord_replay_t replay;
    scord_replay_init(&replay, model, scord_coverage_observe, coverage);
    while (scord_random_program_next(program, &event)) {
        scord_coverage_event(coverage, &event);
        if (scord_replay_event(&replay, &event, message, sizeof message) == SCORD_REPLAY_OK)
            continue;
        fprintf(stderr, "coverage_model: %s\n", message);
        return 3;
    }
    *checks += scord_model_counters(model)->checks;
    return 0;
}

static int run_seed(sweep_t *sweep, const scord_random_knobs_t *knobs) {
    scord_model_status_t status;
    scord_coverage_t *coverage = scord_coverage_create(&sweep->config);
    scord_model_t *model = scord_model_create(&sweep->config, &status);
    scord_random_program_t *program = scord_random_program_create(&sweep->config, knobs);
    int code = coverage && model && program ? feed(program, coverage, model, &sweep->checks) : 3;
    for (unsigned bin = 0; !code && bin < scord_coverage_bin_count(); bin++)
        sweep->counts[bin] += scord_coverage_counts(coverage)[bin];
    if (!code && scord_coverage_error(coverage)) {
        fprintf(stderr, "coverage_model: seed %" PRIu64 ": %s\n", knobs->seed,
                scord_coverage_error(coverage));
        code = 1;
    }
    scord_random_program_destroy(program);
    scord_model_destroy(model);
    scord_coverage_destroy(coverage);
    return code;
}

int main(int argc, char **argv) {
    static sweep_t sweep;
    static char name[64];
    scord_stream_error_t error;
    char message[512];
    int code = 0;
    if (argc != 6) {
        fputs("usage: coverage_model CONFIG FIRST-SEED LAST-SEED EVENTS DATABASE\n", stderr);
        return 2;
    }
    if (scord_config_parse(argv[1], &sweep.config, name, sizeof name, &error) != 0) {
        fprintf(stderr, "coverage_model: %s\n", error.message);
        return 2;
    }
    const uint64_t last = strtoull(argv[3], NULL, 0);
    for (uint64_t seed = strtoull(argv[2], NULL, 0); !code && seed <= last; seed++) {
        const scord_random_knobs_t knobs = {.seed = seed, .events = strtoull(argv[4], NULL, 0)};
        code = run_seed(&sweep, &knobs);
    }
    if (!code && scord_coverage_add_to(argv[5], sweep.counts, message, sizeof message) != 0) {
        fprintf(stderr, "coverage_model: %s\n", message);
        code = 3;
    }
    if (!code)
        printf("%s, seeds %s to %s: %" PRIu64 " checks by the model alone\n", argv[1], argv[2],
               argv[3], sweep.checks);
    return code;
}
