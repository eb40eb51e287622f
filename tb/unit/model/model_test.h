/* SPDX-License-Identifier: Apache-2.0 */
/* model_test.h: the harness of the unit tests: cmocka with its prerequisites, and the closing line
 * that `scord regress` reads.
 *
 *   TEST(holds_four_entries) {
 *       assert_int_equal(…);
 *   }
 *   …
 *   TEST_MAIN("lock_table")
 *
 * TEST registers its function before main starts, in the order of the file; TEST_MAIN runs all. A
 * program with a main of its own calls run_all_tests.
 */
#ifndef SCORD_MODEL_TEST_H
#define SCORD_MODEL_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/base/random.h"

enum { MOST_TESTS = 64 };
static struct CMUnitTest all_tests[MOST_TESTS]; /* cmocka leaves out those without a name */
static int test_count;

static inline void add_test(const char *name, void (*function)(void **state)) {
    if (test_count == MOST_TESTS) abort();
    all_tests[test_count++] = (struct CMUnitTest){.name = name, .test_func = function};
}

/* Runs all tests and prints "N passed, N failed"; returns the exit code of main. */
static inline int run_all_tests(const char *group) {
    const int failed = cmocka_run_group_tests_name(group, all_tests, NULL, NULL);
    fflush(stderr);
    printf("%d passed, %d failed\n", test_count - failed, failed);
    return failed != 0 || test_count == 0;
}

#define TEST(name)                                                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void) { add_test(#name, name); }           \
    static void name(__attribute__((unused)) void **state)

#define TEST_MAIN(group)                                                                           \
    int main(void) { return run_all_tests(group); }

/* Equal records of scord_params.h, field by field (C structs have padding). */
#define assert_record_equal(name, NAME, actual, expected)                                          \
    do {                                                                                           \
        uint32_t actual_words[SCORD_##NAME##_WORDS], expected_words[SCORD_##NAME##_WORDS];         \
        scord_##name##_pack(actual, actual_words);                                                 \
        scord_##name##_pack(expected, expected_words);                                             \
        assert_memory_equal(actual_words, expected_words, sizeof actual_words);                    \
    } while (0)

#endif
