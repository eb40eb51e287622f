/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_vulkan_search.c: every candidate execution of a VULKAN test, as herd enumerates them.
 *
 *   values     fixpoint: what each word can hold; a thread run alone guesses its reads among these
 *   traces     for each thread every run: its events, and the registers at its end
 *   combine    one trace of each thread; every read gets a source that wrote its value; the writes
 *              of a word get every order that matters
 *   judge      consistent, filter met, race? (litmus_vulkan_model.c)
 *
 * A thread that passes back in its loops too often stops; its trace counts, without a filter, as
 * the beginning of an execution. Nothing passes a barrier that such a thread did not come to: where
 * there are loops, what ran up to a barrier is a trace, too. Expensive: the number of candidates,
 * at most LITMUS_STATES_MAX.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/litmus/litmus_vulkan_model.h"

enum { VALUES_MAX = 64, TRACE_EVENTS_MAX = 24, TRACES_MAX = 1 << 14 };

typedef struct trace {
    unsigned events;
    bool cut;
    litmus_event_t event[TRACE_EVENTS_MAX];
    uint32_t registers[LITMUS_REGISTERS_MAX];
} trace_t;

typedef struct traces {
    trace_t *trace;
    unsigned count, allocated;
} traces_t;

typedef struct values {
    unsigned count, known; /* known: when the round began */
    uint32_t value[VALUES_MAX];
    uint8_t depth[VALUES_MAX]; /* writes of the word that the value needs at least */
    unsigned writes;           /* that the word can have */
} values_t;

typedef struct search {
    const litmus_t *litmus;
    litmus_vulkan_t *verdict;
    values_t values[LITMUS_WORDS_MAX];
    traces_t traces[LITMUS_THREADS_MAX];
    const trace_t *chosen[LITMUS_THREADS_MAX];
    litmus_execution_t execution;
    bool words_matter; /* the filter asks for memory */
    bool has_loop;
    unsigned passes; /* jumps back of a thread, at most */
    uint64_t work;   /* choices made */
    litmus_status_t status;
} search_t;

/* ---- runs of one thread ---- */

typedef struct run {
    search_t *search;
    unsigned thread, next, passes, steps;
    uint8_t depth[LITMUS_WORDS_MAX]; /* of the deepest value read of each word */
    trace_t trace;
} run_t;

/* A value that would need more writes than its word can have is none. */
static void add_value(search_t *search, unsigned word, uint32_t value, unsigned depth) {
    values_t *values = &search->values[word];
    if (depth > values->writes) return;
    for (unsigned i = 0; i < values->count; i++)
        if (values->value[i] == value) {
            if (depth < values->depth[i]) values->depth[i] = (uint8_t)depth;
            return;
        }
    if (values->count == VALUES_MAX) {
        search->status = LITMUS_TOO_LARGE;
        return;
    }
    values->depth[values->count] = (uint8_t)depth;
    values->value[values->count++] = value;
}

static uint32_t operand(const run_t *run, litmus_operand_t it) {
    return it.is_register ? run->trace.registers[it.value] : it.value;
}

static void keep(run_t *run) {
    search_t *search = run->search;
    traces_t *traces = &search->traces[run->thread];
    if (traces->count == TRACES_MAX) {
        search->status = LITMUS_TOO_LARGE;
        return;
    }
    if (!SCORD_ARRAY_ROOM(traces->trace, traces->allocated, traces->count + 1)) {
        search->status = LITMUS_NO_MEMORY;
        return;
    }
    search->verdict->cut = search->verdict->cut || run->trace.cut;
    traces->trace[traces->count++] = run->trace;
}

static void go_on(run_t *run);

/* The run as one that waits here for ever. */
static void keep_waiting(const run_t *run) {
    const bool cut = run->search->verdict->cut;
    run_t waiting = *run;
    if (!run->search->has_loop) return;
    waiting.trace.cut = true;
    keep(&waiting);
    run->search->verdict->cut = cut; /* by a barrier, not by the bound of loops */
}

static litmus_event_t *add_event(run_t *run, const litmus_instruction_t *instruction) {
    if (run->trace.events == TRACE_EVENTS_MAX) {
        run->search->status = LITMUS_TOO_LARGE;
        return NULL;
    }
    litmus_event_t *event = &run->trace.event[run->trace.events++];
    *event = (litmus_event_t){
        .instruction = instruction, .thread = (uint8_t)run->thread, .source = LITMUS_INITIAL};
    return event;
}

/* False: the address is no variable's. */
static bool find_word(const litmus_t *litmus, uint32_t address, uint8_t *word) {
    for (unsigned i = 0; i < litmus->variables; i++)
        if (litmus->variable_address[i] == address) {
            *word = (uint8_t)litmus->variable_word[i];
            return true;
        }
    return false;
}

/* The access with VALUE read, of DEPTH, then the rest of the thread. */
static void access_with(run_t run, const litmus_instruction_t *instruction, uint8_t word,
                        uint32_t value, unsigned depth) {
    litmus_event_t *event = add_event(&run, instruction);
    if (!event) return;
    const uint32_t compare = operand(&run, instruction->compare);
    event->word = word;
    event->reads = instruction->kind != LITMUS_STORE;
    event->writes = instruction->kind == LITMUS_STORE ||
                    (instruction->kind == LITMUS_ATOMIC &&
                     (instruction->atomic_kind != SCORD_ATOMIC_KIND_CAS || value == compare));
    event->read = value;
    event->written = operand(&run, instruction->value);
    if (instruction->kind == LITMUS_ATOMIC)
        event->written = litmus_atomic_result(instruction->atomic_kind, value, event->written,
                                              compare);
    if (depth > run.depth[word]) run.depth[word] = (uint8_t)depth;
    if (event->writes) add_value(run.search, word, event->written, run.depth[word] + 1u);
    if (instruction->destination >= 0) run.trace.registers[instruction->destination] = value;
    go_on(&run);
}

static void access_memory(run_t *run, const litmus_instruction_t *instruction) {
    uint8_t word = 0;
    search_t *search = run->search;
    if (!find_word(search->litmus, operand(run, instruction->address), &word)) {
        keep(run); /* the guess may be no execution: what ran until here can be one */
        return;
    }
    if (instruction->kind == LITMUS_STORE) {
        access_with(*run, instruction, word, 0, 0);
        return;
    }
    const unsigned count = search->values[word].known; /* new ones: in the next round */
    for (unsigned i = 0; i < count && search->status == LITMUS_OK; i++)
        access_with(*run, instruction, word, search->values[word].value[i],
                    search->values[word].depth[i]);
}

static void jump(run_t *run, const litmus_instruction_t *instruction) {
    if (litmus_calculate((litmus_operation_t)instruction->operation,
                         operand(run, instruction->value), operand(run, instruction->compare)) == 0)
        return;
    run->trace.cut = run->trace.cut ||
                     (instruction->target < run->next && run->passes++ == run->search->passes);
    run->next = instruction->target;
}

static void add_fence(run_t *run, const litmus_instruction_t *instruction, bool leaves) {
    litmus_event_t *event = add_event(run, instruction);
    if (!event) return;
    event->barrier = (uint8_t)operand(run, instruction->value);
    event->leaves = leaves;
}

/* To the end of the thread, or to its next access. */
static void go_on(run_t *run) {
    const litmus_thread_t *thread = &run->search->litmus->thread[run->thread];
    while (run->search->status == LITMUS_OK) {
        if (run->next == thread->instructions || run->trace.cut) {
            keep(run);
            return;
        }
        const litmus_instruction_t *it = &thread->instruction[run->next++];
        run->trace.cut = ++run->steps == LITMUS_STEPS_MAX;
        if (it->kind == LITMUS_BRANCH) {
            jump(run, it);
        } else if (it->kind == LITMUS_MOVE) {
            run->trace.registers[it->destination] =
                litmus_calculate((litmus_operation_t)it->operation, operand(run, it->value),
                                 operand(run, it->compare));
        } else if (it->kind == LITMUS_FENCE || it->kind == LITMUS_BARRIER) {
            if (it->kind == LITMUS_BARRIER) keep_waiting(run);
            add_fence(run, it, false);
            if (it->kind == LITMUS_BARRIER) add_fence(run, it, true);
        } else {
            access_memory(run, it);
            return;
        }
    }
}

static unsigned count_values(const search_t *search) {
    unsigned count = 0;
    for (unsigned i = 0; i < search->litmus->words; i++) count += search->values[i].count;
    return count;
}

/* How often an instruction of THREAD can be executed. */
static unsigned count_turns(const search_t *search, const litmus_thread_t *thread,
                            unsigned instruction) {
    for (unsigned i = instruction; i < thread->instructions; i++)
        if (thread->instruction[i].kind == LITMUS_BRANCH &&
            thread->instruction[i].target <= instruction)
            return search->passes + 1;
    return 1;
}

/* Writes that each word can have, those by a computed address in every word. Returns all of them: a
 * value goes through no more. */
static unsigned count_writes(search_t *search) {
    unsigned writes = 0;
    for (unsigned t = 0; t < search->litmus->threads; t++) {
        const litmus_thread_t *thread = &search->litmus->thread[t];
        for (unsigned i = 0; i < thread->instructions; i++) {
            const litmus_instruction_t *it = &thread->instruction[i];
            uint8_t word = 0;
            if (it->kind != LITMUS_STORE && it->kind != LITMUS_ATOMIC) continue;
            const bool known = !it->address.is_register &&
                               find_word(search->litmus, it->address.value, &word);
            for (unsigned w = 0; w < search->litmus->words; w++)
                if (!known || w == word) search->values[w].writes += count_turns(search, thread, i);
            writes += count_turns(search, thread, i);
        }
    }
    return writes;
}

/* Traces of all threads, with every value that their words can hold: a fixpoint, or, of sums
 * without end, what as many rounds give as there are writes. */
static void find_traces(search_t *search) {
    const unsigned rounds = count_writes(search) + 1;
    for (unsigned i = 0; i < search->litmus->variables; i++)
        add_value(search, search->litmus->variable_word[i], search->litmus->variable_value[i], 0);
    for (unsigned round = 0, before = 0; before != count_values(search) && round < rounds;
         round++) {
        before = count_values(search);
        search->verdict->cut = false;
        for (unsigned i = 0; i < search->litmus->words; i++)
            search->values[i].known = search->values[i].count;
        for (unsigned thread = 0; thread < search->litmus->threads; thread++) {
            run_t run = {.search = search, .thread = thread};
            memcpy(run.trace.registers, search->litmus->thread[thread].register_value,
                   sizeof run.trace.registers);
            search->traces[thread].count = 0;
            if (search->status == LITMUS_OK) go_on(&run);
        }
        if (search->status != LITMUS_OK) return;
    }
}

/* ---- candidates ---- */

static bool meets_filter(const search_t *search) {
    const litmus_execution_t *x = &search->execution;
    litmus_state_t state;
    if (search->litmus->parts == 0) return true;
    litmus_start(search->litmus, search->passes, &state);
    uint8_t last[LITMUS_WORDS_MAX] = {0};
    for (unsigned i = 0; i < x->events; i++)
        if (x->event[i].writes && x->rank[i] + 1u > last[x->event[i].word]) {
            last[x->event[i].word] = (uint8_t)(x->rank[i] + 1);
            state.memory[x->event[i].word] = x->event[i].written;
        }
    for (unsigned i = 0; i < search->litmus->threads; i++) {
        if (search->chosen[i]->cut) return false;
        memcpy(state.registers[i], search->chosen[i]->registers, sizeof state.registers[i]);
    }
    return litmus_meets_filter(search->litmus, &state);
}

/* THREAD comes to the barrier that event LEAVES leaves, or is of another instance. */
static bool comes_along(const search_t *search, unsigned thread, unsigned leaves) {
    const litmus_execution_t *x = &search->execution;
    const litmus_event_t *it = &x->event[leaves];
    const unsigned *p = search->litmus->thread[thread].place,
                   *q = search->litmus->thread[it->thread].place;
    for (unsigned level = it->instruction->meets; level < LITMUS_LEVEL_DEVICE; level++)
        if (p[level] != q[level]) return true;
    for (unsigned a = 0; a < x->events; a++)
        if (x->event[a].thread == thread && litmus_vulkan_one_barrier(x, a, leaves)) return true;
    return false;
}

/* A thread stopped for ever, and another one passed a barrier without it. */
static bool passes_alone(const search_t *search) {
    const litmus_execution_t *x = &search->execution;
    for (unsigned thread = 0; search->has_loop && thread < search->litmus->threads; thread++)
        for (unsigned e = 0; search->chosen[thread]->cut && e < x->events; e++)
            if (x->event[e].leaves && x->event[e].thread != thread &&
                !comes_along(search, thread, e))
                return true;
    return false;
}

static void judge(search_t *search) {
    litmus_execution_t *x = &search->execution;
    litmus_vulkan_t *verdict = search->verdict;
    unsigned pair[2];
    if (verdict->candidates++ == LITMUS_STATES_MAX) {
        search->status = LITMUS_TOO_LARGE;
        return;
    }
    if (passes_alone(search) || !meets_filter(search)) return;
    litmus_vulkan_relations(x);
    if (!litmus_vulkan_consistent(x)) return;
    verdict->consistent++;
    if (!litmus_vulkan_races(x, pair)) return;
    for (unsigned i = 0; verdict->racy == 0 && i < 2; i++) {
        verdict->line[i] = x->event[pair[i]].instruction->line;
        verdict->thread[i] = x->event[pair[i]].thread;
    }
    verdict->racy++;
}

/* Write W of the read's own thread comes after it, or was overwritten there before. */
static bool is_hidden(const litmus_execution_t *x, unsigned w, unsigned read) {
    if (x->event[w].thread != x->event[read].thread) return false;
    if (w >= read) return true;
    for (unsigned i = w + 1; i < read; i++)
        if (x->event[i].writes && x->event[i].word == x->event[w].word) return true;
    return false;
}

/* READ is of a read-modify-write, and another one goes on from W already, mutually ordered with it:
 * the later of the two has the earlier between what it reads and what it writes. */
static bool is_taken(const litmus_execution_t *x, unsigned w, unsigned read) {
    for (unsigned i = 0; x->event[read].writes && i < read; i++)
        if (x->event[i].reads && x->event[i].writes && x->event[i].source == w &&
            x->event[i].word == x->event[read].word &&
            (x->event[i].thread == x->event[read].thread || litmus_vulkan_mutual(x, i, read)))
            return true;
    return false;
}

/* A choice too many ends the search. */
static bool go_further(search_t *search) {
    if (search->status == LITMUS_OK && search->work++ == LITMUS_WORK_MAX)
        search->status = LITMUS_TOO_LARGE;
    return search->status == LITMUS_OK;
}

/* UPDATE, a read-modify-write, cannot be the next of its word: its source has no rank yet, or a
 * mutually ordered write came after that. */
static bool would_be_split(const litmus_execution_t *x, unsigned update, uint64_t ranked) {
    const unsigned source = x->event[update].source;
    if (!x->event[update].reads) return false;
    if (source != LITMUS_INITIAL && !(ranked >> source & 1)) return true;
    for (unsigned w = 0; w < x->events; w++)
        if (ranked >> w & 1 && x->event[w].word == x->event[update].word &&
            (source == LITMUS_INITIAL || x->rank[w] > x->rank[source]) &&
            litmus_vulkan_mutual(x, w, update))
            return true;
    return false;
}

/* An earlier write of the same thread to the same word has no rank yet. */
static bool comes_too_early(const litmus_execution_t *x, unsigned write, uint64_t ranked) {
    for (unsigned i = 0; i < write; i++)
        if (x->event[i].writes && x->event[i].word == x->event[write].word &&
            x->event[i].thread == x->event[write].thread && !(ranked >> i & 1))
            return true;
    return false;
}

/* Whether the order of WORD's writes matters: to an atomic, or to the filter. */
static bool order_matters(const search_t *search, unsigned word) {
    bool atomic = false;
    for (unsigned i = 0; i < search->execution.events; i++) {
        const litmus_event_t *event = &search->execution.event[i];
        atomic = atomic || (event->writes && event->word == word && event->instruction->strong);
    }
    return atomic || search->words_matter;
}

static void order_word(search_t *search, unsigned word);

/* Gives RANK to each write of WORD that has none. */
static void order_from(search_t *search, unsigned word, unsigned rank, uint64_t ranked) {
    litmus_execution_t *x = &search->execution;
    const bool matters = order_matters(search, word);
    bool any = false;
    x->ranked[word] = matters;
    for (unsigned i = 0; i < x->events && search->status == LITMUS_OK; i++) {
        if (!x->event[i].writes || x->event[i].word != word || ranked >> i & 1) continue;
        any = true;
        if (comes_too_early(x, i, ranked) || (matters && would_be_split(x, i, ranked)) ||
            !go_further(search))
            continue;
        x->rank[i] = (uint8_t)rank;
        order_from(search, word, rank + 1, ranked | UINT64_C(1) << i);
        if (!matters) return;
    }
    if (!any) order_word(search, word + 1);
}

static void order_word(search_t *search, unsigned word) {
    if (word < search->litmus->words)
        order_from(search, word, 0, 0);
    else
        judge(search);
}

/* A source for read EVENT and those after it. */
static void choose_sources(search_t *search, unsigned event) {
    litmus_execution_t *x = &search->execution;
    while (event < x->events && !x->event[event].reads) event++;
    if (event == x->events) {
        order_word(search, 0);
        return;
    }
    litmus_event_t *read = &x->event[event];
    for (unsigned w = 0; w < x->events && search->status == LITMUS_OK; w++) {
        if (!x->event[w].writes || x->event[w].word != read->word ||
            x->event[w].written != read->read || is_hidden(x, w, event) || is_taken(x, w, event) ||
            !go_further(search))
            continue;
        read->source = (uint8_t)w;
        choose_sources(search, event + 1);
    }
    uint32_t initial = 0;
    for (unsigned i = 0; i < search->litmus->variables; i++)
        if (search->litmus->variable_word[i] == read->word)
            initial = search->litmus->variable_value[i];
    if (initial != read->read || is_taken(x, LITMUS_INITIAL, event) || !go_further(search)) return;
    read->source = LITMUS_INITIAL;
    choose_sources(search, event + 1);
}

/* A trace for THREAD and those after it. */
static void choose_traces(search_t *search, unsigned thread) {
    litmus_execution_t *x = &search->execution;
    if (thread == search->litmus->threads) {
        choose_sources(search, 0);
        return;
    }
    const unsigned events = x->events;
    for (unsigned i = 0; i < search->traces[thread].count && search->status == LITMUS_OK; i++) {
        const trace_t *trace = &search->traces[thread].trace[i];
        if (!go_further(search)) return;
        if (events + trace->events > LITMUS_EVENTS_MAX) {
            search->status = LITMUS_TOO_LARGE;
            return;
        }
        memcpy(&x->event[events], trace->event, trace->events * sizeof trace->event[0]);
        x->events = events + trace->events;
        search->chosen[thread] = trace;
        choose_traces(search, thread + 1);
    }
    x->events = events;
}

/* With loops unrolled to PASSES jumps back of a thread. WORK: choices made. */
static litmus_status_t search_to(const litmus_t *litmus, unsigned passes, litmus_vulkan_t *verdict,
                                 uint64_t *work) {
    search_t *search = calloc(1, sizeof *search);
    *verdict = (litmus_vulkan_t){.passes = passes};
    if (!search) return LITMUS_NO_MEMORY;
    search->litmus = litmus;
    search->passes = passes;
    search->has_loop = litmus_has_loop(litmus);
    search->verdict = verdict;
    search->execution.litmus = litmus;
    for (unsigned i = 0; i < litmus->parts; i++)
        search->words_matter = search->words_matter || litmus->part[i].kind == LITMUS_PART_WORD;
    find_traces(search);
    if (search->status == LITMUS_OK) choose_traces(search, 0);
    const litmus_status_t status = search->status;
    *work = search->work;
    for (unsigned i = 0; i < LITMUS_THREADS_MAX; i++) free(search->traces[i].trace);
    free(search);
    return status;
}

/* Unrolled as far as the limits allow, from no jump back on. */
litmus_status_t litmus_vulkan(const litmus_t *litmus, litmus_vulkan_t *verdict) {
    uint64_t work = 0, before = 0;
    litmus_status_t status = search_to(litmus, 0, verdict, &work);
    for (unsigned passes = 1; passes <= LITMUS_VULKAN_PASSES_MAX && status == LITMUS_OK; passes++) {
        litmus_vulkan_t more;
        if (!verdict->cut || (before > 0 && work / before * work > LITMUS_WORK_MAX)) break;
        before = work;
        const litmus_status_t next = search_to(litmus, passes, &more, &work);
        if (next == LITMUS_TOO_LARGE) break;
        status = next;
        *verdict = more;
    }
    return status;
}
