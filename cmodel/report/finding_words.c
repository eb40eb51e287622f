/* finding_words.c: see finding_words.h. */
#include "cmodel/report/finding_words.h"

#include <assert.h>

typedef struct words {
    const char *title, *hint;
} words_t;

static const words_t words[SCORD_FINDING_RULES] = {
    [SCORD_FINDING_LANES_DIFFER] =
        {"threads of one warp write different values to one word in one instruction",
         "let one of these threads write, or combine the values by an atomic; CUDA leaves open "
         "which of them stays"},
    [SCORD_FINDING_LANES_SAME] = {
        "threads of one warp write the same value to one word in one instruction",
        "nothing: whichever of them stays, it is this value"}};

static const char *const kinds[SCORD_FINDING_KINDS] = {
    [SCORD_FINDING_KIND_LANES] =
        "When several threads of a warp write one location by one instruction that is no atomic, "
        "one of the writes takes effect, and which one is undefined (CUDA C++ Programming Guide, "
        "Hardware Implementation, SIMT Architecture). Threads that write the same value are only "
        "counted."};

const char *scord_finding_title(scord_finding_rule_t rule) {
    assert((unsigned)rule < SCORD_FINDING_RULES && words[rule].title);
    return words[rule].title;
}

const char *scord_finding_hint(scord_finding_rule_t rule) {
    assert((unsigned)rule < SCORD_FINDING_RULES && words[rule].hint);
    return words[rule].hint;
}

const char *scord_finding_kind_text(scord_finding_kind_t kind) {
    assert((unsigned)kind < SCORD_FINDING_KINDS && kinds[kind]);
    return kinds[kind];
}
