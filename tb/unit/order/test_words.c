/* SPDX-License-Identifier: Apache-2.0 */
/* test_words.c: kernels, and the host, that synchronise by words (sim/order/words.c) against a
 * definition by sets.
 *
 * usage: test_words FIRST_SEED COUNT        `test_words SEED 1` repeats one, and prints it
 *
 * A run is a list of random steps of up to six operations on three streams, three words, and the
 * host. The second definition knows no parts and no facts: each touch has a number, and an
 * operation has the set of touches that it has come behind. A fence remembers that set and the
 * operation's own touches, a word takes on what the fence of its writer remembers, a reader takes
 * on the word's set; what the host takes, the operations that begin later have. Two operations race
 * when one of either's touches are in no order.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "sim/order/order.h"

enum { OPERATIONS = 6, STREAMS = 3, WORDS = 3, STEPS = 40, HOST = OPERATIONS, SIDES };

typedef uint64_t set_t; /* of touches: a step's number is its touch's */

typedef struct model {
    set_t past[OPERATIONS], fenced[OPERATIONS], own[OPERATIONS];
    set_t word[WORDS], for_host[WORDS], host;
    set_t before[STEPS]; /* of each touch */
    int owner[STEPS];    /* of each touch; -1: it is none */
} model_t;

typedef struct run {
    order_t *order;
    order_operation_t *operation[OPERATIONS];
    uint32_t parts[OPERATIONS], stream[STREAMS];
    int running[STREAMS]; /* operation, or -1 */
    set_t done[STREAMS];  /* what is behind a new operation of the stream */
    unsigned begun;
    bool fences[OPERATIONS]; /* it has, once */
    bool raced[SIDES][SIDES];
    model_t model;
    bool print;
} run_t;

static void report(void *context, const order_race_t *race) {
    run_t *run = context;
    const unsigned a = (unsigned)(uintptr_t)race->earlier->site - 1,
                   b = !race->later ? HOST : (unsigned)(uintptr_t)race->later->site - 1;
    run->raced[a][b] = run->raced[b][a] = true;
}

/* Four bytes of each pair. */
static uint64_t bytes_of(unsigned a, unsigned b) {
    return 0x10000 + (uint64_t)(a < b ? a * SIDES + b : b * SIDES + a) * 4;
}
static uint64_t word_at(unsigned word) { return 0x20000 + (uint64_t)word * 4; }

static bool meet(const model_t *model, unsigned a, unsigned b) {
    for (unsigned i = 0; i < STEPS; i++)
        for (unsigned k = 0; k < STEPS; k++)
            if (model->owner[i] == (int)a && model->owner[k] == (int)b &&
                !(model->before[i] >> k & 1) && !(model->before[k] >> i & 1))
                return true;
    return false;
}

static void begin(run_t *run, unsigned stream) {
    const unsigned number = run->begun++;
    run->operation[number] = order_begin(run->order, 0, run->stream[stream], ORDER_KERNEL,
                                         (void *)(uintptr_t)(number + 1), NULL);
    run->running[stream] = (int)number;
    run->model.past[number] = run->done[stream] | run->model.host;
}

static void end(run_t *run, unsigned stream) {
    const int number = run->running[stream];
    order_end(run->order, run->operation[number], 0, false);
    run->running[stream] = -1;
    run->done[stream] |= run->model.past[number] | run->model.own[number];
}

static bool host_touches(run_t *run, unsigned number) {
    bool expected = false;
    order_host_access(run->order, 0, bytes_of(number, HOST), 4, true, NULL);
    for (unsigned i = 0; i < STEPS; i++)
        expected |= run->model.owner[i] == (int)number && !(run->model.host >> i & 1);
    const bool same = run->raced[number][HOST] == expected;
    if (!same) printf("FAIL the host and operation %u: %s\n", number, expected ? "race" : "do not");
    run->raced[number][HOST] = false;
    return same;
}

static bool step(run_t *run, uint64_t *state, unsigned at) {
    const unsigned dice = (unsigned)scord_split_below(state, 14),
                   stream = (unsigned)scord_split_below(state, STREAMS),
                   word = (unsigned)scord_split_below(state, WORDS);
    const int number = run->running[stream];
    model_t *model = &run->model;
    if (run->print) printf("step %u: dice %u, operation %d, word %u\n", at, dice, number, word);
    if (dice == 13) {
        order_host_take(run->order, word_at(word), 4);
        model->host |= model->for_host[word];
    } else if (dice == 12) {
        return run->begun == 0 || host_touches(run, word % run->begun);
    } else if (number < 0) {
        if (run->begun < OPERATIONS) begin(run, stream);
    } else if (dice < 4) {
        for (unsigned side = 0; side < SIDES; side++)
            if (side != (unsigned)number)
                order_touch(run->order, run->operation[number], bytes_of((unsigned)number, side), 4,
                            ORDER_WRITES, 0);
        model->owner[at] = number;
        model->before[at] = model->past[number];
        model->own[number] |= (set_t)1 << at;
    } else if (dice < 6) {
        run->fences[number] = true;
        run->parts[number] = order_fence(run->order, run->operation[number]);
        model->fenced[number] = model->past[number] | model->own[number];
    } else if (dice < 8) {
        const bool host = dice == 7;
        if (!run->fences[number]) return true;
        order_word_give(run->order, run->operation[number], word_at(word), run->parts[number],
                        host ? run->parts[number] : 0);
        model->word[word] |= model->fenced[number];
        if (host) model->for_host[word] |= model->fenced[number];
    } else if (dice < 11) {
        order_word_take(run->order, run->operation[number], word_at(word));
        model->past[number] |= model->word[word];
    } else {
        end(run, stream);
    }
    return true;
}

static bool compare(uint64_t seed, bool print) {
    run_t run = {.print = print, .running = {-1, -1, -1}};
    uint64_t state = seed;
    bool same = true;
    run.order = order_create(report, &run);
    for (unsigned i = 0; i < STEPS; i++) run.model.owner[i] = -1;
    for (unsigned i = 0; i < STREAMS; i++)
        run.stream[i] = order_stream_create(run.order, 0, false, NULL);
    for (unsigned at = 0; at < STEPS && same; at++) same = step(&run, &state, at);
    for (unsigned i = 0; i < STREAMS; i++)
        if (run.running[i] >= 0) end(&run, i);
    for (unsigned a = 0; a < run.begun; a++)
        for (unsigned b = a + 1; b < run.begun; b++)
            if (same && meet(&run.model, a, b) != run.raced[a][b]) {
                printf("FAIL operations %u and %u: the engine says %s\n", a, b,
                       run.raced[a][b] ? "unordered" : "ordered");
                same = false;
            }
    order_destroy(run.order);
    return same;
}

int main(int argc, char **argv) {
    const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
                   count = argc > 2 ? strtoull(argv[2], NULL, 0) : 2000;
    uint64_t passed = 0, failed = 0;
    for (uint64_t seed = first; seed < first + count && failed < 10; seed++) {
        const bool same = compare(seed, count == 1);
        if (!same) printf("seed %llu\n", (unsigned long long)seed);
        passed += same;
        failed += !same;
    }
    printf("%llu passed, %llu failed\n", (unsigned long long)passed, (unsigned long long)failed);
    return failed > 0;
}
