/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: sim/sm/watch/warp_words.c, with its log, filters, runs of lanes and table, against
 * one entry a place.
 *
 * usage: test_words FIRST_SEED COUNT        `test_words SEED 1` repeats one, and prints it
 *
 * A run is a list of random accesses of two warps: lanes side by side, in rows, at one place, with
 * a stride, anywhere; of 1 to 16 bytes; some of them all plain, so that a log grows past its room.
 * The reference keeps of each place the last instruction that wrote it and who has read it since,
 * lane by lane, as the comment of warp_words.c says. Both must find something in the same accesses,
 * and what is found must be a pair of the reference.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "sim/sm/watch/warp_words.h"

enum {
    WARPS = 2,
    LANES = SCORD_THREADS_PER_WARP,
    BYTES = 64 * 1024,
    STEPS = 400,
    INSTRUCTIONS = 64,
    WORDS = BYTES / SCORD_WORD_BYTES
};
#define BASE UINT64_C(0x700000000)

typedef struct side {
    bool present, synchronises, several;
    uint32_t lane, other;
} side_t;

typedef struct place {
    uint64_t meeting; /* what follows is of this one */
    uint64_t step;    /* the last instruction that wrote */
    side_t write, read;
    uint64_t instructions; /* a bit for each that has touched it */
} place_t;

typedef struct model {
    place_t words[WARPS][WORDS], bytes[WARPS][BYTES];
    uint64_t meeting[WARPS], meetings;
} model_t;

typedef struct run {
    model_t *model;
    warp_words_t words;
    uint64_t step, found;
    bool print, streams; /* plain accesses, few meetings */
} run_t;

static place_t *place_of(run_t *run, unsigned warp, const scord_event_access_t *access,
                         uint64_t address) {
    model_t *model = run->model;
    place_t *place = access->size < SCORD_WORD_BYTES
                         ? &model->bytes[warp][address - BASE]
                         : &model->words[warp][(address - BASE) / SCORD_WORD_BYTES];
    if (place->meeting != model->meeting[warp]) *place = (place_t){.meeting = model->meeting[warp]};
    return place;
}

static bool conflict(const side_t *side, bool earlier_writes, uint32_t lane, bool writes,
                     bool synchronises) {
    if (!side->present || (side->synchronises && synchronises)) return false;
    if (!side->several) return side->lane != lane;
    return !earlier_writes || writes || side->synchronises;
}

static void take(side_t *side, uint32_t lane, bool synchronises, bool together) {
    const bool first = !together || !side->present;
    if (!first && side->synchronises != synchronises) {
        if (!side->synchronises) return;
        *side = (side_t){true, synchronises, false, lane, 0};
    } else if (first)
        *side = (side_t){true, synchronises, false, lane, 0};
    else if (side->lane != lane) {
        side->other = lane;
        side->several = true;
    }
}

static bool synchronises(const scord_event_access_t *access) {
    return access->op == SCORD_OP_ATOMIC || access->semantics != SCORD_SEMANTICS_NONE;
}

static uint32_t step_of(const scord_event_access_t *access) {
    return access->size < SCORD_WORD_BYTES ? 1 : SCORD_WORD_BYTES;
}

/* Lane LANE of the access conflicts with OTHER; UINT32_MAX: with any. */
static bool expects(run_t *run, unsigned warp, const core_step_result_t *result, uint32_t lane,
                    uint32_t other) {
    const scord_event_access_t *access = &result->access;
    const bool writes = access->op != SCORD_OP_LOAD;
    for (uint32_t at = 0; at < access->size; at += step_of(access)) {
        const place_t *place = place_of(run, warp, access, access->address[lane] + at);
        const side_t *side[2] = {&place->write, &place->read};
        for (unsigned i = 0; i < (writes ? 2 : 1); i++)
            if (conflict(side[i], i == 0, lane, writes, synchronises(access)) &&
                (other == UINT32_MAX || side[i]->lane == other ||
                 (side[i]->several && side[i]->other == other)))
                return true;
    }
    return false;
}

static void remember(run_t *run, unsigned warp, const core_step_result_t *result) {
    const scord_event_access_t *access = &result->access;
    for (uint32_t lane = 0; lane < LANES; lane++)
        for (uint32_t at = 0; at < access->size && (access->mask >> lane & 1);
             at += step_of(access)) {
            place_t *place = place_of(run, warp, access, access->address[lane] + at);
            place->instructions |= UINT64_C(1) << result->instruction;
            if (access->op == SCORD_OP_LOAD) {
                take(&place->read, lane, synchronises(access), true);
                continue;
            }
            take(&place->write, lane, synchronises(access), place->step == run->step);
            place->step = run->step;
            place->read.present = false;
        }
}

static void draw_addresses(uint64_t *state, bool streams, scord_event_access_t *access) {
    const uint64_t size = access->size, room = BYTES / size;
    const unsigned shape = (unsigned)scord_split_below(state, 6);
    const uint64_t range = streams || scord_split_below(state, 4) == 0 ? room : 48;
    uint64_t place = scord_split_below(state, range);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (shape == 3 && scord_split_below(state, 6) == 0)
            place = scord_split_below(state, range); /* rows */
        if (shape == 4) place = scord_split_below(state, range);
        access->address[lane] = access->mask >> lane & 1 ? BASE + place % room * size : 0;
        if (shape < 2 || shape == 3) place++;
        if (shape == 2) place += 2;
        if (shape == 5 && scord_split_below(state, 12) == 0) place++; /* mostly one place */
    }
}

static bool step(run_t *run, uint64_t *state) {
    const unsigned warp = (unsigned)scord_split_below(state, WARPS);
    core_step_result_t result = {.outcome = CORE_ACCESS};
    scord_event_access_t *access = &result.access;
    core_finding_t finding = {0};
    if (scord_split_below(state, run->streams ? 400 : 20) == 0) {
        warp_words_meet(&run->words, warp);
        run->model->meeting[warp] = ++run->model->meetings;
    }
    result.instruction = (uint32_t)scord_split_below(state, INSTRUCTIONS);
    const unsigned op = (unsigned)scord_split_below(state, run->streams ? 16 : 6);
    access->op = op == 0                    ? SCORD_OP_STORE
                 : op == 1 && !run->streams ? SCORD_OP_ATOMIC
                                            : SCORD_OP_LOAD;
    if (!run->streams && scord_split_below(state, 6) == 0)
        access->semantics = SCORD_SEMANTICS_RELAXED;
    static const uint8_t sizes[] = {4, 4, 4, 8, 16, 1, 2};
    access->size = sizes[scord_split_below(state, sizeof sizes)];
    access->mask = scord_split_below(state, 2) ? UINT32_MAX : (uint32_t)scord_split_next(state);
    if (access->mask == 0) access->mask = 1;
    draw_addresses(state, run->streams, access);
    run->step++;

    warp_words_prefetch(&run->words, warp, access);
    const bool found = warp_words_access(&run->words, warp, &result, &finding);
    bool expected = false;
    for (uint32_t lane = 0; lane < LANES && !expected; lane++)
        expected = (access->mask >> lane & 1) && expects(run, warp, &result, lane, UINT32_MAX);
    if (run->print)
        printf("step %llu: warp %u, op %u, size %u, mask %08x, lane 0 at %llx: %s\n",
               (unsigned long long)run->step, warp, access->op, access->size, access->mask,
               (unsigned long long)access->address[0], expected ? "a conflict" : "none");
    bool same = found == expected;
    if (!same)
        printf("FAIL step %llu: %s\n", (unsigned long long)run->step,
               found ? "invents a conflict" : "misses a conflict");
    if (same && found) {
        const uint32_t lane = (uint32_t)__builtin_ctz(finding.lanes),
                       other = (uint32_t)__builtin_ctz(finding.other_lanes);
        const place_t *place = place_of(run, warp, access, access->address[lane]);
        same = finding.instruction == result.instruction &&
               finding.address == access->address[lane] && lane != other &&
               expects(run, warp, &result, lane, other) &&
               (access->size > SCORD_WORD_BYTES || access->size == 2 ||
                (place->instructions >> finding.other_instruction & 1));
        if (!same)
            printf("FAIL step %llu: lanes %u and %u of instruction %u are no such pair\n",
                   (unsigned long long)run->step, lane, other, finding.other_instruction);
    }
    run->found += found;
    remember(run, warp, &result);
    return same;
}

static bool compare(uint64_t seed, bool print, model_t *model, uint64_t *found) {
    run_t run = {.model = model, .print = print, .streams = seed % 4 == 0};
    uint64_t state = seed;
    bool same = true;
    for (unsigned warp = 0; warp < WARPS; warp++) {
        warp_words_meet(&run.words, warp);
        model->meeting[warp] = ++model->meetings;
    }
    for (unsigned at = 0; at < STEPS && same; at++) same = step(&run, &state);
    if (same && run.words.forgotten != 0) {
        printf("FAIL %llu segments were forgotten\n", (unsigned long long)run.words.forgotten);
        same = false;
    }
    *found += run.found;
    warp_words_free(&run.words);
    return same;
}

int main(int argc, char **argv) {
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
                   count = argc > 2 ? strtoull(argv[2], NULL, 0) : 2000;
    uint64_t passed = 0, failed = 0, found = 0;
    model_t *model = calloc(1, sizeof *model);
    if (!model) return 3;
    for (uint64_t seed = first; seed < first + count && failed < 10; seed++) {
        const bool same = compare(seed, count == 1, model, &found);
        if (!same) printf("seed %llu\n", (unsigned long long)seed);
        passed += same;
        failed += !same;
    }
    free(model);
    if (count > 1 && found == 0) {
        printf("FAIL no conflict was drawn\n");
        failed++;
    }
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return failed > 0;
}
