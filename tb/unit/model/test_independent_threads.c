/* SPDX-License-Identifier: Apache-2.0 */
/* Independent threads (D40 to D43) against the exact oracle: random programs whose warps diverge,
 * word by word.
 *
 * One block or two of two warps of which lanes 0 to 3 act, on a few words. A program is a run of
 * scenes: a warp (converged, or parted into two groups of lanes) accesses a word or two, and then
 * synchronises: not at all, by one or several __syncwarp of all lanes or of one group's, or by a
 * barrier; now and then with fences around strong accesses.
 *
 * The golden model reports some of the racy words and, where counters come round (D9) or lanes
 * share words, some clean ones. The figures are exact, since the programs are the same on every
 * machine.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/oracle/oracle.h"
#include "cmodel/scord_replay.h"

enum { EVENTS_MAX = 512, WORDS = 3, BASE = 0x10000000, PROGRAMS = 2000, FIRST_SEED = 700001 };

typedef struct program {
    scord_event_t event[EVENTS_MAX];
    bool converged[EVENTS_MAX]; /* of an access: its warp has not diverged since its lanes last met
                                 */
    unsigned count;
} program_t;

/* What programs of a class may contain. */
typedef struct class {
    bool partial;   /* __syncwarp of some lanes */
    bool bytes;     /* accesses smaller than a word, each lane its own byte */
    unsigned syncs; /* most __syncwarps (or barriers) in a row */
} class_t;

/* ---- random programs ---- */

enum { WARPS = 4, LANES = 4, ALL_LANES = (1 << LANES) - 1, WARPS_PER_BLOCK = 2 };

typedef struct maker {
    program_t *program;
    const class_t *class;
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
    program_t *program = maker->program;
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
            access->address[lane] = BASE + 4 * (side_by_side ? (word + lane) % WORDS : word) +
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
    add_access(maker, warp, below(maker, WORDS), strong);
    if (strong && chance(maker, 50)) fence(maker, warp);
    if (chance(maker, 40)) add_access(maker, warp, below(maker, WORDS), strong);
    synchronise(maker, warp);
}

static void begin(maker_t *maker) {
    const unsigned blocks = maker->warps / WARPS_PER_BLOCK;
    scord_event_kernel_begin_t *kernel = &add(maker, SCORD_EVENT_KIND_KERNEL_BEGIN)->kernel_begin;
    *kernel = (scord_event_kernel_begin_t){.name = "its",
                                           .grid = {blocks, 1, 1},
                                           .block = {32 * WARPS_PER_BLOCK, 1, 1},
                                           .tracked_base = BASE,
                                           .log2_tracked_words = 4};
    for (unsigned block = 0; block < blocks; block++)
        add(maker, SCORD_EVENT_KIND_BLOCK_LAUNCH)->block_launch =
            (scord_event_block_launch_t){.slot = (uint8_t)block,
                                         .warps = 3u << block * WARPS_PER_BLOCK,
                                         .cta = {block, 0, 0},
                                         .threads = 32 * WARPS_PER_BLOCK};
}

static void make_program(program_t *program, const class_t *class, uint64_t seed) {
    maker_t maker = {.program = program, .class = class, .random = scord_random_seed(seed, 1)};
    program->count = 0;
    maker.warps = chance(&maker, 75) ? 2 : 4;
    begin(&maker);
    const unsigned scenes = 3 + below(&maker, 6),
                   busy = chance(&maker, 60) ? 1 : maker.warps; /* mostly one warp */
    for (unsigned i = 0; i < scenes; i++) scene(&maker, below(&maker, busy));
    add(&maker, SCORD_EVENT_KIND_KERNEL_END);
}

/* ---- oracle and golden model ---- */

/* What the oracle says of a word: racy only between lanes of one instruction, which a detector of
 * words cannot see (and counted nowhere); only between converged accesses of a warp; racy. */
typedef enum truth {
    TRUTH_CLEAN,
    TRUTH_INSTRUCTION,
    TRUTH_CONVERGED,
    TRUTH_RACY,
    TRUTH_COUNT
} truth_t;

typedef struct truth_of {
    const program_t *program;
    truth_t word[WORDS];
} truth_of_t;

static void note_race(void *context, const scord_oracle_race_t *race) {
    truth_of_t *truth = context;
    const unsigned word = (unsigned)((race->address - BASE) / SCORD_WORD_BYTES);
    const bool instruction = race->first.sequence == race->second.sequence;
    const bool converged = race->relation == SCORD_ORACLE_RELATION_WARP &&
                           truth->program->converged[race->first.sequence] &&
                           truth->program->converged[race->second.sequence];
    const truth_t kind = instruction ? TRUTH_INSTRUCTION : converged ? TRUTH_CONVERGED : TRUTH_RACY;
    if (kind > truth->word[word]) truth->word[word] = kind;
}

static void find_truth(const program_t *program, truth_of_t *truth) {
    scord_oracle_axes_t axes;
    *truth = (truth_of_t){.program = program};
    assert_int_equal(scord_oracle_preset("scor", &axes), 0);
    scord_oracle_t *oracle = scord_oracle_create(&axes, note_race, truth);
    assert_non_null(oracle);
    for (unsigned i = 0; i < program->count; i++)
        assert_int_equal(scord_oracle_event(oracle, &program->event[i]), SCORD_ORACLE_OK);
    scord_oracle_destroy(oracle);
}

static void note_word(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    bool *racy = context;
    (void)event;
    if (retire->kind == SCORD_REQUEST_KIND_ACCESS && scord_verdict_is_race(retire->verdict))
        racy[(retire->address - BASE) / SCORD_WORD_BYTES] = true;
}

static void run_model(const program_t *program, unsigned independent_threads, bool racy[WORDS]) {
    scord_config_t config = scord_configs[0];
    scord_model_status_t status;
    scord_replay_t replay;
    char message[256];
    config.independent_threads = independent_threads;
    config.log2_cache_ratio = 0;
    scord_model_t *model = scord_model_create(&config, &status);
    assert_non_null(model);
    scord_replay_init(&replay, model, note_word, racy);
    for (unsigned i = 0; i < program->count; i++)
        assert_int_equal(scord_replay_event(&replay, &program->event[i], message, sizeof message),
                         SCORD_REPLAY_OK);
    scord_model_destroy(model);
}

/* ---- figures ---- */

enum { KEYS = 3 }; /* of independent_threads: 0 (a warp is one thread), 1, 2 */

/* Words of all programs of a class: what they are, and how many of them each key reports. */
typedef struct figures {
    unsigned words[TRUTH_COUNT], reported[KEYS][TRUTH_COUNT];
} figures_t;

static figures_t run_class(const class_t *class) {
    static program_t program;
    figures_t figures = {{0}, {{0}}};
    for (unsigned i = 0; i < PROGRAMS; i++) {
        truth_of_t truth;
        make_program(&program, class, FIRST_SEED + i);
        find_truth(&program, &truth);
        for (unsigned word = 0; word < WORDS; word++) figures.words[truth.word[word]]++;
        for (unsigned key = 0; key < KEYS; key++) {
            bool racy[WORDS] = {false};
            run_model(&program, key, racy);
            for (unsigned word = 0; word < WORDS; word++)
                figures.reported[key][truth.word[word]] += racy[word];
        }
    }
    return figures;
}

/* Of each key: clean words reported; racy words missed; words reported that are racy only between
 * converged accesses. */
static void check_class(const class_t *class, const unsigned expected[KEYS][3]) {
    const figures_t figures = run_class(class);
    for (unsigned key = 0; key < KEYS; key++) {
        const unsigned *reported = figures.reported[key];
        assert_int_equal(reported[TRUTH_CLEAN], expected[key][0]);
        assert_int_equal(figures.words[TRUTH_RACY] - reported[TRUTH_RACY], expected[key][1]);
        assert_int_equal(reported[TRUTH_CONVERGED], expected[key][2]);
    }
}

TEST(test_syncwarp_of_all) {
    check_class(&(class_t){false, false, 2},
                (const unsigned[KEYS][3]){{0, 950, 0}, {0, 119, 0}, {0, 106, 190}});
}

TEST(test_syncwarp_of_some) {
    check_class(&(class_t){true, false, 2},
                (const unsigned[KEYS][3]){{0, 1196, 0}, {0, 270, 0}, {0, 255, 143}});
}

TEST(test_counters_come_round) {
    check_class(&(class_t){false, false, 20},
                (const unsigned[KEYS][3]){{0, 950, 0}, {33, 114, 5}, {58, 99, 191}});
}

TEST(test_bytes) {
    check_class(&(class_t){false, true, 2},
                (const unsigned[KEYS][3]){{26, 744, 0}, {216, 123, 3}, {251, 114, 153}});
}

TEST_MAIN("independent_threads")
