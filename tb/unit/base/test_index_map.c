/* SPDX-License-Identifier: Apache-2.0 */
/* test_index_map.c: cmodel/base/index_map.h against an array, over keys that collide and that do
 * not. */
#include <stddef.h>
#include <stdint.h>

#include "tb/unit/model/model_test.h"
#include "cmodel/base/index_map.h"
#include "cmodel/base/random.h"

enum { KEYS = 3000 };

static uint64_t near(unsigned i) { return i; }
static uint64_t far(unsigned i) { return (uint64_t)i << 52; } /* equal low bits */
static uint64_t mixed(unsigned i) { return scord_mix64(i); }

TEST(as_an_array) {
    static uint64_t (*const keys[])(unsigned) = {near, far, mixed};
    static uint32_t value[KEYS];
    for (unsigned kind = 0; kind < 3; kind++) {
        scord_index_map_t map = {0};
        scord_random_t random = scord_random_seed(1, kind);
        for (unsigned i = 0; i < KEYS; i++) value[i] = SCORD_INDEX_NONE;
        for (unsigned step = 0; step < 4 * KEYS; step++) {
            const unsigned i = scord_random_below(&random, KEYS);
            assert_int_equal(scord_index_map_find(&map, keys[kind](i)), value[i]);
            if (scord_random_below(&random, 3) == 0) {
                scord_index_map_remove(&map, keys[kind](i));
                value[i] = SCORD_INDEX_NONE;
                continue;
            }
            value[i] = scord_random_below(&random, 1000);
            assert_true(scord_index_map_set(&map, keys[kind](i), value[i]));
        }
        size_t used = 0;
        for (unsigned i = 0; i < KEYS; i++) {
            assert_int_equal(scord_index_map_find(&map, keys[kind](i)), value[i]);
            used += value[i] != SCORD_INDEX_NONE;
        }
        assert_int_equal(map.used, used);
        scord_index_map_clear(&map);
        for (unsigned i = 0; i < KEYS; i++)
            assert_int_equal(scord_index_map_find(&map, keys[kind](i)), SCORD_INDEX_NONE);
        scord_index_map_destroy(&map);
        assert_int_equal(map.places, 0);
    }
}

TEST_MAIN("index_map")
