/* its_program.c: see its_program.h. */
#include "tb/eval/threads/its_program.h"

#include <string.h>

#include "cmodel/base/random.h"

enum { WARPS = 4, LANES = 4, ALL_LANES = (1 << LANES) - 1, WARPS_PER_BLOCK = 2 };

typedef struct maker {
    its_program_t *program;
    const its_class_t *class;
    scord_random_t random;
    unsigned warps;
    uint32_t group[WARPS]; /* lanes of one of the warp's two groups; 0: its lanes run together */
    bool diverged[WARPS];  /* as D41 has it */
} maker_t;

static unsigned below(maker_t *maker, unsigned bound) {
    return scord_random_below(&maker->random, bound);
}
static bool chance(maker_t *maker, unsigned percent) { return below(maker, 100) < percent; }

static scord_event_t *add(maker_t *maker, scord_event_kind_t kind) {
    its_program_t *program = maker->program;
    scord_event_t *event = &program->event[program->count];
    memset(event, 0, sizeof *event);
    event->kind = kind;
    event->sequence = event->cycle = program->count++;
    return event;
}

static void add_warp_event(maker_t *maker, scord_event_kind_t kind, unsigned warp, uint32_t mask) {
    add(maker, kind)->warp = (scord_event_warp_t){
        .slot = (uint8_t)(warp / WARPS_PER_BLOCK), .warp = (uint8_t)warp, .mask = mask};
}

/* All lanes, a group's, or some of either. */
static uint32_t draw_lanes(maker_t *maker, unsigned warp) {
    const uint32_t group = maker->group[warp];
    const uint32_t together = group == 0          ? ALL_LANES
                              : chance(maker, 50) ? group
                                                  : ALL_LANES & ~group;
    const uint32_t some = together & (uint32_t)below(maker, 1 << LANES);
    return some != 0 && chance(maker, 60) ? some : together;
}

static void add_access(maker_t *maker, unsigned warp, unsigned word, bool strong) {
    const uint32_t lanes = draw_lanes(maker, warp);
    const bool bytes = maker->class->bytes && chance(maker, 60),
               side_by_side = !bytes && chance(maker, 25);
    maker->program->converged[maker->program->count] = !maker->diverged[warp];
    scord_event_access_t *access = &add(maker, SCORD_EVENT_KIND_ACCESS)->access;
    /* lanes of one instruction that write one word race with each other, which no encoding can see:
     * seldom */
    const bool load = chance(maker, 55) ||
                      ((lanes & (lanes - 1)) != 0 && !bytes && !side_by_side && !chance(maker, 5));
    *access = (scord_event_access_t){.slot = (uint8_t)(warp / WARPS_PER_BLOCK),
                                     .warp = (uint8_t)warp,
                                     .mask = lanes,
                                     .op = load ? SCORD_OP_LOAD : SCORD_OP_STORE,
                                     .strong = strong,
                                     .size = bytes ? 1 : 4};
    for (unsigned lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1)
            access->address[lane] = ITS_BASE +
                                    4 * (side_by_side ? (word + lane) % ITS_WORDS : word) +
                                    (bytes ? lane : 0);
}

static void part(maker_t *maker, unsigned warp) {
    maker->group[warp] = 1 + below(maker, ALL_LANES - 1);
    maker->diverged[warp] = true;
    add_warp_event(maker, SCORD_EVENT_KIND_DIVERGE, warp, maker->group[warp]);
}

static void syncwarp(maker_t *maker, unsigned warp) {
    const bool some = maker->class->partial && maker->group[warp] != 0 && chance(maker, 50);
    add_warp_event(maker, SCORD_EVENT_KIND_RECONVERGE, warp,
                   some ? maker->group[warp] : UINT32_MAX);
    if (some) return;
    maker->group[warp] = 0;
    maker->diverged[warp] = false;
}

static void barrier(maker_t *maker, unsigned block) {
    for (unsigned warp = block * WARPS_PER_BLOCK; warp < (block + 1) * WARPS_PER_BLOCK; warp++) {
        add_warp_event(maker, SCORD_EVENT_KIND_BARRIER_ARRIVE, warp, 0);
        maker->group[warp] = 0;
        maker->diverged[warp] = false;
    }
    add_warp_event(maker, SCORD_EVENT_KIND_BARRIER_RELEASE, block * WARPS_PER_BLOCK, 0);
}

static void fence(maker_t *maker, unsigned warp) {
    add(maker, SCORD_EVENT_KIND_FENCE)->fence =
        (scord_event_fence_t){.slot = (uint8_t)(warp / WARPS_PER_BLOCK),
                              .warp = (uint8_t)warp,
                              .scope = SCORD_SCOPE_DEVICE,
                              .mask = maker->group[warp] != 0 ? maker->group[warp] : ALL_LANES};
}

/* How a scene ends. Lanes that were parted may simply run together again: no event, and no order.
 */
static void synchronise(maker_t *maker, unsigned warp) {
    const unsigned what = below(maker, 100), times = 1 + below(maker, maker->class->syncs);
    if (what < 50)
        for (unsigned i = 0; i < times; i++) syncwarp(maker, warp);
    else if (what < 62)
        for (unsigned i = 0; i < times; i++) barrier(maker, warp / WARPS_PER_BLOCK);
    else if (what < 68)
        fence(maker, warp);
    else if (what < 84)
        maker->group[warp] = 0;
}

static void scene(maker_t *maker, unsigned warp) {
    const bool strong = chance(maker, 25);
    if (maker->group[warp] == 0 && chance(maker, 60)) part(maker, warp);
    add_access(maker, warp, below(maker, ITS_WORDS), strong);
    if (strong && chance(maker, 50)) fence(maker, warp);
    if (chance(maker, 40)) add_access(maker, warp, below(maker, ITS_WORDS), strong);
    synchronise(maker, warp);
}

static void begin(maker_t *maker) {
    const unsigned blocks = maker->warps / WARPS_PER_BLOCK;
    scord_event_kernel_begin_t *kernel = &add(maker, SCORD_EVENT_KIND_KERNEL_BEGIN)->kernel_begin;
    *kernel = (scord_event_kernel_begin_t){.name = "its",
                                           .grid = {blocks, 1, 1},
                                           .block = {32 * WARPS_PER_BLOCK, 1, 1},
                                           .tracked_base = ITS_BASE,
                                           .log2_tracked_words = 4};
    for (unsigned block = 0; block < blocks; block++)
        add(maker, SCORD_EVENT_KIND_BLOCK_LAUNCH)->block_launch =
            (scord_event_block_launch_t){.slot = (uint8_t)block,
                                         .warps = 3u << block * WARPS_PER_BLOCK,
                                         .cta = {block, 0, 0},
                                         .threads = 32 * WARPS_PER_BLOCK};
}

void its_program_make(its_program_t *program, const its_class_t *class, uint64_t seed) {
    maker_t maker = {.program = program, .class = class, .random = scord_random_seed(seed, 1)};
    program->count = 0;
    maker.warps = chance(&maker, 75) ? 2 : 4;
    begin(&maker);
    const unsigned scenes = 3 + below(&maker, 6),
                   busy = chance(&maker, 60) ? 1 : maker.warps; /* mostly one warp */
    for (unsigned i = 0; i < scenes; i++) scene(&maker, below(&maker, busy));
    add(&maker, SCORD_EVENT_KIND_KERNEL_END);
}
