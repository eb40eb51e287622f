/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_ptx.c: instructions of the dialects PTX (herd, Dat3M) and GPU_PTX (GPU litmus). */
#include <string.h>

#include "cmodel/litmus/litmus_mnemonic.h"

static const litmus_word_t words[] = {
    {"cta", LITMUS_WORD_SCOPE, SCORD_SCOPE_BLOCK, NULL},
    {"gpu", LITMUS_WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"gl", LITMUS_WORD_SCOPE, SCORD_SCOPE_DEVICE, NULL},
    {"sys", LITMUS_WORD_SCOPE, SCORD_SCOPE_SYSTEM, NULL},
    {"cluster", LITMUS_WORD_SCOPE, LITMUS_SCOPE_CLUSTER, NULL},
    {"weak", LITMUS_WORD_WEAK, 0, NULL},
    {"relaxed", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_RELAXED, NULL},
    {"acquire", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_ACQUIRE, NULL},
    {"release", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_RELEASE, NULL},
    {"sc", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_SEQ_CST, NULL},
    {"volatile", LITMUS_WORD_STRONG, 0, NULL},
    {"inc", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_INC, NULL},
    {"dec", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_DEC, NULL},
    {"eq", LITMUS_WORD_COMPARE, LITMUS_EQUAL, NULL},
    {"ne", LITMUS_WORD_COMPARE, LITMUS_UNEQUAL, NULL},
    {"lt", LITMUS_WORD_COMPARE, LITMUS_LESS, NULL},
    {"le", LITMUS_WORD_COMPARE, LITMUS_LESS_EQUAL, NULL},
    {"gt", LITMUS_WORD_COMPARE, LITMUS_GREATER, NULL},
    {"ge", LITMUS_WORD_COMPARE, LITMUS_GREATER_EQUAL, NULL},
    {"arrive", LITMUS_WORD_MEETING, LITMUS_MEET_ARRIVE, NULL},
    {"warp", LITMUS_WORD_MEETING, LITMUS_MEET_WARP, NULL},
    {"red", LITMUS_WORD_REDUCES, 0, NULL},
    {"popc", LITMUS_WORD_COUNTS, 0, NULL},
    {"lo", LITMUS_WORD_COMPARE, LITMUS_BELOW, NULL}, /* of mul and mad: find_low */
    {"ls", LITMUS_WORD_COMPARE, LITMUS_BELOW_EQUAL, NULL},
    {"hi", LITMUS_WORD_COMPARE, LITMUS_ABOVE, NULL},
    {"hs", LITMUS_WORD_COMPARE, LITMUS_ABOVE_EQUAL, NULL},
    {"b8", LITMUS_WORD_WIDTH, 1, NULL},
    {"u8", LITMUS_WORD_WIDTH, 1, NULL},
    {"s8", LITMUS_WORD_WIDTH, 1, NULL},
    {"b16", LITMUS_WORD_WIDTH, 2, NULL},
    {"u16", LITMUS_WORD_WIDTH, 2, NULL},
    {"s16", LITMUS_WORD_WIDTH, 2, NULL},
    {"b32", LITMUS_WORD_WIDTH, 4, NULL},
    {"u32", LITMUS_WORD_WIDTH, 4, NULL},
    {"s32", LITMUS_WORD_WIDTH, 4, NULL},
    {"f16", LITMUS_WORD_WIDTH, 2, NULL}, /* bits, as check_float has it */
    {"f32", LITMUS_WORD_WIDTH, 4, NULL},
    {"f64", LITMUS_WORD_WIDTH, 8, NULL},
    {"shared::cta", LITMUS_WORD_PASSED, 0, NULL},
    {"shared::cluster", LITMUS_WORD_REFUSED, 0, "shared memory of another block is not modelled"},
    {"b64", LITMUS_WORD_WIDTH, 8, NULL},
    {"u64", LITMUS_WORD_WIDTH, 8, NULL},
    {"s64", LITMUS_WORD_WIDTH, 8, NULL},
    {"global", LITMUS_WORD_PASSED, 0, NULL},
    {"generic", LITMUS_WORD_PASSED, 0, NULL},
    {"gen", LITMUS_WORD_PASSED, 0, NULL}, /* the generic proxy, by its name */
    {"to", LITMUS_WORD_PASSED, 0, NULL},  /* cvta.to.global */
    {"sync", LITMUS_WORD_PASSED, 0, NULL},
    {"aligned", LITMUS_WORD_PASSED, 0, NULL},
    {"uni", LITMUS_WORD_PASSED, 0, NULL},
    {"mmio", LITMUS_WORD_PASSED, 0, NULL}, /* how a device sees it is no part of the model */
    {"wide", LITMUS_WORD_PASSED, 0, NULL},
    {"pred", LITMUS_WORD_PASSED, 0, NULL},
    /* caching hints are not part of the memory model */
    {"ca", LITMUS_WORD_PASSED, 0, NULL},
    {"cg", LITMUS_WORD_PASSED, 0, NULL},
    {"cs", LITMUS_WORD_PASSED, 0, NULL},
    {"cv", LITMUS_WORD_PASSED, 0, NULL},
    {"lu", LITMUS_WORD_PASSED, 0, NULL},
    {"wb", LITMUS_WORD_PASSED, 0, NULL},
    {"wt", LITMUS_WORD_PASSED, 0, NULL},
    {"shared", LITMUS_WORD_PASSED, 0, NULL}, /* where the variable is says its declaration */
    {"proxy", LITMUS_WORD_REFUSED, 0, "proxies are not modelled"},
    {"nc", LITMUS_WORD_REFUSED, 0, "the non-coherent path is a proxy, and not modelled"},
    {"con", LITMUS_WORD_REFUSED, 0, "the constant proxy is not modelled"},
    {"tex", LITMUS_WORD_REFUSED, 0, "the texture proxy is not modelled"},
    {"sur", LITMUS_WORD_REFUSED, 0, "the surface proxy is not modelled"},
    {"const", LITMUS_WORD_REFUSED, 0, "constant memory is a proxy, and not modelled"},
    {"async", LITMUS_WORD_REFUSED, 0, "asynchronous copies are a proxy, and not modelled"},
    {"v2", LITMUS_WORD_VECTOR, 2, NULL},
    {"v4", LITMUS_WORD_VECTOR, 4, NULL},
    {"v8", LITMUS_WORD_VECTOR, 8, NULL},
    {NULL, LITMUS_WORD_PASSED, 0, NULL}};

/* ---- which words go together ---- */

/* An ld or st: .weak (or nothing), .volatile, or an ordering with its scope (PTX ISA, ld and st).
 */
static void check_access(const litmus_mnemonic_t *mnemonic, unsigned orderings, const char *names) {
    const bool ordered = litmus_has(mnemonic, LITMUS_WORD_SEMANTICS);
    litmus_check_ordering(mnemonic, orderings, names);
    if (ordered + litmus_has(mnemonic, LITMUS_WORD_WEAK) +
            litmus_has(mnemonic, LITMUS_WORD_STRONG) >
        1)
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' is .weak, .volatile or of an ordering", mnemonic->word[0]);
    if (ordered != litmus_has(mnemonic, LITMUS_WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       ordered ? "'%s' has an ordering, and names no scope"
                               : "'%s' names a scope, and has no ordering",
                       mnemonic->word[0]);
}

static bool is_one_of(const litmus_mnemonic_t *mnemonic, const char *const *names) {
    for (; *names; names++)
        if (litmus_is(mnemonic, *names)) return true;
    return false;
}

/* Numbers with a point are bits to be moved; their arithmetic is not modelled. */
static void check_float(const litmus_mnemonic_t *mnemonic) {
    static const char *const moves[] = {"ld", "st", "mov", NULL};
    const bool exchange = litmus_is(mnemonic, "atom") &&
                          mnemonic->meaning.atomic_kind == SCORD_ATOMIC_KIND_EXCH;
    for (unsigned i = 1; i < mnemonic->words && !is_one_of(mnemonic, moves) && !exchange; i++)
        if (strcmp(mnemonic->word[i], "f16") == 0 || strcmp(mnemonic->word[i], "f32") == 0 ||
            strcmp(mnemonic->word[i], "f64") == 0)
            litmus_problem(mnemonic->litmus, mnemonic->line,
                           "'.%s' is not taken: arithmetic of numbers with a point is not modelled",
                           mnemonic->word[i]);
}

/* Words that change what an instruction does belong to few. */
static void check_rare_words(const litmus_mnemonic_t *mnemonic) {
    static const char *const barriers[] = {"bar", "barrier", NULL};
    static const char *const atomics[] = {"atom", "red", NULL};
    static const char *const comparisons[] = {"setp", "set", NULL};
    static const char *const products[] = {"mul", "mad", NULL};
    static const char *const accesses[] = {"ld", "st", NULL};
    const bool low = is_one_of(mnemonic, products) &&
                     mnemonic->meaning.operation == LITMUS_BELOW; /* mul.lo */
    if (!is_one_of(mnemonic, comparisons) && !low)
        litmus_check_none(mnemonic, LITMUS_WORD_COMPARE, "comparison");
    if (!is_one_of(mnemonic, barriers)) {
        litmus_check_none(mnemonic, LITMUS_WORD_MEETING, "word of barriers");
        litmus_check_none(mnemonic, LITMUS_WORD_REDUCES, "word of barriers");
        litmus_check_none(mnemonic, LITMUS_WORD_COUNTS, "word of barriers");
    } else if (mnemonic->meaning.scope == LITMUS_SCOPE_CLUSTER) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'.cluster' is not taken: barriers of a cluster are not modelled");
    }
    if (!is_one_of(mnemonic, accesses)) litmus_check_none(mnemonic, LITMUS_WORD_VECTOR, "vector");
    if (!is_one_of(mnemonic, atomics))
        litmus_check_none(mnemonic, LITMUS_WORD_NEGATED, "operation of an atomic");
    if (litmus_has(mnemonic, LITMUS_WORD_ATOMIC) && litmus_has(mnemonic, LITMUS_WORD_NEGATED))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' names two operations",
                       mnemonic->word[0]);
}

static void check(const litmus_mnemonic_t *mnemonic) {
    static const char *const scoped[] = {"bar", "barrier", "membar", "fence", "atom", "red", NULL};
    check_rare_words(mnemonic);
    check_float(mnemonic);
    if (litmus_is(mnemonic, "ld")) {
        check_access(mnemonic, LITMUS_RELAXED | LITMUS_ACQUIRE, ".relaxed and .acquire only");
        return;
    }
    if (litmus_is(mnemonic, "st")) {
        check_access(mnemonic, LITMUS_RELAXED | LITMUS_RELEASE, ".relaxed and .release only");
        return;
    }
    if (litmus_is(mnemonic, "atom"))
        litmus_check_ordering(mnemonic,
                              LITMUS_RELAXED | LITMUS_ACQUIRE | LITMUS_RELEASE | LITMUS_ACQ_REL,
                              ".relaxed, .acquire, .release and .acq_rel only");
    else if (litmus_is(mnemonic, "red"))
        litmus_check_ordering(mnemonic, LITMUS_RELAXED | LITMUS_RELEASE,
                              ".relaxed and .release only");
    else if (litmus_is(mnemonic, "fence"))
        litmus_check_ordering(mnemonic,
                              LITMUS_ACQUIRE | LITMUS_RELEASE | LITMUS_ACQ_REL | LITMUS_SEQ_CST,
                              ".acquire, .release, .acq_rel and .sc only");
    else
        litmus_check_none(mnemonic, LITMUS_WORD_SEMANTICS, "ordering");
    if (!is_one_of(mnemonic, scoped)) litmus_check_none(mnemonic, LITMUS_WORD_SCOPE, "scope");
    litmus_check_none(mnemonic, LITMUS_WORD_WEAK, ".weak");
    litmus_check_none(mnemonic, LITMUS_WORD_STRONG, ".volatile");
}

/* ---- instructions ---- */

/* DESTINATION = A OPERATION B, under the guard of the line. */
static void move_if(litmus_mnemonic_t *mnemonic, int destination, litmus_operation_t operation,
                    litmus_operand_t a, litmus_operand_t b) {
    mnemonic->meaning.destination = destination;
    mnemonic->meaning.operation = (uint8_t)operation;
    mnemonic->meaning.value = a;
    mnemonic->meaning.compare = b;
    if (destination >= 0) litmus_finish(mnemonic, LITMUS_MOVE);
}

static int new_register(const litmus_mnemonic_t *mnemonic) {
    return litmus_new_register(mnemonic->litmus, mnemonic->line, mnemonic->thread);
}

static litmus_operand_t in_register(int number) {
    return (litmus_operand_t){.is_register = true, .value = (uint32_t)number};
}

static const litmus_operand_t zero = {.value = 0};

/* .and, .or or .xor of a setp with a fourth operand. False: a problem is recorded. */
static bool find_joined(litmus_mnemonic_t *mnemonic, litmus_operation_t *joined) {
    const uint8_t kind = mnemonic->meaning.atomic_kind;
    mnemonic->meaning.atomic_kind = SCORD_ATOMIC_KIND_NONE;
    *joined = kind == SCORD_ATOMIC_KIND_AND  ? LITMUS_AND
              : kind == SCORD_ATOMIC_KIND_OR ? LITMUS_OR
                                             : LITMUS_XOR;
    const bool names = kind != SCORD_ATOMIC_KIND_NONE;
    if (names == (mnemonic->operands == 4) &&
        (!names || *joined != LITMUS_XOR || kind == SCORD_ATOMIC_KIND_XOR))
        return true;
    litmus_problem(mnemonic->litmus, mnemonic->line,
                   "'setp' has .and, .or or .xor and a fourth operand, or neither");
    return false;
}

/* setp.eq p, a, b; setp.eq.and p^q, a, b, c: p = (a == b) and c, q = not (a == b) and c */
static void read_setp(litmus_mnemonic_t *mnemonic) {
    litmus_operand_t a, b, c = zero;
    litmus_operation_t joined;
    if (!litmus_has(mnemonic, LITMUS_WORD_COMPARE)) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'setp' does not say which comparison: eq, ne, lt, le, gt or ge");
        return;
    }
    const litmus_operation_t compare = (litmus_operation_t)litmus_without_sign(
        mnemonic, (litmus_operation_t)mnemonic->meaning.operation);
    mnemonic->meaning.width = 0;
    if (!litmus_has_operands(mnemonic, 3, 4) || !find_joined(mnemonic, &joined) ||
        !litmus_read_value(mnemonic, mnemonic->operand[1], &a) ||
        !litmus_read_value(mnemonic, mnemonic->operand[2], &b) ||
        (mnemonic->operands == 4 && !litmus_read_predicate(mnemonic, mnemonic->operand[3], &c)))
        return;
    char *second = strchr(mnemonic->operand[0], '^');
    if (second) *second++ = '\0';
    const int result = new_register(mnemonic);
    move_if(mnemonic, result, compare, a, b);
    for (unsigned i = 0; i < (second ? 2u : 1u) && result >= 0; i++) {
        if (!litmus_read_destination(mnemonic, litmus_trim(i ? second : mnemonic->operand[0])))
            return;
        const int predicate = mnemonic->meaning.destination;
        if (predicate < 0) continue; /* "_" */
        move_if(mnemonic, predicate, i ? LITMUS_EQUAL : LITMUS_FIRST, in_register(result), zero);
        if (mnemonic->operands == 4)
            move_if(mnemonic, predicate, joined, in_register(predicate), c);
    }
}

/* mad d, a, b, c; abs d, a; cnot d, a; set.eq d, a, b. False: it is none of them. */
static bool read_composed(litmus_mnemonic_t *mnemonic) {
    static const struct {
        const char *name;
        unsigned operands;
        litmus_operation_t first, second;
    } table[] = {{"mad", 4, LITMUS_MULTIPLY, LITMUS_ADD},
                 {"abs", 2, LITMUS_SUBTRACT, LITMUS_MAXIMUM},
                 {"cnot", 2, LITMUS_EQUAL, LITMUS_FIRST},
                 {"set", 3, LITMUS_EQUAL, LITMUS_SUBTRACT}};
    litmus_operand_t operand[3] = {zero, zero, zero};
    unsigned i = 0;
    while (i < sizeof table / sizeof *table && !litmus_is(mnemonic, table[i].name)) i++;
    if (i == sizeof table / sizeof *table) return false;
    const bool compares = litmus_is(mnemonic, "set");
    const litmus_operation_t first = compares ? (litmus_operation_t)litmus_without_sign(
                                                    mnemonic,
                                                    (litmus_operation_t)mnemonic->meaning.operation)
                                              : table[i].first;
    mnemonic->meaning.width = 0;
    if (!litmus_has_operands(mnemonic, table[i].operands, table[i].operands)) return true;
    for (unsigned n = 0; n + 1 < table[i].operands; n++)
        if (!litmus_read_value(mnemonic, mnemonic->operand[n + 1], &operand[n])) return true;
    if (!litmus_read_destination(mnemonic, mnemonic->operand[0])) return true;
    const int result = mnemonic->meaning.destination, part = new_register(mnemonic);
    if (part < 0) return true;
    if (table[i].first == LITMUS_SUBTRACT) /* abs: the larger of a and -a */
        move_if(mnemonic, part, LITMUS_SUBTRACT, zero, operand[0]);
    else
        move_if(mnemonic, part, first, operand[0], operand[1]);
    const litmus_operand_t other = table[i].first == LITMUS_SUBTRACT ? operand[0] : operand[2];
    if (compares) /* all bits, or none */
        move_if(mnemonic, result, LITMUS_SUBTRACT, zero, in_register(part));
    else
        move_if(mnemonic, result, table[i].second, in_register(part), other);
    return true;
}

/* Instructions that access no memory and order none: read, and left out. */
static bool is_nothing(const char *text) {
    static const char *const names[] = {
        "prefetch", "prefetchu", "applypriority", "nanosleep", "pmevent", "nop", NULL};
    if (strncmp(text, ".reg", 4) == 0) return true; /* registers need no declaration */
    const size_t length = strcspn(text, ". \t");
    for (const char *const *name = names; *name; name++)
        if (strlen(*name) == length && strncmp(*name, text, length) == 0) return true;
    return false;
}

/* selp d, a, b, p: d = b; @p d = a */
static void read_selp(litmus_mnemonic_t *mnemonic) {
    litmus_instruction_t *meaning = &mnemonic->meaning;
    litmus_operand_t first, guard;
    meaning->width = 0;
    if (!litmus_has_operands(mnemonic, 4, 4) ||
        !litmus_read_value(mnemonic, mnemonic->operand[1], &first) ||
        !litmus_read_value(mnemonic, mnemonic->operand[2], &meaning->value) ||
        !litmus_read_value(mnemonic, mnemonic->operand[3], &guard) ||
        !litmus_read_destination(mnemonic, mnemonic->operand[0]))
        return;
    if (!guard.is_register || meaning->guard != LITMUS_NO_REGISTER) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'selp' takes a predicate register, and no @ before it");
        return;
    }
    litmus_finish(mnemonic, LITMUS_MOVE);
    meaning->value = first;
    meaning->guard = (int)guard.value;
    litmus_finish(mnemonic, LITMUS_MOVE);
}

/* "@p", "@!p" before an instruction, taken off. NULL: a problem is recorded. */
static char *read_guard(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text,
                        litmus_instruction_t *meaning) {
    meaning->guard = LITMUS_NO_REGISTER;
    if (*text != '@') return text;
    char *name = text + 1, *end;
    meaning->guard_not = *name == '!';
    name += meaning->guard_not;
    end = name + strcspn(name, " \t");
    if (*end != '\0') *end++ = '\0';
    litmus_operand_t operand;
    if (!litmus_operand(litmus, line, thread, name, &operand)) return NULL;
    if (!operand.is_register) {
        litmus_problem(litmus, line, "'@%.40s' is no predicate register", name);
        return NULL;
    }
    meaning->guard = (int)operand.value;
    return litmus_trim(end);
}

/* Instructions of other proxies have words of their own: named before these are read. */
static bool is_proxy(litmus_t *litmus, unsigned line, const char *text) {
    static const char *const proxies[] = {"tex",  "tld4",  "txq", "suld",
                                          "sust", "sured", "suq", NULL};
    const size_t length = strcspn(text, ". \t");
    for (const char *const *name = proxies; *name; name++) {
        if (strlen(*name) != length || strncmp(*name, text, length) != 0) continue;
        litmus_problem(litmus, line,
                       "'%s' is not taken: textures and surfaces are proxies, and not modelled",
                       *name);
        return true;
    }
    return false;
}

static void not_taken(const litmus_mnemonic_t *mnemonic) {
    litmus_problem(mnemonic->litmus, mnemonic->line,
                   "'%.40s' is not taken: loads, stores, atomics, fences, barriers, arithmetic and "
                   "branches are",
                   mnemonic->word[0]);
}

void litmus_read_ptx(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    litmus_mnemonic_t mnemonic = {.litmus = litmus, .line = line, .thread = thread};
    litmus_instruction_t guard = {.guard = LITMUS_NO_REGISTER};
    text = litmus_read_label(litmus, line, thread, text);
    if (text) text = read_guard(litmus, line, thread, text, &guard);
    if (!text || is_proxy(litmus, line, text) || is_nothing(text)) return;
    if (!litmus_open_mnemonic(&mnemonic, text, words, check)) return;
    mnemonic.meaning.guard = guard.guard;
    mnemonic.meaning.guard_not = guard.guard_not;
    if (litmus_is(&mnemonic, "ld"))
        litmus_read_load(&mnemonic);
    else if (litmus_is(&mnemonic, "st"))
        litmus_read_store(&mnemonic);
    else if (litmus_is(&mnemonic, "atom"))
        litmus_read_atomic(&mnemonic, true);
    else if (litmus_is(&mnemonic, "red"))
        litmus_read_atomic(&mnemonic, false);
    else if (litmus_is(&mnemonic, "fence") || litmus_is(&mnemonic, "membar"))
        litmus_read_fence(&mnemonic);
    else if (litmus_is(&mnemonic, "bar") || litmus_is(&mnemonic, "barrier"))
        litmus_read_barrier(&mnemonic);
    else if (litmus_is(&mnemonic, "setp"))
        read_setp(&mnemonic);
    else if (litmus_is(&mnemonic, "selp"))
        read_selp(&mnemonic);
    else if (!read_composed(&mnemonic) && !litmus_read_arithmetic(&mnemonic) &&
             !litmus_read_branch(&mnemonic))
        not_taken(&mnemonic);
}
