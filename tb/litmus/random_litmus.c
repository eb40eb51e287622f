/* SPDX-License-Identifier: Apache-2.0 */
/* random_litmus.c: random tests of PTX or VULKAN through the library's models and by brute force:
 * same verdicts. `levels`: of PTX with threads on two devices.
 *
 * usage: random_litmus ptx|levels|vulkan SEED COUNT
 * Brute force gives up on tests of too many executions. They are counted, and more than one in a
 * hundred fails.
 *
 * Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/random.h"
#include "cmodel/litmus/litmus.h"
#include "tb/litmus/judge.h"
#include "tb/litmus/twin.h"

enum { TEXT_MAX = 4096, ROWS_MAX = 6 };

typedef enum test_kind { PTX, LEVELS, VULKAN } test_kind_t;

typedef struct draft {
    scord_random_t random;
    char text[TEXT_MAX];
    size_t used;
} draft_t;

static void put(draft_t *draft, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(draft_t *draft, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    draft->used += (size_t)vsnprintf(draft->text + draft->used, TEXT_MAX - draft->used, format,
                                     arguments);
    va_end(arguments);
}

static unsigned below(draft_t *draft, unsigned bound) {
    return scord_random_below(&draft->random, bound);
}

static const char *one_of(draft_t *draft, const char *const *words, unsigned count) {
    return words[below(draft, count)];
}

/* An instruction; each register is a number of this row's, so that a branch can ask for the last.
 */
static void put_instruction(draft_t *draft, unsigned row) {
    static const char *const scopes[] = {"cta", "gpu", "gpu", "sys"}, *const variables[] = {
                                                                          "x", "y", "f", "f"};
    static const char *const loads[] = {"relaxed", "acquire", "acquire"},
                             *const stores[] = {"relaxed", "release", "release"},
                             *const fences[] = {"acq_rel", "sc", "acquire", "release"},
                             *const atomics[] = {"relaxed", "acquire", "release", "acq_rel"};
    const char *scope = one_of(draft, scopes, 4), *variable = one_of(draft, variables, 4);
    switch (below(draft, 16)) {
    case 0:
    case 1: put(draft, "ld.weak r%u, %s", row, variable); break;
    case 2:
    case 3: put(draft, "st %s, %u", variable, 1 + below(draft, 2)); break;
    case 4: put(draft, "ld.%s.%s r%u, %s", one_of(draft, loads, 3), scope, row, variable); break;
    case 5: put(draft, "st.%s.%s %s, 1", one_of(draft, stores, 3), scope, variable); break;
    case 6: put(draft, "fence.%s.%s", one_of(draft, fences, 4), scope); break;
    case 7:
        put(draft, "atom.cas.%s.%s r%u, %s, 0, 1", one_of(draft, atomics, 4), scope, row, variable);
        break;
    case 8:
        put(draft, "atom.%s.%s.%s r%u, %s, 1", below(draft, 2) ? "exch" : "add",
            one_of(draft, atomics, 4), scope, row, variable);
        break;
    case 9: put(draft, "ld.volatile r%u, %s", row, variable); break;
    case 10: put(draft, below(draft, 3) ? "bar.sync 0" : "bar.sync %u", below(draft, 2)); break;
    case 11: put(draft, "@r8 st %s, 2", variable); break;
    case 12:
        put(draft, below(draft, 2) ? "st.v2.u32 [a], {1, 2}" : "ld.v2.u32 {r%u, r9}, [a]", row);
        break;
    case 13:
        put(draft, below(draft, 2) ? "st.u32 [a+%u], r8" : "ld.u32 r9, [a+%u]",
            4 * below(draft, 2));
        break;
    case 14:
        put(draft, "bar.red.%s.u32 r%u, 0, r8",
            one_of(draft, (const char *const[]){"popc", "and", "or"}, 3), row);
        break;
    default: put(draft, "beq r8, %u, E", below(draft, 2)); break;
    }
}

/* The flag is passed on twice as often as data; a test's scopes are drawn for each instruction. */
static void put_vulkan_instruction(draft_t *draft, unsigned row) {
    static const char *const scopes[] = {"sg", "wg", "qf", "dv", "dv", "wg"},
                             *const words[] = {"x.sc0", "y.sc1", "f.sc0", "f.sc0"},
                             *const classes[] = {".semsc0", ".semsc0", ".semsc1", ".semsc0.semsc1"},
                             *const available[] = {".semav", ".semav", ""},
                             *const visible[] = {".semvis", ".semvis", ""},
                             *const fences[] = {"acq", "rel", "acq_rel"},
                             *const stored[] = {".nonpriv", ".nonpriv", "", ".av"},
                             *const loaded[] = {".nonpriv", ".nonpriv", "", ".vis"};
    const char *scope = one_of(draft, scopes, 6), *word = one_of(draft, words, 4),
               *class = one_of(draft, classes, 4), *av = one_of(draft, available, 3),
               *vis = one_of(draft, visible, 3), *extra;
    const char name = word[0], *storage = word + 1;
    switch (below(draft, 12)) {
    case 0:
    case 1:
        extra = one_of(draft, stored, 4);
        put(draft, strcmp(extra, ".av") == 0 ? "st%s.%s%s %c, 1" : "st%s%.0s%s %c, 1", extra, scope,
            storage, name);
        break;
    case 2:
    case 3:
        extra = one_of(draft, loaded, 4);
        put(draft, strcmp(extra, ".vis") == 0 ? "ld%s.%s%s r%u, %c" : "ld%s%.0s%s r%u, %c", extra,
            scope, storage, row, name);
        break;
    case 4:
    case 5: put(draft, "st.atom.rel.%s%s%s%s %c, 1", scope, storage, class, av, name); break;
    case 6:
    case 7:
        put(draft, "ld.atom.acq.%s%s%s%s r%u, %c", scope, storage, class, vis, row, name);
        break;
    case 8:
        put(draft, "rmw.atom%s.%s%s%s%s%s.%s r%u, %c, 1", below(draft, 2) ? ".acq_rel" : ".rel",
            scope, storage, class, av, vis, below(draft, 2) ? "add" : "exch", row, name);
        break;
    case 9:
        put(draft, "membar.%s.%s%s%s%s", one_of(draft, fences, 3), scope, class, av, vis);
        break;
    case 10:
        put(draft, below(draft, 2) ? "st.atom.%s%s %c, 1" : "rmw.atom.%s%s.add r9, %c, 1", scope,
            storage, name);
        break;
    default:
        if (below(draft, 3) > 0)
            put(draft, "cbar.acq_rel.%s%s%s%s 0", one_of(draft, scopes, 4), class, av, vis);
        else
            put(draft, below(draft, 2) ? "avdevice" : "visdevice");
        break;
    }
}

static void put_places(draft_t *draft, unsigned thread, test_kind_t kind) {
    if (kind == VULKAN)
        put(draft, " P%u@sg %u,wg %u,qf %u", thread, below(draft, 2), below(draft, 2),
            below(draft, 4) == 0);
    else
        put(draft, " P%u@cta %u,gpu %u", thread, below(draft, 2),
            kind == LEVELS ? below(draft, 2) : 0);
}

/* The table row by row: each thread's last row has the label. */
static void write_test(draft_t *draft, uint64_t seed, test_kind_t kind) {
    const bool vulkan = kind == VULKAN;
    draft->random = scord_random_seed(seed, 77);
    draft->used = 0;
    const unsigned threads = 2 + below(draft, 2), rows = threads == 2 ? 4 + below(draft, 3) : 3;
    put(draft, "%s random\n{ x = 0; y = 0; f = 0;%s", vulkan ? "VULKAN" : "PTX",
        vulkan ? "" : " int a[2];");
    for (unsigned i = 0; i < threads; i++) put(draft, " %u:r8 = %u;", i, below(draft, 2));
    put(draft, " }\n");
    for (unsigned i = 0; i < threads; i++) {
        put(draft, i ? " |" : "");
        put_places(draft, i, kind);
    }
    put(draft, " ;\n");
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned i = 0; i < threads; i++) {
            put(draft, i ? " | " : " ");
            if (vulkan)
                put_vulkan_instruction(draft, row);
            else
                put_instruction(draft, row);
        }
        put(draft, " ;\n");
    }
    for (unsigned i = 0; i < threads; i++) put(draft, i ? " | E: mov r9, 0" : " E: mov r9, 0");
    put(draft, " ;\n");
    if (vulkan && below(draft, 4) == 0) put(draft, "ssw P0 P1\n");
    if (vulkan && below(draft, 2) == 0) put(draft, "filter (P1:r%u == 1)\n", below(draft, rows));
}

typedef enum outcome { ALIKE, DIFFERENT, UNDECIDED } outcome_t;

static outcome_t run_one(uint64_t seed, test_kind_t kind) {
    static draft_t draft;
    static litmus_t litmus;
    char text[TEXT_MAX], library[JUDGE_LETTERS], brute[JUDGE_LETTERS];
    write_test(&draft, seed, kind);
    strcpy(text, draft.text);
    const bool taken = litmus_parse(text, &litmus);
    if (taken) {
        judge_all(&litmus, library);
        judge_by_brute_force(&litmus, brute);
        if (strcmp(library, brute) == 0) return ALIKE;
        if (strcmp(brute, "?") == 0) return UNDECIDED;
        printf("library %s, brute force %s\n", library, brute);
    } else {
        printf("line %u: %s\n", litmus.problem[0].line, litmus.problem[0].text);
    }
    printf("FAIL seed %llu\n%s", (unsigned long long)seed, draft.text);
    return DIFFERENT;
}

int main(int argc, char **argv) {
    static const char *const kinds[] = {"ptx", "levels", "vulkan"};
    unsigned kind = 0;
    while (kind < 3 && (argc != 4 || strcmp(argv[1], kinds[kind]) != 0)) kind++;
    if (kind == 3) {
        fprintf(stderr, "usage: random_litmus ptx|levels|vulkan SEED COUNT\n");
        return 2;
    }
    const uint64_t seed = strtoull(argv[2], NULL, 10), count = strtoull(argv[3], NULL, 10);
    uint64_t found[UNDECIDED + 1] = {0};
    for (uint64_t i = 0; i < count; i++) found[run_one(seed + i, (test_kind_t)kind)]++;
    if (found[UNDECIDED] > 0)
        printf("%llu of %llu tests have too many executions for brute force\n",
               (unsigned long long)found[UNDECIDED], (unsigned long long)count);
    const bool few = found[UNDECIDED] * 100 <= count;
    const uint64_t failed = found[DIFFERENT] + (few ? 0 : found[UNDECIDED]);
    printf("%llu passed, %llu failed\n", (unsigned long long)found[ALIKE],
           (unsigned long long)failed);
    return failed > 0 || found[ALIKE] == 0;
}
