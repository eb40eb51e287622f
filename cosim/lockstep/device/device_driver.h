/* SPDX-License-Identifier: Apache-2.0 */
/* device_driver.h: the clock of the lockstep: one cycle of the device with everything around it,
 * and transfers on its APB.
 *
 * A cycle, the same for every run:
 *
 *   drive    events ► SM ports    ready masks ► issue ports    AXI memory ► its pins
 *   settle   combinational outputs are valid
 *   sample   picks, accepted events, grants, items: the model makes the same steps (scoreboard.h);
 *            then the handshakes of AXI and APB
 *   clock    rising edge; assertions of the RTL are checked
 *   compare  all state registers (shadow_state.h), and their hash
 *
 * Ordered mode shows a request to its SM only when no other SM has one that waits for the arbiter,
 * so the detector sees the stream's order (D1); free order shows every SM its next event and lets
 * the arbiter choose.
 *
 * Invariants: no input pin changes between settle and clock; a presented event stays until it is
 * taken; state is compared in every cycle except while a kernel start rewrites it (`comparing`).
 * What is expensive: the device (nine tenths of the time); of the rest, comparing state and random
 * ready masks, which is why queues and ports keep bits of the SMs that have something to do.
 */
#ifndef SCORD_DEVICE_DRIVER_H
#define SCORD_DEVICE_DRIVER_H

#include "cosim/lockstep/scoreboard.h"

typedef struct scord_driver {
    scord_run_t *run;
    scord_device_t *device;
    scord_axi_memory_t *memory;
    scord_event_queues_t *queues;
    const scord_requests_t *requests;
    scord_issue_ports_t *issue;
    scord_scoreboard_t *board;
    scord_shadow_state_t *shadow;
    scord_state_hash_t hash;
    bool paused;    /* no SM is shown another event */
    bool comparing; /* off while a kernel start rewrites all state */
    bool tracing;
    uint64_t beats_to_clear; /* AXI write beats of the running clear that still count as progress */
    uint64_t stall_cycles;   /* cycles in which an SM did not take its event */
    bool apb_ready, apb_error; /* as sampled in the last cycle */
    uint32_t apb_data;
} scord_driver_t;

/* Each returns false once the run has ended (run->status). */

/* Clocks with reset low, then state as after reset. */
bool scord_driver_reset(scord_driver_t *driver);
/* One clock cycle. */
bool scord_driver_cycle(scord_driver_t *driver);
bool scord_driver_apb_write(scord_driver_t *driver, uint32_t address, uint32_t value);
bool scord_driver_apb_read(scord_driver_t *driver, uint32_t address, uint32_t *value);
/* A read, or a write of `value`, that the device must refuse with PSLVERR. */
bool scord_driver_apb_refused(scord_driver_t *driver, bool write, uint32_t address, uint32_t value);

/* The watchdog: true, and the run ends with SCORD_LOCKSTEP_HANG, when the device has made no
 * progress for SCORD_HANG_CYCLES × (1 + max_latency / 16) cycles. waiting_for: the field of the
 * report. */
bool scord_driver_hung(scord_driver_t *driver, const char *waiting_for);
/* State is about to be rewritten by a kernel start: not compared from now on; the clear of
 * `entries` metadata entries is progress. */
void scord_driver_begin_clear(scord_driver_t *driver, uint64_t entries);
/* The start is over: state is compared again, with new images. */
void scord_driver_end_clear(scord_driver_t *driver);
/* Closes the wave, if one is open. */
void scord_driver_close_wave(scord_driver_t *driver);

#endif
