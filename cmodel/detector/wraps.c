/* SPDX-License-Identifier: Apache-2.0 */
/* wraps.c: see wraps.h.
 *
 * Counted are comparisons that decide something: of barriers where rule 2 would reset the entry, of
 * fences where rule 6 reports that there was none, of epochs where they would be order between
 * threads (D40); but not where the check has begun the entry anew, as longer counters would have. A
 * request that was made before the counter's last step (it waited in a queue) is
 * left out: it compares with a number of its own time.
 */
#include "cmodel/detector/wraps.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/detector/fence_file.h"
#include "cmodel/detector/lockset.h"
#include "cmodel/detector/metadata_run.h"

void scord_wraps_start(scord_wraps_t *wraps, uint64_t entries) {
    if (wraps->entries != entries) {
        free(wraps->touched);
        wraps->touched = NULL;
    }
    wraps->entries = entries;
    wraps->any = false;
    memset(wraps->barrier, 0, sizeof wraps->barrier);
    memset(wraps->block_fence, 0, sizeof wraps->block_fence);
    memset(wraps->device_fence, 0, sizeof wraps->device_fence);
    memset(wraps->epoch, 0, sizeof wraps->epoch);
}

void scord_wraps_destroy(scord_wraps_t *wraps) {
    free(wraps->touched);
    wraps->touched = NULL;
    wraps->entries = 0;
}

bool scord_wraps_step(scord_wraps_t *wraps, scord_steps_t *steps, unsigned width) {
    steps->count++;
    steps->last = wraps->now;
    if (wraps->any || steps->count >> width == 0 || wraps->entries == 0) return true;
    if (!wraps->touched) wraps->touched = calloc(wraps->entries, sizeof *wraps->touched);
    if (!wraps->touched) return false;
    return wraps->any = true;
}

/* The counter's number of now is NUMBER, and it has wrapped in this launch … */
static bool at_number(const scord_steps_t *steps, unsigned width, uint64_t number) {
    const uint64_t mask = (UINT64_C(1) << width) - 1;
    return steps->count >> width != 0 && (steps->count & mask) == number;
}

/* … since an entry with that number was touched last, at time TOUCHED. */
static bool wrapped(const scord_steps_t *steps, unsigned width, uint64_t number, uint64_t touched) {
    return at_number(steps, width, number) && steps->last > touched;
}

/* The two halves of BarrierID (D41). */
static unsigned barrier_width(bool independent_threads) {
    return independent_threads ? SCORD_EPOCH_BARRIER_WIDTH : SCORD_BARRIER_ID_WIDTH;
}
static uint8_t barrier_of(uint8_t barrier_id, bool independent_threads) {
    return barrier_id & ((1u << barrier_width(independent_threads)) - 1);
}

/* Both flags on clean data are WarpShared with independent threads (D42), and say nothing of
 * others. */
static bool warp_shared(const scord_metadata_t *md, bool independent_threads) {
    return independent_threads && !md->modified && md->blk_shared && md->dev_shared;
}

/* Rule 6 looked for no more than the fence. */
static bool only_a_fence(const scord_metadata_t *md, const scord_detector_request_t *x) {
    return md->strong && x->strong && scord_lockset_empty(md->lock_bloom) &&
           scord_lockset_empty(x->lock_bloom);
}

void scord_wraps_check(scord_wraps_t *wraps, uint64_t entry, const scord_metadata_t *before,
                       const scord_detector_request_t *x, scord_fence_entry_t owner,
                       bool independent_threads, const scord_retire_t *retire, bool owned,
                       scord_model_losses_t *losses) {
    assert(wraps->any && entry < wraps->entries);
    const uint64_t touched = wraps->touched[entry];
    const bool same_block = before->block_id == x->block_id,
               same_warp = same_block && before->warp_id == x->warp_id,
               initial = before->modified && before->blk_shared && before->dev_shared,
               one_warp = warp_shared(before, independent_threads),
               blk_shared = before->blk_shared && !one_warp,
               dev_shared = before->dev_shared && !one_warp,
               race = scord_verdict_is_conflict(retire->verdict), /* rule 10 looks at no order */
        begun_anew = owned && (race || retire->path != SCORD_PATH_FULL),
               no_fence = retire->verdict == SCORD_VERDICT_MISSING_BLOCK_FENCE ||
                          retire->verdict == SCORD_VERDICT_MISSING_DEVICE_FENCE;
    const uint8_t barrier = barrier_of(before->barrier_id, independent_threads);
    const bool same_barrier = barrier == barrier_of(x->barrier_id, independent_threads);
    const unsigned warp = scord_fence_file_index(before->block_id, before->warp_id),
                   epoch = before->barrier_id >> SCORD_EPOCH_BARRIER_WIDTH;
    wraps->touched[entry] = wraps->now;
    wraps->made_race = false;
    if (initial) return;
    const bool barriers = same_block && same_barrier && !dev_shared &&
                          (!same_warp || independent_threads) &&
                          wrapped(&wraps->barrier[x->block_id], barrier_width(independent_threads),
                                  barrier, touched),
               epochs = independent_threads && same_warp && x->has_diverged &&
                        epoch == (unsigned)x->barrier_id >> SCORD_EPOCH_BARRIER_WIDTH &&
                        wrapped(&wraps->epoch[warp], SCORD_SYNCWARP_ID_WIDTH, epoch, touched),
               device = before->dev_fence_id == owner.dev_fence_id &&
                        wrapped(&wraps->device_fence[warp], SCORD_FENCE_ID_WIDTH,
                                before->dev_fence_id, touched),
               block = same_block && before->blk_fence_id == owner.blk_fence_id &&
                       wrapped(&wraps->block_fence[warp], SCORD_FENCE_ID_WIDTH,
                               before->blk_fence_id, touched),
               fences = no_fence && (device || block);
    wraps->made_race = race && (barriers || (epochs && !blk_shared && !dev_shared) ||
                                (fences && only_a_fence(before, x)));
    if (wraps->made_race) return;
    losses->barrier_wraps += barriers && !begun_anew;
    losses->epoch_wraps += epochs && !begun_anew;
    losses->fence_wraps += fences;
}

void scord_wraps_check_alike(scord_wraps_t *wraps, uint64_t first, uint32_t words,
                             const scord_metadata_t *before, const scord_detector_request_t *x,
                             bool independent_threads, scord_path_t path, bool owned,
                             scord_model_losses_t *losses) {
    assert(wraps->any && first + SCORD_SEGMENT_WORDS <= wraps->entries);
    const bool same_block = before->block_id == x->block_id,
               same_warp = same_block && before->warp_id == x->warp_id,
               initial = before->modified && before->blk_shared && before->dev_shared,
               shared = before->dev_shared && !warp_shared(before, independent_threads),
               counts = !initial && !(owned && path != SCORD_PATH_FULL);
    const uint8_t barrier = barrier_of(before->barrier_id, independent_threads);
    const unsigned epoch = before->barrier_id >> SCORD_EPOCH_BARRIER_WIDTH;
    const scord_steps_t *const
        barriers = &wraps->barrier[x->block_id],
        *const epochs = &wraps->epoch[scord_fence_file_index(before->block_id, before->warp_id)];
    const bool barrier_counts = counts && same_block && !shared &&
                                barrier == barrier_of(x->barrier_id, independent_threads) &&
                                (!same_warp || independent_threads) &&
                                at_number(barriers, barrier_width(independent_threads), barrier),
               epoch_counts = counts && independent_threads && same_warp && x->has_diverged &&
                              epoch == (unsigned)x->barrier_id >> SCORD_EPOCH_BARRIER_WIDTH &&
                              at_number(epochs, SCORD_SYNCWARP_ID_WIDTH, epoch);
    uint64_t now = wraps->now;
    wraps->made_race = false;
    for (uint32_t left = words, run; !barrier_counts && !epoch_counts && left; left &= ~run) {
        const unsigned word = (unsigned)__builtin_ctz(left);
        uint64_t *const touched = &wraps->touched[first + word];
        run = scord_lowest_run(left);
        const unsigned count = 32 - (unsigned)__builtin_clz(run) - word;
        for (unsigned i = 0; i < count; i++) touched[i] = now + i;
        now += count;
    }
    if (!barrier_counts && !epoch_counts) return;
    for (; words; words &= words - 1) {
        uint64_t *touched = &wraps->touched[first + (unsigned)__builtin_ctz(words)];
        losses->barrier_wraps += barrier_counts && barriers->last > *touched;
        losses->epoch_wraps += epoch_counts && epochs->last > *touched;
        *touched = now++;
    }
}
