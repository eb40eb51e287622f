/* litmus_vulkan.c: instructions of the dialect VULKAN (Dat3M). */
#include <string.h>

#include "cmodel/litmus/litmus_mnemonic.h"

static const litmus_word_t words[] = {
    {"wg", LITMUS_WORD_SCOPE, SCORD_SCOPE_BLOCK, NULL},
    {"qf", LITMUS_WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"dv", LITMUS_WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"sg", LITMUS_WORD_REFUSED, 0, "there is no scope narrower than a work group"},
    {"atom", LITMUS_WORD_STRONG, 0, NULL},
    /* one storage class, storage synchronised by every scope that holds the threads: the defaults
     */
    {"sc0", LITMUS_WORD_PASSED, 0, NULL},
    {"semsc0", LITMUS_WORD_PASSED, 0, NULL},
    {"nonpriv", LITMUS_WORD_PASSED, 0, NULL},
    {"sc1", LITMUS_WORD_REFUSED, 0, "one storage class (sc0) is modelled"},
    {"semsc1", LITMUS_WORD_REFUSED, 0, "one storage class (semsc0) is modelled"},
    {"semav", LITMUS_WORD_REFUSED, 0, "availability is not modelled"},
    {"av", LITMUS_WORD_REFUSED, 0, "availability is not modelled"},
    {"semvis", LITMUS_WORD_REFUSED, 0, "visibility is not modelled"},
    {"vis", LITMUS_WORD_REFUSED, 0, "visibility is not modelled"},
    {NULL, LITMUS_WORD_PASSED, 0, NULL}};

/* An ordering needs .atom, and .atom a scope. */
static void check(const litmus_mnemonic_t *mnemonic) {
    const char *name = mnemonic->word[0];
    const bool access = litmus_is(mnemonic, "ld") || litmus_is(mnemonic, "st") ||
                        litmus_is(mnemonic, "rmw");
    if (litmus_is(mnemonic, "ld")) litmus_check_ordering(mnemonic, LITMUS_ACQUIRE, ".acq only");
    if (litmus_is(mnemonic, "st")) litmus_check_ordering(mnemonic, LITMUS_RELEASE, ".rel only");
    if (access && litmus_has(mnemonic, LITMUS_WORD_SEMANTICS) &&
        !litmus_has(mnemonic, LITMUS_WORD_STRONG))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has an ordering, and is no .atom",
                       name);
    if (access &&
        litmus_has(mnemonic, LITMUS_WORD_STRONG) != litmus_has(mnemonic, LITMUS_WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' names a scope exactly with .atom",
                       name);
    if (!access) litmus_check_none(mnemonic, LITMUS_WORD_STRONG, ".atom");
}

void litmus_read_vulkan(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    litmus_mnemonic_t mnemonic = {.litmus = litmus, .line = line, .thread = thread};
    text = litmus_read_label(litmus, line, thread, text);
    if (!text || !litmus_open_mnemonic(&mnemonic, text, words, check)) return;
    if (mnemonic.meaning.strong && !litmus_has(&mnemonic, LITMUS_WORD_SEMANTICS))
        mnemonic.meaning.semantics = SCORD_SEMANTICS_RELAXED;
    if (litmus_is(&mnemonic, "ld"))
        litmus_read_load(&mnemonic);
    else if (litmus_is(&mnemonic, "st"))
        litmus_read_store(&mnemonic);
    else if (litmus_is(&mnemonic, "rmw"))
        litmus_read_atomic(&mnemonic, true);
    else if (litmus_is(&mnemonic, "membar"))
        litmus_read_fence(&mnemonic);
    else if (litmus_is(&mnemonic, "cbar") || litmus_is(&mnemonic, "ctrlbar"))
        litmus_read_barrier(&mnemonic);
    else if (!litmus_read_arithmetic(&mnemonic) && !litmus_read_branch(&mnemonic))
        litmus_problem(
            litmus, line,
            "'%.40s' is not taken: ld, st, rmw, membar, cbar, arithmetic and branches are",
            mnemonic.word[0]);
}
