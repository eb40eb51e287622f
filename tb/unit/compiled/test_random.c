/* SPDX-License-Identifier: Apache-2.0 */
/* test_random.c: random kernels, interpreted and with the vector functions of each processor: the
 * same steps, the same memory, and where asked the same registers behind every step, to the bit.
 *
 * usage: test_random [KERNELS [SEED]]      default 200 1
 *
 * A kernel that differs is shrunk, line by line, and printed with its seed. Then vector functions
 * are exchanged for wrong ones (planted bugs): each must be found.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/compiled.h"
#include "sim/core/lanes.h"
#include "tb/unit/compiled/random_ptx.h"
#include "tb/unit/ptx/machine.h"

enum { THREADS = 64, BYTES = 1 << 18, SHARED_ADDRESS = 1 << 30 };

typedef struct way {        /* how a kernel runs */
    const lanes_set_t *set; /* NULL: interpreted */
    bool each_step;         /* registers are looked at behind every step */
    bool independent_threads, post_dominators;
    bool tracked;  /* accesses to shared memory are events */
    bool findings; /* all kinds, with bits of what is unwritten */
    uint32_t threads;
} way_t;

typedef struct seen {
    machine_t *machine;
    bool each_step;
    core_slice_t slice;
    uint64_t steps, hash;
    bool faulted;
    char fault[sizeof((machine_t *)0)->fault];
    uint8_t shared[1032];
    uint8_t unwritten[BYTES / 8 + 16], shared_unwritten[sizeof((machine_t *)0)->shared / 8 + 16];
    uint8_t memory[BYTES];
} seen_t;

static void mix(seen_t *seen, uint64_t value) {
    seen->hash = (seen->hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    seen->hash ^= seen->hash >> 29;
}

static void mix_access(seen_t *seen, const scord_event_access_t *access) {
    mix(seen, (uint64_t)access->op << 32 | (uint64_t)access->scope << 24 |
                  (uint64_t)access->semantics << 16 | (uint64_t)access->strong << 8 | access->size);
    mix(seen,
        (uint64_t)access->mask << 32 | (uint32_t)access->has_returned << 1 | access->has_operands);
    for (uint32_t lane = 0; lane < 32; lane++) mix(seen, access->address[lane]);
    for (uint32_t i = 0; i < SCORD_ACCESS_WORDS; i++) mix(seen, access->differ[i]);
}

static void mix_finding(seen_t *seen, const core_finding_t *finding) {
    mix(seen, (uint64_t)finding->rule << 32 | finding->lanes);
    mix(seen, (uint64_t)finding->instruction << 32 | finding->other_lanes);
    mix(seen, finding->address);
    for (uint32_t i = 0; i < CORE_FINDING_VALUES; i++) mix(seen, finding->value[i]);
}

static void look(void *context, const core_step_result_t *result) {
    seen_t *seen = context;
    seen->steps++;
    mix(seen, (uint64_t)result->outcome << 32 | result->instruction);
    mix(seen, (uint64_t)result->mask << 32 | result->active);
    mix(seen, (uint64_t)result->shared << 1 | result->changed);
    for (uint32_t rest = result->shared; rest; rest &= rest - 1)
        mix(seen, result->shared_offset[__builtin_ctz(rest)]);
    if (result->outcome == CORE_ACCESS) mix_access(seen, &result->access);
    for (uint32_t i = 0; i < result->finding_count; i++) mix_finding(seen, &result->finding[i]);
    if (!seen->each_step) return;
    for (uint32_t w = 0; w < (seen->machine->launch.block[0] + 31) / 32; w++)
        mix(seen, core_warp_state(seen->machine->warps[w], &seen->slice));
}

/* Nothing but what the threads are given is written. */
static void look_for_findings(machine_t *machine, seen_t *seen) {
    machine->launch.findings = UINT32_MAX;
    memset(seen->unwritten, 0xff, sizeof seen->unwritten);
    memset(seen->unwritten, 0, THREADS * RANDOM_WORDS);
    memset(seen->shared_unwritten, 0xff, sizeof seen->shared_unwritten);
    machine->unwritten = seen->unwritten;
    machine->shared_unwritten = seen->shared_unwritten;
}

static bool run(const char *text, const way_t *way, uint64_t words, seen_t *seen) {
    static uint8_t all[4096];
    static const uint32_t first[8];
    machine_t machine;
    memset(seen, 0, offsetof(seen_t, memory));
    memset(all, 1, sizeof all);
    machine_open(&machine, text, BYTES);
    core_compiled_free(machine.compiled);
    machine.compiled = way->set ? run_compile(machine.module, way->set) : NULL;
    machine.launch.independent_threads = way->independent_threads;
    machine.launch.post_dominators = way->post_dominators;
    machine.shared_address = way->tracked ? SHARED_ADDRESS : 0;
    if (way->findings) look_for_findings(&machine, seen);
    machine.step_limit = 200000;
    machine.observe = look;
    machine.context = seen;
    seen->machine = &machine;
    seen->each_step = way->each_step;
    seen->slice = (core_slice_t){.decides = all, .first = first};
    const uint64_t in = machine_allocate(&machine, (uint64_t)THREADS * RANDOM_WORDS * 8),
                   out = machine_allocate(&machine, (uint64_t)THREADS * RANDOM_RESULTS * 8);
    for (uint32_t i = 0; i < THREADS * RANDOM_WORDS; i++) {
        const uint64_t word = random_word(&words);
        memcpy(machine_at(&machine, in + 8 * i), &word, sizeof word);
    }
    random_parameters_t parameters = {in,
                                      out,
                                      random_word(&words),
                                      (uint32_t)random_word(&words),
                                      (uint16_t)random_word(&words),
                                      (uint8_t)words,
                                      {0}};
    for (uint32_t i = 0; i < 2; i++) {
        const uint64_t word = random_word(&words);
        memcpy(&parameters.v[8 * i], &word, sizeof word);
    }
    memset(machine.shared, 0, sizeof machine.shared);
    seen->faulted = !machine_run(&machine, "k", &parameters, 1, way->threads, 0);
    memcpy(seen->fault, machine.fault, sizeof seen->fault);
    memcpy(seen->shared, machine.shared, sizeof seen->shared);
    memcpy(seen->memory, machine.memory, BYTES);
    machine_close(&machine);
    return !seen->faulted;
}

/* Whether both ways do the same. */
static bool same(const random_kernel_t *kernel, way_t way, uint64_t words, bool *faulted) {
    static char text[RANDOM_TEXT];
    static seen_t expected, actual;
    const lanes_set_t *set = way.set;
    random_text(kernel, text);
    way.set = NULL;
    run(text, &way, words, &expected);
    way.set = set;
    run(text, &way, words, &actual);
    if (faulted) *faulted = expected.faulted;
    return expected.steps == actual.steps && expected.hash == actual.hash &&
           expected.faulted == actual.faulted && !strcmp(expected.fault, actual.fault) &&
           !memcmp(expected.shared, actual.shared, sizeof actual.shared) &&
           !memcmp(expected.memory, actual.memory, BYTES);
}

static void shrink(random_kernel_t *kernel, way_t way, uint64_t words) {
    for (bool shorter = true; shorter;) {
        shorter = false;
        for (uint32_t i = 0; i < kernel->count; i++) {
            random_line_t *line = &kernel->lines[i];
            if (line->fixed || line->off) continue;
            line->off = true;
            if (same(kernel, way, words, NULL))
                line->off = false;
            else
                shorter = true;
        }
    }
}

static void print_lines(const random_kernel_t *kernel) {
    for (uint32_t i = 0; i < kernel->count; i++)
        if (!kernel->lines[i].off) printf("    %s\n", kernel->lines[i].text);
}

/* ---- the sets of this processor ---- */

typedef struct named_set {
    const char *name;
    const lanes_set_t *set;
} named_set_t;

static uint32_t sets_here(named_set_t sets[3]) {
    uint32_t count = 0;
    const lanes_set_t *best = lanes_for_processor();
    sets[count++] = (named_set_t){"plain", &lanes_plain};
#ifdef LANES_BY_PROCESSOR
    if (best != &lanes_plain) sets[count++] = (named_set_t){"avx2", &lanes_avx2};
    if (best == &lanes_avx512) sets[count++] = (named_set_t){"avx512", &lanes_avx512};
#endif
    (void)best;
    return count;
}

static way_t draw_way(uint64_t *seed, const lanes_set_t *set) {
    const uint64_t drawn = machine_random(seed) >> 16;
    return (way_t){.set = set,
                   .each_step = drawn & 1,
                   .independent_threads = (drawn >> 1 & 3) == 1,
                   .post_dominators = (drawn >> 1 & 3) == 2,
                   .tracked = drawn >> 4 & 1,
                   .findings = (drawn >> 5 & 3) == 0,
                   .threads = drawn & 8 ? THREADS : 1 + (uint32_t)(drawn >> 8) % THREADS};
}

static void compare_kernels(uint32_t kernels, uint64_t first) {
    named_set_t sets[3];
    const uint32_t set_count = sets_here(sets);
    uint32_t faults = 0;
    for (uint64_t number = first; number < first + kernels; number++) {
        uint64_t seed = number;
        bool faulted;
        random_kernel_t kernel;
        random_kernel(&kernel, &seed, 20 + (uint32_t)(number % 70));
        const named_set_t *set = &sets[number % set_count];
        const way_t way = draw_way(&seed, set->set);
        const bool holds = same(&kernel, way, seed, &faulted);
        faults += faulted;
        check(holds, "seed %llu (%s, %u threads): interpreted and compiled differ",
              (unsigned long long)number, set->name, way.threads);
        if (holds) continue;
        shrink(&kernel, way, seed);
        print_lines(&kernel);
    }
    check(faults * 8 < kernels, "%u of %u kernels fault", faults, kernels);
}

/* Every template by itself, with every set. */
static void compare_templates(uint64_t first) {
    named_set_t sets[3];
    const uint32_t set_count = sets_here(sets);
    random_kernel_t kernel;
    uint64_t seed = first;
    bool faulted;
    for (uint32_t number = 0; random_template(&kernel, number, &seed); number++)
        for (uint32_t s = 0; s < set_count; s++) {
            const way_t way = {.set = sets[s].set, .threads = THREADS};
            const bool holds = same(&kernel, way, seed, &faulted);
            check(!faulted, "template %u faults", number);
            check(holds, "template %u (%s): interpreted and compiled differ", number, sets[s].name);
            if (holds) continue;
            random_kernel_t shorter = kernel;
            shrink(&shorter, way, seed);
            print_lines(&shorter);
        }
}

/* ---- planted bugs ---- */

static void blend_all(uint64_t *to, const uint64_t *from, uint32_t mask) {
    (void)mask;
    memcpy(to, from, 32 * sizeof *to);
}

static void span_of_words(uint64_t *address, const uint64_t *base, uint64_t offset, uint64_t keep,
                          uint32_t mask, uint32_t bytes, lanes_span_t *span) {
    lanes_for_processor()->span(address, base, offset, keep, mask, bytes, span);
    span->consecutive = mask == UINT32_MAX && span->high - span->low == (uint64_t)31 * bytes;
}

static uint32_t all_true(const uint64_t *predicate) {
    (void)predicate;
    return UINT32_MAX;
}

/* Wrong functions beside the table's. */
static const char *plant_other(lanes_set_t *set, uint32_t number) {
    switch (number) {
    case 0: set->blend = blend_all; return "a result in all lanes";
    case 1: set->load[2] = set->load[1]; return "a load of half of the elements";
    case 2:
        set->span = span_of_words;
        return "lanes taken for neighbours by the first and the last";
    case 3: set->truth = all_true; return "a guard that is not looked at";
    case 4: set->gather[2] = set->gather[1]; return "scattered loads of half of the elements";
    default: return NULL;
    }
}

static const struct {
    lanes_name_t right, wrong;
    const char *what;
} planted[] = {
    {LANES_SHR_S32, LANES_SHR_U32, "a shift without the sign"},
    {LANES_SHF_L_CLAMP, LANES_SHF_L_WRAP, "a shift by 32 that wraps"},
    {LANES_LT_F32, LANES_NEU_F32, "an unordered comparison"},
    {LANES_NE_F64, LANES_NEU_F64, "a comparison that holds for NaN"},
    {LANES_FADD_F32_FTZ, LANES_FADD_F32, "a subnormal sum that is kept"},
    {LANES_FMUL_F32_SAT, LANES_FMUL_F32, "a product that is not saturated"},
    {LANES_RZI_S32_F32, LANES_RNI_S32_F32, "a conversion in another rounding"},
    {LANES_CVT_64_S32, LANES_CVT_64_U32, "a conversion without the sign"},
    {LANES_DIV_S32, LANES_DIV_U32, "a division without the sign"},
    {LANES_MIN_U64, LANES_MIN_S64, "a minimum with a sign"},
    {LANES_FMAX_F64, LANES_FMIN_F64, "a minimum for a maximum"},
    {LANES_COMBINE_AND, LANES_COMBINE_OR, "another logic of a comparison"},
};
enum { PLANTED = sizeof planted / sizeof *planted, TRIES = 400 };

static bool is_found(const lanes_set_t *set) {
    for (uint64_t number = 1; number <= TRIES; number++) {
        uint64_t seed = number;
        random_kernel_t kernel;
        random_kernel(&kernel, &seed, 90);
        if (!same(&kernel, draw_way(&seed, set), seed, NULL)) return true;
    }
    return false;
}

static void find_planted(void) {
    for (uint32_t i = 0;; i++) {
        lanes_set_t wrong = *lanes_for_processor();
        const char *what = i < PLANTED ? planted[i].what : plant_other(&wrong, i - PLANTED);
        if (!what) return;
        if (i < PLANTED) wrong.function[planted[i].right] = wrong.function[planted[i].wrong];
        check(is_found(&wrong), "planted: %s is not found in %d kernels", what, TRIES);
    }
}

int main(int argc, char **argv) {
    const uint32_t kernels = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 200;
    const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    printf("%u kernels from seed %llu on\n", kernels, (unsigned long long)first);
    compare_templates(first);
    compare_kernels(kernels, first);
    find_planted();
    return check_summary();
}
