/* model_test.h: cmocka with its prerequisites, and the closing line that `scord regress`
 * wants. */
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

/* Runs the group and prints "N passed, N failed"; returns the exit code of main. */
#define RUN_TESTS(group, tests)                                                                    \
    run_tests_close((int)(sizeof(tests) / sizeof *(tests)),                                        \
                    cmocka_run_group_tests_name(group, tests, NULL, NULL))

static inline int run_tests_close(int count, int failed) {
    fflush(stderr);
    printf("%d passed, %d failed\n", count - failed, failed);
    return failed != 0;
}

/* Equal records of scord_params.h, field by field (C structs have padding). */
#define assert_record_equal(name, NAME, actual, expected)                                          \
    do {                                                                                           \
        uint32_t actual_words[SCORD_##NAME##_WORDS], expected_words[SCORD_##NAME##_WORDS];         \
        scord_##name##_pack(actual, actual_words);                                                 \
        scord_##name##_pack(expected, expected_words);                                             \
        assert_memory_equal(actual_words, expected_words, sizeof actual_words);                    \
    } while (0)

#endif
