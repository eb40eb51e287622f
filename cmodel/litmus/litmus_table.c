/* litmus_table.c: instructions of the dialects that are tables: PTX (herd, GPU litmus) and VULKAN
 * (Dat3M).
 *
 * A mnemonic is words joined by '.'. A table gives each word its meaning; a line with a word that
 * is not in the table cannot be imported.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus_internal.h"

enum { WORDS_MAX = 12, OPERANDS_MAX = 5 };

typedef enum word_class {
    WORD_SCOPE,
    WORD_SEMANTICS,
    WORD_STRONG,
    WORD_WEAK,
    WORD_ATOMIC,
    WORD_PASSED,
    WORD_REFUSED
} word_class_t;

typedef struct word {
    const char *text;
    word_class_t class;
    uint8_t value;
    const char *reason; /* refused: why */
} word_t;

typedef struct mnemonic {
    litmus_t *litmus;
    unsigned line;
    litmus_thread_t *thread;
    char *word[WORDS_MAX], *operand[OPERANDS_MAX];
    unsigned words, operands;
    litmus_instruction_t meaning; /* of the words */
    unsigned classes;             /* of its words, a bit each */
} mnemonic_t;

/* Of every dialect. */
static const word_t common_words[] = {
    {"acq", WORD_SEMANTICS, SCORD_SEMANTICS_ACQUIRE, NULL},
    {"rel", WORD_SEMANTICS, SCORD_SEMANTICS_RELEASE, NULL},
    {"acq_rel", WORD_SEMANTICS, SCORD_SEMANTICS_ACQ_REL, NULL},
    {"exch", WORD_ATOMIC, SCORD_ATOMIC_KIND_EXCH, NULL},
    {"cas", WORD_ATOMIC, SCORD_ATOMIC_KIND_CAS, NULL},
    {"add", WORD_ATOMIC, SCORD_ATOMIC_KIND_ADD, NULL},
    {"and", WORD_ATOMIC, SCORD_ATOMIC_KIND_AND, NULL},
    {"or", WORD_ATOMIC, SCORD_ATOMIC_KIND_OR, NULL},
    {"xor", WORD_ATOMIC, SCORD_ATOMIC_KIND_XOR, NULL},
};

static const word_t ptx_words[] = {
    {"cta", WORD_SCOPE, SCORD_SCOPE_BLOCK, NULL},
    {"gpu", WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"gl", WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"sys", WORD_SCOPE, SCORD_SCOPE_SYSTEM, NULL},
    {"weak", WORD_WEAK, 0, NULL},
    {"relaxed", WORD_SEMANTICS, SCORD_SEMANTICS_RELAXED, NULL},
    {"acquire", WORD_SEMANTICS, SCORD_SEMANTICS_ACQUIRE, NULL},
    {"release", WORD_SEMANTICS, SCORD_SEMANTICS_RELEASE, NULL},
    {"sc", WORD_SEMANTICS, SCORD_SEMANTICS_SEQ_CST, NULL},
    {"volatile", WORD_STRONG, 0, NULL},
    {"plus", WORD_ATOMIC, SCORD_ATOMIC_KIND_ADD, NULL},
    {"min", WORD_ATOMIC, SCORD_ATOMIC_KIND_MIN, NULL},
    {"max", WORD_ATOMIC, SCORD_ATOMIC_KIND_MAX, NULL},
    {"global", WORD_PASSED, 0, NULL},
    {"sync", WORD_PASSED, 0, NULL},
    {"s32", WORD_PASSED, 0, NULL},
    {"u32", WORD_PASSED, 0, NULL},
    {"b32", WORD_PASSED, 0, NULL},
    /* caching hints are not part of the memory model */
    {"ca", WORD_PASSED, 0, NULL},
    {"cg", WORD_PASSED, 0, NULL},
    {"cs", WORD_PASSED, 0, NULL},
    {"cv", WORD_PASSED, 0, NULL},
    {"wb", WORD_PASSED, 0, NULL},
    {"wt", WORD_PASSED, 0, NULL},
    {"shared", WORD_REFUSED, 0, "shared memory is not tracked (D3)"},
    {"proxy", WORD_REFUSED, 0, "proxies are not modelled"},
};

static const word_t vulkan_words[] = {
    {"wg", WORD_SCOPE, SCORD_SCOPE_BLOCK, NULL},
    {"qf", WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"dv", WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"sg", WORD_REFUSED, 0, "there is no scope narrower than a work group"},
    {"atom", WORD_STRONG, 0, NULL},
    /* one storage class, storage synchronised by every scope that holds the threads: the defaults
     */
    {"sc0", WORD_PASSED, 0, NULL},
    {"semsc0", WORD_PASSED, 0, NULL},
    {"nonpriv", WORD_PASSED, 0, NULL},
    {"sc1", WORD_REFUSED, 0, "one storage class (sc0) is modelled"},
    {"semsc1", WORD_REFUSED, 0, "one storage class (semsc0) is modelled"},
    {"semav", WORD_REFUSED, 0, "availability is not modelled"},
    {"av", WORD_REFUSED, 0, "availability is not modelled"},
    {"semvis", WORD_REFUSED, 0, "visibility is not modelled"},
    {"vis", WORD_REFUSED, 0, "visibility is not modelled"},
};

/* ---- words ---- */

static bool has(const mnemonic_t *mnemonic, word_class_t class) {
    assert(class <= WORD_REFUSED);
    return mnemonic->classes >> class & 1;
}

static void apply_word(mnemonic_t *mnemonic, const word_t *word) {
    litmus_instruction_t *meaning = &mnemonic->meaning;
    assert(!word->reason == (word->class != WORD_REFUSED));
    if (word->class != WORD_PASSED && has(mnemonic, word->class))
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'.%s' in '%.40s…' repeats or contradicts another word", word->text,
                       mnemonic->word[0]);
    mnemonic->classes |= 1u << word->class;
    switch (word->class) {
    case WORD_SCOPE: meaning->scope = word->value; break;
    case WORD_SEMANTICS:
        meaning->semantics = word->value;
        meaning->strong = 1;
        break;
    case WORD_STRONG: meaning->strong = 1; break;
    case WORD_ATOMIC: meaning->atomic_kind = word->value; break;
    case WORD_WEAK:
    case WORD_PASSED: break;
    case WORD_REFUSED:
        litmus_problem(mnemonic->litmus, mnemonic->line, "'.%s' is not taken: %s", word->text,
                       word->reason);
        break;
    }
}

static const word_t *find_word(const word_t *table, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].text, text) == 0) return &table[i];
    return NULL;
}

static void read_words(mnemonic_t *mnemonic, const word_t *table, size_t count) {
    assert(mnemonic->words > 0 && mnemonic->words <= WORDS_MAX);
    for (unsigned i = 1; i < mnemonic->words; i++) {
        const word_t *word = find_word(table, count, mnemonic->word[i]);
        if (!word)
            word = find_word(common_words, sizeof common_words / sizeof *common_words,
                             mnemonic->word[i]);
        if (word)
            apply_word(mnemonic, word);
        else
            litmus_problem(mnemonic->litmus, mnemonic->line, "'.%.40s' in '%.40s…' is not taken",
                           mnemonic->word[i], mnemonic->word[0]);
    }
}

/* Splits a line into the words of its dialect; CHECK reports words that cannot be combined. False:
 * a problem is recorded. */
static bool open_mnemonic(mnemonic_t *mnemonic, char *text, const word_t *table, size_t count,
                          void (*check)(const mnemonic_t *mnemonic)) {
    const unsigned problems = mnemonic->litmus->problems;
    char *operands = text + strcspn(text, " \t");
    if (*operands != '\0') *operands++ = '\0';
    mnemonic->words = litmus_split(text, '.', mnemonic->word, WORDS_MAX);
    if (mnemonic->words == WORDS_MAX)
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%.40s…' has more than %d words",
                       mnemonic->word[0], WORDS_MAX - 1);
    operands = litmus_trim(operands);
    if (*operands != '\0')
        mnemonic->operands = litmus_split(operands, ',', mnemonic->operand, OPERANDS_MAX);
    mnemonic->meaning.destination = LITMUS_NO_REGISTER;
    read_words(mnemonic, table, count);
    assert(mnemonic->operands <= OPERANDS_MAX);
    assert(mnemonic->litmus->problems > problems || !has(mnemonic, WORD_REFUSED));
    if (mnemonic->litmus->problems == problems) check(mnemonic);
    return mnemonic->litmus->problems == problems;
}

/* ---- instructions ---- */

static bool has_operands(const mnemonic_t *mnemonic, unsigned least, unsigned most) {
    assert(least <= most && most < OPERANDS_MAX); /* OPERANDS_MAX: there may be more */
    if (mnemonic->operands >= least && mnemonic->operands <= most) return true;
    litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has %u operands here, not %u",
                   mnemonic->word[0], mnemonic->operands, least);
    return false;
}

/* Appends an instruction whose operands were read to its thread. */
static void finish(const mnemonic_t *mnemonic, litmus_kind_t kind) {
    if (kind != LITMUS_ATOMIC && mnemonic->meaning.atomic_kind != SCORD_ATOMIC_KIND_NONE) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' is no atomic, and has no operation of one", mnemonic->word[0]);
        return;
    }
    assert(kind != LITMUS_ATOMIC || mnemonic->meaning.atomic_kind != SCORD_ATOMIC_KIND_NONE);
    assert(mnemonic->meaning.variable < LITMUS_VARIABLES_MAX);
    assert(mnemonic->meaning.destination < (int)mnemonic->thread->registers);
    litmus_instruction_t *instruction = litmus_append(mnemonic->litmus, mnemonic->line,
                                                      mnemonic->thread);
    if (!instruction) return;
    *instruction = mnemonic->meaning;
    instruction->kind = kind;
    instruction->line = mnemonic->line;
}

static bool read_destination(mnemonic_t *mnemonic, const char *text) {
    mnemonic->meaning.destination = litmus_register(mnemonic->litmus, mnemonic->line,
                                                    mnemonic->thread, text);
    return mnemonic->meaning.destination >= 0;
}

static bool read_address(mnemonic_t *mnemonic, const char *text) {
    return litmus_address(mnemonic->litmus, mnemonic->line, mnemonic->thread, text,
                          &mnemonic->meaning.variable);
}

static bool read_value(mnemonic_t *mnemonic, const char *text, litmus_operand_t *operand) {
    return litmus_operand(mnemonic->litmus, mnemonic->line, mnemonic->thread, text, operand);
}

static void read_load(mnemonic_t *mnemonic) {
    if (has_operands(mnemonic, 2, 2) && read_destination(mnemonic, mnemonic->operand[0]) &&
        read_address(mnemonic, mnemonic->operand[1]))
        finish(mnemonic, LITMUS_LOAD);
}

static void read_store(mnemonic_t *mnemonic) {
    if (has_operands(mnemonic, 2, 2) && read_address(mnemonic, mnemonic->operand[0]) &&
        read_value(mnemonic, mnemonic->operand[1], &mnemonic->meaning.value))
        finish(mnemonic, LITMUS_STORE);
}

/* rd, address, value; or with compare-and-swap rd, address, compare, value. Without rd: a
 * reduction. */
static void read_atomic(mnemonic_t *mnemonic, bool destination) {
    char **operand = mnemonic->operand;
    const bool swap = mnemonic->meaning.atomic_kind == SCORD_ATOMIC_KIND_CAS;
    const unsigned count = 2 + destination + swap;
    mnemonic->meaning.strong = 1;
    if (mnemonic->meaning.atomic_kind == SCORD_ATOMIC_KIND_NONE) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' does not say which atomic: exch, cas, add, and, or, xor, min or max",
                       mnemonic->word[0]);
        return;
    }
    if (!has_operands(mnemonic, count, count) ||
        (destination && !read_destination(mnemonic, *operand++)) ||
        !read_address(mnemonic, *operand++))
        return;
    if (swap && !read_value(mnemonic, *operand++, &mnemonic->meaning.compare)) return;
    if (read_value(mnemonic, *operand, &mnemonic->meaning.value)) finish(mnemonic, LITMUS_ATOMIC);
}

static void read_move(mnemonic_t *mnemonic) {
    if (!has_operands(mnemonic, 2, 2)) return;
    if (litmus_is_variable(mnemonic->litmus,
                           mnemonic->operand[1])) { /* the register gets an address */
        const int number = litmus_register(mnemonic->litmus, mnemonic->line, mnemonic->thread,
                                           mnemonic->operand[0]);
        if (number >= 0)
            mnemonic->thread->register_variable[number] =
                litmus_variable(mnemonic->litmus, mnemonic->line, mnemonic->operand[1]);
        return;
    }
    if (read_value(mnemonic, mnemonic->operand[1], &mnemonic->meaning.value) &&
        read_destination(mnemonic, mnemonic->operand[0]))
        finish(mnemonic, LITMUS_MOVE);
}

static void read_fence(mnemonic_t *mnemonic) {
    if (!has(mnemonic, WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line, "the fence '%s' names no scope",
                       mnemonic->word[0]);
    else if (has_operands(mnemonic, 0, 0))
        finish(mnemonic, LITMUS_FENCE);
}

static bool is(const mnemonic_t *mnemonic, const char *name) {
    return strcmp(mnemonic->word[0], name) == 0;
}

/* The blocks of a test have one barrier each; its number is read to check that. */
static void read_barrier(mnemonic_t *mnemonic) {
    litmus_t *litmus = mnemonic->litmus;
    uint32_t number = 0;
    if (!has_operands(mnemonic, 0, 1)) return;
    if (mnemonic->operands == 1 && (!litmus_number(mnemonic->operand[0], &number) || number > 15)) {
        litmus_problem(litmus, mnemonic->line, "'%.40s' is no barrier: 0 to 15 are",
                       mnemonic->operand[0]);
        return;
    }
    if (litmus->barrier != 0 && litmus->barrier != number + 1) {
        litmus_problem(litmus, mnemonic->line,
                       "barrier %u is not taken beside barrier %u: a test has one", number,
                       litmus->barrier - 1);
        return;
    }
    litmus->barrier = number + 1;
    finish(mnemonic, LITMUS_BARRIER);
}

/* ORDERINGS, a bit each, are those that the mnemonic has, in NAMES. */
static void check_ordering(const mnemonic_t *mnemonic, unsigned orderings, const char *names) {
    if (has(mnemonic, WORD_SEMANTICS) && !(orderings >> mnemonic->meaning.semantics & 1))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has no such ordering, %s",
                       mnemonic->word[0], names);
}

static void check_none(const mnemonic_t *mnemonic, word_class_t class, const char *what) {
    if (has(mnemonic, class))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has no %s", mnemonic->word[0], what);
}

/* An ld or st: .weak, .volatile, or an ordering with its scope (PTX ISA, ld and st). */
static void check_ptx_access(const mnemonic_t *mnemonic, unsigned orderings, const char *names) {
    const bool ordered = has(mnemonic, WORD_SEMANTICS);
    check_ordering(mnemonic, orderings, names);
    if (ordered + has(mnemonic, WORD_WEAK) + has(mnemonic, WORD_STRONG) > 1)
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' is .weak, .volatile or of an ordering", mnemonic->word[0]);
    if (ordered != has(mnemonic, WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       ordered ? "'%s' has an ordering, and names no scope"
                               : "'%s' names a scope, and has no ordering",
                       mnemonic->word[0]);
}

/* Whether the words of a PTX instruction can be combined. */
static void check_ptx(const mnemonic_t *mnemonic) {
    if (is(mnemonic, "ld"))
        check_ptx_access(mnemonic, LITMUS_RELAXED | LITMUS_ACQUIRE, ".relaxed and .acquire only");
    else if (is(mnemonic, "st"))
        check_ptx_access(mnemonic, LITMUS_RELAXED | LITMUS_RELEASE, ".relaxed and .release only");
    else if (is(mnemonic, "atom"))
        check_ordering(mnemonic, LITMUS_RELAXED | LITMUS_ACQUIRE | LITMUS_RELEASE | LITMUS_ACQ_REL,
                       ".relaxed, .acquire, .release and .acq_rel only");
    else if (is(mnemonic, "red"))
        check_ordering(mnemonic, LITMUS_RELAXED | LITMUS_RELEASE, ".relaxed and .release only");
    else if (is(mnemonic, "fence"))
        check_ordering(mnemonic, LITMUS_ACQUIRE | LITMUS_RELEASE | LITMUS_ACQ_REL | LITMUS_SEQ_CST,
                       ".acquire, .release, .acq_rel and .sc only");
    else {
        check_none(mnemonic, WORD_SEMANTICS, "ordering");
        if (is(mnemonic, "mov")) check_none(mnemonic, WORD_SCOPE, "scope");
    }
    if (is(mnemonic, "ld") || is(mnemonic, "st")) return;
    check_none(mnemonic, WORD_WEAK, ".weak");
    check_none(mnemonic, WORD_STRONG, ".volatile");
}

/* The same of a VULKAN instruction (Dat3M): an ordering needs .atom, and .atom a scope. */
static void check_vulkan(const mnemonic_t *mnemonic) {
    const char *name = mnemonic->word[0];
    const bool access = is(mnemonic, "ld") || is(mnemonic, "st") || is(mnemonic, "rmw");
    if (is(mnemonic, "ld")) check_ordering(mnemonic, LITMUS_ACQUIRE, ".acq only");
    if (is(mnemonic, "st")) check_ordering(mnemonic, LITMUS_RELEASE, ".rel only");
    if (access && has(mnemonic, WORD_SEMANTICS) && !has(mnemonic, WORD_STRONG))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has an ordering, and is no .atom",
                       name);
    if (access && has(mnemonic, WORD_STRONG) != has(mnemonic, WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' names a scope exactly with .atom",
                       name);
    if (!access) check_none(mnemonic, WORD_STRONG, ".atom");
}

static void not_taken(const mnemonic_t *mnemonic) {
    litmus_problem(
        mnemonic->litmus, mnemonic->line,
        "'%.40s' is not taken: only loads, stores, atomics, fences, barriers and mov are",
        mnemonic->word[0]);
}

void litmus_read_ptx(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    mnemonic_t mnemonic = {.litmus = litmus, .line = line, .thread = thread};
    if (!open_mnemonic(&mnemonic, text, ptx_words, sizeof ptx_words / sizeof *ptx_words, check_ptx))
        return;
    if (is(&mnemonic, "ld"))
        read_load(&mnemonic);
    else if (is(&mnemonic, "st"))
        read_store(&mnemonic);
    else if (is(&mnemonic, "atom"))
        read_atomic(&mnemonic, true);
    else if (is(&mnemonic, "red"))
        read_atomic(&mnemonic, false);
    else if (is(&mnemonic, "fence") || is(&mnemonic, "membar"))
        read_fence(&mnemonic);
    else if (is(&mnemonic, "bar") || is(&mnemonic, "barrier"))
        read_barrier(&mnemonic);
    else if (is(&mnemonic, "mov"))
        read_move(&mnemonic);
    else
        not_taken(&mnemonic);
}

void litmus_read_vulkan(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    mnemonic_t mnemonic = {.litmus = litmus, .line = line, .thread = thread};
    if (!open_mnemonic(&mnemonic, text, vulkan_words, sizeof vulkan_words / sizeof *vulkan_words,
                       check_vulkan))
        return;
    if (mnemonic.meaning.strong && !has(&mnemonic, WORD_SEMANTICS))
        mnemonic.meaning.semantics = SCORD_SEMANTICS_RELAXED;
    if (is(&mnemonic, "ld"))
        read_load(&mnemonic);
    else if (is(&mnemonic, "st"))
        read_store(&mnemonic);
    else if (is(&mnemonic, "rmw"))
        read_atomic(&mnemonic, true);
    else if (is(&mnemonic, "membar"))
        read_fence(&mnemonic);
    else if (is(&mnemonic, "cbar"))
        read_barrier(&mnemonic);
    else
        not_taken(&mnemonic);
}
