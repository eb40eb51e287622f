/* encodings.c: which encoding of threads in the metadata entry errs least (D41 to D43): random
 * programs whose warps diverge (its_program.h) through detectors of several encodings, word by word
 * against the exact oracle.
 *
 * usage: encodings table [PROGRAMS] [SEED]   the table of docs/results/independent-threads.md
 *        encodings check [PROGRAMS] [SEED]   the two encodings that were built report what the
 * golden model reports, and the figures say what the document concludes; last line "N passed, N
 * failed" Every encoding runs the golden model's detection logic; what differs is what the SM unit
 * tells it and how many bits of a BarrierID are the barrier's. Exit codes: 0, 1 a check failed, 2
 * bad usage, 3 no memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/detector/detection_logic.h"
#include "cmodel/detector/fence_file.h"
#include "cmodel/oracle/oracle.h"
#include "tb/eval/threads/its_program.h"
#include "cmodel/detector/metadata.h"
#include "cmodel/scord_replay.h"
#include "cmodel/sm/warp_convergence.h"
#include "cmodel/detector/word_threads.h"

typedef scord_decision_t logic_t(const scord_metadata_t *, const scord_check_t *);
logic_t logic_8, logic_7, logic_6, logic_5, logic_4;

typedef enum partial { PARTIAL_STEPS, PARTIAL_IGNORED } partial_t;

typedef struct encoding {
    const char *name;
    logic_t *logic;
    unsigned barrier_bits;
    bool threads;      /* else warps: independent_threads off */
    bool paper;        /* hasDiverged in the entry and no epoch */
    bool always;       /* every warp counts as diverged at all times */
    bool several;      /* several lanes on a byte are known */
    bool warp_shared;  /* WarpShared (D42) */
    partial_t partial; /* a __syncwarp of some lanes */
} encoding_t;

static const encoding_t encodings[] = {
    {"warps only (ScoRD without ITS)", logic_8, 8, false, false, false, false, false,
     PARTIAL_STEPS},
    {"paper: hasDiverged 1, barrier 7", logic_7, 7, true, true, false, false, false, PARTIAL_STEPS},
    {"paper, and WarpShared, several", logic_7, 7, true, true, false, true, true, PARTIAL_STEPS},
    {"epoch 1, barrier 7", logic_7, 7, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 2, barrier 6", logic_6, 6, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 3, barrier 5", logic_5, 5, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 4, barrier 4 (independent_threads=1)", logic_4, 4, true, false, false, true, true,
     PARTIAL_STEPS},
    {"epoch 4, lowest lane only", logic_4, 4, true, false, false, false, true, PARTIAL_STEPS},
    {"epoch 4, no WarpShared", logic_4, 4, true, false, false, true, false, PARTIAL_STEPS},
    {"epoch 4, partial masks ignored", logic_4, 4, true, false, false, true, true, PARTIAL_IGNORED},
    {"epoch 4, always diverged (independent_threads=2)", logic_4, 4, true, false, true, true, true,
     PARTIAL_STEPS},
};
enum { ENCODINGS = sizeof encodings / sizeof encodings[0] };
enum {
    WARPS_ONLY = 0,
    PAPER = 1,
    EPOCH_2 = 4,
    EPOCH_3 = 5,
    BUILT = 6,
    BUILT_ALWAYS = ENCODINGS - 1
};

static const its_class_t classes[] = {
    {"__syncwarp of all lanes", false, false, 2},
    {"__syncwarp of all lanes or some", true, false, 2},
    {"up to 20 __syncwarps or barriers in a row", false, false, 20},
    {"bytes: lanes that share words", false, true, 2},
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

/* What the oracle says of a word: racy only between lanes of one instruction, which a detector of
 * words cannot see (and counted nowhere); only between converged accesses of a warp; racy. */
typedef enum truth {
    TRUTH_CLEAN,
    TRUTH_INSTRUCTION,
    TRUTH_CONVERGED,
    TRUTH_RACY,
    TRUTH_COUNT
} truth_t;

/* ---- a detector of one encoding ---- */

typedef struct detector {
    const encoding_t *encoding;
    scord_warp_convergence_t convergence;
    unsigned epoch[SCORD_MAX_WARPS_PER_SM],
        barrier[SCORD_MAX_BLOCKS_PER_SM]; /* as wide as they need be */
    scord_fence_file_t fences;
    scord_metadata_t entry[ITS_WORDS];
    bool entry_diverged[ITS_WORDS]; /* paper: the entry's hasDiverged */
    bool racy[ITS_WORDS];
} detector_t;

static void start(detector_t *detector, const encoding_t *encoding) {
    memset(detector, 0, sizeof *detector);
    detector->encoding = encoding;
    for (unsigned word = 0; word < ITS_WORDS; word++)
        detector->entry[word] = scord_metadata_from_bits(scord_metadata_reset(0));
}

static scord_check_t make_check(const detector_t *detector, const scord_sm_event_t *event,
                                unsigned word) {
    const encoding_t *encoding = detector->encoding;
    const scord_metadata_t *md = &detector->entry[word];
    const unsigned barrier = detector->barrier[event->slot] & ((1u << encoding->barrier_bits) - 1);
    const unsigned epoch = encoding->paper ? 0
                                           : detector->epoch[event->warp] << encoding->barrier_bits;
    const scord_detector_request_t planes = {.thread_bit_0 = event->thread_bit_0,
                                             .thread_bit_1 = event->thread_bit_1};
    const bool diverged = scord_warp_convergence_diverged(&detector->convergence, event->warp);
    return (scord_check_t){
        .block_id = event->slot,
        .warp_id = event->warp,
        .barrier_id = (uint8_t)(barrier | (encoding->barrier_bits < 8 ? epoch : 0)),
        .write = event->op != SCORD_OP_LOAD,
        .strong = event->strong,
        .independent_threads = encoding->threads,
        .has_diverged = encoding->always || diverged ||
                        (encoding->paper && detector->entry_diverged[word]),
        .several_threads = encoding->several && event->several_threads >> word & 1,
        .thread_id = encoding->threads ? scord_word_thread(&planes, word) : 0,
        .accessor_fences = scord_fence_file_read(&detector->fences,
                                                 scord_fence_file_index(event->slot, event->warp)),
        .owner_fences = scord_fence_file_read(&detector->fences,
                                              scord_fence_file_index(md->block_id, md->warp_id)),
    };
}

static bool became_owner(const scord_metadata_t *before, const scord_metadata_t *after,
                         const scord_check_t *x) {
    return after->warp_id == x->warp_id && after->thread_id == x->thread_id &&
           (memcmp(before, after, sizeof *after) != 0 || before->barrier_id == x->barrier_id);
}

static void check(detector_t *detector, const scord_sm_event_t *event, unsigned word) {
    const scord_check_t x = make_check(detector, event, word);
    const scord_metadata_t before = detector->entry[word];
    const scord_decision_t decision = detector->encoding->logic(&before, &x);
    detector->entry[word] = decision.metadata;
    if (scord_verdict_is_race(decision.verdict)) detector->racy[word] = true;
    if (became_owner(&before, &decision.metadata, &x))
        detector->entry_diverged[word] = scord_warp_convergence_diverged(&detector->convergence,
                                                                         event->warp);
    scord_metadata_t *md = &detector->entry[word];
    if (!detector->encoding->warp_shared && detector->encoding->threads && !md->modified &&
        md->blk_shared && md->dev_shared)
        md->dev_shared = 0;
}

static void converge(detector_t *detector, const scord_sm_event_t *event) {
    if (event->mask != 0 && event->mask != UINT32_MAX &&
        detector->encoding->partial == PARTIAL_IGNORED)
        return;
    scord_warp_convergence_change(&detector->convergence, event->warp, event->mask);
    if (event->mask != 0) detector->epoch[event->warp]++;
}

static void feed(detector_t *detector, const scord_sm_event_t *event) {
    switch ((scord_sm_event_kind_t)event->kind) {
    case SCORD_SM_EVENT_KIND_ACCESS:
        for (uint32_t words = event->mask; words; words &= words - 1)
            check(detector, event, (unsigned)__builtin_ctz(words));
        break;
    case SCORD_SM_EVENT_KIND_FENCE:
        scord_fence_file_count(&detector->fences, scord_fence_file_index(event->slot, event->warp),
                               (scord_scope_t)event->scope);
        break;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE:
        scord_warp_convergence_arrive(&detector->convergence, event->warp);
        break;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE:
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH: detector->barrier[event->slot]++; break;
    case SCORD_SM_EVENT_KIND_CONVERGENCE: converge(detector, event); break;
    default: break;
    }
}

/* ---- the truth ---- */

typedef struct truth_of {
    const its_program_t *program;
    truth_t word[ITS_WORDS];
} truth_of_t;

static void note_race(void *context, const scord_oracle_race_t *race) {
    truth_of_t *truth = context;
    const unsigned word = (unsigned)((race->address - ITS_BASE) / SCORD_WORD_BYTES);
    const bool instruction = race->first.sequence == race->second.sequence;
    const bool converged = race->relation == SCORD_ORACLE_RELATION_WARP &&
                           truth->program->converged[race->first.sequence] &&
                           truth->program->converged[race->second.sequence];
    const truth_t kind = instruction ? TRUTH_INSTRUCTION : converged ? TRUTH_CONVERGED : TRUTH_RACY;
    if (kind > truth->word[word]) truth->word[word] = kind;
}

static void find_truth(const its_program_t *program, truth_of_t *truth) {
    scord_oracle_axes_t axes;
    *truth = (truth_of_t){.program = program};
    if (scord_oracle_preset("scor", &axes) != 0) exit(3);
    scord_oracle_t *oracle = scord_oracle_create(&axes, note_race, truth);
    if (!oracle) exit(3);
    for (unsigned i = 0; i < program->count; i++)
        if (scord_oracle_event(oracle, &program->event[i]) != SCORD_ORACLE_OK) {
            fprintf(stderr, "encodings: %s\n", scord_oracle_message(oracle));
            exit(3);
        }
    scord_oracle_destroy(oracle);
}

/* ---- the tables ---- */

typedef struct tally {
    uint64_t words[TRUTH_COUNT],
        reported[ENCODINGS][TRUTH_COUNT]; /* by truth_t; reported as racy */
    uint64_t compared, different; /* words, of the golden model and the encodings that are built */
} tally_t;

static void note_word(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    bool *racy = context;
    (void)event;
    if (retire->kind == SCORD_REQUEST_KIND_ACCESS && scord_verdict_is_race(retire->verdict))
        racy[(retire->address - ITS_BASE) / SCORD_WORD_BYTES] = true;
}

/* The golden model as users have it, configuration key and all. */
static void run_golden(const its_program_t *program, unsigned independent_threads,
                       bool racy[ITS_WORDS]) {
    scord_config_t config = scord_configs[0];
    scord_model_status_t status;
    scord_replay_t replay;
    char message[256];
    config.independent_threads = independent_threads;
    config.log2_cache_ratio = 0;
    scord_model_t *model = scord_model_create(&config, &status);
    if (!model) exit(3);
    scord_replay_init(&replay, model, note_word, racy);
    for (unsigned i = 0; i < program->count; i++)
        if (scord_replay_event(&replay, &program->event[i], message, sizeof message) !=
            SCORD_REPLAY_OK)
            exit(3);
    scord_model_destroy(model);
}

static void compare_golden(const its_program_t *program, const detector_t *detector,
                           unsigned independent_threads, tally_t *tally) {
    bool racy[ITS_WORDS] = {false};
    run_golden(program, independent_threads, racy);
    for (unsigned word = 0; word < ITS_WORDS; word++) {
        tally->compared++;
        tally->different += racy[word] != detector->racy[word];
    }
}

static void run_program(const its_program_t *program, bool golden, tally_t *tally) {
    truth_of_t truth;
    detector_t detector[ENCODINGS];
    scord_sm_event_t events[SCORD_LOWER_MAX];
    unsigned sm;
    find_truth(program, &truth);
    for (unsigned e = 0; e < ENCODINGS; e++) start(&detector[e], &encodings[e]);
    for (unsigned i = 0; i < program->count; i++) {
        const unsigned n = scord_lower(&program->event[i], &sm, events);
        for (unsigned e = 0; e < ENCODINGS; e++)
            for (unsigned k = 0; k < n; k++) feed(&detector[e], &events[k]);
    }
    for (unsigned word = 0; word < ITS_WORDS; word++) {
        tally->words[truth.word[word]]++;
        for (unsigned e = 0; e < ENCODINGS; e++)
            tally->reported[e][truth.word[word]] += detector[e].racy[word];
    }
    if (!golden) return;
    compare_golden(program, &detector[WARPS_ONLY], 0, tally);
    compare_golden(program, &detector[BUILT], 1, tally);
    compare_golden(program, &detector[BUILT_ALWAYS], 2, tally);
}

static double percent(uint64_t part, uint64_t all) {
    return all ? 100.0 * (double)part / (double)all : 0;
}

static void print_class(const its_class_t *class, const tally_t *tally) {
    const uint64_t *words = tally->words;
    for (unsigned e = 0; e < ENCODINGS; e++) {
        const uint64_t *reported = tally->reported[e],
                       missed = words[TRUTH_RACY] - reported[TRUTH_RACY];
        printf("| %s | %s | %llu (%.2f %%) | %llu (%.1f %%) | %.0f %% |\n", e ? "" : class->name,
               encodings[e].name, (unsigned long long)reported[TRUTH_CLEAN],
               percent(reported[TRUTH_CLEAN], words[TRUTH_CLEAN]), (unsigned long long)missed,
               percent(missed, words[TRUTH_RACY]),
               percent(words[TRUTH_CONVERGED] - reported[TRUTH_CONVERGED], words[TRUTH_CONVERGED]));
    }
}

static void run_class(const its_class_t *class, uint64_t programs, uint64_t seed, bool golden,
                      tally_t *tally) {
    static its_program_t program;
    for (uint64_t i = 0; i < programs; i++) {
        its_program_make(&program, class, seed + i);
        run_program(&program, golden, tally);
    }
}

static int print_table(uint64_t programs, uint64_t seed) {
    printf("| %llu programs with | encoding | clean words reported | racy words missed | racy "
           "between converged accesses only, missed |\n"
           "|---|---|---:|---:|---:|\n",
           (unsigned long long)programs);
    for (unsigned class = 0; class < CLASSES; class ++) {
        tally_t tally = {0};
        run_class(&classes[class], programs, seed, false, &tally);
        print_class(&classes[class], &tally);
    }
    return 0;
}

static uint64_t false_reports(const tally_t *tally, unsigned encoding) {
    return tally->reported[encoding][TRUTH_CLEAN];
}

static uint64_t found(const tally_t *tally, unsigned encoding) {
    return tally->reported[encoding][TRUTH_RACY];
}

static void expect(bool holds, const char *what, const char *class, unsigned count[2]) {
    count[holds ? 0 : 1]++;
    if (!holds) printf("FAILED %s: %s\n", class, what);
}

static int check_figures(uint64_t programs, uint64_t seed) {
    unsigned count[2] = {0, 0};
    for (unsigned class = 0; class < CLASSES; class ++) {
        tally_t tally = {0};
        const char *name = classes[class].name;
        run_class(&classes[class], programs, seed, true, &tally);
        printf("%s: %llu words compared with the golden model, %llu differ\n", name,
               (unsigned long long)tally.compared, (unsigned long long)tally.different);
        expect(tally.compared >= 9 * programs && tally.different == 0,
               "the encodings that were built are the golden model's", name, count);
        expect(false_reports(&tally, PAPER) > 3 * false_reports(&tally, BUILT),
               "an epoch reports far fewer clean words", name, count);
        expect(false_reports(&tally, EPOCH_2) >= false_reports(&tally, EPOCH_3) &&
                   false_reports(&tally, EPOCH_3) >= false_reports(&tally, BUILT),
               "every bit of epoch helps", name, count);
        expect(found(&tally, BUILT) > found(&tally, WARPS_ONLY), "threads find what warps do not",
               name, count);
        expect(tally.reported[BUILT_ALWAYS][TRUTH_CONVERGED] >
                   tally.reported[BUILT][TRUTH_CONVERGED],
               "always diverged finds races of converged warps", name, count);
    }
    printf("%u passed, %u failed\n", count[0], count[1]);
    return count[1] != 0;
}

int main(int argc, char **argv) {
    const uint64_t programs = argc > 2 ? strtoull(argv[2], NULL, 0) : 20000,
                   seed = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
    if (argc > 1 && argc < 5 && strcmp(argv[1], "table") == 0) return print_table(programs, seed);
    if (argc > 1 && argc < 5 && strcmp(argv[1], "check") == 0) return check_figures(programs, seed);
    fprintf(stderr, "usage: encodings table|check [PROGRAMS] [SEED]\n");
    return 2;
}
