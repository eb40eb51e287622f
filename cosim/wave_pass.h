/* wave_pass.h: a second, traced run of a stream around the decision of one race.
 *
 * docs/architecture.md, "Lockstep": the run repeats itself with the same options, so that cycles are
 * the same, and traces a window only. Needs a stream that can be read twice (a file, not a pipe).
 */
#ifndef SCORD_WAVE_PASS_H
#define SCORD_WAVE_PASS_H

#include <stddef.h>
#include <stdint.h>

#include "lockstep.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_wave_moment {
    uint64_t from, to;      /* device cycles traced */
    uint64_t cycle;         /* cycle of the race's decision, or 0 when no race was asked for */
    scord_retire_t retire;  /* the race's item */
} scord_wave_moment_t;

enum { SCORD_WAVE_BEFORE = 120, SCORD_WAVE_AFTER = 40 }; /* cycles traced around a moment */

/* Replays STREAM with BASE's options until race number RACE (from 0), then once more tracing the cycles around its
 * decision into FST; also writes a gtkwave save file beside it (FST with the suffix .gtkw). base->observe is not
 * called. Returns 0, or an exit code of command.h with one line in MESSAGE (no such race, unreadable stream, …). */
int scord_wave_pass(const char *stream, const scord_lockstep_options_t *base, unsigned race, const char *fst,
                    scord_wave_moment_t *moment, char *message, size_t message_size);

/* The same around a known cycle (a mismatch): traces [from, to]; a mismatch in the run is not an error. */
int scord_wave_window(const char *stream, const scord_lockstep_options_t *base, uint64_t from, uint64_t to,
                      const char *fst, char *message, size_t message_size);

/* Writes a gtkwave save file for FST with the cursor on CYCLE: requests, metadata access, decision and race log in
 * groups, encodings shown by name (cosim/wave/<encoding>.filter). Returns 0, or -1 when PATH cannot be written. */
int scord_wave_view_write(const char *path, const char *fst, const scord_config_t *config, uint64_t cycle);

#ifdef __cplusplus
}
#endif
#endif
