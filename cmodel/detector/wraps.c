/* wraps.c: see wraps.h.
 *
 * Counted are comparisons that decide something: of barriers where rule 2 would reset the entry, of
 * fences where rule 6 reports that there was none, of epochs where they would be order between
 * threads (D40). A request that was made before the counter's last step (it waited in a queue) is
 * left out: it compares with a number of its own time.
 */
#include "cmodel/detector/wraps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/detector/fence_file.h"

void scord_wraps_start(scord_wraps_t *wraps, uint64_t entries) {
    if (wraps->entries != entries) {
        free(wraps->written);
        wraps->written = NULL;
    }
    wraps->entries = entries;
    wraps->any = false;
    memset(wraps->barrier, 0, sizeof wraps->barrier);
    memset(wraps->block_fence, 0, sizeof wraps->block_fence);
    memset(wraps->device_fence, 0, sizeof wraps->device_fence);
    memset(wraps->epoch, 0, sizeof wraps->epoch);
}

void scord_wraps_destroy(scord_wraps_t *wraps) {
    free(wraps->written);
    wraps->written = NULL;
    wraps->entries = 0;
}

bool scord_wraps_step(scord_wraps_t *wraps, scord_steps_t *steps, unsigned width) {
    steps->count++;
    steps->last = wraps->now;
    if (wraps->any || steps->count >> width == 0 || wraps->entries == 0) return true;
    if (!wraps->written) wraps->written = calloc(wraps->entries, sizeof *wraps->written);
    if (!wraps->written) return false;
    return wraps->any = true;
}

/* The counter's number of now is NUMBER, which an entry of time WRITTEN has, and it has wrapped
 * since. */
static bool wrapped(const scord_steps_t *steps, unsigned width, uint64_t number, uint64_t written) {
    const uint64_t mask = (UINT64_C(1) << width) - 1;
    return steps->count >> width != 0 && (steps->count & mask) == number && steps->last > written;
}

/* The two halves of BarrierID (D41). */
static unsigned barrier_width(bool independent_threads) {
    return independent_threads ? SCORD_EPOCH_BARRIER_WIDTH : SCORD_BARRIER_ID_WIDTH;
}
static uint8_t barrier_of(uint8_t barrier_id, bool independent_threads) {
    return barrier_id & ((1u << barrier_width(independent_threads)) - 1);
}

void scord_wraps_check(scord_wraps_t *wraps, uint64_t entry, const scord_metadata_t *before,
                       const scord_detector_request_t *x, scord_fence_entry_t owner,
                       bool independent_threads, bool owned, bool no_fence,
                       scord_model_losses_t *losses) {
    assert(wraps->any && entry < wraps->entries);
    const uint64_t written = wraps->written[entry];
    const bool same_block = before->block_id == x->block_id,
               same_warp = same_block && before->warp_id == x->warp_id,
               initial = before->modified && before->blk_shared && before->dev_shared;
    const uint8_t barrier = barrier_of(before->barrier_id, independent_threads);
    const bool same_barrier = barrier == barrier_of(x->barrier_id, independent_threads);
    const unsigned warp = scord_fence_file_index(before->block_id, before->warp_id);
    if (owned) wraps->written[entry] = wraps->now;
    if (initial) return;
    if (same_block && same_barrier && !before->dev_shared && (!same_warp || independent_threads))
        losses->barrier_wraps += wrapped(&wraps->barrier[x->block_id],
                                         barrier_width(independent_threads), barrier, written);
    if (no_fence) {
        const bool device = before->dev_fence_id == owner.dev_fence_id &&
                            wrapped(&wraps->device_fence[warp], SCORD_FENCE_ID_WIDTH,
                                    before->dev_fence_id, written),
                   block = same_block && before->blk_fence_id == owner.blk_fence_id &&
                           wrapped(&wraps->block_fence[warp], SCORD_FENCE_ID_WIDTH,
                                   before->blk_fence_id, written);
        losses->fence_wraps += device || block;
    }
    const unsigned epoch = before->barrier_id >> SCORD_EPOCH_BARRIER_WIDTH;
    if (independent_threads && same_warp && x->has_diverged &&
        epoch == (unsigned)x->barrier_id >> SCORD_EPOCH_BARRIER_WIDTH)
        losses->epoch_wraps += wrapped(&wraps->epoch[warp], SCORD_SYNCWARP_ID_WIDTH, epoch,
                                       written);
}
