/* SPDX-License-Identifier: Apache-2.0 */
/* random_launches.c: random CUDA programs whose races between launches are known, for
 * run_random_launches.sh.
 *
 * usage: random_launches SEED PROGRAMS > programs.cu
 *
 * Each program is a function: kernels, copies, sets and host functions in streams of each kind,
 * events, synchronise calls, the host's own accesses, memory in stream order, graphs (captured with
 * forks and joins, or made node by node) that are launched again, kernels that begin before the one
 * in front has ended, and in every third program two host threads; one statement a line. It is made
 * in order: before a statement that would race, the order that lacks is added, by an event, a
 * synchronise, a query loop, something that one thread passes to the other, an edge of a graph. Of
 * every second program one of these is left out again, or memory is given back before its last use:
 * a planted race, unless other order is left. Above each stands what races: "// N: LINE-LINE …",
 * pairs of lines.
 *
 * The reference keeps, for each operation, the set of those before it; it knows no clocks and no
 * pages, and all that it needs of a program is the list of its statements.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"

enum {
    STREAMS = 7,
    NAMED = 5, /* streams that each thread can use; behind them each thread's own */
    EVENTS = 4,
    BUFFERS = 4,
    THREADS = 2,
    GRAPHS = 2,
    NODES = 5,
    STATEMENTS = 72,
    OPERATIONS = 14,
    CELLS = 20,
    STEPS = 256 /* operations that run, with those of all launches of graphs */
};

/* Streams: 0 legacy, 1 and 2 blocking, 3 and 4 not. Buffers: 0 and 1 of the device, 2 managed, 3
 * pinned, others of the device in stream order. A cell is 256 bytes. */
static const char *const stream_name[STREAMS] = {
    "0", "s[1]", "s[2]", "s[3]", "s[4]", "cudaStreamPerThread", "cudaStreamPerThread"};
static bool blocks(unsigned stream) { return stream != 3 && stream != 4; }
static bool host_sees(unsigned buffer) { return buffer == 2 || buffer == 3; }

typedef enum kind {
    KERNEL,
    DEPENDENT, /* a kernel that may begin before the one in front of it has ended */
    COPY,
    SET,
    FUNCTION,
    ALLOCATE,
    FREE,
    GRAPH, /* is launched */
    HOST,
    MAKE, /* a graph */
    RECORD,
    RECORD_BY_LAUNCH, /* of the kernel that stands next */
    WAIT,
    EVENT_DONE,
    STREAM_DONE,
    DEVICE_DONE,
    PASS /* to the other thread */
} kind_t;

typedef struct range {
    unsigned buffer, from, to; /* cells; an empty range touches nothing */
    bool writes;
} range_t;

typedef struct node {
    kind_t kind;
    unsigned stream, behind, line; /* behind: a bit for each node; stream: that captures it */
    unsigned added;                /* of `behind` */
    range_t range[2];
} node_t;

typedef struct graph {
    node_t node[NODES];
    unsigned count;
    bool captured;
} graph_t;

typedef struct statement {
    kind_t kind;
    unsigned thread, stream, event, graph, line;
    bool added, loop; /* loop: a query loop stands for the synchronise */
    bool waits;       /* a dependent kernel waits between the two; or a copy is synchronous */
    unsigned how;
    range_t range[2]; /* of a copy: to, from; of a dependent kernel: behind the wait, before it */
} statement_t;

typedef struct program {
    statement_t at[STATEMENTS];
    graph_t graph[GRAPHS];
    unsigned count, threads, graphs, buffers;
} program_t;

static uint64_t state;
static unsigned below(unsigned n) { return (unsigned)scord_split_below(&state, n); }

/* ---- the reference: sets of operations ---- */

typedef struct set { /* a bit for each: it has ended before */
    uint64_t word[STEPS / 64];
} set_t;

static void join(set_t *to, const set_t *from) {
    for (unsigned i = 0; i < STEPS / 64; i++) to->word[i] |= from->word[i];
}
static void put_in(set_t *set, unsigned step) {
    set->word[step / 64] |= (uint64_t)1 << (step % 64);
}
static bool holds(const set_t *set, unsigned step) {
    return set->word[step / 64] >> (step % 64) & 1;
}

/* An operation that has run, or an access of the host's. */
typedef struct step {
    set_t before;
    const range_t *range[2];
    unsigned statement, *line;
    bool frees;
} step_t;

typedef struct order {
    set_t host[THREADS], tail[STREAMS], event[EVENTS], end[GRAPHS];
    set_t ahead[STREAMS]; /* what the next kernel is behind if it need not wait for the last one */
    bool kernel_in_front[STREAMS], recorded[EVENTS];
    step_t step[STEPS];
    unsigned steps;
} order_t;

static set_t behind_others(const order_t *order, const statement_t *what) {
    set_t before = order->host[what->thread];
    for (unsigned i = 0; i < STREAMS; i++)
        if (i != what->stream && blocks(i) && blocks(what->stream) && (what->stream == 0 || i == 0))
            join(&before, &order->tail[i]);
    return before;
}

static set_t behind(const order_t *order, const statement_t *what) {
    set_t before = behind_others(order, what);
    join(&before, &order->tail[what->stream]);
    return before;
}

static unsigned run(order_t *order, unsigned statement, const set_t *before, const range_t *a,
                    const range_t *b, unsigned *line) {
    assert(order->steps < STEPS);
    order->step[order->steps] = (step_t){*before, {a, b}, statement, line, false};
    return order->steps++;
}

static void launch(order_t *order, program_t *program, unsigned number) {
    const statement_t *what = &program->at[number];
    graph_t *graph = &program->graph[what->graph];
    set_t begin = behind(order, what), done[NODES], *tail = &order->tail[what->stream];
    join(&begin, &order->end[what->graph]);
    for (unsigned i = 0; i < graph->count; i++) {
        node_t *node = &graph->node[i];
        set_t before = begin;
        for (unsigned k = 0; k < i; k++)
            if (node->behind >> k & 1) join(&before, &done[k]);
        const unsigned step = run(order, number, &before, &node->range[0], &node->range[1],
                                  graph->captured ? &node->line : &program->at[number].line);
        done[i] = before;
        put_in(&done[i], step);
    }
    *tail = begin;
    for (unsigned i = 0; i < graph->count; i++) join(tail, &done[i]);
    order->end[what->graph] = *tail;
    order->kernel_in_front[what->stream] = false;
}

static void operate(order_t *order, program_t *program, unsigned number) {
    statement_t *what = &program->at[number];
    const unsigned stream = what->stream;
    set_t before = behind(order, what), early = behind_others(order, what),
          *tail = &order->tail[stream];
    const bool overlaps = what->kind == DEPENDENT && order->kernel_in_front[stream];
    static const range_t nothing;
    *tail = before;
    join(&early, &order->ahead[stream]);
    if (overlaps)
        put_in(tail, run(order, number, &early, &nothing, &what->range[1], &what->line));
    else
        early = before;
    const unsigned last = run(order, number, overlaps && !what->waits ? &early : &before,
                              &what->range[0], overlaps ? &nothing : &what->range[1], &what->line);
    order->step[last].frees = what->kind == FREE;
    put_in(tail, last);
    order->kernel_in_front[stream] = what->kind == KERNEL || what->kind == DEPENDENT;
    order->ahead[stream] = what->waits && what->kind == DEPENDENT ? before : early;
}

/* The call returns behind it. */
static bool synchronous(const statement_t *what) {
    if (what->kind == SET) return what->stream == 0 && host_sees(what->range[0].buffer);
    return what->kind == COPY && what->waits;
}

static void say(order_t *order, program_t *program, unsigned number) {
    statement_t *what = &program->at[number];
    const unsigned stream = what->stream;
    set_t *host = &order->host[what->thread], *tail = &order->tail[stream];
    switch (what->kind) {
    case HOST: run(order, number, host, &what->range[0], &what->range[1], &what->line); break;
    case GRAPH: launch(order, program, number); break;
    case MAKE: break;
    case RECORD:
    case RECORD_BY_LAUNCH:
        order->kernel_in_front[stream] &= what->kind == RECORD_BY_LAUNCH;
        *tail = behind(order, what);
        order->event[what->event] = *tail;
        order->recorded[what->event] = true;
        break;
    case WAIT:
        if (!order->recorded[what->event]) break; /* nothing to wait for: no step of the stream */
        *tail = behind(order, what);
        join(tail, &order->event[what->event]);
        order->kernel_in_front[stream] = false;
        break;
    case EVENT_DONE: join(host, &order->event[what->event]); break;
    case STREAM_DONE:
        join(host, tail);
        for (unsigned i = 0; i < STREAMS && stream == 0; i++)
            if (blocks(i)) join(host, &order->tail[i]);
        break;
    case DEVICE_DONE:
        for (unsigned i = 0; i < STREAMS; i++) join(host, &order->tail[i]);
        break;
    case PASS: join(&order->host[!what->thread], host); break;
    default:
        operate(order, program, number);
        if (synchronous(what)) join(host, tail);
    }
}

static bool meet(const range_t *a, const range_t *b) {
    return a->buffer == b->buffer && a->from < b->to && b->from < a->to && (a->writes || b->writes);
}
static bool conflict(const step_t *a, const step_t *b) {
    for (unsigned i = 0; i < 4; i++)
        if (meet(a->range[i / 2], b->range[i % 2])) return true;
    return false;
}

/* Whether step NEW races with OLD, an operation; what one statement does is no race, but a graph.
 */
static bool races(const program_t *program, const order_t *order, unsigned new, unsigned old) {
    const step_t *b = &order->step[new], *a = &order->step[old];
    const kind_t kind = program->at[b->statement].kind;
    if (program->at[a->statement].kind == HOST || !conflict(a, b)) return false;
    if (a->statement == b->statement && kind != GRAPH) return false;
    return a->frees || !holds(&b->before, old);
}

static void find_order(order_t *order, program_t *program, unsigned count) {
    memset(order, 0, sizeof *order);
    for (unsigned i = 0; i < count; i++) say(order, program, i);
}

/* The statement of a step that the last statement races with; COUNT: there is none. */
static unsigned raced(program_t *program, unsigned count) {
    static order_t order;
    find_order(&order, program, count);
    for (unsigned new = 0; new < order.steps; new ++)
        for (unsigned old = 0; old < new &&order.step[new].statement == count - 1; old++)
            if (races(program, &order, new, old)) return order.step[old].statement;
    return count;
}

/* ---- programs ---- */

static range_t some_range(const program_t *program, bool writes, bool host) {
    const unsigned from = below(CELLS - 8);
    range_t range = {host ? 2 + below(2) : below(BUFFERS), from, from + 1 + below(8), writes};
    /* what is not there, or no more, is used in no statement: make() sees to it */
    if (!host && program->buffers > BUFFERS && below(3) == 0) range.buffer = program->buffers - 1;
    return range;
}

static void draw_ranges(const program_t *program, kind_t kind, range_t range[2]) {
    const bool host = kind == HOST || kind == FUNCTION;
    memset(range, 0, 2 * sizeof range[0]);
    range[0] = some_range(program, host ? below(2) : true, host);
    if (kind == KERNEL || kind == COPY || kind == DEPENDENT)
        range[1] = some_range(program, false, false);
    /* a copy onto itself is none, and a kernel would race inside */
    if (range[0].buffer == range[1].buffer) range[1].buffer = (range[0].buffer + 1) % BUFFERS;
    if (kind == COPY) range[1].to = range[1].from + range[0].to - range[0].from;
}

static statement_t some_statement(const program_t *program) {
    statement_t what = {.kind = (kind_t)below(HOST + 1), .thread = below(program->threads)};
    what.stream = below(NAMED + 1);
    if (what.stream == NAMED) what.stream += what.thread;
    what.event = below(EVENTS);
    what.waits = what.kind == DEPENDENT && below(2);
    what.how = below(4);
    if (what.kind == GRAPH && program->graphs == 0) what.kind = KERNEL;
    if (what.kind == GRAPH) what.graph = below(program->graphs);
    if (what.kind == ALLOCATE) {
        what.range[0] = (range_t){program->buffers, 0, CELLS, true};
    } else if (what.kind == FREE) {
        what.range[0] = (range_t){program->buffers - 1, 0, CELLS, true};
    } else if (what.kind != GRAPH) {
        draw_ranges(program, what.kind, what.range);
    }
    if (what.kind == COPY && what.stream == 0 && below(2) &&
        (what.range[0].buffer == 3) != (what.range[1].buffer == 3) && what.range[0].buffer != 2 &&
        what.range[1].buffer != 2)
        what.waits = true;
    /* a page that the host steps on often for the sake of another thread is opened */
    if (what.kind == HOST && program->threads > 1) what.range[0].to = what.range[0].from + 1;
    return what;
}

/* Each use of memory in stream order stands behind its allocation and before its release. */
static bool is_there(const program_t *program, const statement_t *what) {
    for (unsigned i = 0; i < 2; i++) {
        bool there = what->kind == ALLOCATE || what->range[i].buffer < BUFFERS;
        for (unsigned k = 0; k < program->count; k++)
            if (program->at[k].range[0].buffer == what->range[i].buffer)
                there = program->at[k].kind == FREE       ? false
                        : program->at[k].kind == ALLOCATE ? true
                                                          : there;
        if (!there) return false;
    }
    return what->kind != FREE || what->range[0].buffer >= BUFFERS;
}

static void add(program_t *program, statement_t what) {
    what.added = true;
    program->at[program->count++] = what;
}
static unsigned owner(const program_t *program, unsigned stream) {
    return stream >= NAMED ? stream - NAMED : below(program->threads);
}

/* WHAT comes behind OLD. */
static void add_order(program_t *program, const statement_t *what, const statement_t *old) {
    const unsigned event = below(EVENTS), how = what->kind == HOST ? 1 + below(3) : below(5);
    const unsigned from = owner(program, old->stream);
    const bool event_waits = how == 0 || how == 4;
    const unsigned by = how == 2 || below(2) ? from : what->thread;
    if (event_waits || how == 1)
        add(program,
            (statement_t){.kind = RECORD, .thread = from, .stream = old->stream, .event = event});
    if (event_waits)
        add(program, (statement_t){.kind = WAIT,
                                   .thread = owner(program, what->stream),
                                   .stream = what->stream,
                                   .event = event});
    if (how == 1)
        add(program,
            (statement_t){.kind = EVENT_DONE, .thread = by, .event = event, .loop = below(2)});
    if (how == 2)
        add(program,
            (statement_t){
                .kind = STREAM_DONE, .thread = by, .stream = old->stream, .loop = below(2)});
    if (how == 3) add(program, (statement_t){.kind = DEVICE_DONE, .thread = by});
    if (!event_waits && by != what->thread)
        add(program, (statement_t){.kind = PASS, .thread = by, .how = below(4)});
}

/* A graph of its own is right: a node is behind those that it conflicts with. */
static void make_graph(program_t *program, graph_t *graph) {
    const unsigned streams = 1 + below(3);
    set_t before[NODES] = {0};
    graph->captured = below(3) > 0;
    graph->count = 2 + below(NODES - 1);
    for (unsigned i = 0; i < graph->count; i++) {
        node_t *node = &graph->node[i];
        const kind_t kinds[] = {KERNEL, KERNEL, COPY, SET, FUNCTION};
        *node = (node_t){.kind = kinds[below(5)], .stream = 1 + below(streams)};
        draw_ranges(program, node->kind, node->range);
        for (unsigned k = i; k-- > 0 && graph->captured;) /* of its stream */
            if (graph->node[k].stream == node->stream) {
                node->behind |= 1u << k;
                break;
            }
        const step_t b = {.range = {&node->range[0], &node->range[1]}};
        for (unsigned k = i; k-- > 0;) {
            const step_t a = {.range = {&graph->node[k].range[0], &graph->node[k].range[1]}};
            for (unsigned j = 0; j < i; j++)
                if (node->behind >> j & 1) {
                    join(&before[i], &before[j]);
                    put_in(&before[i], j);
                }
            if (holds(&before[i], k) || !(conflict(&a, &b) || below(6) == 0)) continue;
            node->behind |= 1u << k;
            node->added |= 1u << k;
        }
        for (unsigned j = 0; j < i; j++)
            if (node->behind >> j & 1) {
                join(&before[i], &before[j]);
                put_in(&before[i], j);
            }
    }
}

/* WHAT, behind all that it would race with. */
static void append(program_t *program, const statement_t *what) {
    for (unsigned tries = 0; tries < 12 && program->count + 5 < STATEMENTS; tries++) {
        program->at[program->count] = *what;
        const unsigned old = raced(program, program->count + 1);
        if (old == program->count + 1) {
            program->buffers += what->kind == ALLOCATE;
            program->count++;
            return;
        }
        const statement_t earlier = program->at[old];
        add_order(program, what, &earlier);
    }
}

static void remove_statement(program_t *program, unsigned gone) {
    memmove(&program->at[gone], &program->at[gone + 1],
            (program->count - gone - 1) * sizeof program->at[0]);
    program->count--;
}

/* What is given back is given back before its last use. False: nothing is, or the host waits for
 * all in between, and the memory would be gone. */
static bool free_too_early(program_t *program) {
    for (unsigned i = program->count; i-- > 0;) {
        const statement_t what = program->at[i];
        if (what.kind != FREE) continue;
        for (unsigned k = i; k-- > 0 && program->at[k].kind != DEVICE_DONE;) {
            const statement_t *use = &program->at[k];
            if (use->kind == ALLOCATE && use->range[0].buffer == what.range[0].buffer) break;
            if (use->range[0].buffer != what.range[0].buffer &&
                use->range[1].buffer != what.range[0].buffer)
                continue;
            if (k > 0 && program->at[k - 1].kind == RECORD_BY_LAUNCH) k--;
            memmove(&program->at[k + 1], &program->at[k], (i - k) * sizeof what);
            program->at[k] = what;
            return true;
        }
    }
    return false;
}

static void plant(program_t *program) {
    unsigned added[STATEMENTS + GRAPHS * NODES * NODES], count = 0;
    if (below(4) == 0 && free_too_early(program)) return;
    for (unsigned i = 0; i < program->count; i++)
        if (program->at[i].added) added[count++] = i;
    for (unsigned i = 0; i < program->graphs * NODES * NODES; i++)
        if (program->graph[i / (NODES * NODES)].node[i / NODES % NODES].added >> (i % NODES) & 1)
            added[count++] = STATEMENTS + i;
    if (count == 0) return;
    const unsigned gone = added[below(count)], edge = gone - STATEMENTS;
    if (gone < STATEMENTS)
        remove_statement(program, gone);
    else
        program->graph[edge / (NODES * NODES)].node[edge / NODES % NODES].behind &=
            ~(1u << (edge % NODES));
}

static void make(program_t *program, bool planted) {
    memset(program, 0, sizeof *program);
    program->threads = 1 + (below(3) == 0);
    program->buffers = BUFFERS;
    const unsigned graphs = below(2) * below(GRAPHS + 1);
    for (unsigned i = 0; i < graphs; i++) {
        const statement_t what = {.kind = MAKE, .graph = program->graphs};
        make_graph(program, &program->graph[program->graphs++]);
        program->at[program->count++] = what;
    }
    for (unsigned operations = 0; operations < OPERATIONS; operations++) {
        const statement_t what = some_statement(program);
        if (!is_there(program, &what)) continue;
        if (what.kind == KERNEL && below(4) == 0 && program->count + 5 < STATEMENTS) {
            const statement_t record = {.kind = RECORD_BY_LAUNCH,
                                        .thread = what.thread,
                                        .stream = what.stream,
                                        .event = what.event};
            const unsigned count = program->count;
            append(program, &what);
            if (program->count == count || program->at[program->count - 1].kind != KERNEL) continue;
            program->at[program->count] = program->at[program->count - 1];
            program->at[program->count - 1] = record;
            program->count++;
            continue;
        }
        append(program, &what);
    }
    if (planted) plant(program);
}

/* ---- text ---- */

static unsigned line = 1;
static void put(const char *text) {
    printf("%s\n", text);
    line++;
}

static const char *place(const range_t *range) { /* valid for the next three calls */
    static char text[4][64];
    static unsigned next;
    char *to = text[next++ % 4];
    snprintf(to, sizeof text[0], "b[%u] + %u", range->buffer, 64 * range->from);
    return to;
}
static unsigned bytes(const range_t *range) { return 256 * (range->to - range->from); }
static unsigned words(const range_t *range) { return bytes(range) / 4; }

static void put_work(kind_t kind, const char *stream, const range_t range[2]) {
    const range_t *a = &range[0], *b = &range[1];
    if (kind == KERNEL)
        printf("work<<<2, 64, 0, %s>>>(%s, %u, %s, %u);", stream, place(a), words(a), place(b),
               words(b));
    if (kind == COPY)
        printf("cudaMemcpyAsync(%s, %s, %u, cudaMemcpyDefault, %s);", place(a), place(b), bytes(a),
               stream);
    if (kind == SET) printf("cudaMemsetAsync(%s, 1, %u, %s);", place(a), bytes(a), stream);
    if (kind == FUNCTION) printf("CALL(%s, %s, %u, %d);", stream, place(a), words(a), a->writes);
}

static void put_captured(graph_t *graph, unsigned number) {
    printf("cudaStreamBeginCapture(s[%u], cudaStreamCaptureModeRelaxed); cudaEventRecord(root, "
           "s[%u]);",
           graph->node[0].stream, graph->node[0].stream);
    put("");
    for (unsigned i = 0; i < graph->count; i++) {
        node_t *node = &graph->node[i];
        const char *stream = stream_name[node->stream];
        printf("    cudaStreamWaitEvent(%s, root, 0); ", stream);
        for (unsigned k = 0; k < i; k++)
            if (node->behind >> k & 1)
                printf("cudaStreamWaitEvent(%s, node_event[%u], 0); ", stream, k);
        node->line = line;
        put_work(node->kind, stream, node->range);
        printf(" cudaEventRecord(node_event[%u], %s);", i, stream);
        put("");
    }
    printf("    ");
    for (unsigned i = 0; i < graph->count; i++)
        printf("cudaStreamWaitEvent(s[%u], node_event[%u], 0); ", graph->node[0].stream, i);
    printf("g[%u] = ended(s[%u]);", number, graph->node[0].stream);
}

static void put_explicit(const graph_t *graph, unsigned number) {
    put("cudaGraphCreate(&graph, 0);");
    for (unsigned i = 0; i < graph->count; i++) {
        const node_t *node = &graph->node[i];
        const range_t *a = &node->range[0], *b = &node->range[1];
        unsigned count = 0;
        printf("    { cudaGraphNode_t d[] = {NULL");
        for (unsigned k = 0; k < i; k++)
            if (node->behind >> k & 1) printf(", node[%u]", k), count++;
        printf("}; ");
        if (node->kind == KERNEL)
            printf("kernel_node(%u, d + 1, %u, %s, %u, %s, %u);", i, count, place(a), words(a),
                   place(b), words(b));
        if (node->kind == COPY)
            printf("cudaGraphAddMemcpyNode1D(&node[%u], graph, d + 1, %u, %s, %s, %u, "
                   "cudaMemcpyDefault);",
                   i, count, place(a), place(b), bytes(a));
        if (node->kind == SET)
            printf("set_node(%u, d + 1, %u, %s, %u);", i, count, place(a), bytes(a));
        if (node->kind == FUNCTION)
            printf("function_node(%u, d + 1, %u, %s, %u, %d);", i, count, place(a), words(a),
                   a->writes);
        put(" }");
    }
    printf("    cudaGraphInstantiate(&g[%u], graph, 0);", number);
}

static void put_statement(program_t *program, unsigned number) {
    statement_t *what = &program->at[number];
    const statement_t *next = number + 1 < program->count ? what + 1 : NULL;
    const range_t *a = &what->range[0], *b = &what->range[1];
    const char *stream = stream_name[what->stream];
    what->line = line;
    switch (what->kind) {
    case KERNEL:
        if (number > 0 && what[-1].kind == RECORD_BY_LAUNCH && what[-1].stream == what->stream) {
            printf("{ Launch l(%s, %d, e[%u]); cudaLaunchKernelEx(&l.c, work, %s, %u, "
                   "(const int *)%s, %u); }",
                   stream, what[-1].how % 2 + 1, what[-1].event, place(a), words(a), place(b),
                   words(b));
            break;
        }
        put_work(what->kind, stream, what->range);
        break;
    case DEPENDENT:
        printf("{ Launch l(%s); cudaLaunchKernelEx(&l.c, dependent, %s, %u, (const int *)%s, %u, "
               "%d); }",
               stream, place(a), words(a), place(b), words(b), what->waits);
        break;
    case COPY:
        if (what->waits)
            printf("cudaMemcpy(%s, %s, %u, cudaMemcpyDefault);", place(a), place(b), bytes(a));
        else
            put_work(what->kind, stream, what->range);
        break;
    case SET:
        if (what->stream == 0)
            printf("cudaMemset(%s, 1, %u);", place(a), bytes(a));
        else
            put_work(what->kind, stream, what->range);
        break;
    case FUNCTION: put_work(what->kind, stream, what->range); break;
    case ALLOCATE:
        if (what->how % 2)
            printf("cudaMallocFromPoolAsync(&b[%u], %u, pool, %s);", a->buffer, 256 * CELLS,
                   stream);
        else
            printf("cudaMallocAsync(&b[%u], %u, %s);", a->buffer, 256 * CELLS, stream);
        break;
    case FREE: printf("cudaFreeAsync(b[%u], %s);", a->buffer, stream); break;
    case GRAPH: printf("cudaGraphLaunch(g[%u], %s);", what->graph, stream); break;
    case MAKE:
        if (program->graph[what->graph].captured)
            put_captured(&program->graph[what->graph], what->graph);
        else
            put_explicit(&program->graph[what->graph], what->graph);
        break;
    case HOST: printf("TOUCH(%s, %u, %d);", place(a), words(a), a->writes); break;
    case RECORD: printf("cudaEventRecord(e[%u], %s);", what->event, stream); break;
    case RECORD_BY_LAUNCH:
        assert(next && next->kind == KERNEL);
        printf("// the next launch records e[%u]", what->event);
        break;
    case WAIT: printf("cudaStreamWaitEvent(%s, e[%u], 0);", stream, what->event); break;
    case EVENT_DONE:
        printf(what->loop ? "while (cudaEventQuery(e[%u]) == cudaErrorNotReady) {}"
                          : "cudaEventSynchronize(e[%u]);",
               what->event);
        break;
    case STREAM_DONE:
        printf(what->loop ? "while (cudaStreamQuery(%s) == cudaErrorNotReady) {}"
                          : "cudaStreamSynchronize(%s);",
               stream);
        break;
    case DEVICE_DONE: printf("cudaDeviceSynchronize();"); break;
    case PASS: printf("give<%u>(%u);", what->how, number); break;
    }
}

/* The statements of a thread, each in its turn: a volatile variable passes that on, and no order.
 */
static void put_thread(program_t *program, unsigned thread) {
    for (unsigned i = 0; i < program->count; i++) {
        const statement_t *what = &program->at[i];
        const bool takes = what->kind == PASS && what->thread != thread;
        if (what->thread != thread && !takes) continue;
        printf("    ");
        if (program->threads > 1) printf("turn(%u); ", 2 * i + takes);
        if (takes)
            printf("take<%u>(%u);", what->how, i);
        else
            put_statement(program, i);
        if (program->threads > 1 && what->kind != PASS) /* a comment may stand before it */
            printf("\n    now = %u;", 2 * i + 2), line++;
        if (program->threads > 1 && what->kind == PASS) printf(" now = %u;", 2 * i + 1 + takes);
        put("");
    }
}

static void put_program(program_t *program, unsigned number) {
    printf("static void program%u() {", number);
    put("");
    if (program->threads > 1) {
        put("    std::thread other([] {");
        put_thread(program, 1);
        put("    });");
    }
    put_thread(program, 0);
    if (program->threads > 1) put("    other.join();");
    put("}");
}

int main(int argc, char **argv) {
    static program_t program;
    static order_t order;
    const unsigned programs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (programs == 0) return 2;
    state = strtoull(argv[1], NULL, 10);
    put("// of random_launches.c: a program a function, and what races in it");
    put("#include \"random_launches.h\"");
    for (unsigned number = 0; number < programs; number++) {
        make(&program, number % 2 == 1);
        put_program(&program, number);
        find_order(&order, &program, program.count);
        printf("// %u:", number);
        for (unsigned i = 0; i < order.steps; i++)
            for (unsigned old = 0; old < i; old++)
                if (races(&program, &order, i, old))
                    printf(" %u-%u", *order.step[i].line, *order.step[old].line);
        put("");
    }
    printf("static void (*const programs[])() = {");
    for (unsigned number = 0; number < programs; number++) printf("program%u, ", number);
    put("};");
    put("int main(int, char **argv) { start(); programs[atoi(argv[1])](); cudaDeviceSynchronize(); "
        "}");
    return 0;
}
