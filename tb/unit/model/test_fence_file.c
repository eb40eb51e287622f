/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cmodel/detector/fence_file.c: scopes, D5, D7, D9. */
#include "tb/unit/model/model_test.h"

#include "cmodel/detector/fence_file.h"

enum { FENCES = 1 << SCORD_FENCE_ID_WIDTH };

static void expect_entry(const scord_fence_file_t *file, unsigned index, unsigned block,
                         unsigned device) {
    const scord_fence_entry_t entry = scord_fence_file_read(file, index);
    assert_int_equal(entry.blk_fence_id, block);
    assert_int_equal(entry.dev_fence_id, device);
}

/* Index = {SM, WarpID}: the slot of the block does not matter. */
TEST(test_index) {
    for (unsigned slot = 0; slot < SCORD_MAX_BLOCKS_PER_SM; slot++)
        assert_int_equal(scord_fence_file_index(3u * SCORD_MAX_BLOCKS_PER_SM + slot, 5),
                         3 * SCORD_MAX_WARPS_PER_SM + 5);
    assert_int_equal(
        scord_fence_file_index((1u << SCORD_BLOCK_ID_WIDTH) - 1, SCORD_MAX_WARPS_PER_SM - 1),
        SCORD_FENCE_FILE_ENTRIES - 1);
}

TEST(test_each_scope_steps_its_counter) {
    scord_fence_file_t file;
    memset(&file, 0xff, sizeof file);
    scord_fence_file_start(&file);
    scord_fence_file_count(&file, 17, SCORD_SCOPE_BLOCK);
    scord_fence_file_count(&file, 17, SCORD_SCOPE_DEVICE);
    scord_fence_file_count(&file, 17, SCORD_SCOPE_SYSTEM); /* D7 */
    for (unsigned index = 0; index < SCORD_FENCE_FILE_ENTRIES; index++)
        expect_entry(&file, index, index == 17 ? 1 : 0, index == 17 ? 2 : 0);
}

/* D9: after 64 fences an entry looks as if there had been none. */
TEST(test_counters_wrap_apart) {
    scord_fence_file_t file;
    scord_fence_file_start(&file);
    for (unsigned i = 0; i < FENCES - 1; i++) scord_fence_file_count(&file, 0, SCORD_SCOPE_BLOCK);
    expect_entry(&file, 0, FENCES - 1, 0);
    scord_fence_file_count(&file, 0, SCORD_SCOPE_BLOCK);
    expect_entry(&file, 0, 0, 0);
    for (unsigned i = 0; i < FENCES + 3; i++) scord_fence_file_count(&file, 0, SCORD_SCOPE_DEVICE);
    expect_entry(&file, 0, 0, 3);
}

TEST_MAIN("fence_file")
