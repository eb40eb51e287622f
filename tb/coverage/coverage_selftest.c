/* SPDX-License-Identifier: Apache-2.0 */
/* coverage_selftest.c: the coverage collector refuses retired items that do not fit, and only
 * those.
 *
 * A random program runs on the golden model; one field of one retired item is falsified on its way
 * to the collector, which must notice. Last line: "N passed, N failed".
 */
#include <stdio.h>
#include <string.h>

#include "cosim/coverage/coverage.h"
#include "cosim/random/random_program.h"
#include "cmodel/scord_replay.h"

enum { EVENTS = 3000, FALSIFIED_ITEM = 500 };

typedef enum fault {
    FAULT_NONE,
    FAULT_VERDICT,
    FAULT_PATH,
    FAULT_SEQUENCE,
    FAULT_WARP,
    FAULT_BLOCK,
    FAULT_ADDRESS,
    FAULT_KIND,
    FAULT_FENCE_SCOPE,
    FAULT_UNTRACKED,
    FAULT_LOST,
    FAULT_TWICE,
    FAULT_OWNER,
    FAULT_NUMBER,
    FAULT_RELEASE,
    FAULT_COUNT
} fault_t;
static const char *const fault_names[FAULT_COUNT] = {"none",
                                                     "verdict",
                                                     "path",
                                                     "sequence",
                                                     "warp",
                                                     "block",
                                                     "address",
                                                     "kind",
                                                     "fence scope",
                                                     "untracked",
                                                     "lost",
                                                     "twice",
                                                     "modified flag of the entry",
                                                     "release number",
                                                     "release flag"};

/* Faults of what only a machine with acquire_release has. */
static bool of_order(fault_t fault) { return fault >= FAULT_NUMBER; }

static bool is_release(const scord_event_t *event) {
    return event->kind == SCORD_EVENT_KIND_ACCESS && event->access.op != SCORD_OP_LOAD &&
           event->access.semantics == SCORD_SEMANTICS_RELEASE;
}

typedef struct probe {
    scord_coverage_t *coverage;
    fault_t fault;
    unsigned items;
    bool done;
} probe_t;

static bool suits(fault_t fault, const scord_event_t *event, const scord_retire_t *retire) {
    if (of_order(fault) && !is_release(event)) return false;
    const bool fence = retire->kind == SCORD_REQUEST_KIND_FENCE;
    if (fault == FAULT_FENCE_SCOPE) return fence;
    if (fault == FAULT_OWNER) return !fence && retire->path == SCORD_PATH_PROGRAM_ORDER;
    return !fence && retire->path != SCORD_PATH_UNTRACKED;
}

static void falsify(fault_t fault, scord_retire_t *retire) {
    switch (fault) {
    case FAULT_VERDICT:
        retire->verdict = (uint8_t)(retire->verdict == SCORD_VERDICT_CLEAN
                                        ? SCORD_VERDICT_NOT_STRONG
                                        : SCORD_VERDICT_CLEAN);
        break;
    case FAULT_PATH:
        retire->path = (uint8_t)(retire->path == SCORD_PATH_BARRIER ? SCORD_PATH_FULL
                                                                    : SCORD_PATH_BARRIER);
        break;
    case FAULT_SEQUENCE: retire->sequence++; break;
    case FAULT_WARP: retire->warp_id ^= 1; break;
    case FAULT_BLOCK: retire->block_id ^= 1; break;
    case FAULT_ADDRESS: retire->address ^= SCORD_WORD_BYTES; break;
    case FAULT_KIND: retire->kind ^= 1; break;
    case FAULT_FENCE_SCOPE: retire->scope ^= 1; break;
    case FAULT_UNTRACKED: retire->path = SCORD_PATH_UNTRACKED; break;
    case FAULT_OWNER:
        retire->metadata_before |= UINT64_C(1) << SCORD_METADATA_DEV_SHARED_SHIFT;
        break;
    case FAULT_NUMBER:
        retire->metadata_after ^= UINT64_C(1)
                                  << (SCORD_METADATA_LOCK_BLOOM_SHIFT + SCORD_RELEASE_NUMBER_SHIFT);
        break;
    case FAULT_RELEASE:
        retire->metadata_after ^= UINT64_C(1) << SCORD_METADATA_RELEASE_SHIFT;
        break;
    default: break;
    }
}

static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    probe_t *probe = context;
    scord_retire_t copy = *retire;
    const bool now = probe->fault != FAULT_NONE && !probe->done &&
                     ++probe->items > FALSIFIED_ITEM && suits(probe->fault, event, retire);
    if (now) falsify(probe->fault, &copy);
    probe->done |= now;
    if (now && probe->fault == FAULT_LOST) return;
    scord_coverage_observe(probe->coverage, event, &copy);
    if (now && probe->fault == FAULT_TWICE) scord_coverage_observe(probe->coverage, event, &copy);
}

/* True when the collector judged as it should. */
static bool run(const scord_config_t *config, fault_t fault) {
    char message[256];
    scord_model_status_t status;
    scord_event_t event;
    scord_replay_t replay;
    probe_t probe = {.coverage = scord_coverage_create(config), .fault = fault};
    scord_model_t *model = scord_model_create(config, &status);
    const scord_random_knobs_t knobs = {.seed = 5, .events = EVENTS};
    scord_random_program_t *program = scord_random_program_create(config, &knobs);
    scord_replay_init(&replay, model, observe, &probe);
    while (scord_random_program_next(program, &event)) {
        scord_coverage_event(probe.coverage, &event);
        scord_replay_event(&replay, &event, message, sizeof message);
    }
    const char *error = scord_coverage_error(probe.coverage);
    const bool good = fault == FAULT_NONE ? !error : probe.done && error;
    printf("%-28s %s\n", fault_names[fault], error ? error : "no error");
    scord_random_program_destroy(program);
    scord_model_destroy(model);
    scord_coverage_destroy(probe.coverage);
    return good;
}

int main(void) {
    unsigned passed = 0, tried = 0;
    for (size_t i = 0; i < SCORD_CONFIG_COUNT; i++) {
        const bool order = strcmp(scord_configs[i].name, "tinyar") == 0;
        if (strcmp(scord_configs[i].name, "tiny") != 0 && !order) continue;
        for (unsigned fault = 0; fault < FAULT_COUNT; fault++) {
            if (fault != FAULT_NONE && of_order((fault_t)fault) != order) continue;
            passed += run(&scord_configs[i], (fault_t)fault);
            tried++;
        }
    }
    printf("%u passed, %u failed\n", passed, tried - passed);
    return passed == tried ? 0 : 1;
}
