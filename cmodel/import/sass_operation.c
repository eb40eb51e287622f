/* SPDX-License-Identifier: Apache-2.0 */
/* sass_operation.c: see sass_operation.h. Modifiers are taken as a set: their order differs between
 * architectures. */
#include "cmodel/import/sass_operation.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { MODIFIERS_MAX = 16, WORD_MAX = 24 };

typedef struct opcode {
    unsigned words; /* base first */
    struct {
        const char *text;
        size_t length;
    } word[MODIFIERS_MAX];
} opcode_t;

static opcode_t split(const char *text) {
    opcode_t opcode = {.words = 0};
    while (opcode.words < MODIFIERS_MAX && *text != '\0') {
        const size_t length = strcspn(text, ".");
        if (length > 0) {
            opcode.word[opcode.words].text = text;
            opcode.word[opcode.words++].length = length;
        }
        text += length + (text[length] == '.');
    }
    return opcode;
}

static bool is(const opcode_t *opcode, unsigned index, const char *text) {
    return index < opcode->words && strlen(text) == opcode->word[index].length &&
           memcmp(text, opcode->word[index].text, opcode->word[index].length) == 0;
}

static bool has(const opcode_t *opcode, const char *modifier) {
    for (unsigned i = 1; i < opcode->words; i++)
        if (is(opcode, i, modifier)) return true;
    return false;
}

/* ---- bases ---- */

typedef enum base_kind {
    BASE_LOAD,
    BASE_STORE,
    BASE_ATOMIC, /* global memory */
    BASE_GENERIC_LOAD,
    BASE_GENERIC_STORE,
    BASE_GENERIC_ATOMIC,
    BASE_MEMBAR,
    BASE_ERRBAR,
    BASE_CCTL,
    BASE_BAR,
    BASE_EXIT,
    BASE_ELSEWHERE,
    BASE_TEXTURE,
    BASE_BULK,
    BASE_MULTICAST,
    BASE_OTHER_BARRIER
} base_kind_t;

static const struct {
    const char *name;
    base_kind_t kind;
} bases[] = {
    {"LDG", BASE_LOAD},
    {"STG", BASE_STORE},
    {"ATOMG", BASE_ATOMIC},
    {"REDG", BASE_ATOMIC},
    {"LDGSTS", BASE_GENERIC_LOAD},
    {"LD", BASE_GENERIC_LOAD},
    {"ST", BASE_GENERIC_STORE},
    {"ATOM", BASE_GENERIC_ATOMIC},
    {"RED", BASE_GENERIC_ATOMIC},
    {"MEMBAR", BASE_MEMBAR},
    {"ERRBAR", BASE_ERRBAR},
    {"CCTL", BASE_CCTL},
    {"BAR", BASE_BAR},
    {"EXIT", BASE_EXIT},
    {"KILL", BASE_EXIT},
    {"LDS", BASE_ELSEWHERE},
    {"STS", BASE_ELSEWHERE},
    {"ATOMS", BASE_ELSEWHERE},
    {"LDSM", BASE_ELSEWHERE},
    {"STSM", BASE_ELSEWHERE},
    {"STAS", BASE_ELSEWHERE},
    {"REDAS", BASE_ELSEWHERE},
    {"LDL", BASE_ELSEWHERE},
    {"STL", BASE_ELSEWHERE},
    {"CCTLL", BASE_ELSEWHERE},
    {"LDC", BASE_ELSEWHERE},
    {"ULDC", BASE_ELSEWHERE},
    {"LDCU", BASE_ELSEWHERE},
    {"UTMAPF", BASE_ELSEWHERE},
    {"UBLKPF", BASE_ELSEWHERE},
    {"TEX", BASE_TEXTURE},
    {"TLD", BASE_TEXTURE},
    {"TLD4", BASE_TEXTURE},
    {"TXD", BASE_TEXTURE},
    {"TEXS", BASE_TEXTURE},
    {"TLDS", BASE_TEXTURE},
    {"TLD4S", BASE_TEXTURE},
    {"SULD", BASE_TEXTURE},
    {"SUST", BASE_TEXTURE},
    {"SUATOM", BASE_TEXTURE},
    {"SURED", BASE_TEXTURE},
    {"UTMALDG", BASE_BULK},
    {"UTMASTG", BASE_BULK},
    {"UTMAREDG", BASE_BULK},
    {"UBLKCP", BASE_BULK},
    {"UBLKRED", BASE_BULK},
    {"LDGMC", BASE_MULTICAST},
    {"SYNCS", BASE_OTHER_BARRIER},
    {"UCGABAR_ARV", BASE_OTHER_BARRIER},
    {"UCGABAR_WAIT", BASE_OTHER_BARRIER},
};

/* ---- modifiers ---- */

/* Bytes of one modifier: 8, 16, 32, 64 or 128 bits, perhaps after a type and before "x2" or "_V2";
 * 0: it names no width. */
static unsigned width_of(const char *text, size_t length) {
    static const char *const types[] = {"BF", "U", "S", "F", "B", ""};
    static const struct {
        const char *text;
        unsigned bits;
    } widths[] = {{"8", 8}, {"16", 16}, {"32", 32}, {"64", 64}, {"128", 128}};
    char word[WORD_MAX] = "";
    if (length >= sizeof word) return 0;
    memcpy(word, text, length);
    const char *at = word;
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strncmp(word, types[i], strlen(types[i])) != 0) continue;
        at = word + strlen(types[i]);
        break;
    }
    for (unsigned i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        const size_t digits = strlen(widths[i].text);
        if (strncmp(at, widths[i].text, digits) != 0) continue;
        const char *rest = at + digits;
        if (*rest == '\0') return widths[i].bits / 8;
        if (strncmp(rest, "_V", 2) == 0) rest++;
        if ((*rest == 'x' || *rest == 'V') && strchr("248", rest[1]) && rest[1] != '\0' &&
            rest[2] == '\0')
            return widths[i].bits / 8 * (unsigned)(rest[1] - '0');
    }
    return 0;
}

/* Bytes a lane: the first modifier that names a width; 4 when none does. */
static unsigned size_of(const opcode_t *opcode) {
    for (unsigned i = 1; i < opcode->words; i++) {
        const unsigned width = width_of(opcode->word[i].text, opcode->word[i].length);
        if (width > 0) return width;
    }
    return SCORD_WORD_BYTES;
}

static scord_atomic_kind_t atomic_kind_of(const opcode_t *opcode) {
    static const struct {
        const char *text;
        scord_atomic_kind_t kind;
    } kinds[] = {{"ADD", SCORD_ATOMIC_KIND_ADD}, {"EXCH", SCORD_ATOMIC_KIND_EXCH},
                 {"CAS", SCORD_ATOMIC_KIND_CAS}, {"CAST", SCORD_ATOMIC_KIND_CAS},
                 {"AND", SCORD_ATOMIC_KIND_AND}, {"OR", SCORD_ATOMIC_KIND_OR},
                 {"XOR", SCORD_ATOMIC_KIND_XOR}, {"MIN", SCORD_ATOMIC_KIND_MIN},
                 {"MAX", SCORD_ATOMIC_KIND_MAX}, {"INC", SCORD_ATOMIC_KIND_INC},
                 {"DEC", SCORD_ATOMIC_KIND_DEC}};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (has(opcode, kinds[i].text)) return kinds[i].kind;
    return SCORD_ATOMIC_KIND_NONE;
}

/* CTA is the threadblock, and so is SM, as Volta and Turing print it. False: no scope is named. */
static bool scope_of(const opcode_t *opcode, uint8_t *scope) {
    static const struct {
        const char *text;
        scord_scope_t scope;
    } scopes[] = {{"CTA", SCORD_SCOPE_BLOCK},
                  {"SM", SCORD_SCOPE_BLOCK},
                  {"GPU", SCORD_SCOPE_DEVICE},
                  {"GL", SCORD_SCOPE_DEVICE},
                  {"SYS", SCORD_SCOPE_SYSTEM}};
    for (unsigned i = 0; i < sizeof scopes / sizeof scopes[0]; i++)
        if (has(opcode, scopes[i].text)) {
            *scope = (uint8_t)scopes[i].scope;
            return true;
        }
    return false;
}

/* ---- operations ---- */

static sass_operation_t refused(const char *problem) {
    return (sass_operation_t){.kind = SASS_REFUSED, .problem = problem};
}

/* A volatile load or store compiles to STRONG.SYS: strong, without a stated scope (D6), as the
 * front end records it. Other strong loads and stores are relaxed and have their scope. Before
 * Volta there is no STRONG; there .CV and .WT mean volatile. */
static void set_strength(const opcode_t *opcode, sass_operation_t *operation) {
    uint8_t scope = SCORD_SCOPE_DEVICE;
    operation->strong = operation->op == SCORD_OP_ATOMIC || has(opcode, "STRONG") ||
                        has(opcode, "MMIO") || has(opcode, "CV") || has(opcode, "WT");
    operation->scope = SCORD_SCOPE_DEVICE;
    if (!operation->strong || !scope_of(opcode, &scope)) return;
    if (operation->op == SCORD_OP_ATOMIC)
        operation->scope = scope;
    else if (scope != SCORD_SCOPE_SYSTEM) {
        operation->scope = scope;
        operation->semantics = SCORD_SEMANTICS_RELAXED;
    }
}

_Static_assert(BASE_LOAD == 0 && BASE_GENERIC_LOAD == 3 && BASE_MEMBAR == 6,
               "accesses come first: load, store, atomic, then the generic ones in that order");

static sass_operation_t access_of(const opcode_t *opcode, base_kind_t base, bool has_addresses) {
    assert(base < BASE_MEMBAR);
    static const uint8_t ops[] = {SCORD_OP_LOAD, SCORD_OP_STORE, SCORD_OP_ATOMIC};
    sass_operation_t operation = {.kind = SASS_ACCESS, .generic = base >= BASE_GENERIC_LOAD};
    operation.op = ops[(unsigned)base % BASE_GENERIC_LOAD];
    const unsigned size = size_of(opcode);
    assert(size > 0 && size <= UINT8_MAX);
    operation.size = (uint8_t)size;
    if (!has_addresses)
        return refused("has no memory addresses (mem_width is 0); the trace is damaged, or its "
                       "tracer left them out");
    if (size > 16) return refused("is wider than the 16 bytes a lane of an event stream");
    if (has(opcode, "CLUSTER") || has(opcode, "GPC"))
        return refused("has the scope of a thread block cluster, which event streams do not know");
    if (operation.op == SCORD_OP_ATOMIC) {
        operation.atomic_kind = (uint8_t)atomic_kind_of(opcode);
        if (operation.atomic_kind == SCORD_ATOMIC_KIND_NONE)
            return refused("is an atomic that docs/import.md does not name");
    }
    set_strength(opcode, &operation);
    return operation;
}

static sass_operation_t membar_of(const opcode_t *opcode) {
    sass_operation_t operation = {.kind = SASS_FENCE};
    if (!scope_of(opcode, &operation.scope))
        return refused("has no scope .CTA, .GPU or .SYS that event streams know");
    return operation;
}

static sass_operation_t bar_of(const opcode_t *opcode) {
    if (has(opcode, "SYNC") || has(opcode, "SYNCALL") || has(opcode, "RED"))
        return (sass_operation_t){.kind = SASS_BARRIER};
    return refused("arrives at a barrier without waiting, which event streams cannot say");
}

sass_operation_t sass_operation(const char *text, bool has_addresses) {
    const opcode_t opcode = split(text);
    unsigned i = 0;
    while (i < sizeof bases / sizeof bases[0] && !is(&opcode, 0, bases[i].name)) i++;
    if (i == sizeof bases / sizeof bases[0])
        return has_addresses ? refused("accesses memory in a way that docs/import.md does not name")
                             : (sass_operation_t){.kind = SASS_COMPUTE};
    switch (bases[i].kind) {
    case BASE_MEMBAR: return membar_of(&opcode);
    case BASE_ERRBAR: return (sass_operation_t){.kind = SASS_FENCE_PART};
    case BASE_CCTL:
        return (sass_operation_t){.kind = has(&opcode, "IVALL") ? SASS_INVALIDATE : SASS_ELSEWHERE};
    case BASE_BAR: return bar_of(&opcode);
    case BASE_EXIT: return (sass_operation_t){.kind = SASS_EXIT};
    case BASE_ELSEWHERE: return (sass_operation_t){.kind = SASS_ELSEWHERE};
    case BASE_TEXTURE:
        return refused("goes through a texture or surface, whose addresses a trace does not have");
    case BASE_BULK: return refused("copies in bulk, with addresses that a trace does not have");
    case BASE_MULTICAST: return refused("accesses the memory of several devices");
    case BASE_OTHER_BARRIER:
        return refused("is a barrier other than the block's, which event streams do not know");
    default: return access_of(&opcode, bases[i].kind, has_addresses);
    }
}
