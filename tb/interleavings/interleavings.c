/* SPDX-License-Identifier: Apache-2.0 */
/* interleavings: the 32 two-thread microbenchmarks of ScoRD Table I in every feasible interleaving
 * of their events, through the golden model (docs/semantics.md section 9).
 *
 * usage: interleavings CATALOGUE PROGRAMS_FOLDER               judges every program of the
 * catalogue interleavings --self-test CATALOGUE PROGRAMS_FOLDER   shows that a wrong expectation or
 * a wrong program fails Closes with "N passed, N failed". Exit codes: 0 all passed, 1 some failed,
 * 2 bad usage or input, 3 no memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/interleavings/catalogue.h"
#include "cosim/commands/shared/command.h"
#include "tb/interleavings/event_program.h"
#include "tb/interleavings/explore.h"
#include "tb/interleavings/judge.h"

/* Failed reads of a spin: none, one, and one more for depth. */
enum { MAX_FAILED = 2 };

typedef struct suite {
    const char *folder;
    catalogue_t catalogue;
    judge_t *judge;
    unsigned passed, failed;
} suite_t;

static int read_program(const suite_t *suite, const catalogue_entry_t *entry,
                        event_program_t *program) {
    char path[512], message[512];
    snprintf(path, sizeof path, "%s/%s.prog", suite->folder, entry->name);
    if (event_program_read(path, program, message, sizeof message) == 0) return 0;
    fprintf(stderr, "interleavings: %s\n", message);
    return -1;
}

static void count(suite_t *suite, bool passed) {
    suite->passed += passed;
    suite->failed += !passed;
}

static void judge_entry(suite_t *suite, const catalogue_entry_t *entry) {
    static const char format[] = "%-4s %-51s %-5s accepted %-4s %5llu interleavings %5llu runs\n";
    event_program_t program;
    judge_result_t result = {.passed = false};
    char rules[8];
    if (read_program(suite, entry, &program) == 0)
        judge_program(suite->judge, &program, entry, MAX_FAILED, &result);
    printf(format, result.passed ? "ok" : "FAIL", entry->name, entry->racy ? "racy" : "clean",
           catalogue_rules_text(entry->rules, rules), (unsigned long long)result.interleavings,
           (unsigned long long)result.runs);
    if (!result.passed) printf("     %s\n", result.message);
    count(suite, result.passed);
}

/* ScoRD Table I. */
typedef struct family {
    const char *name;
    unsigned racy, clean;
} family_t;

static void check_table(suite_t *suite) {
    static const family_t families[] = {{"fence/", 2, 4}, {"atomic/", 4, 5}, {"lock/", 12, 5}};
    for (unsigned f = 0; f < sizeof families / sizeof families[0]; f++) {
        unsigned racy = 0, clean = 0;
        for (unsigned i = 0; i < suite->catalogue.entries; i++) {
            const catalogue_entry_t *entry = &suite->catalogue.entry[i];
            bool member = strncmp(entry->name, families[f].name, strlen(families[f].name)) == 0;
            racy += member && entry->racy;
            clean += member && !entry->racy;
        }
        bool passed = racy == families[f].racy && clean == families[f].clean;
        printf("%-4s Table I: %s %u racy, %u clean\n", passed ? "ok" : "FAIL", families[f].name,
               racy, clean);
        count(suite, passed);
    }
}

/* ---- self test: the check must be able to fail ---- */

static void expect_failure(suite_t *suite, const char *what, const event_program_t *program,
                           const catalogue_entry_t *entry) {
    judge_result_t result;
    judge_program(suite->judge, program, entry, MAX_FAILED, &result);
    if (result.passed) printf("FAIL %s: %s was not noticed\n", entry->name, what);
    count(suite, !result.passed);
}

/* The opposite verdict, the opposite scope, and each accepted rule taken away. */
static void break_expectation(suite_t *suite, const catalogue_entry_t *entry,
                              const event_program_t *program) {
    catalogue_entry_t broken = *entry;
    broken.racy = !entry->racy;
    broken.rules = entry->racy ? 0 : 1u << SCORD_VERDICT_MISSING_BLOCK_FENCE;
    broken.scope = entry->racy ? -1 : SCORD_SCOPE_BLOCK;
    expect_failure(suite, "the opposite verdict", program, &broken);
    if (!entry->racy) return;
    broken = *entry;
    broken.scope = entry->scope == SCORD_SCOPE_BLOCK ? SCORD_SCOPE_DEVICE : SCORD_SCOPE_BLOCK;
    expect_failure(suite, "the opposite scope", program, &broken);
    for (unsigned rule = 0; rule < SCORD_VERDICT_COUNT; rule++) {
        broken = *entry;
        broken.rules = entry->rules ^ 1u << rule; /* one taken away, or one too many */
        if (rule != SCORD_VERDICT_CLEAN)
            expect_failure(suite, "a wrong set of rules", program, &broken);
    }
}

/* A clean program whose release fences (the last fence of each thread's run of accesses) are left
 * out is racy. */
static void break_fences(suite_t *suite, const catalogue_entry_t *entry,
                         const event_program_t *program) {
    event_program_t broken = *program;
    unsigned removed = 0;
    for (unsigned thread = 0; thread < PROGRAM_THREADS; thread++) {
        unsigned kept = 0;
        for (unsigned i = 0; i < program->steps[thread]; i++) {
            bool fence = program->step[thread][i].kind == STEP_FENCE;
            removed += fence;
            if (!fence) broken.step[thread][kept++] = program->step[thread][i];
        }
        broken.steps[thread] = kept;
    }
    if (removed > 0) expect_failure(suite, "the removal of every fence", &broken, entry);
}

static void self_test_explorer(suite_t *suite, const char *what, const event_program_t *program,
                               unsigned max_failed, uint64_t expected) {
    catalogue_entry_t entry = {.name = "self test", .scope = -1};
    judge_result_t result;
    judge_program(suite->judge, program, &entry, max_failed, &result);
    bool passed = result.interleavings == expected;
    printf("%-4s explorer: %s: %llu interleavings\n", passed ? "ok" : "FAIL", what,
           (unsigned long long)result.interleavings);
    count(suite, passed);
}

/* Counts that follow from arithmetic: C(6,3) = 20 for three free fences each; two critical sections
 * of lock and unlock can only follow one another (2 orders), and each loser may show one failed CAS
 * or none (4). */
static void self_test_counts(suite_t *suite) {
    const step_t fence = {.kind = STEP_FENCE, .scope = SCORD_SCOPE_BLOCK};
    const step_t lock = {.kind = STEP_LOCK, .scope = SCORD_SCOPE_BLOCK};
    const step_t unlock = {.kind = STEP_EXCH, .scope = SCORD_SCOPE_BLOCK};
    event_program_t program = {.same_block = true,
                               .words = 1,
                               .word = {{"lock", true}},
                               .steps = {3, 3},
                               .step = {{fence, fence, fence}, {fence, fence, fence}}};
    self_test_explorer(suite, "two threads of three fences", &program, 0, 20);
    event_program_t locks = {.same_block = true,
                             .words = 1,
                             .word = {{"lock", true}},
                             .steps = {2, 2},
                             .step = {{lock, unlock}, {lock, unlock}}};
    self_test_explorer(suite, "two critical sections, no failed spin", &locks, 0, 2);
    self_test_explorer(suite, "two critical sections, one failed spin", &locks, 1, 4);
    locks.steps[0] = 1; /* never unlocks: thread 1 waits for ever */
    catalogue_entry_t entry = {.name = "deadlock", .scope = -1};
    expect_failure(suite, "a deadlock", &locks, &entry);
}

static void self_test(suite_t *suite) {
    event_program_t program;
    self_test_counts(suite);
    for (unsigned i = 0; i < suite->catalogue.entries; i++) {
        const catalogue_entry_t *entry = &suite->catalogue.entry[i];
        if (read_program(suite, entry, &program) != 0) {
            count(suite, false);
            continue;
        }
        break_expectation(suite, entry, &program);
        if (!entry->racy) break_fences(suite, entry, &program);
    }
}

static void run(suite_t *suite, bool only_self_test) {
    if (only_self_test) {
        self_test(suite);
        return;
    }
    for (unsigned i = 0; i < suite->catalogue.entries; i++)
        judge_entry(suite, &suite->catalogue.entry[i]);
    check_table(suite);
}

int main(int argc, char **argv) {
    bool only_self_test = argc > 1 && strcmp(argv[1], "--self-test") == 0;
    char message[512];
    suite_t suite = {0};
    if (argc != 3 + only_self_test) {
        fprintf(stderr, "usage: interleavings [--self-test] CATALOGUE PROGRAMS_FOLDER\n");
        return SCORD_EXIT_BAD_INPUT;
    }
    suite.folder = argv[argc - 1];
    if (catalogue_read(argv[argc - 2], &suite.catalogue, message, sizeof message) != 0) {
        fprintf(stderr, "interleavings: %s\n", message);
        return SCORD_EXIT_BAD_INPUT;
    }
    suite.judge = judge_create();
    if (!suite.judge) {
        fprintf(stderr, "interleavings: not enough memory for the golden model\n");
        return SCORD_EXIT_ENVIRONMENT;
    }
    run(&suite, only_self_test);
    judge_destroy(suite.judge);
    printf("%u passed, %u failed\n", suite.passed, suite.failed);
    return suite.failed == 0 ? SCORD_EXIT_CLEAN : SCORD_EXIT_FOUND;
}
