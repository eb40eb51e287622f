/* SPDX-License-Identifier: Apache-2.0 */
/* random_threads.c: phase one, too: lanes that part and meet, and who of a warp accesses
 * (independent_threads, D40 to D42).
 *
 * Nothing here draws without that configuration key, so that other machines' programs stay what
 * they were.
 */
#include "cosim/random/random_internal.h"

static uint32_t below(scord_random_program_t *program, uint32_t bound) {
    return scord_random_draw_below(program, bound);
}
static bool chance(scord_random_program_t *program, uint32_t of_64) {
    return scord_random_chance(program, of_64);
}

/* lanes 0: the warp's lanes part. Else they meet: all, or some; now and then so often that the
 * epoch comes round (D9). */
bool scord_random_draw_convergence(scord_random_program_t *program, step_t *step) {
    party_t party;
    if (!chance(program, 12) || !scord_random_draw_party(program, &party)) return false;
    *step = (step_t){.kind = STEP_CONVERGENCE,
                     .sm = party.sm,
                     .slot = party.slot,
                     .warp = party.warp,
                     .pc = scord_random_pc(program),
                     .repeats = 1};
    if (chance(program, 40)) return true;
    step->lanes = chance(program, 24) ? UINT32_MAX : 1u + below(program, UINT16_MAX);
    if (chance(program, 8)) step->repeats = (1u << SCORD_SYNCWARP_ID_WIDTH) - 1 + below(program, 3);
    return true;
}

static bool is_access(const step_t *step) {
    return step->kind == STEP_LOAD || step->kind == STEP_STORE || step->kind == STEP_ATOMIC;
}

/* The first lanes and the last, so that the same threads come back to a word, alone or together. */
void scord_random_draw_threads(scord_random_program_t *program, step_t *step) {
    static const uint32_t few[] = {1u << 0,  1u << 0, 1u << 1, 1u << 1,      1u << 2,   1u << 31,
                                   1u << 21, 3,       3,       1u << 31 | 1, UINT32_MAX};
    if (!is_access(step) || step->stride != 0) return;
    step->lanes = few[below(program, sizeof few / sizeof *few)];
}
