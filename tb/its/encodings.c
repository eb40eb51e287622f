/* encodings.c: which encoding of threads in the metadata entry errs least (D41 to D43): random programs whose warps diverge
 * (its_program.h) through detectors of several encodings, word by word against the exact oracle.
 *
 * Usage: encodings [PROGRAMS] [SEED]. Prints one table a class of programs. Every encoding runs the golden model's detection
 * logic; what differs is what the SM unit tells it and how many bits of a BarrierID are the barrier's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "detection_logic.h"
#include "fence_file.h"
#include "hrf/oracle.h"
#include "its_program.h"
#include "metadata.h"
#include "scord_replay.h"
#include "warp_convergence.h"
#include "word_threads.h"

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
    {"warps only (ScoRD without ITS)", logic_8, 8, false, false, false, false, false, PARTIAL_STEPS},
    {"paper: hasDiverged 1, barrier 7", logic_7, 7, true, true, false, false, false, PARTIAL_STEPS},
    {"paper, and WarpShared, several", logic_7, 7, true, true, false, true, true, PARTIAL_STEPS},
    {"epoch 1, barrier 7", logic_7, 7, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 2, barrier 6", logic_6, 6, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 3, barrier 5", logic_5, 5, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 4, barrier 4 (independent_threads=1)", logic_4, 4, true, false, false, true, true, PARTIAL_STEPS},
    {"epoch 4, lowest lane only", logic_4, 4, true, false, false, false, true, PARTIAL_STEPS},
    {"epoch 4, no WarpShared", logic_4, 4, true, false, false, true, false, PARTIAL_STEPS},
    {"epoch 4, partial masks ignored", logic_4, 4, true, false, false, true, true, PARTIAL_IGNORED},
    {"epoch 4, always diverged (independent_threads=2)", logic_4, 4, true, false, true, true, true, PARTIAL_STEPS},
};
enum { ENCODINGS = sizeof encodings / sizeof encodings[0] };

static const its_class_t classes[] = {
    {"__syncwarp of all lanes", false, false, 2},
    {"__syncwarp of all lanes or some", true, false, 2},
    {"loops: up to 20 __syncwarps or barriers between accesses", false, false, 20},
    {"bytes: lanes that share words", false, true, 2},
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

typedef enum truth { TRUTH_CLEAN, TRUTH_CONVERGED, TRUTH_RACY } truth_t; /* racy between converged accesses of a warp only */

/* ---- a detector of one encoding ---------------------------------------------------------------------------------------- */

typedef struct detector {
    const encoding_t *encoding;
    scord_warp_convergence_t convergence;
    unsigned epoch[SCORD_MAX_WARPS_PER_SM], barrier[SCORD_MAX_BLOCKS_PER_SM]; /* as wide as they need be */
    scord_fence_file_t fences;
    scord_metadata_t entry[ITS_WORDS];
    bool entry_diverged[ITS_WORDS]; /* paper: the entry's hasDiverged */
    bool racy[ITS_WORDS];
} detector_t;

static void start(detector_t *detector, const encoding_t *encoding) {
    memset(detector, 0, sizeof *detector);
    detector->encoding = encoding;
    for (unsigned word = 0; word < ITS_WORDS; word++) detector->entry[word] = scord_metadata_from_bits(scord_metadata_reset(0));
}

static scord_check_t make_check(const detector_t *detector, const scord_sm_event_t *event, unsigned word) {
    const encoding_t *encoding = detector->encoding;
    const scord_metadata_t *md = &detector->entry[word];
    const unsigned barrier = detector->barrier[event->slot] & ((1u << encoding->barrier_bits) - 1);
    const unsigned epoch = encoding->paper ? 0 : detector->epoch[event->warp] << encoding->barrier_bits;
    const scord_detector_request_t planes = {.thread_bit_0 = event->thread_bit_0, .thread_bit_1 = event->thread_bit_1};
    const bool diverged = scord_warp_convergence_diverged(&detector->convergence, event->warp);
    return (scord_check_t){
        .block_id = event->slot,
        .warp_id = event->warp,
        .barrier_id = (uint8_t)(barrier | (encoding->barrier_bits < 8 ? epoch : 0)),
        .write = event->op != SCORD_OP_LOAD,
        .strong = event->strong,
        .independent_threads = encoding->threads,
        .has_diverged = encoding->always || diverged || (encoding->paper && detector->entry_diverged[word]),
        .several_threads = encoding->several && event->several_threads >> word & 1,
        .thread_id = encoding->threads ? scord_word_thread(&planes, word) : 0,
        .accessor_fences = scord_fence_file_read(&detector->fences, scord_fence_file_index(event->slot, event->warp)),
        .owner_fences = scord_fence_file_read(&detector->fences, scord_fence_file_index(md->block_id, md->warp_id)),
    };
}

static bool became_owner(const scord_metadata_t *before, const scord_metadata_t *after, const scord_check_t *x) {
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
        detector->entry_diverged[word] = scord_warp_convergence_diverged(&detector->convergence, event->warp);
    scord_metadata_t *md = &detector->entry[word];
    if (!detector->encoding->warp_shared && detector->encoding->threads && !md->modified && md->blk_shared && md->dev_shared)
        md->dev_shared = 0;
}

static void converge(detector_t *detector, const scord_sm_event_t *event) {
    if (event->mask != 0 && event->mask != UINT32_MAX && detector->encoding->partial == PARTIAL_IGNORED) return;
    scord_warp_convergence_change(&detector->convergence, event->warp, event->mask);
    if (event->mask != 0) detector->epoch[event->warp]++;
}

static void feed(detector_t *detector, const scord_sm_event_t *event) {
    switch ((scord_sm_event_kind_t)event->kind) {
    case SCORD_SM_EVENT_KIND_ACCESS:
        for (uint32_t words = event->mask; words; words &= words - 1) check(detector, event, (unsigned)__builtin_ctz(words));
        break;
    case SCORD_SM_EVENT_KIND_FENCE:
        scord_fence_file_count(&detector->fences, scord_fence_file_index(event->slot, event->warp), (scord_scope_t)event->scope);
        break;
    case SCORD_SM_EVENT_KIND_BARRIER_ARRIVE: scord_warp_convergence_arrive(&detector->convergence, event->warp); break;
    case SCORD_SM_EVENT_KIND_BARRIER_RELEASE:
    case SCORD_SM_EVENT_KIND_BLOCK_LAUNCH: detector->barrier[event->slot]++; break;
    case SCORD_SM_EVENT_KIND_CONVERGENCE: converge(detector, event); break;
    default: break;
    }
}

/* ---- the truth ----------------------------------------------------------------------------------------------------------- */

typedef struct truth_of {
    const its_program_t *program;
    truth_t word[ITS_WORDS];
} truth_of_t;

static void note_race(void *context, const scord_oracle_race_t *race) {
    truth_of_t *truth = context;
    const unsigned word = (unsigned)((race->address - ITS_BASE) / SCORD_WORD_BYTES);
    if (race->first.sequence == race->second.sequence) return; /* lanes of one instruction: no detector of words sees it */
    const bool converged = race->relation == SCORD_ORACLE_RELATION_WARP && truth->program->converged[race->first.sequence] &&
                           truth->program->converged[race->second.sequence];
    const truth_t kind = converged ? TRUTH_CONVERGED : TRUTH_RACY;
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

/* ---- the tables ---------------------------------------------------------------------------------------------------------- */

typedef struct tally {
    uint64_t words[3], reported[ENCODINGS][3]; /* by truth_t; reported as racy */
} tally_t;

static void run_program(const its_program_t *program, tally_t *tally) {
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
        for (unsigned e = 0; e < ENCODINGS; e++) tally->reported[e][truth.word[word]] += detector[e].racy[word];
    }
}

static double percent(uint64_t part, uint64_t all) { return all ? 100.0 * (double)part / (double)all : 0; }

static void print_class(const its_class_t *class, uint64_t programs, const tally_t *tally) {
    printf("\n%s: %llu programs, %llu words clean, %llu racy, %llu racy between converged accesses only\n\n", class->name,
           (unsigned long long)programs, (unsigned long long)tally->words[TRUTH_CLEAN], (unsigned long long)tally->words[TRUTH_RACY],
           (unsigned long long)tally->words[TRUTH_CONVERGED]);
    printf("| encoding | clean words reported | racy words missed | racy while converged, missed |\n|---|---:|---:|---:|\n");
    for (unsigned e = 0; e < ENCODINGS; e++) {
        const uint64_t *reported = tally->reported[e], *words = tally->words;
        printf("| %s | %llu (%.2f %%) | %llu (%.1f %%) | %.0f %% |\n", encodings[e].name, (unsigned long long)reported[TRUTH_CLEAN],
               percent(reported[TRUTH_CLEAN], words[TRUTH_CLEAN]), (unsigned long long)(words[TRUTH_RACY] - reported[TRUTH_RACY]),
               percent(words[TRUTH_RACY] - reported[TRUTH_RACY], words[TRUTH_RACY]),
               percent(words[TRUTH_CONVERGED] - reported[TRUTH_CONVERGED], words[TRUTH_CONVERGED]));
    }
}

int main(int argc, char **argv) {
    static its_program_t program;
    const uint64_t programs = argc > 1 ? strtoull(argv[1], NULL, 0) : 20000, seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    for (unsigned class = 0; class < CLASSES; class++) {
        tally_t tally = {0};
        for (uint64_t i = 0; i < programs; i++) {
            its_program_make(&program, &classes[class], seed + i);
            run_program(&program, &tally);
        }
        print_class(&classes[class], programs, &tally);
    }
    return 0;
}
