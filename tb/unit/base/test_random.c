/* SPDX-License-Identifier: Apache-2.0 */
/* test_random.c: cmodel/base/random.h gives the numbers that recorded streams depend on. */
#include <stddef.h>
#include <stdint.h>

#include "tb/unit/model/model_test.h"
#include "cmodel/base/random.h"

/* splitmix64 from state 0 and 1234567: the published vectors (https://prng.di.unimi.it/, Rosetta
 * Code). */
TEST(split_vectors) {
    uint64_t zero = 0, other = 1234567;
    assert_true(scord_split_next(&zero) == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(scord_split_next(&zero) == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(scord_split_next(&other) == UINT64_C(6457827717110365317));
    assert_true(scord_split_next(&other) == UINT64_C(3203168211198807973));
}

/* xorshift64* from state 1234567: the published vector of its upper halves (Rosetta Code). */
TEST(xorshift_vectors) {
    static const uint32_t upper[] = {3540625527u, 2750739987u, 4037983143u, 1993361440u,
                                     3809424708u};
    scord_random_t random = {1234567};
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal((uint32_t)(scord_random_next(&random) >> 32), upper[i]);
}

TEST(seeds_differ) {
    for (uint64_t seed = 0; seed < 100; seed++) {
        assert_true(scord_random_seed(seed, 0).state != 0);
        assert_true(scord_random_seed(seed, 0).state != scord_random_seed(seed + 1, 0).state);
        assert_true(scord_random_seed(seed, 0).state != scord_random_seed(seed, 1).state);
    }
    /* the seed of which the mixed number is 0 */
    assert_int_equal(scord_random_seed(-SCORD_GOLDEN64, 0).state, 1);
}

/* Every number below the bound comes, about as often as the others: 6 sigma of 60000 draws. */
TEST(below_is_even) {
    unsigned count[2][6] = {{0}};
    scord_random_t random = scord_random_seed(1, 0);
    uint64_t split = 1;
    for (unsigned i = 0; i < 60000; i++) {
        count[0][scord_random_below(&random, 6)]++;
        count[1][scord_split_below(&split, 6)]++;
    }
    for (unsigned i = 0; i < 12; i++) assert_in_range(count[i / 6][i % 6], 9450, 10550);
    assert_int_equal(scord_random_below(&random, 1), 0);
    assert_int_equal(scord_random_scale(UINT64_MAX, UINT32_MAX), UINT32_MAX - 1);
}

TEST_MAIN("random")
