/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h: tells an endless wait from long work.
 *
 * Signs of progress of the machine: a value in global memory changes, a barrier releases, a block
 * starts, a warp exits, a thread prints. When there is none, memory stays as it is, and a warp that
 * comes to the same place with the same registers will do the same again, for ever: it waits for
 * what others write. When that holds for all warps that can run, no thread can end the wait. Only
 * registers count that decide what happens next (wait_slice.h). Whatever else a loop does is work,
 * however long it takes: its counter or its sum changes.
 */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include "sim/sm/schedule/wait_slice.h"

/* What one warp has done in the window. */
typedef struct progress_warp {
    uint64_t window; /* that the rest is of */
    uint64_t state,
        first;     /* of the warp and of its first lane, at the window's first instruction … */
    uint32_t next; /* … with this one coming */
    uint32_t ran;  /* lanes that have executed an instruction since */
    bool recurs;   /* it came to that state again … */
    bool reads, reads_host; /* loads or atomics; of memory that the host can write */
    uint64_t last_address;  /* of the last read, for the report */
    uint32_t last_pc;
} progress_warp_t;

typedef struct progress {
    uint64_t limit;  /* warp instructions */
    uint64_t signs;  /* of all launches so far */
    uint64_t stage;  /* grows with every sign and every window */
    uint64_t window; /* grows when warps are to take their state anew */
    uint64_t quiet;  /* warp instructions since the last sign */
    uint64_t look;   /* value of `quiet` at which the window ends */
    bool watching;   /* since limit / 2 */
    bool worked;     /* something in this window is not seen in the states: see progress.c */
    wait_slice_t slice;
} progress_t;

typedef enum progress_verdict { PROGRESS_GOES_ON, PROGRESS_LOOK } progress_verdict_t;

/* False: no memory. */
bool progress_start(progress_t *progress, uint64_t limit, const ptx_module_t *module);
void progress_end(progress_t *progress);  /* frees what it has */
void progress_sign(progress_t *progress); /* the limit counts from here */
/* Instructions that can be counted at once before something is to be looked at. */
static inline uint64_t progress_room(const progress_t *progress) {
    const uint64_t end = progress->watching ? progress->look : progress->limit / 2;
    return progress->quiet + 1 < end ? end - progress->quiet - 1 : 0;
}
/* COUNT of them have been, by WARP, as core_go says. */
void progress_pass(progress_t *progress, progress_warp_t *warp, const core_trace_t *trace,
                   uint64_t count);
/* Counts a warp instruction: `result` is of core_step on `core`. PAUSES: a turn of the warp ends
 * with it, and its state is looked at (progress_pause). LOOK: ask progress_waits for every
 * warp that can run; all true = they wait for ever; else go on with progress_next_window. */
progress_verdict_t progress_count(progress_t *progress, progress_warp_t *warp, core_warp_t *core,
                                  const core_step_result_t *result, bool pauses);
void progress_pause(progress_t *progress, progress_warp_t *warp, core_warp_t *core);
/* A load or an atomic of global memory, before it is counted. */
void progress_read(progress_warp_t *warp, const scord_event_access_t *access);
bool progress_waits(const progress_t *progress, const progress_warp_t *warp,
                    const core_warp_t *core);
void progress_next_window(progress_t *progress);

#endif
