/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_vulkan.c: instructions of the dialect VULKAN (Dat3M). What only the Vulkan memory model
 * knows (storage classes, availability, visibility) is kept for it, and noted: other models do not
 * decide such a test. */
#include <string.h>

#include "cmodel/litmus/litmus_mnemonic.h"

static const litmus_word_t words[] = {
    {"sg", LITMUS_WORD_SCOPE, LITMUS_SCOPE_WARP, NULL},
    {"wg", LITMUS_WORD_SCOPE, SCORD_SCOPE_BLOCK, NULL},
    {"qf", LITMUS_WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"dv", LITMUS_WORD_SCOPE, SCORD_SCOPE_SYSTEM, NULL},
    {"scopesg", LITMUS_WORD_SCOPE, LITMUS_SCOPE_WARP, NULL},
    {"scopewg", LITMUS_WORD_SCOPE, SCORD_SCOPE_BLOCK, NULL},
    {"scopeqf", LITMUS_WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"scopedev", LITMUS_WORD_SCOPE, SCORD_SCOPE_SYSTEM, NULL},
    {"atom", LITMUS_WORD_STRONG, 0, NULL},
    {"sc0", LITMUS_WORD_STORAGE, LITMUS_SC0, NULL},
    {"sc1", LITMUS_WORD_STORAGE, LITMUS_SC1, NULL},
    {"semsc0", LITMUS_WORD_FLAG, LITMUS_SEMSC0, NULL},
    {"semsc1", LITMUS_WORD_FLAG, LITMUS_SEMSC1, NULL},
    {"semsc01", LITMUS_WORD_FLAG, LITMUS_SEMSC0 | LITMUS_SEMSC1, NULL},
    {"semav", LITMUS_WORD_FLAG, LITMUS_SEMAV, NULL},
    {"semvis", LITMUS_WORD_FLAG, LITMUS_SEMVIS, NULL},
    {"av", LITMUS_WORD_FLAG, LITMUS_AV, NULL},
    {"vis", LITMUS_WORD_FLAG, LITMUS_VIS, NULL},
    {"nonpriv", LITMUS_WORD_FLAG, LITMUS_NONPRIV, NULL},
    {NULL, LITMUS_WORD_PASSED, 0, NULL}};

/* An ordering needs .atom, and .atom, .av and .vis a scope. */
static void check(const litmus_mnemonic_t *mnemonic) {
    const char *name = mnemonic->word[0];
    const uint16_t flags = mnemonic->meaning.vulkan;
    const bool access = litmus_is(mnemonic, "ld") || litmus_is(mnemonic, "st") ||
                        litmus_is(mnemonic, "rmw");
    const bool scoped = litmus_has(mnemonic, LITMUS_WORD_STRONG) ||
                        (flags & (LITMUS_AV | LITMUS_VIS)) != 0;
    if (litmus_is(mnemonic, "ld")) litmus_check_ordering(mnemonic, LITMUS_ACQUIRE, ".acq only");
    if (litmus_is(mnemonic, "st")) litmus_check_ordering(mnemonic, LITMUS_RELEASE, ".rel only");
    if (access && litmus_has(mnemonic, LITMUS_WORD_SEMANTICS) &&
        !litmus_has(mnemonic, LITMUS_WORD_STRONG))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has an ordering, and is no .atom",
                       name);
    if (access && scoped != litmus_has(mnemonic, LITMUS_WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' names a scope exactly with .atom, .av or .vis", name);
    if (!access) litmus_check_none(mnemonic, LITMUS_WORD_STRONG, ".atom");
    if (mnemonic->meaning.storage == (LITMUS_SC0 | LITMUS_SC1))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' names two storage classes", name);
    if ((litmus_is(mnemonic, "ld") && (flags & LITMUS_AV)) ||
        (litmus_is(mnemonic, "st") && (flags & LITMUS_VIS)))
        litmus_problem(mnemonic->litmus, mnemonic->line, "a load is .vis, a store .av");
}

static uint8_t level_of(uint8_t scope) {
    return scope == LITMUS_SCOPE_WARP    ? LITMUS_LEVEL_SUB_GROUP
           : scope == SCORD_SCOPE_BLOCK  ? LITMUS_LEVEL_WORK_GROUP
           : scope == SCORD_SCOPE_DEVICE ? LITMUS_LEVEL_QUEUE_FAMILY
                                         : LITMUS_LEVEL_DEVICE;
}

/* The scope in the Vulkan memory model, and what no other model knows. */
static void finish_meaning(litmus_mnemonic_t *mnemonic) {
    static const char *const names[] = {".av", ".vis", ".semav", ".semvis", NULL, NULL, ".semsc1"};
    litmus_instruction_t *meaning = &mnemonic->meaning;
    const bool barrier = litmus_is(mnemonic, "cbar") || litmus_is(mnemonic, "ctrlbar");
    meaning->level = level_of(meaning->memory_scope);
    meaning->meets = level_of(meaning->scope);
    if (!litmus_has(mnemonic, LITMUS_WORD_SCOPE))
        meaning->level = meaning->meets = barrier ? LITMUS_LEVEL_WORK_GROUP : LITMUS_LEVEL_DEVICE;
    if (meaning->strong || (meaning->vulkan & (LITMUS_AV | LITMUS_VIS)))
        meaning->vulkan |= LITMUS_NONPRIV;
    if (!litmus_has(mnemonic, LITMUS_WORD_STORAGE)) meaning->storage = LITMUS_SC0;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i] && meaning->vulkan >> i & 1)
            litmus_only_vulkan(mnemonic->litmus, mnemonic->line, "'%s' is", names[i]);
    if (meaning->storage == LITMUS_SC1)
        litmus_only_vulkan(mnemonic->litmus, mnemonic->line, "a second storage class is");
    if (meaning->strong && !litmus_has(mnemonic, LITMUS_WORD_SEMANTICS))
        meaning->semantics = SCORD_SEMANTICS_RELAXED;
    /* a plain access has no scope in other models */
    if (!meaning->strong && (litmus_is(mnemonic, "ld") || litmus_is(mnemonic, "st")))
        meaning->scope = SCORD_SCOPE_DEVICE;
}

/* avdevice, visdevice */
static void read_domain(litmus_mnemonic_t *mnemonic, uint16_t flag) {
    mnemonic->meaning.vulkan |= flag;
    litmus_only_vulkan(mnemonic->litmus, mnemonic->line, "'%s' is", mnemonic->word[0]);
    if (litmus_has_operands(mnemonic, 0, 0)) litmus_finish(mnemonic, LITMUS_FENCE);
}

void litmus_read_vulkan(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    litmus_mnemonic_t mnemonic = {.litmus = litmus, .line = line, .thread = thread};
    text = litmus_read_label(litmus, line, thread, text);
    if (!text || !litmus_open_mnemonic(&mnemonic, text, words, check)) return;
    finish_meaning(&mnemonic);
    if (litmus_is(&mnemonic, "ld"))
        litmus_read_load(&mnemonic);
    else if (litmus_is(&mnemonic, "st"))
        litmus_read_store(&mnemonic);
    else if (litmus_is(&mnemonic, "rmw")) {
        if (mnemonic.meaning.atomic_kind == SCORD_ATOMIC_KIND_NONE)
            mnemonic.meaning.atomic_kind = mnemonic.operands == 4 ? SCORD_ATOMIC_KIND_CAS
                                                                  : SCORD_ATOMIC_KIND_EXCH;
        litmus_read_atomic(&mnemonic, true);
    } else if (litmus_is(&mnemonic, "membar")) {
        litmus_read_fence(&mnemonic);
    } else if (litmus_is(&mnemonic, "cbar") || litmus_is(&mnemonic, "ctrlbar")) {
        if (mnemonic.meaning.scope == LITMUS_SCOPE_WARP)
            mnemonic.meaning.meeting = LITMUS_MEET_WARP;
        litmus_read_barrier(&mnemonic);
    } else if (litmus_is(&mnemonic, "avdevice"))
        read_domain(&mnemonic, LITMUS_AVDEVICE);
    else if (litmus_is(&mnemonic, "visdevice"))
        read_domain(&mnemonic, LITMUS_VISDEVICE);
    else if (!litmus_read_arithmetic(&mnemonic) && !litmus_read_branch(&mnemonic))
        litmus_problem(litmus, line,
                       "'%.40s' is not taken: ld, st, rmw, membar, cbar, avdevice, visdevice, "
                       "arithmetic and branches are",
                       mnemonic.word[0]);
}
