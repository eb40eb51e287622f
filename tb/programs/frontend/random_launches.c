/* SPDX-License-Identifier: Apache-2.0 */
/* random_launches.c: random CUDA programs whose races between launches are known, for
 * run_random_launches.sh.
 *
 * usage: random_launches SEED PROGRAMS > programs.cu
 *
 * Each program is a function: kernels, copies, sets and host functions in streams of each kind,
 * events, synchronise calls, the host's own accesses; one statement a line. It is made in order:
 * before a statement that would race, the order that lacks is added, by an event, a synchronise, a
 * query loop. Of every second program one of these statements is left out again: a planted race,
 * unless other order is left. Above each stands what races: "// N: LINE-LINE …", pairs of lines.
 *
 * The reference keeps, for each operation, the set of those before it; it knows no clocks and no
 * pages, and all that it needs of a program is the list of its statements.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"

enum { STREAMS = 5, EVENTS = 4, BUFFERS = 4, STATEMENTS = 60, OPERATIONS = 14, CELLS = 20 };

/* Streams: 0 legacy, 1 and 2 blocking, 3 and 4 not. Buffers: 0 and 1 of the device, 2 managed, 3
 * pinned. A cell is 256 bytes. */
static const char *const stream_name[STREAMS] = {"0", "s[1]", "s[2]", "s[3]", "s[4]"};
static bool blocks(unsigned stream) { return stream < 3; }
static bool host_sees(unsigned buffer) { return buffer >= 2; }

typedef enum kind {
    KERNEL,
    COPY,
    SET,
    FUNCTION,
    HOST,
    RECORD,
    WAIT,
    EVENT_DONE,
    STREAM_DONE,
    DEVICE_DONE
} kind_t;

typedef struct range {
    unsigned buffer, from, to; /* cells; an empty range touches nothing */
    bool writes;
} range_t;

typedef struct statement {
    kind_t kind;
    unsigned stream, event, line;
    bool added, loop; /* loop: a query loop stands for the synchronise */
    range_t range[2]; /* of a copy: to, from */
} statement_t;

typedef struct program {
    statement_t at[STATEMENTS];
    unsigned count;
} program_t;

static uint64_t state;
static unsigned below(unsigned n) { return (unsigned)scord_split_below(&state, n); }

/* ---- the reference: sets of statements ---- */

typedef uint64_t set_t; /* a bit for each statement: it has ended before */

typedef struct order {
    set_t host, tail[STREAMS], event[EVENTS], before[STATEMENTS];
} order_t;

static bool is_operation(const statement_t *what) { return what->kind <= FUNCTION; }

static set_t behind(const order_t *order, unsigned stream) {
    set_t before = order->tail[stream] | order->host;
    for (unsigned i = 0; i < STREAMS; i++)
        if (blocks(i) && (stream == 0 || (i == 0 && blocks(stream)))) before |= order->tail[i];
    return before;
}

static bool synchronous(const statement_t *what) {
    return what->kind == SET && what->stream == 0 && host_sees(what->range[0].buffer);
}

static void say(order_t *order, const statement_t *what, unsigned number) {
    const unsigned stream = what->stream;
    if (what->kind == HOST) order->before[number] = order->host;
    if (is_operation(what) || what->kind == RECORD || what->kind == WAIT)
        order->tail[stream] = behind(order, stream);
    if (is_operation(what)) {
        order->before[number] = order->tail[stream];
        order->tail[stream] |= (set_t)1 << number;
    }
    if (synchronous(what)) order->host |= order->tail[stream];
    if (what->kind == RECORD) order->event[what->event] = order->tail[stream];
    if (what->kind == WAIT) order->tail[stream] |= order->event[what->event];
    if (what->kind == EVENT_DONE) order->host |= order->event[what->event];
    if (what->kind == STREAM_DONE)
        order->host |= stream == 0 ? behind(order, stream) : order->tail[stream];
    if (what->kind == DEVICE_DONE)
        for (unsigned i = 0; i < STREAMS; i++) order->host |= order->tail[i];
}

static bool meet(const range_t *a, const range_t *b) {
    return a->buffer == b->buffer && a->from < b->to && b->from < a->to && (a->writes || b->writes);
}
static bool conflict(const statement_t *a, const statement_t *b) {
    for (unsigned i = 0; i < 4; i++)
        if (meet(&a->range[i / 2], &b->range[i % 2])) return true;
    return false;
}

/* Whether statement NUMBER races with EARLIER, an operation. */
static bool races(const program_t *program, const order_t *order, unsigned number,
                  unsigned earlier) {
    const statement_t *what = &program->at[number], *old = &program->at[earlier];
    return (is_operation(what) || what->kind == HOST) && is_operation(old) && conflict(what, old) &&
           !(order->before[number] >> earlier & 1);
}

/* ---- programs ---- */

static range_t some_range(bool writes, bool host) {
    const unsigned from = below(CELLS - 8);
    return (range_t){host ? 2 + below(2) : below(BUFFERS), from, from + 1 + below(8), writes};
}

static statement_t some_statement(void) {
    statement_t what = {.kind = (kind_t)below(HOST + 1), .stream = below(STREAMS)};
    const bool host = what.kind == HOST || what.kind == FUNCTION;
    what.range[0] = some_range(host ? below(2) : true, host);
    if (what.kind == KERNEL || what.kind == COPY) what.range[1] = some_range(false, false);
    /* a copy onto itself is none, and a kernel would race inside */
    if (what.range[0].buffer == what.range[1].buffer)
        what.range[1].buffer = (what.range[0].buffer + 1) % BUFFERS;
    if (what.kind == COPY)
        what.range[1].to = what.range[1].from + what.range[0].to - what.range[0].from;
    return what;
}

static order_t order_of(const program_t *program, unsigned count) {
    order_t order = {.host = 0};
    for (unsigned i = 0; i < count; i++) say(&order, &program->at[i], i);
    return order;
}

static void add(program_t *program, statement_t what) {
    what.added = true;
    program->at[program->count++] = what;
}

/* WHAT comes behind OLD. */
static void add_order(program_t *program, const statement_t *what, const statement_t *old) {
    const unsigned event = below(EVENTS), how = what->kind == HOST ? 1 + below(3) : below(5);
    const statement_t record = {.kind = RECORD, .stream = old->stream, .event = event};
    if (how == 0 || how == 4 || how == 1) add(program, record);
    if (how == 0 || how == 4)
        add(program, (statement_t){.kind = WAIT, .stream = what->stream, .event = event});
    if (how == 1) add(program, (statement_t){.kind = EVENT_DONE, .event = event, .loop = below(2)});
    if (how == 2)
        add(program, (statement_t){.kind = STREAM_DONE, .stream = old->stream, .loop = below(2)});
    if (how == 3) add(program, (statement_t){.kind = DEVICE_DONE});
}

static program_t make(bool plant) {
    program_t program = {.count = 0};
    for (unsigned operations = 0; operations < OPERATIONS && program.count + 4 < STATEMENTS;
         operations++) {
        const statement_t what = some_statement();
        for (unsigned tries = 0; tries < 8 && program.count + 4 < STATEMENTS; tries++) {
            program.at[program.count] = what;
            const order_t order = order_of(&program, program.count + 1);
            unsigned old = 0;
            while (old < program.count && !races(&program, &order, program.count, old)) old++;
            if (old == program.count) {
                program.count++;
                break;
            }
            const statement_t earlier = program.at[old];
            add_order(&program, &what, &earlier);
        }
    }
    unsigned added[STATEMENTS], count = 0;
    for (unsigned i = 0; i < program.count; i++)
        if (program.at[i].added) added[count++] = i;
    if (!plant || count == 0) return program;
    const unsigned gone = added[below(count)];
    memmove(&program.at[gone], &program.at[gone + 1],
            (program.count - gone - 1) * sizeof program.at[0]);
    program.count--;
    return program;
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

static void put_statement(statement_t *what) {
    const range_t *a = &what->range[0], *b = &what->range[1];
    const char *stream = stream_name[what->stream];
    what->line = line++;
    printf("    ");
    switch (what->kind) {
    case KERNEL:
        printf("work<<<2, 64, 0, %s>>>(%s, %u, %s, %u);\n", stream, place(a), bytes(a) / 4,
               place(b), bytes(b) / 4);
        break;
    case COPY:
        printf("cudaMemcpyAsync(%s, %s, %u, cudaMemcpyDefault, %s);\n", place(a), place(b),
               bytes(a), stream);
        break;
    case SET:
        if (what->stream == 0)
            printf("cudaMemset(%s, 1, %u);\n", place(a), bytes(a));
        else
            printf("cudaMemsetAsync(%s, 1, %u, %s);\n", place(a), bytes(a), stream);
        break;
    case FUNCTION:
        printf("CALL(%s, %s, %u, %d);\n", stream, place(a), bytes(a) / 4, a->writes);
        break;
    case HOST: printf("TOUCH(%s, %u, %d);\n", place(a), bytes(a) / 4, a->writes); break;
    case RECORD: printf("cudaEventRecord(e[%u], %s);\n", what->event, stream); break;
    case WAIT: printf("cudaStreamWaitEvent(%s, e[%u], 0);\n", stream, what->event); break;
    case EVENT_DONE:
        printf(what->loop ? "while (cudaEventQuery(e[%u]) == cudaErrorNotReady) {}\n"
                          : "cudaEventSynchronize(e[%u]);\n",
               what->event);
        break;
    case STREAM_DONE:
        printf(what->loop ? "while (cudaStreamQuery(%s) == cudaErrorNotReady) {}\n"
                          : "cudaStreamSynchronize(%s);\n",
               stream);
        break;
    case DEVICE_DONE: printf("cudaDeviceSynchronize();\n"); break;
    }
}

int main(int argc, char **argv) {
    const unsigned programs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    if (programs == 0) return 2;
    state = strtoull(argv[1], NULL, 10);
    put("// of random_launches.c: a program a function, and what races in it");
    put("#include \"random_launches.h\"");
    for (unsigned number = 0; number < programs; number++) {
        program_t program = make(number % 2 == 1);
        printf("static void program%u() {\n", number);
        line++;
        for (unsigned i = 0; i < program.count; i++) put_statement(&program.at[i]);
        const order_t order = order_of(&program, program.count);
        put("}");
        printf("// %u:", number);
        for (unsigned i = 0; i < program.count; i++)
            for (unsigned old = 0; old < i; old++)
                if (races(&program, &order, i, old))
                    printf(" %u-%u", program.at[i].line, program.at[old].line);
        put("");
    }
    printf("static void (*const programs[])() = {");
    for (unsigned number = 0; number < programs; number++) printf("program%u, ", number);
    put("};");
    put("int main(int, char **argv) { start(); programs[atoi(argv[1])](); cudaDeviceSynchronize(); "
        "}");
    return 0;
}
