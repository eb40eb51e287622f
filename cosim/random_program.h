/* random_program.h: seed → a readable program of steps → events, the same on every machine.
 *
 * Phase one draws steps ("sm0 warp3 takes device lock 2", "64 block fences"); phase two lowers each step to stream
 * events. Both are deterministic, so a step list explains a failing stream. The knobs make every rule of Tables III
 * and IV, lock table overflow, tag aliases, counter wraps, slot reuse, untracked addresses and all scopes come up.
 * docs/architecture.md, "Lockstep"; style.md, "two phases".
 */
#ifndef SCORD_RANDOM_PROGRAM_H
#define SCORD_RANDOM_PROGRAM_H

#include <stdio.h>

#include "event.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct scord_random_program scord_random_program_t;

typedef struct scord_random_knobs {
    uint64_t seed;
    uint64_t events;               /* the program ends with the first kernel end at or after that many events */
    uint32_t log2_tracked_words;   /* 6..20; 0: drawn per kernel from 7..11 */
    uint32_t steps_per_kernel;     /* mean; 0: 400 */
} scord_random_knobs_t;

/* NULL: no memory. CONFIG is copied. */
scord_random_program_t *scord_random_program_create(const scord_config_t *config, const scord_random_knobs_t *knobs);
void scord_random_program_destroy(scord_random_program_t *program);
/* Next event; false at the end. Strings in it stay valid until the next call. */
bool scord_random_program_next(scord_random_program_t *program, scord_event_t *event);
/* Where to print each step, one a line, as it is lowered; NULL = nowhere. */
void scord_random_program_print_to(scord_random_program_t *program, FILE *out);

#ifdef __cplusplus
}
#endif
#endif
