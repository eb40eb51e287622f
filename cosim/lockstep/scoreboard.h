/* SPDX-License-Identifier: Apache-2.0 */
/* scoreboard.h: what the device does in a cycle against what the golden model does.
 *
 *   picks      issue schedulers   every pick of a scheduler that is asked
 *   accepted   SM event ports     the model takes the same event; its request is pending
 *   granted    arbiter            the oldest request of an SM goes to the detector: fixes the order
 *   retired    detector lanes     the model decides the same word now; all fields are compared
 *
 * The model makes each step in the cycle in which the device shows it, so neither side waits for
 * the other and every difference has a cycle. The order of the four calls within a cycle is that of
 * the drawing: picks use the priorities from before the cycle's event.
 *
 * Invariants: the items of a cycle fill lanes from the lowest and belong to the oldest granted
 * request. The words of a request retire in ascending address (D2); with grouped lines items come
 * in the order of their lowest words, and the words of an item ascend (D87). Nothing is masked, and
 * nothing is taken from the device into the model except the *time* of a step, the words of a group
 * and the order of grants (D1).
 *
 * Without a model (rtl_only) the same books are kept from the device alone, so that a drain ends
 * and the watchdog sees progress; items are counted as the device gives them.
 */
#ifndef SCORD_SCOREBOARD_H
#define SCORD_SCOREBOARD_H

#include "cosim/lockstep/device/event_queues.h"
#include "cosim/lockstep/device/issue_ports.h"
#include "cosim/lockstep/memory_checks.h"
#include "cosim/lockstep/device/requests.h"
#include "cosim/lockstep/shadow_state.h"

typedef struct scord_scoreboard {
    scord_run_t *run;
    const scord_device_t *device;
    scord_model_t *model; /* NULL: rtl_only */
    scord_event_queues_t *queues;
    scord_requests_t *requests;
    scord_issue_ports_t *issue;
    scord_shadow_state_t *shadow;
    scord_memory_checks_t *memory;
    /* the outcome of the last access and of the last pick, for expect records; its model is not
     * used */
    scord_replay_t outcome;
    scord_kept_event_t *last_access; /* with a reference; NULL: none yet */
    bool first_word_seen;
} scord_scoreboard_t;

/* After settle, before clock, in this order: */
void scord_scoreboard_picks(scord_scoreboard_t *board);
void scord_scoreboard_accepted(scord_scoreboard_t *board, unsigned sm);
void scord_scoreboard_granted(scord_scoreboard_t *board);
void scord_scoreboard_retired(scord_scoreboard_t *board);
/* Items from now on are outcomes of this access. */
void scord_scoreboard_start_outcome(scord_scoreboard_t *board, scord_kept_event_t *access);

#endif
