/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of sim/mem/device_memory.h: placement, limits, translation, reuse, and a random run
 * against a plain list. */
#include "tb/unit/model/model_test.h"

#include <stdlib.h>
#include <string.h>

#include "sim/mem/device_memory.h"

TEST(first_allocation_is_at_the_base) {
    device_memory_t *memory = device_memory_create(false);
    assert_non_null(memory);
    assert_int_equal(device_memory_span(memory), 1);
    assert_int_equal(device_memory_allocate(memory, 100, DEVICE_MEMORY_DEVICE, "a"),
                     DEVICE_MEMORY_BASE);
    const uint64_t second = device_memory_allocate(memory, 4, DEVICE_MEMORY_DEVICE, "b");
    assert_int_equal(second % DEVICE_MEMORY_ALIGNMENT, 0);
    assert_true(second >= DEVICE_MEMORY_BASE + 100 + DEVICE_MEMORY_GUARD);
    assert_int_equal(device_memory_span(memory), second + 4 - DEVICE_MEMORY_BASE);
    assert_int_equal(device_memory_used(memory), 104);
    device_memory_destroy(memory);
}

/* D50: nothing reaches a range of addresses alone, yet nothing else is placed there, and what was
 * there before stays. */
TEST(addresses_alone_hold_nothing) {
    device_memory_t *memory = device_memory_create(false);
    const uint64_t before = device_memory_allocate(memory, 64, DEVICE_MEMORY_DEVICE, "before");
    memset(device_memory_translate(memory, before, 64), 1, 64);
    device_memory_release(memory, before);
    const uint64_t a = device_memory_allocate(memory, 64, DEVICE_MEMORY_ADDRESSES, "addresses");
    assert_int_equal(a, before);
    assert_null(device_memory_translate(memory, a, 4));
    assert_true(device_memory_allocate(memory, 64, DEVICE_MEMORY_DEVICE, "b") >=
                a + 64 + DEVICE_MEMORY_GUARD);
    assert_true(device_memory_release(memory, a));
    const uint64_t c = device_memory_allocate(memory, 64, DEVICE_MEMORY_DEVICE, "c");
    assert_int_equal(c, a);
    assert_int_equal(*device_memory_translate(memory, c, 64),
                     0); /* fresh memory is zero all the same */
    device_memory_destroy(memory);
}

TEST(accesses_are_bounded_by_the_allocation) {
    device_memory_t *memory = device_memory_create(false);
    const uint64_t a = device_memory_allocate(memory, 100, DEVICE_MEMORY_DEVICE, "a");
    assert_non_null(device_memory_translate(memory, a, 100));
    assert_non_null(device_memory_translate(memory, a + 99, 1));
    assert_null(device_memory_translate(memory, a, 101));
    assert_null(device_memory_translate(memory, a + 98, 4));
    assert_null(device_memory_translate(memory, a + 100, 1));
    assert_null(device_memory_translate(memory, a - 1, 2));
    assert_null(device_memory_translate(memory, 0, 4));
    assert_null(device_memory_translate(memory, UINT64_MAX, 4));
    assert_null(device_memory_translate(memory, a + 4, UINT64_MAX));
    assert_string_equal(device_memory_below(memory, a + 5000)->name, "a");
    assert_null(device_memory_below(memory, a - 1));
    assert_string_equal(device_memory_above(memory, a - 1)->name, "a");
    device_memory_destroy(memory);
}

TEST(a_gap_is_used_again_and_reads_zero) {
    device_memory_t *memory = device_memory_create(false);
    const uint64_t a = device_memory_allocate(memory, 1000, DEVICE_MEMORY_DEVICE, "a");
    const uint64_t b = device_memory_allocate(memory, 1000, DEVICE_MEMORY_DEVICE, "b");
    memset(device_memory_translate(memory, a, 1000), 0xff, 1000);
    assert_true(device_memory_release(memory, a));
    assert_false(device_memory_release(memory, a));
    assert_false(device_memory_release(memory, b + 4));
    assert_null(device_memory_translate(memory, a, 1));
    assert_null(device_memory_find(memory, a));
    assert_string_equal(device_memory_find_released(memory, a + 999)->name, "a");
    assert_null(device_memory_find_released(memory, a + 1000));
    assert_int_equal(device_memory_allocate(memory, 1000, DEVICE_MEMORY_DEVICE, "c"), a);
    const uint8_t *bytes = device_memory_translate(memory, a, 1000);
    for (int i = 0; i < 1000; i++) assert_int_equal(bytes[i], 0);
    assert_true(device_memory_allocate(memory, 1001, DEVICE_MEMORY_DEVICE, "d") > b);
    device_memory_destroy(memory);
}

TEST(what_kernels_free_is_used_again_behind_the_launch) {
    device_memory_t *memory = device_memory_create(false);
    const uint64_t a = device_memory_allocate(memory, 40, DEVICE_MEMORY_HEAP, "a");
    assert_true(device_memory_release(memory, a));
    const uint64_t b = device_memory_allocate(memory, 40, DEVICE_MEMORY_HEAP, "b");
    assert_int_equal(b, a + 96); /* 40 bytes, 32 of guard, at a multiple of 32 */
    device_memory_end_launch(memory);
    assert_int_equal(device_memory_allocate(memory, 40, DEVICE_MEMORY_HEAP, "c"), a);
    device_memory_destroy(memory);
}

TEST(what_does_not_fit_is_refused) {
    device_memory_t *memory = device_memory_create(false);
    assert_int_equal(device_memory_allocate(memory, DEVICE_MEMORY_BYTES, DEVICE_MEMORY_DEVICE,
                                            "guard does not fit"),
                     0);
    assert_int_equal(device_memory_allocate(memory, UINT64_MAX, DEVICE_MEMORY_DEVICE, "huge"), 0);
    const uint64_t most = DEVICE_MEMORY_BYTES - DEVICE_MEMORY_GUARD;
    assert_int_equal(device_memory_allocate(memory, most, DEVICE_MEMORY_DEVICE, "all"),
                     DEVICE_MEMORY_BASE);
    assert_int_equal(device_memory_allocate(memory, 1, DEVICE_MEMORY_DEVICE, "more"), 0);
    assert_int_equal(device_memory_allocate(memory, 1, DEVICE_MEMORY_HOST, "no host view"), 0);
    device_memory_destroy(memory);
}

/* Random allocations and releases: no two overlap, guards hold, first fit is lowest, contents stay.
 */
enum { LIVE = 40, ROUNDS = 4000 };
TEST(random_use) {
    device_memory_t *memory = device_memory_create(false);
    uint64_t address[LIVE] = {0}, bytes[LIVE] = {0}, random = 12345;
    for (int round = 0; round < ROUNDS; round++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        const unsigned i = (unsigned)(random >> 33) % LIVE;
        if (address[i] != 0) {
            const uint8_t *place = device_memory_translate(memory, address[i], bytes[i]);
            assert_non_null(place);
            assert_int_equal(place[0], (uint8_t)i + 1);
            assert_int_equal(place[bytes[i] - 1], (uint8_t)i + 1);
            assert_true(device_memory_release(memory, address[i]));
            address[i] = 0;
            continue;
        }
        bytes[i] = 1 + (random >> 40) % 3000;
        address[i] = device_memory_allocate(memory, bytes[i], DEVICE_MEMORY_DEVICE, "x");
        assert_true(address[i] != 0);
        memset(device_memory_translate(memory, address[i], bytes[i]), (int)i + 1, bytes[i]);
        for (unsigned j = 0; j < LIVE; j++) {
            if (j == i || address[j] == 0) continue;
            const bool after = address[j] >= address[i] + bytes[i] + DEVICE_MEMORY_GUARD;
            const bool before = address[i] >= address[j] + bytes[j] + DEVICE_MEMORY_GUARD;
            assert_true(after || before);
        }
    }
    device_memory_destroy(memory);
}

TEST_MAIN("device_memory")
