/* progress.h: tells an endless spin from long work.
 *
 * Signs of progress of the machine: a global memory value changes, a barrier releases, a block
 * starts, a warp exits, a thread prints. A warp that waits reads the same words at the same
 * instruction again and again; a warp that works reads new ones, or none. After `limit` warp
 * instructions without a sign, the run is given up when every ready warp has, over the later half
 * of them, read only what it had read before, and has read at least once. A loop that reads no
 * global memory is no spin to this rule; it is given up after `limit` × PROGRESS_HARD_FACTOR warp
 * instructions.
 */
#ifndef SIM_PROGRESS_H
#define SIM_PROGRESS_H

#include "cmodel/stream/event.h"

enum { PROGRESS_READS = 64, PROGRESS_HARD_FACTOR = 50 };

/* What one warp has read since the last sign: hashes of {pc, lanes, addresses}, direct mapped. */
typedef struct progress_warp {
    uint64_t epoch, window; /* validity of `read`, and of the two flags */
    uint64_t read[PROGRESS_READS];
    bool repeated, fresh;
    uint64_t last_address; /* of the last read, for the report */
    uint32_t last_pc;
} progress_warp_t;

typedef struct progress {
    uint64_t limit;  /* warp instructions */
    uint64_t epoch;  /* grows with every sign */
    uint64_t window; /* grows with every half limit */
    uint64_t quiet;  /* warp instructions since the last sign */
} progress_t;

typedef enum progress_verdict {
    PROGRESS_GOES_ON,
    PROGRESS_LOOK,
    PROGRESS_EXHAUSTED
} progress_verdict_t;

void progress_start(progress_t *progress, uint64_t limit);
void progress_sign(progress_t *progress);
/* A load or an atomic of a warp. */
void progress_read(const progress_t *progress, progress_warp_t *warp,
                   const scord_event_access_t *access);
/* Counts a warp instruction. LOOK: ask progress_waits for every ready warp; all true = endless
 * spin; then go on with progress_next_window. EXHAUSTED: give up in any case. */
progress_verdict_t progress_count(progress_t *progress);
bool progress_waits(const progress_t *progress, const progress_warp_t *warp);
void progress_next_window(progress_t *progress);

#endif
