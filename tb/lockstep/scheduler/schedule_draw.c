/* SPDX-License-Identifier: Apache-2.0 */
/* schedule_draw.c: see schedule.h. Cycles come in phases: independent cycles would hardly ever fill
 * a barrier, keep a warp ready for long, or let a block end. */
#include "tb/lockstep/scheduler/schedule.h"

enum { PHASE_CYCLES = 120, RESTART_CYCLES = 2048, OFTEN = 40, SELDOM = 3 };

typedef enum shape {
    NONE,
    ONE,
    SPARSE,
    HALF,
    DENSE,
    ALL,
    ALTERNATING,
    STEADY,
    STEADY_OR_FEW,
    SHAPES
} shape_t;

static uint32_t below(schedule_draw_t *draw, uint32_t bound) {
    return scord_random_below(&draw->random, bound);
}
static uint64_t bits(schedule_draw_t *draw) { return scord_random_next(&draw->random); }
static bool chance(schedule_draw_t *draw, uint32_t of_64) { return below(draw, 64) < of_64; }

static uint64_t mask(schedule_draw_t *draw, shape_t shape, unsigned warps) {
    switch (shape) {
    case NONE: return 0;
    case ONE: return UINT64_C(1) << below(draw, warps);
    case SPARSE: return bits(draw) & bits(draw) & bits(draw) & bits(draw);
    case HALF: return bits(draw);
    case DENSE: return bits(draw) | bits(draw) | bits(draw);
    case ALL: return UINT64_MAX;
    case ALTERNATING: return draw->cycle & 1 ? UINT64_MAX : 0;
    case STEADY: return draw->phase.steady;
    default: return chance(draw, 48) ? draw->phase.steady : bits(draw) & bits(draw);
    }
}

static uint8_t often_or_seldom(schedule_draw_t *draw) {
    static const uint8_t chances[] = {0, SELDOM, SELDOM, 16, OFTEN, 64};
    return chances[below(draw, sizeof chances)];
}

static uint8_t block_warps(schedule_draw_t *draw, unsigned warps) {
    static const uint8_t sizes[] = {1, 2, 3,  4,  6,
                                    6, 8, 12, 16, 48}; /* 6, 8, 16: of BAWS Table 2 */
    const unsigned size = sizes[below(draw, sizeof sizes)];
    return (uint8_t)(size < warps ? size : warps);
}

static void draw_phase(schedule_draw_t *draw, unsigned warps) {
    schedule_phase_t *phase = &draw->phase;
    phase->cycles_left = 1 + below(draw, PHASE_CYCLES);
    phase->ready_shape = (uint8_t)(below(draw, 8) ? ONE + below(draw, SHAPES - ONE) : NONE);
    phase->eligible_shape = (uint8_t)(below(draw, 8) ? ONE + below(draw, SHAPES - ONE) : NONE);
    phase->arrive = often_or_seldom(draw);
    phase->exit = (uint8_t)(below(draw, 3) ? 0 : often_or_seldom(draw));
    phase->release =
        (uint8_t)(below(draw, 2) ? 64 : often_or_seldom(draw)); /* a front end releases at once */
    phase->launch = often_or_seldom(draw);
    phase->fetch = (uint8_t)(below(draw, 3) ? 64 : 32);
    phase->block_warps = block_warps(draw, warps);
    phase->steady = bits(draw) & bits(draw);
}

/* The lowest free warp slots, as a front end gives them out, or any. */
static uint64_t launch_warps(schedule_draw_t *draw, const schedule_life_t *life) {
    const bool any = chance(draw, 16);
    uint64_t free = life->wild ? schedule_life_all(life) : schedule_life_free(life), warps = 0;
    for (unsigned count = 0; free && count < draw->phase.block_warps; count++) {
        const uint64_t lowest = free & -free, choice = UINT64_C(1) << below(draw, life->warps);
        const uint64_t warp = any && free & choice ? choice : lowest;
        warps |= warp;
        free &= ~warp;
    }
    return warps;
}

static void draw_launch(schedule_draw_t *draw, const schedule_life_t *life, schedule_step_t *step) {
    step->launch = chance(draw, draw->phase.launch) && (!life->wild || chance(draw, 8));
    if (!step->launch) return;
    step->launch_slot = (uint8_t)below(draw, life->blocks);
    step->launch_warps = launch_warps(draw, life);
}

void schedule_draw_start(schedule_draw_t *draw, uint64_t seed, unsigned sm) {
    *draw = (schedule_draw_t){.random = scord_random_seed(seed, sm)};
}

void schedule_draw_step(schedule_draw_t *draw, const schedule_life_t *life, schedule_step_t *step) {
    if (draw->phase.cycles_left == 0) draw_phase(draw, life->warps);
    const schedule_phase_t *phase = &draw->phase;
    *step = (schedule_step_t){.fetch = chance(draw, phase->fetch)};
    step->ready[0] = mask(draw, phase->ready_shape, life->warps);
    for (unsigned unit = 1; unit < life->schedulers; unit++)
        step->ready[unit] = phase->ready_shape == ONE || chance(draw, 8)
                                ? mask(draw, phase->ready_shape, life->warps)
                                : step->ready[0];
    step->eligible = mask(draw, phase->eligible_shape, life->warps);
    step->blocked = bits(draw);
    if (chance(draw, 16)) step->blocked = chance(draw, 32) ? UINT64_MAX : 0;
    for (unsigned unit = 0; unit < life->schedulers; unit++) {
        step->arrive |= (uint8_t)(chance(draw, phase->arrive) << unit);
        step->exit |= (uint8_t)(chance(draw, phase->exit) << unit);
    }
    if (!life->wild)
        step->release = chance(draw, phase->release) ? UINT8_MAX : 0;
    else if (chance(draw, 8))
        step->release = (uint8_t)(bits(draw) & bits(draw));
    draw_launch(draw, life, step);
    draw->phase.cycles_left--;
    draw->cycle++;
}

bool schedule_draw_restart(uint64_t seed, uint64_t cycle) {
    scord_random_t random = scord_random_seed(seed, SCHEDULE_SMS + cycle);
    return cycle > 0 && scord_random_below(&random, RESTART_CYCLES) == 0;
}
