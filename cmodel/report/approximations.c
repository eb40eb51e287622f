/* SPDX-License-Identifier: Apache-2.0 */
/* approximations.c: see approximations.h. */
#include "cmodel/report/approximations.h"

#include <assert.h>

#include "cmodel/base/wrapped_text.h"
#include "cmodel/report/history/byte_races.h"
#include "cmodel/report/history/race_apart.h"

enum { TEXT_SIZE = 320, INDENT = 2 };

typedef struct description {
    const char *name;
    bool hides, invents;
    const char *one, *many; /* what there was, behind the count */
    const char *rest;
    const char *option;
} description_t;

static const description_t descriptions[SCORD_APPROXIMATIONS] = {
    [SCORD_UNCHECKED_SHARED] =
        {"unchecked_shared", true, false, "launch used", "launches used",
         "__shared__ memory, in which races are not looked for: check with --shared", "--shared"},
    [SCORD_FORGOTTEN_OWNERS] =
        {"forgotten_owners", true, false, "check found", "checks found",
         "the metadata entry of another word, whose owner was forgotten, which can hide races: "
         "check with an entry for each word (--as cuda, --config nocache, or the key "
         "log2_cache_ratio=0)",
         "--config nocache"},
    [SCORD_UNTRACKED] = {"untracked", true, false, "word", "words",
                         "outside the tracked range, not checked, which can hide races", NULL},
    [SCORD_NOT_PERFORMED] = {"not_performed", true, false, "check", "checks",
                             "not performed, which can hide races: metadata read failed", NULL},
    [SCORD_DROPPED_LOCKS] =
        {"dropped_locks", true, true, "lock was", "locks were",
         "dropped from the full lock table of a warp, which holds four: this can hide races and "
         "invent them; --as cuda counts them",
         "--as cuda"},
    [SCORD_MANY_LOCKS] =
        {"many_locks", true, false, "lock", "locks",
         "beyond those that the lock table of a warp can tell apart: until the warp gives them "
         "back, any lock counts as common, which can hide races",
         NULL},
    [SCORD_ORDERS_WITHOUT_ROOM] =
        {"orders_without_room", true, false, "access", "accesses",
         "beyond the room for 65536 words of a kernel, for which only the detector's own order "
         "counts: this can hide races between warps that only look ordered",
         NULL},
    [SCORD_BARRIER_WRAPS] =
        {"barrier_wraps", true, true, "check took", "checks took",
         "an access before a barrier for one behind it, because the count of the block's barriers "
         "has wrapped: this can hide races and invent them",
         NULL},
    [SCORD_RELEASE_WRAPS] = {"release_wraps", true, true, "time", "times",
                             "the release numbers began anew, behind which an old release looks "
                             "new: this can hide races "
                             "and invent them",
                             NULL},
    [SCORD_FENCE_WRAPS] = {"fence_wraps", false, true, "report missed", "reports missed",
                           "the fences of the owner, because the count of its fences has wrapped: "
                           "this can invent races",
                           NULL},
    [SCORD_EPOCH_WRAPS] = {"epoch_wraps", false, true, "check missed", "checks missed",
                           "a __syncwarp() between two threads, because the warp's count of them "
                           "has wrapped: this can "
                           "invent races",
                           NULL},
    [SCORD_BYTES_WITHOUT_ROOM] =
        {"bytes_without_room", false, true, "check", "checks",
         "of bytes beyond the room for 262144 segments, where different bytes of one word are "
         "reported: this can invent races",
         NULL},
    [SCORD_FORGOTTEN_LANES] =
        {"forgotten_lanes", false, false, "segment", "segments",
         "of 128 bytes that threads of a warp had touched in step, forgotten for want of room, "
         "which can hide a finding warp/not-synchronised: --independent-threads=always has the "
         "detector itself tell threads apart",
         "--independent-threads=always"},
    [SCORD_WRAPPED_RACES] =
        {"wrapped_races", false, false,
         "report that only a wrapped count of barriers, fences or __syncwarp() shows is",
         "reports that only a wrapped count of barriers, fences or __syncwarp() shows are",
         "not counted", NULL},
    [SCORD_DIFFERENT_BYTES] =
        {"different_bytes", false, false,
         "report of different bytes of one word, which do not race in CUDA, is",
         "reports of different bytes of one word, which do not race in CUDA, are", "not counted",
         NULL},
    [SCORD_ONLY_BYTES] =
        {"only_bytes", false, false,
         "race of one byte that the detector's entry of the word does not show is",
         "races of one byte that the detector's entry of the word does not show are", "counted",
         NULL},
    [SCORD_SYSTEM_SCOPE] =
        {"system_scope", false, false, "access or fence of system scope was",
         "accesses and fences of system scope were",
         "taken for such of device scope: the same between threads of one GPU; of the host's "
         "accesses kind launch judges",
         NULL},
    [SCORD_DROPPED_RECORDS] = {
        "dropped_records", false, false, "race record", "race records",
        "dropped by the full race log of the hardware, not by this report: the key log_capacity "
        "makes it larger",
        "--config NAME:log_capacity=N"}};

_Static_assert(SCORD_BYTE_SEGMENTS == 262144 && SCORD_HANDED_WORDS == 65536, "the numbers above");

static const description_t *describe(scord_approximation_t approximation) {
    assert((unsigned)approximation < SCORD_APPROXIMATIONS);
    return &descriptions[approximation];
}

const char *scord_approximation_name(scord_approximation_t approximation) {
    return describe(approximation)->name;
}
bool scord_approximation_hides(scord_approximation_t approximation) {
    return describe(approximation)->hides;
}
bool scord_approximation_invents(scord_approximation_t approximation) {
    return describe(approximation)->invents;
}
const char *scord_approximation_option(scord_approximation_t approximation) {
    return describe(approximation)->option;
}

void scord_approximation_words(scord_approximation_t approximation, uint64_t count, char *text,
                               size_t size) {
    const description_t *words = describe(approximation);
    snprintf(text, size, "%llu %s %s", (unsigned long long)count,
             count == 1 ? words->one : words->many, words->rest);
}

bool scord_approximations_hide(const scord_approximations_t *acted) {
    for (unsigned i = 0; i < SCORD_APPROXIMATIONS; i++)
        if (acted->count[i] > 0 && descriptions[i].hides) return true;
    return false;
}

void scord_approximations_print(const scord_approximations_t *acted, FILE *out) {
    char text[TEXT_SIZE];
    for (unsigned i = 0; i < SCORD_APPROXIMATIONS; i++) {
        if (acted->count[i] == 0) continue;
        scord_approximation_words((scord_approximation_t)i, acted->count[i], text, sizeof text);
        scord_print_wrapped(out, text, 0, INDENT);
    }
}
