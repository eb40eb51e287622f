/* lockstep_internal.h: what the files of the lockstep harness share.
 *
 *   lockstep.c          public interface, stream events → work
 *   device_driver.c     one clock cycle; reset, APB, kernel start and drain
 *   scoreboard.c        every comparison of device and model, cycle by cycle
 *   state_hash.c        one number for all state registers in all cycles
 *   rtl_only.c          what keeps the books when there is no model
 *   scoreboard_memory.c memory, race log and counters; what memory errors excuse
 *   log_consumer.c      the software that serves the race log ring
 *   mismatch_report.c   the screen, its JSON twin
 */
#ifndef SCORD_LOCKSTEP_INTERNAL_H
#define SCORD_LOCKSTEP_INTERNAL_H

#include "cosim/lockstep/axi_memory.h"
#include "cosim/lockstep/lockstep.h"
#include "cosim/lockstep/memory_faults.h"
#include "cmodel/base/random.h"
#include "cosim/lockstep/rtl_device.h"

#include <stdio.h>
#include <string.h>

enum {
    SCORD_HISTORY = 8,    /* events of a warp shown in a report */
    SCORD_LOOKAHEAD = 96, /* free order: SM events waiting at all SMs */
    SCORD_QUEUE = 256,    /* > SCORD_LOOKAHEAD + SCORD_LOWER_MAX */
    SCORD_PENDING = 512,  /* > 64 (largest request FIFO) + the requests inside the detector, at most
                             2 x 128 lines + 2 */
    SCORD_HANG_CYCLES =
        20000, /* no progress for that many cycles, times (1 + max_latency / 16), is a hang */
    SCORD_DEFAULT_MAX_LATENCY = 8,                                             /* cycles */
    SCORD_LOCK_TABLE_BITS = SCORD_LOCK_TABLE_ENTRIES * SCORD_LOCK_ENTRY_WIDTH, /* of a warp */
    SCORD_CONVERGENCE_BITS = SCORD_SYNCWARP_ID_WIDTH + 1                       /* of a warp (D41) */
};

/* A stream event kept while its items are in flight or its warp may still need it in a report. */
typedef struct scord_kept_event {
    unsigned references;
    scord_event_t event;
    struct scord_kept_event *next_free;
} scord_kept_event_t;

typedef struct scord_queued_event { /* waiting at an SM's port */
    scord_sm_event_t event;
    scord_kept_event_t *source;
} scord_queued_event_t;

typedef struct scord_pending_request { /* accepted by the SM unit, not yet retired in full */
    scord_detector_request_t request;
    uint32_t remaining; /* words to come; fence: 1 */
    bool tracked;       /* a word of it was in the tracked range */
    scord_kept_event_t *source;
} scord_pending_request_t;

typedef struct scord_history {
    scord_kept_event_t *events[SCORD_HISTORY]; /* ring, oldest at next */
    unsigned next;
} scord_history_t;

/* One SM as the harness sees it. */
typedef struct scord_sm_channel {
    scord_queued_event_t queue[SCORD_QUEUE]; /* ring */
    unsigned queue_head, queue_count;
    scord_pending_request_t pending[SCORD_PENDING]; /* ring */
    unsigned pending_head, pending_count,
        ungranted; /* the newest `ungranted` of them wait for the arbiter */
    uint32_t slot_warps[SCORD_MAX_BLOCKS_PER_SM], resident, waiting; /* for the ready masks */
    scord_random_t random;
    uint32_t ready_mask;
    /* the model's state in the RTL's layout */
    uint8_t barrier_counters[SCORD_MAX_BLOCKS_PER_SM * SCORD_BARRIER_ID_WIDTH / 8];
    uint8_t warp_priority_table[(SCORD_MAX_BLOCKS_PER_SM * SCORD_PRIORITY_WIDTH + 7) / 8];
    uint8_t lock_table[SCORD_MAX_WARPS_PER_SM * SCORD_LOCK_TABLE_BITS / 8];
    uint8_t warp_convergence[SCORD_MAX_WARPS_PER_SM * SCORD_CONVERGENCE_BITS / 8 + 1];
    scord_kept_event_t *last_accepted;
    scord_history_t history[SCORD_MAX_WARPS_PER_SM];
} scord_sm_channel_t;

/* state_hash.c: a hash of the state registers of each SM, of the fence file, and of the release
 * numbers. */
enum {
    SCORD_HASHED_UNITS = SCORD_MAX_SMS + 2,
    SCORD_HASHED_FENCES = SCORD_MAX_SMS,
    SCORD_HASHED_RELEASES
};
typedef struct scord_state_hash {
    uint64_t unit[SCORD_HASHED_UNITS], all; /* all: the exclusive or of them */
    uint32_t changed;                       /* a bit a unit: since it was hashed */
} scord_state_hash_t;

struct scord_lockstep {
    scord_lockstep_options_t options;
    scord_config_t config;
    scord_device_t *device;
    scord_axi_memory_t *memory;
    scord_model_t *model;
    scord_random_t random, software; /* software: when and how far the race log is consumed */
    scord_lockstep_status_t status;
    scord_lockstep_statistics_t statistics;
    scord_lockstep_mismatch_t mismatch;
    const scord_kept_event_t *mismatch_source; /* referenced */
    char details[1024];                        /* all fields that differ, for the report */

    uint64_t cycle; /* clock edges since reset was released */
    uint64_t last_progress;
    uint64_t beats_to_clear; /* AXI write beats that the clear of this kernel start may still count
                                as progress */
    bool tracing, comparing; /* comparing: off only while a kernel start rewrites all state */
    bool kernel_open;
    uint32_t kernel;
    scord_issue_policy_t policy;
    scord_sm_channel_t *sm; /* num_sms */
    unsigned queued;        /* over all SMs */
    unsigned ungranted;     /* requests over all SMs */
    bool paused;            /* no SM is shown another event */
    uint32_t queued_sms;    /* a bit an SM: its queue is not empty */
    uint32_t presented_sms; /* a bit an SM: the head of its queue is on the pins and must stay */
    uint32_t issuing_sms;   /* a bit an SM: its scheduler is asked for a warp in this cycle */
    bool issue_idle;        /* no scheduler is asked, and the pins say so */
    /* SMs of the granted requests that are not retired in full: the order of decisions */
    uint8_t order[SCORD_MAX_SMS * SCORD_PENDING];
    unsigned order_head, order_count;
    uint8_t fence_file[((SCORD_MAX_SMS << SCORD_WARP_WIDTH) * SCORD_FENCE_ENTRY_WIDTH + 7) / 8];
    uint32_t newest_release; /* acquire_release, D61 */
    uint8_t
        release_numbers[SCORD_RELEASE_NUMBER_KINDS]
                       [((SCORD_MAX_SMS << SCORD_SLOT_WIDTH) * SCORD_RELEASE_NUMBER_WIDTH + 7) / 8];
    uint64_t stall_cycles, line_lookups;
    uint64_t axi_errors_at_start; /* of the device's last kernel start */
    scord_memory_faults_t faults;
    bool apb_ready, apb_error; /* as sampled in the last cycle */
    uint32_t apb_data;

    /* memory map of this run, drawn from the seed */
    uint64_t metadata_base, log_base;
    uint64_t log_compared; /* race records already compared */

    /* schedule records: this cycle is that one's */
    bool forced;
    unsigned forced_sm;

    /* outcome of the last access and pick, for expect records; its model is not used */
    scord_replay_t outcome;
    scord_kept_event_t *last_access;
    bool first_word_seen;

    uint64_t access_events;
    scord_kept_event_t *kept, *free_list;
    scord_state_hash_t state_hash;
    double started;
};

/* ---- device_driver.c ---- */
/* One clock cycle; false once lockstep->status is not OK. */
bool scord_driver_cycle(scord_lockstep_t *lockstep);
bool scord_driver_reset(scord_lockstep_t *lockstep);
bool scord_driver_apb_write(scord_lockstep_t *lockstep, uint32_t address, uint32_t value);
bool scord_driver_apb_read(scord_lockstep_t *lockstep, uint32_t address, uint32_t *value);
/* A read, or a write of `value`, that the device must refuse with PSLVERR. */
bool scord_driver_apb_refused(scord_lockstep_t *lockstep, bool write, uint32_t address,
                              uint32_t value);
bool scord_driver_set_policy(scord_lockstep_t *lockstep, scord_issue_policy_t policy);
bool scord_driver_kernel_start(scord_lockstep_t *lockstep,
                               const scord_event_kernel_begin_t *kernel);
/* Runs until every queue is empty, every item retired and status.busy is 0. */
bool scord_driver_drain(scord_lockstep_t *lockstep);
bool scord_driver_hung(scord_lockstep_t *lockstep, const char *waiting_for);

/* ---- scoreboard.c ---- */
void scord_scoreboard_add_pending(scord_lockstep_t *lockstep, unsigned sm,
                                  const scord_detector_request_t *request,
                                  scord_kept_event_t *source);
void scord_scoreboard_finish_pending(scord_lockstep_t *lockstep, scord_sm_channel_t *channel);
/* The item of a lane, as words; and its part in statistics.retire_hash. */
void scord_scoreboard_lane_item(const scord_lockstep_t *lockstep, unsigned lane, uint32_t *words);
void scord_scoreboard_hash_item(scord_lockstep_t *lockstep, const uint32_t *words);
void scord_scoreboard_leftover(scord_lockstep_t *lockstep, unsigned lane);
void scord_scoreboard_picks(scord_lockstep_t *lockstep);
void scord_scoreboard_accepted(scord_lockstep_t *lockstep, unsigned sm);
void scord_scoreboard_granted(scord_lockstep_t *lockstep);
void scord_scoreboard_retired(scord_lockstep_t *lockstep);
void scord_scoreboard_state(scord_lockstep_t *lockstep);
void scord_scoreboard_refresh(
    scord_lockstep_t *lockstep); /* shadows of all state, after a kernel start */

/* ---- state_hash.c ---- */
/* The registers of a unit may have changed. */
static inline void scord_state_changed(scord_lockstep_t *lockstep, unsigned unit) {
    lockstep->state_hash.changed |= UINT32_C(1) << unit;
}
/* Takes this cycle's state into statistics.state_hash. */
void scord_state_hash_cycle(scord_lockstep_t *lockstep);

/* ---- rtl_only.c ---- */
void scord_rtl_only_accepted(scord_lockstep_t *lockstep, unsigned sm,
                             const scord_queued_event_t *queued);
/* Items of the lanes whose bits are set, all of the oldest granted request. */
void scord_rtl_only_retired(scord_lockstep_t *lockstep, uint64_t valid);

/* ---- scoreboard_memory.c ---- */
void scord_scoreboard_observe_memory(scord_lockstep_t *lockstep);
/* Did the last read of the metadata of the word at this address end with an error? */
bool scord_scoreboard_read_failed(const scord_lockstep_t *lockstep, uint64_t address);
/* Race records from the first one not compared yet to `tail`. */
void scord_scoreboard_log(scord_lockstep_t *lockstep, uint64_t tail);
void scord_scoreboard_memory(
    scord_lockstep_t *lockstep); /* the whole metadata memory and the race log */
void scord_scoreboard_counters(scord_lockstep_t *lockstep); /* over APB */

/* ---- mismatch_report.c ---- */
/* Records the first mismatch (later ones are ignored). source: the event it is about, may be NULL.
 */
void scord_mismatch(scord_lockstep_t *lockstep, scord_lockstep_status_t status,
                    const scord_kept_event_t *source, const char *unit, const char *field,
                    const char *expected, const char *actual);
void scord_mismatch_number(scord_lockstep_t *lockstep, const scord_kept_event_t *source,
                           const char *unit, const char *field, uint64_t expected, uint64_t actual);

/* Fills mismatch.text and writes its files, once the cycle is over. */
void scord_mismatch_report(scord_lockstep_t *lockstep);

/* ---- lockstep.c ---- */
void scord_keep(scord_kept_event_t *kept);
void scord_release(scord_lockstep_t *lockstep, scord_kept_event_t *kept);

/* Error beats and responses that the device has taken. */
static inline uint64_t scord_lockstep_axi_errors(const scord_lockstep_t *lockstep) {
    const scord_axi_statistics_t *statistics = scord_axi_memory_statistics(lockstep->memory);
    return statistics->read_errors + statistics->write_errors;
}

#endif
