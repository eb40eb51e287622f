/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c: event programs → event stream records → golden model → verdicts. */
#include "tb/interleavings/judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/interleavings/explore.h"

/* Memory: data words from DATA_BASE, locks and flags from SYNC_BASE. Tracking 16 words covers the
 * data only, tracking 32 covers both. */
enum {
    DATA_BASE = 0x10000,
    SYNC_BASE = DATA_BASE + 16 * SCORD_WORD_BYTES,
    LOG2_DATA_ONLY = 4,
    LOG2_ALL_WORDS = 5
};

/* Where a thread runs. Threads of one block are warps 0 and 1 of it; threads of different blocks
 * are tried on two SMs and on two slots of one SM. */
typedef struct place {
    uint8_t sm, slot, warp;
} place_t;
typedef struct placement {
    const char *name;
    bool same_block;
    place_t thread[PROGRAM_THREADS];
} placement_t;

static const placement_t placements[] = {
    {"two warps of a block", true, {{0, 0, 0}, {0, 0, 1}}},
    {"blocks on two SMs", false, {{0, 0, 0}, {1, 0, 0}}},
    {"blocks on one SM", false, {{0, 0, 0}, {0, 1, 1}}},
};

struct judge {
    scord_model_t *model;
    scord_replay_t replay;
    /* the program under judgement */
    const event_program_t *program;
    const catalogue_entry_t *entry;
    const placement_t *placement;
    bool all_words;
    unsigned max_failed;
    judge_result_t *result;
    /* the interleaving being run */
    uint64_t sequence;
    unsigned reports, rules, wrong_scopes;
};

static const scord_config_t *find_config(const char *name) {
    for (unsigned i = 0; i < SCORD_CONFIG_COUNT; i++)
        if (strcmp(scord_configs[i].name, name) == 0) return &scord_configs[i];
    return NULL;
}

static void observe(void *context, const scord_event_t *event, const scord_retire_t *retire) {
    judge_t *judge = context;
    (void)event;
    if (retire->kind != SCORD_REQUEST_KIND_ACCESS || retire->verdict == SCORD_VERDICT_CLEAN) return;
    judge->reports++;
    judge->rules |= 1u << retire->verdict;
    judge->wrong_scopes += (int)retire->scope != judge->entry->scope;
}

judge_t *judge_create(void) {
    judge_t *judge = calloc(1, sizeof *judge);
    if (!judge) return NULL;
    scord_model_status_t status;
    judge->model = scord_model_create(find_config("nocache"), &status);
    if (!judge->model) {
        free(judge);
        return NULL;
    }
    scord_replay_init(&judge->replay, judge->model, observe, judge);
    return judge;
}

void judge_destroy(judge_t *judge) {
    if (judge) scord_model_destroy(judge->model);
    free(judge);
}

static void append(judge_result_t *result, const char *format, ...) {
    size_t used = strlen(result->message);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(result->message + used, sizeof result->message - used, format, arguments);
    va_end(arguments);
}

static uint64_t address_of(const event_program_t *program, unsigned word) {
    unsigned position = 0; /* among the words of its kind */
    for (unsigned i = 0; i < word; i++)
        position += program->word[i].sync == program->word[word].sync;
    return (program->word[word].sync ? SYNC_BASE : DATA_BASE) + position * SCORD_WORD_BYTES;
}

static int send(judge_t *judge, scord_event_t *event) {
    event->sequence = event->cycle = judge->sequence++;
    return scord_replay_event(&judge->replay, event, judge->result->message,
                              sizeof judge->result->message) == SCORD_REPLAY_OK
               ? 0
               : -1;
}

static int launch(judge_t *judge) {
    const place_t *place = judge->placement->thread;
    bool same_block = judge->placement->same_block;
    scord_event_t begin = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN};
    begin.kernel_begin = (scord_event_kernel_begin_t){
        .grid = {same_block ? 1 : 2, 1, 1},
        .block = {same_block ? 2 * SCORD_THREADS_PER_WARP : 1, 1, 1},
        .tracked_base = DATA_BASE,
        .log2_tracked_words = judge->all_words ? LOG2_ALL_WORDS : LOG2_DATA_ONLY,
        .name = judge->entry->name};
    scord_model_log_reset(judge->model);
    judge->sequence = 0;
    if (send(judge, &begin) != 0) return -1;
    for (unsigned block = 0; block < (same_block ? 1u : 2u); block++) {
        scord_event_t event = {.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH};
        uint32_t warps = 1u << place[block].warp | (same_block ? 1u << place[1].warp : 0);
        event.block_launch = (scord_event_block_launch_t){.sm = place[block].sm,
                                                          .slot = place[block].slot,
                                                          .warps = warps,
                                                          .cta = {block, 0, 0},
                                                          .threads = begin.kernel_begin.block[0]};
        if (send(judge, &event) != 0) return -1;
    }
    return 0;
}

static uint8_t op_of(const step_t *step) {
    return step->kind == STEP_LOAD    ? SCORD_OP_LOAD
           : step->kind == STEP_STORE ? SCORD_OP_STORE
                                      : SCORD_OP_ATOMIC;
}

static uint8_t atomic_kind_of(const step_t *step) {
    switch (step->kind) {
    case STEP_LOCK: return SCORD_ATOMIC_KIND_CAS;
    case STEP_EXCH: return SCORD_ATOMIC_KIND_EXCH;
    case STEP_ADD:
    case STEP_AWAIT: return SCORD_ATOMIC_KIND_ADD;
    default: return SCORD_ATOMIC_KIND_NONE;
    }
}

static uint32_t operand_of(const step_t *step) {
    return step->kind == STEP_EXCH ? step->value : step->kind != STEP_AWAIT;
}

/* Accesses that the oracle needs a value of carry it (event.h): atomics and volatile loads. */
static int send_access(judge_t *judge, const executed_step_t *executed) {
    const step_t *step = executed->step;
    const place_t *place = &judge->placement->thread[executed->thread];
    bool atomic = op_of(step) == SCORD_OP_ATOMIC;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_ACCESS};
    event.access = (scord_event_access_t){.sm = place->sm,
                                          .slot = place->slot,
                                          .warp = place->warp,
                                          .op = op_of(step),
                                          .atomic_kind = atomic_kind_of(step),
                                          .scope = atomic ? step->scope : SCORD_SCOPE_DEVICE,
                                          .strong = atomic || step->strong,
                                          .size = SCORD_WORD_BYTES,
                                          .has_operands = atomic,
                                          .has_returned = atomic ||
                                                          (step->kind == STEP_LOAD && step->strong),
                                          .pc = step->line,
                                          .mask = 1};
    event.access.address[0] = address_of(judge->program, step->word);
    event.access.returned[0] = event.access.has_returned ? executed->returned : 0;
    event.access.value[0] = atomic ? operand_of(step) : 0;
    return send(judge, &event);
}

static int send_step(judge_t *judge, const executed_step_t *executed) {
    if (executed->step->kind != STEP_FENCE) return send_access(judge, executed);
    const place_t *place = &judge->placement->thread[executed->thread];
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FENCE};
    event.fence = (scord_event_fence_t){.sm = place->sm,
                                        .slot = place->slot,
                                        .warp = place->warp,
                                        .scope = executed->step->scope,
                                        .pc = executed->step->line,
                                        .mask = 1};
    return send(judge, &event);
}

/* NULL when the reports of the interleaving just run are as the catalogue says. */
static const char *wrong(const judge_t *judge) {
    if (!judge->entry->racy) return judge->reports ? "reported, but clean" : NULL;
    if (judge->reports == 0) return "not reported, but racy";
    if (judge->rules & ~judge->entry->rules) return "reported by a rule that is not accepted";
    return judge->wrong_scopes ? "reported with the wrong scope" : NULL;
}

static const char *step_name(step_kind_t kind) {
    static const char *const names[] = {"load", "store", "add", "exch", "lock", "await", "fence"};
    return names[kind];
}

static void describe(judge_t *judge, const char *what, const executed_step_t *steps,
                     unsigned count) {
    char rules[8];
    append(judge->result,
           "%s: %s (rules %s; %s, %s tracked, up to %u failed spins):", judge->entry->name, what,
           catalogue_rules_text(judge->rules, rules), judge->placement->name,
           judge->all_words ? "all words" : "data", judge->max_failed);
    for (unsigned i = 0; i < count; i++)
        append(judge->result, " %u:%s%s%s", steps[i].thread, step_name(steps[i].step->kind),
               steps[i].step->kind == STEP_FENCE ? "" : " ",
               steps[i].step->kind == STEP_FENCE ? ""
                                                 : judge->program->word[steps[i].step->word].name);
}

static int run_interleaving(void *context, const executed_step_t *steps, unsigned count) {
    judge_t *judge = context;
    judge->reports = judge->rules = judge->wrong_scopes = 0;
    judge->result->runs++;
    if (launch(judge) != 0) return -1;
    for (unsigned i = 0; i < count; i++)
        if (send_step(judge, &steps[i]) != 0) return -1;
    judge->result->rules_seen |= judge->rules;
    const char *what = wrong(judge);
    if (what) describe(judge, what, steps, count);
    return what ? -1 : 0;
}

static int count_interleaving(void *context, const executed_step_t *steps, unsigned count) {
    (void)steps, (void)count;
    ++*(uint64_t *)context;
    return 0;
}

static bool judge_placement(judge_t *judge, unsigned max_failed) {
    for (int all_words = 0; all_words <= 1; all_words++) {
        judge->all_words = all_words;
        for (judge->max_failed = 0; judge->max_failed <= max_failed; judge->max_failed++) {
            explore_status_t status = explore(judge->program, judge->max_failed, run_interleaving,
                                              judge);
            if (status == EXPLORE_DEADLOCK)
                append(judge->result, "%s: some interleaving leaves a thread waiting for ever",
                       judge->entry->name);
            if (status != EXPLORE_OK) return false;
        }
    }
    return true;
}

void judge_program(judge_t *judge, const event_program_t *program, const catalogue_entry_t *entry,
                   unsigned max_failed, judge_result_t *result) {
    *result = (judge_result_t){.passed = true};
    judge->program = program;
    judge->entry = entry;
    judge->result = result;
    for (unsigned i = 0; i < sizeof placements / sizeof placements[0] && result->passed; i++) {
        judge->placement = &placements[i];
        if (judge->placement->same_block == program->same_block)
            result->passed = judge_placement(judge, max_failed);
    }
    if (result->passed &&
        explore(program, max_failed, count_interleaving, &result->interleavings) != EXPLORE_OK)
        result->passed = false;
    /* An accepted rule that no interleaving shows would only hide a wrong report. */
    if (result->passed && entry->rules != result->rules_seen) {
        char accepted[8], seen[8];
        append(result, "%s: accepts rules %s, but only %s ever occur", entry->name,
               catalogue_rules_text(entry->rules, accepted),
               catalogue_rules_text(result->rules_seen, seen));
        result->passed = false;
    }
}
