/* SPDX-License-Identifier: Apache-2.0 */
/* lockstep_types.h: what a lockstep is given and what it gives: options, statistics, mismatch,
 * status. For lockstep.h, and for the parts behind it (run.h). */
#ifndef SCORD_LOCKSTEP_TYPES_H
#define SCORD_LOCKSTEP_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_replay.h"

struct scord_device;

#define SCORD_DEFAULT_MAX_LATENCY 8 /* cycles */

typedef struct scord_lockstep_options {
    const scord_config_t *config;
    uint64_t seed;   /* memory latency, ready masks, and arbitration when free_order */
    bool free_order; /* false: the detector sees the stream's order; true: the RTL's arbiter decides
                      */
    uint32_t max_latency;        /* AXI response latency is drawn from 1 .. max_latency cycles; 0:
                                    SCORD_DEFAULT_MAX_LATENCY */
    uint32_t axi_error_permille; /* of metadata read beats and of write responses that end with an
                                    error, 0 to 1000 */
    uint32_t lie_permille;  /* of metadata entries that name another owner when they are read, for
                               both  sides (D73), 0 to 1000; not with axi_error_permille */
    uint64_t memory_silent; /* number, from 1, of the AXI transaction that never gets a response; 0:
                               none */
    /* number, from 1, of the read beat with a wrong bit, and which; 0: none */
    uint64_t memory_flip;
    uint32_t memory_flip_bit;
    bool consume_log;      /* software serves the race log ring: reads and compares records, moves
                              log_head */
    const char *wave_path; /* FST file, or NULL */
    uint64_t wave_from, wave_to;  /* device cycles traced; 0, 0 = all */
    const char *output_directory; /* mismatch reports; NULL = none written */
    const char *replay_command;   /* printed in mismatch reports */
    scord_observe_t *observe;     /* every retired item, once both sides agree; may be NULL */
    /* once a cycle, after the pins were sampled and before the clock edge; may be NULL; same
     * context */
    void (*observe_cycle)(void *context, const struct scord_device *device);
    void *context;
    bool rtl_only;   /* no model, nothing of the device compared: only the RTL's assertions, the AXI
                        rules and the watchdog hold. The device   sees what it would see in lockstep;
                        not with consume_log, axi_error_permille, lie_permille or observe */
    bool hash_state; /* statistics.state_hash */
    bool scheduled_issue; /* true: the issue schedulers see the schedule records only (streams with
                             expect_pick); false: random ready masks every cycle as well */
} scord_lockstep_options_t;

typedef struct scord_lockstep_statistics {
    uint64_t events, sm_events, checks, fences, picks, compared_cycles, cycles, races, mismatches;
    uint64_t not_performed;    /* of the checks: metadata read failed (D27) */
    uint64_t axi_errors;       /* error beats and responses that the device took */
    uint64_t owners_changed;   /* entries that named another owner when they were read (D73) */
    uint64_t log_consumed;     /* race records that software took out of the ring */
    uint64_t first_race_cycle; /* device cycle of the first race's decision; 0 = none */
    double seconds;
    uint64_t retire_hash; /* over every retired item and its cycle: equal runs have equal hashes */
    uint64_t state_hash;  /* with hash_state: over every state register that the lockstep compares,
                             in every compared cycle */
} scord_lockstep_statistics_t;

typedef struct scord_lockstep_mismatch {
    uint64_t cycle, sequence;
    uint64_t events; /* that had been taken before the one in which it showed; all, when the end
                        showed it */
    char unit[32], field[96], expected[256], actual[256];
    char text[8192]; /* the whole screen: what, where, last events of that warp, seed, replay
                        command */
} scord_lockstep_mismatch_t;

typedef enum scord_lockstep_status {
    SCORD_LOCKSTEP_OK = 0,
    SCORD_LOCKSTEP_MISMATCH,
    SCORD_LOCKSTEP_EXPECTATION, /* an expect record does not hold */
    SCORD_LOCKSTEP_HANG,        /* the device made no progress for a documented number of cycles */
    SCORD_LOCKSTEP_BAD_CONFIG,  /* no machine has this configuration */
    SCORD_LOCKSTEP_NO_MEMORY,
    SCORD_LOCKSTEP_NOT_BUILT, /* its machine is not built, or of other RTL */
    SCORD_LOCKSTEP_IO
} scord_lockstep_status_t;

#endif
