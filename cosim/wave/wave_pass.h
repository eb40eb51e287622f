/* SPDX-License-Identifier: Apache-2.0 */
/* wave_pass.h: a second, traced run of a stream around the decision of one race.
 *
 * docs/architecture.md, "Lockstep": the run repeats itself with the same options, so that cycles
 * are the same, and traces a window only. Needs a stream that can be read twice (a file, not a
 * pipe).
 */
#ifndef SCORD_WAVE_PASS_H
#define SCORD_WAVE_PASS_H

#include <stddef.h>
#include <stdint.h>

#include "cosim/lockstep/lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum scord_wave_status {
    SCORD_WAVE_OK = 0,
    SCORD_WAVE_BAD_INPUT, /* the stream cannot be read, no RTL for its machine, no such race */
    SCORD_WAVE_FAILED     /* no memory, or a file that cannot be written */
} scord_wave_status_t;

typedef struct scord_wave_moment {
    uint64_t from, to;     /* device cycles traced */
    uint64_t cycle;        /* cycle of the race's decision, or 0 when no race was asked for */
    scord_retire_t retire; /* the race's item */
    bool has_cause;
    uint64_t cause; /* cycle in which the owner's access to that word was decided */
} scord_wave_moment_t;

enum {
    SCORD_WAVE_BEFORE = 120,
    SCORD_WAVE_AFTER = 40,  /* cycles traced around a moment */
    SCORD_WAVE_CAUSE = 4000 /* cycles before it that are traced as well when its cause lies there */
};

/* Replays STREAM with BASE's options until race number RACE (from 0), then once more tracing the
 * cycles around its decision into FST; also writes the gtkwave views beside it. base->observe is
 * not called. A status other than OK has one line in MESSAGE. */
scord_wave_status_t scord_wave_pass(const char *stream, const scord_lockstep_options_t *base,
                                    unsigned race, const char *fst, scord_wave_moment_t *moment,
                                    char *message, size_t message_size);

/* The same around a known cycle (a mismatch): traces [from, to]; a mismatch in the run is not an
 * error. */
scord_wave_status_t scord_wave_window(const char *stream, const scord_lockstep_options_t *base,
                                      uint64_t from, uint64_t to, const char *fst, char *message,
                                      size_t message_size);

/* What a view looks at. */
typedef struct scord_wave_focus {
    uint64_t cycle; /* the effect: the decision of a race, a mismatch */
    bool has_cause;
    uint64_t cause;                   /* cycle in which the owner's access was decided */
    unsigned sm[2], slot[2], warp[2]; /* of the access, and of the owner */
} scord_wave_focus_t;

/* Writes the gtkwave save files for FST: of the whole device (FST with the suffix .gtkw: requests,
 * decision, metadata access and race log in groups) and of single units (FST with .fence_file.gtkw,
 * .lock_table.gtkw, …). Cursor on the effect, markers A and B on cause and effect, encodings shown
 * by name (copies of cosim/wave/<encoding>.filter in FST with .filters). Returns 0, or -1 when one
 * cannot be written. */
int scord_wave_views_write(const char *fst, const scord_config_t *config,
                           const scord_wave_focus_t *focus);
/* The save file of the view `name` ("": the whole device) beside FST. */
void scord_wave_view_path(const char *fst, const char *name, char *path, size_t size);
/* The name of view `number`; "" is the whole device; NULL: there are no more. */
const char *scord_wave_view_name(unsigned number);

#ifdef __cplusplus
}
#endif
#endif
