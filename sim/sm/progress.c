/* progress.c: tells an endless spin from long work (progress.h).
 *
 *     quiet = 0 ────────────── limit/2 ────────────── limit ───────── … 50 × limit
 *       ▲ a sign: again from 0    │ new window: warps     │ LOOK: do all   EXHAUSTED
 *                                 │ forget repeated/fresh │ ready warps wait?
 *
 * In the first half of the limit the reads of each warp are recorded: read[] keeps hashes of (pc,
 * lanes, addresses), direct mapped. In the second half a read that is in the table sets `repeated`,
 * any other sets `fresh`. A warp waits when it has repeated reads and no fresh one.
 *
 * A warp's table and flags are not cleared when the machine sees a sign of progress or begins a
 * window: they carry the epoch and the window that they are of, and are cleared at the warp's next
 * read. So a sign costs nothing, however many warps there are.
 *
 * Hashes can err: two reads with the same hash look repeated, and a read whose place another read
 * took looks fresh. 64 places are more than the words that a spin loop polls; a false `fresh` only
 * delays the verdict to the hard limit. Invariants: limit ≥ 2; a warp's epoch and window are at
 * most the machine's.
 */
#include "sim/sm/progress.h"

#include <assert.h>
#include <string.h>

void progress_start(progress_t *progress, uint64_t limit) {
    progress->limit = limit < 2 ? 2 : limit;
    progress_sign(progress);
}

void progress_sign(progress_t *progress) {
    progress->epoch++;
    progress->window++;
    progress->quiet = 0;
}

void progress_next_window(progress_t *progress) { progress->window++; }

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t hash_of(const scord_event_access_t *access) {
    uint64_t hash = mix(access->pc + UINT64_C(1), access->mask);
    for (uint32_t lanes = access->mask; lanes != 0; lanes &= lanes - 1)
        hash = mix(hash, access->address[__builtin_ctz(lanes)]);
    return hash | 1; /* 0 = empty */
}

void progress_read(const progress_t *progress, progress_warp_t *warp,
                   const scord_event_access_t *access) {
    assert(warp->epoch <= progress->epoch);
    if (warp->epoch != progress->epoch) {
        memset(warp->read, 0, sizeof warp->read);
        warp->epoch = progress->epoch;
    }
    if (warp->window != progress->window) {
        warp->repeated = warp->fresh = false;
        warp->window = progress->window;
    }
    const uint64_t hash = hash_of(access);
    uint64_t *place = &warp->read[hash >> 1 & (PROGRESS_READS - 1)];
    if (*place == hash)
        warp->repeated = true;
    else
        warp->fresh = true;
    *place = hash;
    if (access->mask != 0) warp->last_address = access->address[__builtin_ctz(access->mask)];
    warp->last_pc = access->pc;
}

progress_verdict_t progress_count(progress_t *progress) {
    assert(progress->limit >= 2 && progress->quiet < progress->limit * PROGRESS_HARD_FACTOR);
    progress->quiet++;
    if (progress->quiet >= progress->limit * PROGRESS_HARD_FACTOR) return PROGRESS_EXHAUSTED;
    if (progress->quiet < progress->limit / 2 || progress->quiet % (progress->limit / 2) != 0)
        return PROGRESS_GOES_ON;
    if (progress->quiet >= progress->limit) return PROGRESS_LOOK;
    progress->window++; /* the first half only records what the warps read */
    return PROGRESS_GOES_ON;
}

bool progress_waits(const progress_t *progress, const progress_warp_t *warp) {
    return warp->epoch == progress->epoch && warp->window == progress->window && warp->repeated &&
           !warp->fresh;
}
