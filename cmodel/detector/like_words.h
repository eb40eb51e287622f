/* SPDX-License-Identifier: Apache-2.0 */
/* like_words.h: words of one request that look alike are decided once.
 *
 * A warp's access touches up to 32 words, and mostly their entries differ in nothing but the
 * ThreadID: the warp wrote or read them together before. All else that the rules look at belongs to
 * the request, so the outcome of the last word holds for the next one if that has the same
 *   - entry, but for ThreadID, of which the rules see only whether it is the accessor's, and that
 *     only of a warp that has diverged (D40, D41);
 *   - Tag, several (D40) and lanes_differ (D72).
 * The entry afterwards is the same, too, but for its ThreadID: the accessor's when it became owner,
 * else the one before.
 *
 * The next request may go on with it when the rules see no difference between the two: the same
 * warp with the same barrier, locks and kind of access, as the segments of one scattered access
 * have; but not when it states an order, since then it may change what later checks compare.
 *
 * Invariant: known only as long as nothing that a check compares has changed, that is, with no
 * fence, release or acquire in between. The plain rules are the specification; with an observer
 * they decide every word. unit-like-words compares the two.
 */
#ifndef SCORD_LIKE_WORDS_H
#define SCORD_LIKE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/scord_params.h"

#define SCORD_LIKE_THREAD_MASK                                                                     \
    (((UINT64_C(1) << SCORD_METADATA_THREAD_ID_WIDTH) - 1) << SCORD_METADATA_THREAD_ID_SHIFT)

/* The entry's ThreadID is the accessor's, of a warp that has diverged: a flag of scord_like_word_t.
 */
enum { SCORD_LIKE_OWN = 1 };

/* What of a word the rules see beside its request. */
typedef struct scord_like_word {
    uint64_t entry;  /* without ThreadID */
    unsigned thread; /* the accessor's */
    unsigned flags;  /* SCORD_LIKE_OWN, several, lanes_differ; Tag */
} scord_like_word_t;

typedef struct scord_like_words {
    bool known;
    uint64_t request;       /* scord_like_request of the one that it is of */
    scord_like_word_t word; /* thread is not compared */
    uint64_t after;         /* without ThreadID */
    uint8_t path, verdict, scope;
    bool owned;       /* the accessor became owner */
} scord_like_words_t; /* zeroed = nothing known */

/* What the rules see of a request, but for its words. */
static inline uint64_t scord_like_request(const scord_detector_request_t *request) {
    return request->lock_bloom | (uint64_t)request->block_id << 16 |
           (uint64_t)request->warp_id << 24 | (uint64_t)request->barrier_id << 32 |
           (uint64_t)request->semantics << 40 | (uint64_t)request->op << 48 |
           (uint64_t)request->scope << 52 | (uint64_t)(request->strong != 0) << 56 |
           (uint64_t)(request->has_diverged != 0) << 57;
}

/* Another request comes. */
static inline void scord_like_start(scord_like_words_t *like,
                                    const scord_detector_request_t *request) {
    const uint64_t seen = scord_like_request(request);
    if (like->request != seen || request->semantics != SCORD_SEMANTICS_NONE) like->known = false;
    like->request = seen;
}

static inline unsigned scord_like_thread(uint64_t entry) {
    return (unsigned)((entry & SCORD_LIKE_THREAD_MASK) >> SCORD_METADATA_THREAD_ID_SHIFT);
}

static inline scord_like_word_t scord_like_word(uint64_t entry, unsigned thread, unsigned tag,
                                                bool several, bool lanes_differ,
                                                bool has_diverged) {
    return (scord_like_word_t){
        .entry = entry & ~SCORD_LIKE_THREAD_MASK,
        .thread = thread,
        .flags = (unsigned)(has_diverged && scord_like_thread(entry) == thread) |
                 (unsigned)several << 1 | (unsigned)lanes_differ << 2 | tag << 3};
}

/* Does `like` know the outcome of this word? */
static inline bool scord_like_find(const scord_like_words_t *like, const scord_like_word_t *word) {
    return like->known && like->word.entry == word->entry && like->word.flags == word->flags;
}

/* The retired item of a word that was found; `retire->metadata_before` is its entry. */
static inline void scord_like_take(const scord_like_words_t *like, const scord_like_word_t *word,
                                   scord_retire_t *retire) {
    const unsigned thread = like->owned ? word->thread : scord_like_thread(retire->metadata_before);
    retire->metadata_after = like->after | (uint64_t)thread << SCORD_METADATA_THREAD_ID_SHIFT;
    retire->path = like->path;
    retire->verdict = like->verdict;
    retire->scope = like->scope;
}

/* Keeps the outcome of a word that the rules have decided; not that of a ThreadID that no rule
 * gives, in an entry with arbitrary bits. */
static inline void scord_like_keep(scord_like_words_t *like, const scord_like_word_t *word,
                                   const scord_retire_t *retire, bool owned) {
    const unsigned thread = owned ? word->thread : scord_like_thread(retire->metadata_before);
    *like = (scord_like_words_t){.known = scord_like_thread(retire->metadata_after) == thread,
                                 .request = like->request,
                                 .word = *word,
                                 .after = retire->metadata_after & ~SCORD_LIKE_THREAD_MASK,
                                 .path = retire->path,
                                 .verdict = retire->verdict,
                                 .scope = retire->scope,
                                 .owned = owned};
}

#endif
