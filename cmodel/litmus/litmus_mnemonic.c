/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_mnemonic.c: words and operands of a line, and the instructions that PTX and VULKAN share.
 */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/litmus/litmus_mnemonic.h"

/* Of every dialect. */
static const litmus_word_t common_words[] = {
    {"acq", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_ACQUIRE, NULL},
    {"rel", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_RELEASE, NULL},
    {"acq_rel", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_ACQ_REL, NULL},
    {"acqrel", LITMUS_WORD_SEMANTICS, SCORD_SEMANTICS_ACQ_REL, NULL},
    {"exch", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_EXCH, NULL},
    {"cas", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_CAS, NULL},
    {"add", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_ADD, NULL},
    {"swap", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_EXCH, NULL},
    {"plus", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_ADD, NULL},
    {"sub", LITMUS_WORD_NEGATED, SCORD_ATOMIC_KIND_ADD, NULL},
    {"minus", LITMUS_WORD_NEGATED, SCORD_ATOMIC_KIND_ADD, NULL},
    {"and", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_AND, NULL},
    {"or", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_OR, NULL},
    {"xor", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_XOR, NULL},
    {"min", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_MIN, NULL},
    {"max", LITMUS_WORD_ATOMIC, SCORD_ATOMIC_KIND_MAX, NULL},
    {NULL, LITMUS_WORD_PASSED, 0, NULL}};

/* ---- words ---- */

bool litmus_has(const litmus_mnemonic_t *mnemonic, litmus_word_class_t class) {
    assert(class <= LITMUS_WORD_REFUSED);
    return mnemonic->classes >> class & 1;
}

bool litmus_is(const litmus_mnemonic_t *mnemonic, const char *name) {
    return strcmp(mnemonic->word[0], name) == 0;
}

/* ".acq.rel" is ".acq_rel". */
static bool both_ways(const litmus_instruction_t *meaning, const litmus_word_t *word) {
    return (strcmp(word->text, "rel") == 0 && meaning->semantics == SCORD_SEMANTICS_ACQUIRE) ||
           (strcmp(word->text, "acq") == 0 && meaning->semantics == SCORD_SEMANTICS_RELEASE);
}

/* A control barrier of VULKAN names who meets, and may then name how far its memory semantics go.
 */
static bool second_scope(const litmus_mnemonic_t *mnemonic, const litmus_word_t *word) {
    return word->class == LITMUS_WORD_SCOPE && litmus_has(mnemonic, LITMUS_WORD_SCOPE) &&
           (litmus_is(mnemonic, "cbar") || litmus_is(mnemonic, "ctrlbar"));
}

static void apply_word(litmus_mnemonic_t *mnemonic, const litmus_word_t *word) {
    litmus_instruction_t *meaning = &mnemonic->meaning;
    assert(!word->reason == (word->class != LITMUS_WORD_REFUSED));
    const bool may_repeat = word->class == LITMUS_WORD_PASSED || word->class == LITMUS_WORD_WIDTH ||
                            word->class == LITMUS_WORD_FLAG || word->class == LITMUS_WORD_STORAGE ||
                            both_ways(meaning, word) || second_scope(mnemonic, word);
    if (!may_repeat && litmus_has(mnemonic, word->class))
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'.%s' in '%.40s…' repeats or contradicts another word", word->text,
                       mnemonic->word[0]);
    const bool second = second_scope(mnemonic, word);
    mnemonic->classes |= 1u << word->class;
    switch (word->class) {
    case LITMUS_WORD_SCOPE:
        if (!second) meaning->scope = word->value;
        meaning->memory_scope = word->value;
        break;
    case LITMUS_WORD_SEMANTICS:
        meaning->semantics = both_ways(meaning, word) ? SCORD_SEMANTICS_ACQ_REL : word->value;
        meaning->strong = 1;
        break;
    case LITMUS_WORD_STRONG: meaning->strong = 1; break;
    case LITMUS_WORD_NEGATED:
    case LITMUS_WORD_ATOMIC: meaning->atomic_kind = word->value; break;
    case LITMUS_WORD_COMPARE: meaning->operation = word->value; break;
    case LITMUS_WORD_WIDTH: meaning->width = word->value; break;
    case LITMUS_WORD_MEETING: meaning->meeting = word->value; break;
    case LITMUS_WORD_FLAG: meaning->vulkan |= word->value; break;
    case LITMUS_WORD_VECTOR: mnemonic->vector = word->value; break;
    case LITMUS_WORD_STORAGE: meaning->storage |= word->value; break;
    case LITMUS_WORD_REDUCES:
    case LITMUS_WORD_COUNTS:
    case LITMUS_WORD_WEAK:
    case LITMUS_WORD_PASSED: break;
    case LITMUS_WORD_REFUSED:
        litmus_problem(mnemonic->litmus, mnemonic->line, "'.%s' is not taken: %s", word->text,
                       word->reason);
        break;
    }
}

static const litmus_word_t *find_word(const litmus_word_t *table, const char *text) {
    for (; table->text; table++)
        if (strcmp(table->text, text) == 0) return table;
    return NULL;
}

/* ".L1::no_allocate", ".L2::128B": where a line is kept is not part of the memory model. */
static bool is_cache_hint(const char *word) {
    return word[0] == 'L' && (word[1] == '1' || word[1] == '2') &&
           (word[2] == '\0' || word[2] == ':');
}

static void read_words(litmus_mnemonic_t *mnemonic, const litmus_word_t *table) {
    assert(mnemonic->words > 0 && mnemonic->words <= LITMUS_WORDS_OF_LINE);
    for (unsigned i = 1; i < mnemonic->words; i++) {
        const litmus_word_t *word = find_word(table, mnemonic->word[i]);
        if (!word) word = find_word(common_words, mnemonic->word[i]);
        if (word)
            apply_word(mnemonic, word);
        else if (!is_cache_hint(mnemonic->word[i]))
            litmus_problem(mnemonic->litmus, mnemonic->line, "'.%.40s' in '%.40s…' is not taken",
                           mnemonic->word[i], mnemonic->word[0]);
    }
}

bool litmus_open_mnemonic(litmus_mnemonic_t *mnemonic, char *text, const litmus_word_t *table,
                          void (*check)(const litmus_mnemonic_t *mnemonic)) {
    const unsigned problems = mnemonic->litmus->problems;
    char *operands = text + strcspn(text, " \t");
    if (*operands != '\0') *operands++ = '\0';
    mnemonic->words = litmus_split(text, '.', mnemonic->word, LITMUS_WORDS_OF_LINE);
    if (mnemonic->words == LITMUS_WORDS_OF_LINE)
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%.40s…' has more than %d words",
                       mnemonic->word[0], LITMUS_WORDS_OF_LINE - 1);
    operands = litmus_trim(operands);
    if (*operands != '\0')
        mnemonic->operands = litmus_split(operands, ',', mnemonic->operand,
                                          LITMUS_OPERANDS_OF_LINE);
    mnemonic->meaning.destination = LITMUS_NO_REGISTER;
    mnemonic->meaning.guard = LITMUS_NO_REGISTER;
    read_words(mnemonic, table);
    assert(mnemonic->operands <= LITMUS_OPERANDS_OF_LINE);
    assert(mnemonic->litmus->problems > problems || !litmus_has(mnemonic, LITMUS_WORD_REFUSED));
    if (mnemonic->litmus->problems == problems) check(mnemonic);
    return mnemonic->litmus->problems == problems;
}

void litmus_check_ordering(const litmus_mnemonic_t *mnemonic, unsigned orderings,
                           const char *names) {
    if (litmus_has(mnemonic, LITMUS_WORD_SEMANTICS) &&
        !(orderings >> mnemonic->meaning.semantics & 1))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has no such ordering, %s",
                       mnemonic->word[0], names);
}

void litmus_check_none(const litmus_mnemonic_t *mnemonic, litmus_word_class_t class,
                       const char *what) {
    if (litmus_has(mnemonic, class))
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has no %s", mnemonic->word[0], what);
}

/* ---- operands ---- */

bool litmus_has_operands(const litmus_mnemonic_t *mnemonic, unsigned least, unsigned most) {
    assert(least <= most && most < LITMUS_OPERANDS_OF_LINE); /* as many: there may be more */
    if (mnemonic->operands >= least && mnemonic->operands <= most) return true;
    litmus_problem(mnemonic->litmus, mnemonic->line, "'%s' has %u operands here, not %u",
                   mnemonic->word[0], mnemonic->operands, least);
    return false;
}

/* "_": the value is not wanted. */
bool litmus_read_destination(litmus_mnemonic_t *mnemonic, const char *text) {
    if (strcmp(text, "_") == 0) return true;
    if (litmus_is_variable(mnemonic->litmus, text)) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%.40s' is a variable: the first operand of '%s' is a register", text,
                       mnemonic->word[0]);
        return false;
    }
    mnemonic->meaning.destination = litmus_register(mnemonic->litmus, mnemonic->line,
                                                    mnemonic->thread, text);
    return mnemonic->meaning.destination >= 0;
}

static bool read_address(litmus_mnemonic_t *mnemonic, const char *text, uint32_t further) {
    return litmus_address(mnemonic->litmus, mnemonic->line, mnemonic->thread, text,
                          &mnemonic->meaning.address, further);
}

bool litmus_read_value(litmus_mnemonic_t *mnemonic, const char *text, litmus_operand_t *operand) {
    return litmus_operand(mnemonic->litmus, mnemonic->line, mnemonic->thread, text, operand);
}

/* ---- instructions ---- */

void litmus_finish(const litmus_mnemonic_t *mnemonic, litmus_kind_t kind) {
    if (kind != LITMUS_ATOMIC && mnemonic->meaning.atomic_kind != SCORD_ATOMIC_KIND_NONE) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' is no atomic, and has no operation of one", mnemonic->word[0]);
        return;
    }
    assert(kind != LITMUS_ATOMIC || mnemonic->meaning.atomic_kind != SCORD_ATOMIC_KIND_NONE);
    assert(mnemonic->meaning.destination < (int)mnemonic->thread->registers);
    litmus_instruction_t *instruction = litmus_append(mnemonic->litmus, mnemonic->line,
                                                      mnemonic->thread);
    if (!instruction) return;
    *instruction = mnemonic->meaning;
    instruction->kind = kind;
    instruction->line = mnemonic->line;
    if (instruction->destination >= 0)
        mnemonic->thread->register_given[instruction->destination] = true;
}

/* "{r0, r1}": its elements in ELEMENT, as many as the vector has. What is no vector is its only
 * element. */
static bool split_vector(litmus_mnemonic_t *mnemonic, char *text, char **element) {
    element[0] = text;
    if (mnemonic->vector == 0) return true;
    char *end = text + strlen(text) - 1;
    unsigned count = 0;
    if (*text == '{' && *end == '}') {
        *end = '\0';
        count = litmus_split(text + 1, ',', element, LITMUS_VECTOR_MAX);
    }
    if (count == mnemonic->vector) return true;
    litmus_problem(mnemonic->litmus, mnemonic->line, "'%.40s…' is no vector of %u in { }", text,
                   mnemonic->vector);
    return false;
}

/* Bytes between the elements of its vector. */
static uint32_t stride(const litmus_mnemonic_t *mnemonic) {
    return mnemonic->meaning.width > 0 ? mnemonic->meaning.width : SCORD_WORD_BYTES;
}

/* Each element is an access of its own, the first one first. A load into the register of the
 * address loads from a copy of it. */
void litmus_read_load(litmus_mnemonic_t *mnemonic) {
    char *element[LITMUS_VECTOR_MAX], address[LITMUS_NAME_MAX * 2];
    const unsigned count = mnemonic->vector > 0 ? mnemonic->vector : 1;
    litmus_operand_t from[LITMUS_VECTOR_MAX];
    if (!litmus_has_operands(mnemonic, 2, 2) ||
        !split_vector(mnemonic, mnemonic->operand[0], element))
        return;
    snprintf(address, sizeof address, "%s", mnemonic->operand[1]);
    for (unsigned i = 0; i < count; i++) {
        if (!read_address(mnemonic, address, i * stride(mnemonic))) return;
        from[i] = mnemonic->meaning.address;
    }
    if (count > 1 && from[0].is_register) {
        const int copy = litmus_new_register(mnemonic->litmus, mnemonic->line, mnemonic->thread);
        litmus_append_move(mnemonic->litmus, mnemonic->line, mnemonic->thread, copy, LITMUS_FIRST,
                           from[0], (litmus_operand_t){.value = 0});
        if (copy < 0) return;
        from[0].value = (uint32_t)copy;
    }
    for (unsigned i = 0; i < count; i++) {
        mnemonic->meaning.address = from[i];
        mnemonic->meaning.destination = LITMUS_NO_REGISTER;
        if (!litmus_read_destination(mnemonic, element[i])) return;
        litmus_finish(mnemonic, LITMUS_LOAD);
    }
}

void litmus_read_store(litmus_mnemonic_t *mnemonic) {
    char *element[LITMUS_VECTOR_MAX], address[LITMUS_NAME_MAX * 2];
    const unsigned count = mnemonic->vector > 0 ? mnemonic->vector : 1;
    if (!litmus_has_operands(mnemonic, 2, 2) ||
        !split_vector(mnemonic, mnemonic->operand[1], element))
        return;
    snprintf(address, sizeof address, "%s", mnemonic->operand[0]);
    for (unsigned i = 0; i < count; i++) {
        if (!read_address(mnemonic, address, i * stride(mnemonic)) ||
            !litmus_read_value(mnemonic, element[i], &mnemonic->meaning.value))
            return;
        litmus_finish(mnemonic, LITMUS_STORE);
    }
}

/* The operand of a subtraction: an addition of its negative. */
static void negate_value(litmus_mnemonic_t *mnemonic) {
    litmus_operand_t *value = &mnemonic->meaning.value;
    if (!value->is_register) {
        value->value = 0 - value->value;
        return;
    }
    const int negative = litmus_new_register(mnemonic->litmus, mnemonic->line, mnemonic->thread);
    litmus_append_move(mnemonic->litmus, mnemonic->line, mnemonic->thread, negative,
                       LITMUS_SUBTRACT, (litmus_operand_t){.value = 0}, *value);
    if (negative >= 0) value->value = (uint32_t)negative;
}

void litmus_read_atomic(litmus_mnemonic_t *mnemonic, bool destination) {
    char **operand = mnemonic->operand;
    const bool swap = mnemonic->meaning.atomic_kind == SCORD_ATOMIC_KIND_CAS;
    /* "atom.add [x], 1": the value is not wanted */
    destination = destination && mnemonic->operands != 2u + swap;
    const unsigned count = 2 + destination + swap;
    mnemonic->meaning.strong = 1;
    if (mnemonic->meaning.atomic_kind == SCORD_ATOMIC_KIND_NONE) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' does not say which atomic: exch, cas, add, and, or, xor, min or max",
                       mnemonic->word[0]);
        return;
    }
    if (!litmus_has_operands(mnemonic, count, count) ||
        (destination && !litmus_read_destination(mnemonic, *operand++)) ||
        !read_address(mnemonic, *operand++, 0))
        return;
    if (swap && !litmus_read_value(mnemonic, *operand++, &mnemonic->meaning.compare)) return;
    if (!litmus_read_value(mnemonic, *operand, &mnemonic->meaning.value)) return;
    if (litmus_has(mnemonic, LITMUS_WORD_NEGATED)) negate_value(mnemonic);
    litmus_finish(mnemonic, LITMUS_ATOMIC);
}

void litmus_read_fence(litmus_mnemonic_t *mnemonic) {
    if (!litmus_has(mnemonic, LITMUS_WORD_SCOPE))
        litmus_problem(mnemonic->litmus, mnemonic->line, "the fence '%s' names no scope",
                       mnemonic->word[0]);
    else if (litmus_has_operands(mnemonic, 0, 0))
        litmus_finish(mnemonic, LITMUS_FENCE);
}

/* "p" or "!p", of a barrier that reduces or of setp. */
bool litmus_read_predicate(litmus_mnemonic_t *mnemonic, const char *text,
                           litmus_operand_t *operand) {
    const bool negated = *text == '!';
    if (!litmus_read_value(mnemonic, text + negated, operand)) return false;
    if (!negated) return true;
    const int is_not = litmus_new_register(mnemonic->litmus, mnemonic->line, mnemonic->thread);
    litmus_append_move(mnemonic->litmus, mnemonic->line, mnemonic->thread, is_not, LITMUS_EQUAL,
                       *operand, (litmus_operand_t){.value = 0});
    *operand = (litmus_operand_t){.is_register = true, .value = (uint32_t)is_not};
    return is_not >= 0;
}

/* bar.red.popc d, a, b, c: takes d and c from the operands, so that a and b are left. */
static bool read_reduction(litmus_mnemonic_t *mnemonic) {
    litmus_instruction_t *meaning = &mnemonic->meaning;
    const uint8_t kind = meaning->atomic_kind;
    const bool counts = litmus_has(mnemonic, LITMUS_WORD_COUNTS);
    const unsigned last = mnemonic->operands - 1;
    if (counts == (kind != SCORD_ATOMIC_KIND_NONE) ||
        (!counts && kind != SCORD_ATOMIC_KIND_AND && kind != SCORD_ATOMIC_KIND_OR)) {
        litmus_problem(mnemonic->litmus, mnemonic->line,
                       "'%s' does not say how it reduces: popc, and or or", mnemonic->word[0]);
        return false;
    }
    meaning->reduction = counts                          ? LITMUS_REDUCES_COUNT
                         : kind == SCORD_ATOMIC_KIND_AND ? LITMUS_REDUCES_ALL
                                                         : LITMUS_REDUCES_ANY;
    meaning->atomic_kind = SCORD_ATOMIC_KIND_NONE;
    meaning->width = 0;
    if (!litmus_has_operands(mnemonic, 3, 4) ||
        !litmus_read_predicate(mnemonic, mnemonic->operand[last], &meaning->predicate) ||
        !litmus_read_destination(mnemonic, mnemonic->operand[0]))
        return false;
    if (meaning->destination == LITMUS_NO_REGISTER)
        meaning->destination = litmus_new_register(mnemonic->litmus, mnemonic->line,
                                                   mnemonic->thread);
    mnemonic->operands -= 2;
    for (unsigned i = 0; i < mnemonic->operands; i++)
        mnemonic->operand[i] = mnemonic->operand[i + 1];
    return meaning->destination >= 0;
}

void litmus_read_barrier(litmus_mnemonic_t *mnemonic) {
    litmus_instruction_t *meaning = &mnemonic->meaning;
    if (litmus_has(mnemonic, LITMUS_WORD_REDUCES) && !read_reduction(mnemonic)) return;
    if (!litmus_has_operands(mnemonic, 0, 2)) return;
    if (mnemonic->operands > 0 &&
        !litmus_read_value(mnemonic, mnemonic->operand[0], &meaning->value))
        return;
    if (meaning->meeting == LITMUS_MEET_WARP) { /* the operand is the mask of its lanes */
        meaning->value = (litmus_operand_t){.value = 0};
    } else if (!meaning->value.is_register && meaning->value.value >= LITMUS_BARRIERS_MAX) {
        litmus_problem(mnemonic->litmus, mnemonic->line, "'%.40s' is no barrier: 0 to 15 are",
                       mnemonic->operand[0]);
        return;
    }
    if (mnemonic->operands > 1 &&
        !litmus_read_value(mnemonic, mnemonic->operand[1], &meaning->compare))
        return;
    litmus_finish(mnemonic, LITMUS_BARRIER);
}

/* ---- labels, arithmetic, branches ---- */

char *litmus_read_label(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text) {
    for (char *colon = strchr(text, ':'); colon && colon[1] != ':'; colon = strchr(text, ':')) {
        *colon = '\0';
        const char *name = litmus_trim(text);
        const int label = litmus_label(litmus, line, thread, name);
        if (label >= 0) litmus_place_label(litmus, line, thread, (unsigned)label);
        text = litmus_trim(colon + 1);
    }
    return *text != '\0' ? text : NULL;
}

/* Whether one of the words is .u32 or the like. */
static bool has_unsigned(const litmus_mnemonic_t *mnemonic) {
    for (unsigned i = 1; i < mnemonic->words; i++)
        if (mnemonic->word[i][0] == 'u' && isdigit((unsigned char)mnemonic->word[i][1]))
            return true;
    return false;
}

uint8_t litmus_without_sign(const litmus_mnemonic_t *mnemonic, litmus_operation_t operation) {
    static const uint8_t without[][2] = {{LITMUS_LESS, LITMUS_BELOW},
                                         {LITMUS_LESS_EQUAL, LITMUS_BELOW_EQUAL},
                                         {LITMUS_GREATER, LITMUS_ABOVE},
                                         {LITMUS_GREATER_EQUAL, LITMUS_ABOVE_EQUAL},
                                         {LITMUS_MINIMUM, LITMUS_UNSIGNED_MINIMUM},
                                         {LITMUS_MAXIMUM, LITMUS_UNSIGNED_MAXIMUM},
                                         {LITMUS_DIVIDE, LITMUS_UNSIGNED_DIVIDE},
                                         {LITMUS_REMAINDER, LITMUS_UNSIGNED_REMAINDER}};
    for (size_t i = 0; i < sizeof without / sizeof *without && has_unsigned(mnemonic); i++)
        if (without[i][0] == operation) return without[i][1];
    bool is_signed = false; /* shr.s32 */
    for (unsigned i = 1; i < mnemonic->words; i++)
        is_signed = is_signed || mnemonic->word[i][0] == 's';
    if (operation == LITMUS_SHIFT_RIGHT && is_signed) return LITMUS_SHIFT_RIGHT_SIGNED;
    return (uint8_t)operation;
}

bool litmus_read_arithmetic(litmus_mnemonic_t *mnemonic) {
    static const struct {
        const char *name;
        litmus_operation_t operation;
        unsigned operands;
    } table[] = {
        {"mov", LITMUS_FIRST, 1},      {"cvt", LITMUS_FIRST, 1},       {"cvta", LITMUS_FIRST, 1},
        {"add", LITMUS_ADD, 2},        {"sub", LITMUS_SUBTRACT, 2},    {"mul", LITMUS_MULTIPLY, 2},
        {"and", LITMUS_AND, 2},        {"or", LITMUS_OR, 2},           {"xor", LITMUS_XOR, 2},
        {"shl", LITMUS_SHIFT_LEFT, 2}, {"shr", LITMUS_SHIFT_RIGHT, 2}, {"min", LITMUS_MINIMUM, 2},
        {"max", LITMUS_MAXIMUM, 2},    {"neg", LITMUS_SUBTRACT, 1},    {"not", LITMUS_XOR, 1},
        {"div", LITMUS_DIVIDE, 2},     {"rem", LITMUS_REMAINDER, 2}};
    litmus_instruction_t *meaning = &mnemonic->meaning;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!litmus_is(mnemonic, table[i].name)) continue;
        const unsigned operands = table[i].operands;
        meaning->operation = litmus_without_sign(mnemonic, table[i].operation);
        meaning->width = 0;
        if (!litmus_has_operands(mnemonic, operands + 1, operands + 1) ||
            !litmus_read_value(mnemonic, mnemonic->operand[1], &meaning->value) ||
            (operands == 2 &&
             !litmus_read_value(mnemonic, mnemonic->operand[2], &meaning->compare)) ||
            !litmus_read_destination(mnemonic, mnemonic->operand[0]))
            return true;
        if (operands == 1 && meaning->operation == LITMUS_XOR) meaning->compare.value = UINT32_MAX;
        if (operands == 1 && meaning->operation == LITMUS_SUBTRACT) {
            meaning->compare = meaning->value;
            meaning->value = (litmus_operand_t){.value = 0};
        }
        litmus_finish(mnemonic, LITMUS_MOVE);
        return true;
    }
    return false;
}

static void finish_branch(litmus_mnemonic_t *mnemonic, litmus_operation_t operation,
                          litmus_operand_t a, litmus_operand_t b, const char *label) {
    const int number = litmus_label(mnemonic->litmus, mnemonic->line, mnemonic->thread, label);
    if (number < 0) return;
    litmus_instruction_t *branch = litmus_append_branch(
        mnemonic->litmus, mnemonic->line, mnemonic->thread, operation, a, b, (unsigned)number);
    if (!branch) return;
    branch->guard = mnemonic->meaning.guard;
    branch->guard_not = mnemonic->meaning.guard_not;
}

bool litmus_read_branch(litmus_mnemonic_t *mnemonic) {
    static const struct {
        const char *name;
        litmus_operation_t operation;
    } table[] = {{"beq", LITMUS_EQUAL},      {"bne", LITMUS_UNEQUAL}, {"blt", LITMUS_LESS},
                 {"ble", LITMUS_LESS_EQUAL}, {"bgt", LITMUS_GREATER}, {"bge", LITMUS_GREATER_EQUAL},
                 {"cbz", LITMUS_EQUAL},      {"cbnz", LITMUS_UNEQUAL}};
    static const char *const jumps[] = {"goto", "bra", "b"};
    const litmus_operand_t one = {.value = 1};
    for (size_t i = 0; i < sizeof jumps / sizeof *jumps; i++)
        if (litmus_is(mnemonic, jumps[i])) {
            if (litmus_has_operands(mnemonic, 1, 1))
                finish_branch(mnemonic, LITMUS_FIRST, one, one, mnemonic->operand[0]);
            return true;
        }
    if (litmus_is(mnemonic, "exit") || litmus_is(mnemonic, "ret")) {
        if (litmus_has_operands(mnemonic, 0, 0))
            finish_branch(mnemonic, LITMUS_FIRST, one, one, NULL);
        return true;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (!litmus_is(mnemonic, table[i].name)) continue;
        const unsigned count = mnemonic->word[0][0] == 'c' ? 2 : 3; /* cbz compares with 0 */
        litmus_operand_t a, b = {.value = 0};
        if (litmus_has_operands(mnemonic, count, count) &&
            litmus_read_value(mnemonic, mnemonic->operand[0], &a) &&
            (count == 2 || litmus_read_value(mnemonic, mnemonic->operand[1], &b)))
            finish_branch(mnemonic, table[i].operation, a, b, mnemonic->operand[count - 1]);
        return true;
    }
    return false;
}
