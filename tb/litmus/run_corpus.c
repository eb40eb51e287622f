/* SPDX-License-Identifier: Apache-2.0 */
/* run_corpus.c: every test of a corpus through reader, writer, stream and oracle, as `scord oracle
 * --model all --all-schedules` does, against the verdicts in the corpus and against those
 * that brute force finds (twin.h, vulkan_twin.h). Of a VULKAN test the first
 * letter is of the Vulkan memory model, and it is the only one if other models cannot decide it.
 *
 * usage: run_corpus [--by-hand] CORPUS...
 *   --by-hand  tests of too many executions for brute force: against the verdicts in the corpus
 * alone Last line "N passed, N failed"; exit codes: 0 all, 1 some failed, 2 bad usage, 3 no memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/litmus/litmus.h"
#include "tb/litmus/corpus.h"
#include "tb/litmus/judge.h"

/* Whether brute force finds the same. */
static bool twin_agrees(const litmus_t *litmus, const char *letters) {
    char twin[CORPUS_VERDICTS_MAX];
    judge_by_brute_force(litmus, twin);
    if (strcmp(letters, twin) == 0) return true;
    printf("  by brute force '%s'\n", twin);
    return false;
}

static bool run_test(const char *path, const corpus_test_t *test, bool by_hand) {
    static litmus_t litmus;
    char letters[CORPUS_VERDICTS_MAX] = "";
    if (litmus_parse(test->text, &litmus))
        judge_all(&litmus, letters);
    else
        for (unsigned i = 0; i < litmus.problems && i < LITMUS_PROBLEMS_MAX; i++)
            printf("%s:%u: %s\n", path, test->line - 1 + litmus.problem[i].line,
                   litmus.problem[i].text);
    const bool passed = strcmp(letters, test->verdicts) == 0 && litmus.problems == 0 &&
                        (by_hand || twin_agrees(&litmus, letters));
    if (!passed)
        printf("FAIL %s:%u: %s: '%s', expected '%s'\n", path, test->line, test->name, letters,
               test->verdicts);
    return passed;
}

int main(int argc, char **argv) {
    unsigned passed = 0, failed = 0;
    const bool by_hand = argc > 1 && strcmp(argv[1], "--by-hand") == 0;
    if (argc < 2 + by_hand) {
        fprintf(stderr, "usage: run_corpus [--by-hand] CORPUS...\n");
        return 2;
    }
    for (int i = 1 + by_hand; i < argc; i++) {
        corpus_t corpus;
        corpus_test_t test;
        if (!corpus_open(&corpus, argv[i])) {
            fprintf(stderr, "run_corpus: %s cannot be read\n", argv[i]);
            return 3;
        };
        while (corpus_next(&corpus, &test))
            *(run_test(argv[i], &test, by_hand) ? &passed : &failed) += 1;
        corpus_close(&corpus);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
