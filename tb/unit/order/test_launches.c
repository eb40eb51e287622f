/* SPDX-License-Identifier: Apache-2.0 */
/* test_launches.c: random trees of operations that kernels launch (sim/order/launches.c) against
 * the order as a graph: steps of operations, what CUDA orders as edges, and a race where no path
 * leads either way.
 *
 *     step of a launcher ─► next step          program order
 *     launch ─► first step                     of what is launched
 *     all of an operation ─► next of its chain, its launcher's next step behind a wait, and tails
 *
 * usage: test_launches SEED COUNT     Last line "N passed, N failed".
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "sim/order/order.h"

enum { STEPS = 256, OPERATIONS = 24, BYTES = 4, BASE = 0x20000, CHAINS = 3, DEPTH = 3 };

typedef struct step {
    unsigned operation;
    bool touches, writes;
    uint64_t byte;
} step_t;

typedef struct operation {
    const order_operation_t *handle;       /* for its number */
    unsigned launcher, chain, first, done; /* steps: the begin, and where all of it has ended */
    bool tail;
} operation_t;

/* What a launcher has asked for and has not run yet. */
typedef struct pending {
    struct pending *next;
    order_launch_t launch;
    unsigned operation;
} pending_t;

typedef struct trial {
    scord_random_t random;
    order_t *order;
    step_t step[STEPS];
    unsigned steps, operations;
    bool edge[STEPS][STEPS];
    operation_t operation[OPERATIONS];
    uint32_t number[OPERATIONS];
    bool reported[OPERATIONS][OPERATIONS], strange;
} trial_t;

static unsigned below(trial_t *trial, unsigned bound) {
    return scord_random_below(&trial->random, bound);
}

static unsigned of_number(trial_t *trial, uint32_t number) {
    for (unsigned i = 0; i < trial->operations; i++)
        if (trial->number[i] == number) return i;
    trial->strange = true;
    return 0;
}

static void report(void *context, const order_race_t *race) {
    trial_t *trial = context;
    const unsigned a = of_number(trial, race->earlier->number),
                   b = of_number(trial, race->later->number);
    trial->strange = trial->strange || trial->reported[a][b];
    trial->reported[a][b] = trial->reported[b][a] = true;
}

static unsigned add_step(trial_t *trial, unsigned operation) {
    trial->step[trial->steps] = (step_t){.operation = operation};
    return trial->steps++;
}

static bool room(const trial_t *trial) {
    return trial->steps + 40 < STEPS && trial->operations < OPERATIONS;
}

static void run(trial_t *trial, unsigned number, order_operation_t *handle, unsigned depth,
                unsigned lead);

/* What LAUNCHER has asked for runs: those of its tail last. */
static unsigned run_pending(trial_t *trial, pending_t **list, unsigned depth, unsigned ended) {
    for (int tail = 0; tail < 2; tail++)
        for (pending_t **at = list; *at;) {
            pending_t *it = *at;
            if (it->launch.tail != tail) {
                at = &it->next;
                continue;
            }
            *at = it->next;
            operation_t *operation = &trial->operation[it->operation];
            order_operation_t *handle = order_begin_launched(trial->order, 0, ORDER_KERNEL,
                                                             &it->launch, NULL, NULL);
            trial->number[it->operation] = handle->number;
            if (operation->tail)
                for (unsigned i = 1; i < trial->operations; i++)
                    if (trial->operation[i].launcher == operation->launcher && i != it->operation &&
                        (!trial->operation[i].tail || i < it->operation))
                        trial->edge[trial->operation[i].done][operation->first] = true;
            if (operation->tail) trial->edge[ended][operation->first] = true;
            run(trial, it->operation, handle, depth + 1, operation->first);
            free(it);
        }
    return ended;
}

static void ask(trial_t *trial, unsigned launcher, order_operation_t *handle, unsigned at,
                pending_t **list, unsigned from) {
    const unsigned number = trial->operations++;
    operation_t *operation = &trial->operation[number];
    pending_t *it = calloc(1, sizeof *it), **end = list;
    if (!it) exit(3);
    *operation = (operation_t){
        .launcher = launcher, .chain = below(trial, CHAINS), .tail = below(trial, 8) == 0};
    operation->first = add_step(trial, number);
    operation->done = add_step(trial, number);
    trial->edge[at][operation->first] = true;
    it->launch = (order_launch_t){.chain = operation->chain, .tail = operation->tail};
    it->operation = number;
    if (!order_launch(trial->order, handle, &it->launch)) trial->strange = true;
    for (unsigned i = 1; i < number; i++) {
        const operation_t *other = &trial->operation[i];
        const bool in_turn = operation->chain != 0 && operation->chain == other->chain &&
                             !operation->tail && !other->tail;
        if (other->launcher == launcher && (in_turn || (i < from && !other->tail)))
            trial->edge[other->done][operation->first] = true;
    }
    while (*end) end = &(*end)->next;
    *end = it;
}

/* From its first step LEAD on. */
static void run(trial_t *trial, unsigned number, order_operation_t *handle, unsigned depth,
                unsigned lead) {
    pending_t *list = NULL;
    unsigned last = lead, from = 0; /* launches below FROM were waited for by an event */
    const unsigned done = trial->operation[number].done;
    for (unsigned rest = 1 + below(trial, 5); rest > 0 && trial->steps + 8 < STEPS; rest--) {
        const unsigned at = add_step(trial, number), what = below(trial, 8);
        trial->edge[last][at] = true;
        last = at;
        if (what < 4 || depth == DEPTH || !room(trial)) {
            step_t *step = &trial->step[at];
            step->touches = true;
            step->writes = below(trial, 2);
            step->byte = BASE + below(trial, BYTES);
            order_touch(trial->order, handle, step->byte, 1, step->writes ? ORDER_WRITES : 0, 0);
        } else if (what < 7) {
            ask(trial, number, handle, at, &list, from);
        } else if (below(trial, 2)) {
            order_launches_wait(trial->order, handle);
            from = trial->operations;
        } else {
            run_pending(trial, &list, depth, at);
            order_launches_wait(trial->order, handle);
            for (unsigned i = 1; i < trial->operations; i++)
                if (trial->operation[i].launcher == number) {
                    const unsigned behind = add_step(trial, number);
                    trial->edge[last][behind] = trial->edge[trial->operation[i].done][behind] =
                        true;
                    last = behind;
                }
        }
    }
    trial->edge[last][done] = true;
    if (number != 0) order_end(trial->order, handle, 0, false);
    run_pending(trial, &list, depth, last);
    for (unsigned i = 1; i < trial->operations; i++)
        if (trial->operation[i].launcher == number)
            trial->edge[trial->operation[i].done][done] = true;
    if (number == 0) order_end(trial->order, handle, 0, false);
}

static void close_graph(trial_t *trial) {
    for (unsigned k = 0; k < trial->steps; k++)
        for (unsigned i = 0; i < trial->steps; i++)
            for (unsigned j = 0; trial->edge[i][k] && j < trial->steps; j++)
                trial->edge[i][j] = trial->edge[i][j] || trial->edge[k][j];
}

/* Of what the last operation, of another stream, would meet, the engine forgets what the one before
 * it covers: that it races at all is what counts. */
static void fold_last(trial_t *trial, bool race[OPERATIONS][OPERATIONS]) {
    const unsigned last = trial->operations - 1;
    for (unsigned i = 1; i < last; i++) {
        race[last][0] = race[last][0] || race[last][i];
        trial->reported[last][0] = trial->reported[last][0] || trial->reported[last][i];
        race[last][i] = trial->reported[last][i] = false;
    }
}

static bool agrees(trial_t *trial, uint64_t seed) {
    bool race[OPERATIONS][OPERATIONS] = {{false}};
    close_graph(trial);
    for (unsigned a = 0; a < trial->steps; a++)
        for (unsigned b = 0; b < trial->steps; b++) {
            const step_t *p = &trial->step[a], *q = &trial->step[b];
            if (p->touches && q->touches && p->byte == q->byte && p->operation != q->operation &&
                (p->writes || q->writes) && !trial->edge[a][b] && !trial->edge[b][a])
                race[p->operation][q->operation] = true;
        }
    fold_last(trial, race);
    for (unsigned a = 0; a < trial->operations; a++)
        for (unsigned b = 0; b < a; b++)
            if (race[a][b] != trial->reported[a][b]) {
                printf("FAIL seed %llu: operations %u and %u: %d, by the graph %d\n",
                       (unsigned long long)seed, b, a, trial->reported[a][b], race[a][b]);
                return false;
            }
    return !trial->strange;
}

/* One launch of the host's, then one in its stream, behind all of it, and one in another. */
static bool run_trial(uint64_t seed) {
    static trial_t trial;
    memset(&trial, 0, sizeof trial);
    trial.random = scord_random_seed(seed, 41);
    trial.order = order_create(report, &trial);
    const uint32_t stream = order_stream_create(trial.order, 0, false, NULL),
                   other = order_stream_create(trial.order, 0, false, NULL);
    order_operation_t *root = order_begin(trial.order, 0, stream, ORDER_KERNEL, NULL, NULL);
    order_may_launch(trial.order, root);
    trial.number[0] = root->number;
    trial.operations = 1;
    trial.operation[0].first = add_step(&trial, 0);
    trial.operation[0].done = add_step(&trial, 0);
    run(&trial, 0, root, 0, trial.operation[0].first);
    for (unsigned i = 0; i < 2 && trial.operations < OPERATIONS; i++) {
        const unsigned number = trial.operations++, at = add_step(&trial, number);
        order_operation_t *next = order_begin(trial.order, 0, i ? other : stream, ORDER_KERNEL,
                                              NULL, NULL);
        trial.operation[number].launcher = OPERATIONS;
        trial.number[number] = next->number;
        trial.step[at] = (step_t){number, true, true, BASE + below(&trial, BYTES)};
        if (i == 0) trial.edge[trial.operation[0].done][at] = true;
        order_touch(trial.order, next, trial.step[at].byte, 1, ORDER_WRITES, 0);
        order_end(trial.order, next, 0, false);
    }
    const bool passed = agrees(&trial, seed) && !order_failed(trial.order);
    order_destroy(trial.order);
    return passed;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: test_launches SEED COUNT\n");
        return 2;
    }
    const uint64_t seed = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
    uint64_t failed = 0;
    for (uint64_t i = 0; i < count && failed < 10; i++) failed += !run_trial(seed + i);
    printf("%llu passed, %llu failed\n", (unsigned long long)(count - failed),
           (unsigned long long)failed);
    return failed > 0;
}
