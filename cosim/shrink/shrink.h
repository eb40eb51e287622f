/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.h: the smallest event stream that still shows a mismatch. */
#ifndef SCORD_SHRINK_H
#define SCORD_SHRINK_H

#include "cosim/shrink/event_list.h"
#include "cosim/lockstep/lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scord_shrink_status {
    SCORD_SHRINK_OK = 0,
    SCORD_SHRINK_BAD_STREAM, /* the stream cannot be read */
    SCORD_SHRINK_NO_MEMORY,
    SCORD_SHRINK_NOT_REPRODUCED, /* the mismatch did not show again */
    SCORD_SHRINK_NOT_WRITTEN
} scord_shrink_status_t;

typedef struct scord_shrink_result {
    size_t before, after; /* events */
    unsigned runs;
    char options[160]; /* of `scord cosim`, with which the shrunk stream shows the mismatch */
    bool reproduced;   /* false: the stream did not show the mismatch again, nothing was written */
} scord_shrink_result_t;

/* Two mismatches are the same when unit and field are, apart from numbers in them (sm0.warp3 ~
 * sm1.warp0). */
bool scord_same_mismatch(const scord_lockstep_mismatch_t *a, const scord_lockstep_mismatch_t *b);

/* Delta debugging (Zeller, Hildebrandt 2002) on kernels, then blocks, then single events and pairs
 * of them; then simpler surroundings and events. Keeps a reduction when the same unit and field
 * mismatch. Stops after about `seconds` of processor time. Writes the result to PATH as a text
 * stream. A status other than OK has one line in MESSAGE. */
scord_shrink_status_t scord_shrink(const char *stream, const scord_lockstep_options_t *options,
                                   const scord_lockstep_mismatch_t *mismatch, unsigned seconds,
                                   const char *path, scord_shrink_result_t *result, char *message,
                                   size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
