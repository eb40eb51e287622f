/* SPDX-License-Identifier: Apache-2.0 */
/* decode.c: one PTX instruction to its decoded form, driven by a table.
 *
 *     atom.global.add.u32 %r1, [%rd2+4], %r3;
 *     └┬─┘└──────┬──────┘ └───────┬────────┘
 *     name   modifiers, types   operands: "dms?s"
 *
 *     {"atom", PTX_ATOM, types of the first, of the second, "global shared add …", "dms?s"}
 *
 * A mnemonic has one or more rows; the first row that accepts the given types and modifiers
 * decodes it. Modifiers are a set: their order does not matter, since nvcc and clang order them
 * differently. Two exceptions: of two types the first is the destination's, and of one kind of
 * modifier (scope, rounding, …) there is at most one.
 *
 * If no row accepts an instruction, the error names the modifier: nothing unsupported is ever
 * executed as something else. For this reason the table lists what is supported, not what is
 * refused.
 *
 * Steps of an instruction: guard, spelling (name, modifiers, types), row, operands by the row's
 * letters (instruction_operands.c), rules that a row cannot state (instruction_rules.c), emit.
 *
 * Rows are in the order of mnemonics; rows of one mnemonic go from the narrower to the wider.
 * Choosing one is a linear search: parsing takes milliseconds for the largest programs.
 * Invariants: an instruction is emitted inside a function only; spelling holds at most two types.
 * Reference: PTX ISA 6.0, chapter 9; docs/ptx-subset.md lists the table for readers.
 */
#include "sim/ptx/parse.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- the table ---- */
#define T(type)     (1u << PTX_##type)
#define I16         (T(U16) | T(S16))
#define I32         (T(U32) | T(S32))
#define I64         (T(U64) | T(S64))
#define INTS        (I16 | I32 | I64)
#define FLOATS      (T(F32) | T(F64))
#define HALVES      (T(F16) | T(F16X2) | T(BF16) | T(BF16X2))
#define HALF        (T(F16) | T(BF16))
#define PAIR        (T(F16X2) | T(BF16X2))
#define QUARTERS    (T(E4M3X2) | T(E5M2X2))
#define BITS        (T(B16) | T(B32) | T(B64))
#define ANY_MEMORY  (T(B8) | T(U8) | T(S8) | BITS | INTS | FLOATS)
#define ANY_CONVERT (T(U8) | T(S8) | INTS | FLOATS | HALF)
#define ROUNDINGS   "rn rz rm rp "
#define COMPARES    "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz "
#define SPACES      "global shared local const param "
#define SCOPES      "cta cluster gpu sys "
#define CACHES      "ca cg cs lu cv wb wt nc "

/* Operand letters, comma-separated in the text: d destination (D: or vector), q predicate
 * destination, q|d: see parse, x destination with optional |predicate, s source (S: or vector), p
 * predicate source (may be !p), m address; registers are as wide as the type, but u destination and
 * i source of 32 bits, a source of any width; after ? the rest is optional. */
typedef struct row {
    const char *name;
    ptx_opcode_t opcode;
    uint32_t types, source_types; /* accepted first and second type; 0: none is written */
    const char *modifiers;
    const char *operands;
} row_t;

static const row_t rows[] = {
    {"abs", PTX_ABS, INTS | FLOATS, 0, "ftz", "ds"},
    {"abs", PTX_ABS, HALVES, 0, "ftz", "ds"},
    {"activemask", PTX_ACTIVEMASK, T(B32), 0, "", "d"},
    {"add", PTX_ADD, I16, 0, "", "dss"},
    {"add", PTX_ADD, I32 | I64, 0, "sat cc", "dss"},
    {"add", PTX_ADD, FLOATS, 0, ROUNDINGS "ftz sat", "dss"},
    {"add", PTX_ADD, HALVES, 0, "rn ftz sat", "dss"},
    {"addc", PTX_ADDC, I32 | I64, 0, "cc", "dss"},
    {"alloca", PTX_ALLOCA, T(U32) | T(U64), 0, "", "ds?i"},
    {"and", PTX_AND, BITS | T(PRED), 0, "", "dss"},
    {"atom", PTX_ATOM, I32 | I64 | T(B16) | T(B32) | T(B64) | FLOATS, 0,
     "global shared add min max inc dec exch cas and or xor relaxed acquire release "
     "acq_rel " SCOPES,
     "dms?s"},
    {"atom", PTX_ATOM, HALVES, 0, "global shared add noftz relaxed acquire release acq_rel " SCOPES,
     "dms"},
    {"bar", PTX_BAR, 0, 0, "sync arrive aligned cta", "i?i"},
    {"bar", PTX_BAR, T(U32) | T(PRED), 0, "red popc and or aligned cta", "di?ap"},
    {"bar.warp", PTX_BAR_WARP, 0, 0, "sync", "i"},
    {"bfe", PTX_BFE, I32 | I64, 0, "", "dsii"},
    {"bfi", PTX_BFI, T(B32) | T(B64), 0, "", "dssii"},
    {"bfind", PTX_BFIND, I32 | I64, 0, "shiftamt", "us"},
    {"bmsk", PTX_BMSK, T(B32), 0, "clamp wrap", "dss"},
    {"bra", PTX_BRA, 0, 0, "uni", ""},
    {"brev", PTX_BREV, T(B32) | T(B64), 0, "", "ds"},
    {"brkpt", PTX_TRAP, 0, 0, "", ""},
    {"brx", PTX_BRX, 0, 0, "idx uni", "i"},
    {"call", PTX_CALL, 0, 0, "uni", ""},
    {"clz", PTX_CLZ, T(B32) | T(B64), 0, "", "us"},
    {"cnot", PTX_CNOT, BITS, 0, "", "ds"},
    {"copysign", PTX_COPYSIGN, FLOATS, 0, "", "dss"},
    {"cos", PTX_COS, T(F32), 0, "approx ftz", "ds"},
    {"cvt", PTX_CVT, ANY_CONVERT, ANY_CONVERT, ROUNDINGS "rni rzi rmi rpi ftz sat relu satfinite",
     "ds"},
    {"cvt", PTX_CVT, T(F16X2) | T(BF16X2), T(F32), "rn rz relu satfinite", "dss"},
    {"cvt", PTX_CVT, T(TF32), T(F32), "rna rn rz relu satfinite", "ds"},
    {"cvt", PTX_CVT, QUARTERS, T(F32), "rn satfinite relu", "dss"},
    {"cvt", PTX_CVT, QUARTERS, T(F16X2), "rn satfinite relu", "ds"},
    {"cvt", PTX_CVT, T(F16X2), QUARTERS, "rn relu", "ds"},
    {"cvta", PTX_CVTA, T(U64), 0, "global shared local const param to", "ds"},
    {"div", PTX_DIV, INTS, 0, "", "dss"},
    {"div", PTX_DIV, FLOATS, 0, ROUNDINGS "approx full ftz", "dss"},
    {"dp2a", PTX_DP2A, I32, I32, "lo hi", "dsss"},
    {"dp4a", PTX_DP4A, I32, I32, "", "dsss"},
    {"ex2", PTX_EX2, T(F32), 0, "approx ftz", "ds"},
    {"ex2", PTX_EX2, HALVES, 0, "approx ftz", "ds"},
    {"exit", PTX_EXIT, 0, 0, "", ""},
    {"fence", PTX_FENCE, 0, 0, "sc acq_rel acquire release " SCOPES, ""},
    {"fma", PTX_FMA, FLOATS, 0, ROUNDINGS "ftz sat", "dsss"},
    {"fma", PTX_FMA, HALVES, 0, "rn ftz sat relu", "dsss"},
    {"fns", PTX_FNS, T(B32), 0, "", "dsss"},
    {"hook_step", PTX_HOOK, T(B64), 0, "commit wait grid_wait grid_trigger", "s"},
    {"hook_step", PTX_HOOK, T(B64), 0,
     "shared copy bulk attach attach_bulk init inval test test_parity", "m?ss"},
    {"isspacep", PTX_ISSPACEP, 0, 0, "global shared local const param", "da"},
    {"ld", PTX_LD, ANY_MEMORY, 0, SPACES "volatile weak v2 v4 relaxed acquire " SCOPES CACHES,
     "Dm"},
    {"ldu", PTX_LD, ANY_MEMORY, 0, "global v2 v4", "Dm"},
    {"lg2", PTX_LG2, T(F32), 0, "approx ftz", "ds"},
    {"lop3", PTX_LOP3, T(B32), 0, "", "dssss"},
    {"mad", PTX_MAD, I16, 0, "lo hi wide", "dsss"},
    {"mad", PTX_MAD, I32 | I64, 0, "lo hi wide cc sat", "dsss"},
    {"mad", PTX_FMA, FLOATS, 0, ROUNDINGS "ftz sat", "dsss"},
    {"mad24", PTX_MAD24, I32, 0, "lo hi", "dsss"},
    {"madc", PTX_MADC, I32 | I64, 0, "lo hi cc", "dsss"},
    {"matrix_rows", PTX_MATRIX_ROWS, T(B32), 0, "all idx", "DS"},
    {"match", PTX_MATCH, T(B32) | T(B64), 0, "any all sync", "xsi"},
    {"max", PTX_MAX, INTS | FLOATS, 0, "ftz NaN", "dss"},
    {"max", PTX_MAX, HALVES, 0, "ftz NaN", "dss"},
    {"mbarrier_step", PTX_MBARRIER, T(B64), 0, "shared arrive inc dec exch noComplete", "dmi"},
    {"membar", PTX_FENCE, 0, 0, "cta gl sys", ""},
    {"min", PTX_MIN, INTS | FLOATS, 0, "ftz NaN", "dss"},
    {"min", PTX_MIN, HALVES, 0, "ftz NaN", "dss"},
    {"mma_core", PTX_MMA, 0, 0, "", "aa"},
    {"mov", PTX_MOV, BITS | INTS | FLOATS | T(PRED), 0, "", "DS"},
    {"mul", PTX_MUL, INTS, 0, "lo hi wide", "dss"},
    {"mul", PTX_MUL, FLOATS, 0, ROUNDINGS "ftz sat", "dss"},
    {"mul", PTX_MUL, HALVES, 0, "rn ftz sat", "dss"},
    {"mul24", PTX_MUL24, I32, 0, "lo hi", "dss"},
    {"nanosleep", PTX_NOP, T(U32), 0, "", "s"},
    {"neg", PTX_NEG, T(S16) | T(S32) | T(S64) | FLOATS, 0, "ftz", "ds"},
    {"neg", PTX_NEG, HALVES, 0, "ftz", "ds"},
    {"not", PTX_NOT, BITS | T(PRED), 0, "", "ds"},
    {"or", PTX_OR, BITS | T(PRED), 0, "", "dss"},
    {"popc", PTX_POPC, T(B32) | T(B64), 0, "", "us"},
    {"prefetch", PTX_NOP, 0, 0, "global local L1 L2 L2::evict_last L2::evict_normal", "m"},
    {"prefetchu", PTX_NOP, 0, 0, "L1", "m"},
    {"prmt", PTX_PRMT, T(B32), 0, "f4e b4e rc8 ecl ecr rc16", "dsss"},
    {"rcp", PTX_RCP, FLOATS, 0, ROUNDINGS "approx ftz", "ds"},
    {"red", PTX_RED, I32 | I64 | T(B32) | T(B64) | FLOATS, 0,
     "global shared add min max inc dec and or xor relaxed release " SCOPES, "ms"},
    {"red", PTX_RED, HALVES, 0, "global shared add noftz relaxed release " SCOPES, "ms"},
    {"redux", PTX_REDUX, I32 | T(B32), 0, "sync add min max and or xor", "dsi"},
    {"rem", PTX_REM, INTS, 0, "", "dss"},
    {"ret", PTX_RET, 0, 0, "uni", ""},
    {"rsqrt", PTX_RSQRT, FLOATS, 0, "approx ftz", "ds"},
    {"sad", PTX_SAD, INTS, 0, "", "dsss"},
    {"selp", PTX_SELP, BITS | INTS | FLOATS, 0, "", "dssp"},
    {"set", PTX_SET, I16 | I32 | HALVES, HALVES, COMPARES, "dss?p"},
    {"set", PTX_SET, I32 | T(F32), BITS | INTS | FLOATS, COMPARES, "dss?p"},
    {"setp", PTX_SETP, BITS | INTS | FLOATS, 0, COMPARES, "qss?p"},
    {"setp", PTX_SETP, HALVES, 0, COMPARES, "qss?p"},
    {"shf", PTX_SHF, T(B32), 0, "l r clamp wrap", "dsss"},
    {"shfl", PTX_SHFL, T(B32), 0, "sync up down bfly idx", "xsss?s"},
    {"shl", PTX_SHL, BITS, 0, "", "dsi"},
    {"shr", PTX_SHR, BITS | INTS, 0, "", "dsi"},
    {"sin", PTX_SIN, T(F32), 0, "approx ftz", "ds"},
    {"slct", PTX_SLCT, BITS | INTS | FLOATS, T(S32) | T(F32), "ftz", "dsss"},
    {"sqrt", PTX_SQRT, FLOATS, 0, ROUNDINGS "approx ftz", "ds"},
    {"st", PTX_ST, ANY_MEMORY, 0,
     "global shared local param volatile weak v2 v4 relaxed release " SCOPES CACHES, "mS"},
    {"stackrestore", PTX_STACKRESTORE, T(U32) | T(U64), 0, "", "s"},
    {"stacksave", PTX_STACKSAVE, T(U32) | T(U64), 0, "", "d"},
    {"sub", PTX_SUB, I16, 0, "", "dss"},
    {"sub", PTX_SUB, I32 | I64, 0, "sat cc", "dss"},
    {"sub", PTX_SUB, FLOATS, 0, ROUNDINGS "ftz sat", "dss"},
    {"sub", PTX_SUB, HALVES, 0, "rn ftz sat", "dss"},
    {"subc", PTX_SUBC, I32 | I64, 0, "cc", "dss"},
    {"szext", PTX_SZEXT, I32, 0, "clamp wrap", "dss"},
    {"tanh", PTX_TANH, T(F32), 0, "approx", "ds"},
    {"tanh", PTX_TANH, HALVES, 0, "approx", "ds"},
    {"testp", PTX_TESTP, FLOATS, 0, "finite infinite number notanumber normal subnormal", "qs"},
    {"trap", PTX_TRAP, 0, 0, "", ""},
    {"vote", PTX_VOTE, T(PRED) | T(B32), 0, "sync all any uni ballot", "dp?i"},
    {"xor", PTX_XOR, BITS | T(PRED), 0, "", "dss"},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };

/* ---- modifiers ---- */
typedef enum slot {
    SLOT_NONE,
    SLOT_ROUNDING,
    SLOT_COMPARE,
    SLOT_PART,
    SLOT_LOGIC,
    SLOT_ACTION,
    SLOT_MODE,
    SLOT_SPACE,
    SLOT_SCOPE,
    SLOT_SEMANTICS,
    SLOT_VECTOR,
    SLOT_FLAG,
    SLOT_PRECISION,
    SLOT_WEAK,
    SLOT_CACHE,
    SLOT_CLAMP
} slot_t;

static const struct {
    const char *word;
    uint8_t slot;
    uint32_t value;
} modifiers[] = {
    {"rn", SLOT_ROUNDING, PTX_RN},
    {"rz", SLOT_ROUNDING, PTX_RZ},
    {"rm", SLOT_ROUNDING, PTX_RM},
    {"rp", SLOT_ROUNDING, PTX_RP},
    {"rni", SLOT_ROUNDING, PTX_RNI},
    {"rzi", SLOT_ROUNDING, PTX_RZI},
    {"rmi", SLOT_ROUNDING, PTX_RMI},
    {"rpi", SLOT_ROUNDING, PTX_RPI},
    {"rna", SLOT_ROUNDING, PTX_RNA},
    {"eq", SLOT_COMPARE, PTX_EQ},
    {"ne", SLOT_COMPARE, PTX_NE},
    {"lt", SLOT_COMPARE, PTX_LT},
    {"le", SLOT_COMPARE, PTX_LE},
    {"gt", SLOT_COMPARE, PTX_GT},
    {"ge", SLOT_COMPARE, PTX_GE},
    {"ls", SLOT_COMPARE, PTX_LS},
    {"hs", SLOT_COMPARE, PTX_HS},
    {"equ", SLOT_COMPARE, PTX_EQU},
    {"neu", SLOT_COMPARE, PTX_NEU},
    {"ltu", SLOT_COMPARE, PTX_LTU},
    {"leu", SLOT_COMPARE, PTX_LEU},
    {"gtu", SLOT_COMPARE, PTX_GTU},
    {"geu", SLOT_COMPARE, PTX_GEU},
    {"num", SLOT_COMPARE, PTX_NUM},
    {"nan", SLOT_COMPARE, PTX_NAN},
    {"lo", SLOT_PART, PTX_LO},
    {"hi", SLOT_PART, PTX_HI},
    {"wide", SLOT_PART, PTX_WIDE},
    {"and", SLOT_LOGIC, PTX_LOGIC_AND},
    {"or", SLOT_LOGIC, PTX_LOGIC_OR},
    {"xor", SLOT_LOGIC, PTX_LOGIC_XOR},
    {"add", SLOT_ACTION, PTX_DO_ADD},
    {"min", SLOT_ACTION, PTX_DO_MIN},
    {"max", SLOT_ACTION, PTX_DO_MAX},
    {"inc", SLOT_ACTION, PTX_DO_INC},
    {"dec", SLOT_ACTION, PTX_DO_DEC},
    {"exch", SLOT_ACTION, PTX_DO_EXCH},
    {"cas", SLOT_ACTION, PTX_DO_CAS},
    {"sync", SLOT_FLAG, PTX_FLAG_SYNC},
    {"arrive", SLOT_ACTION, PTX_DO_ARRIVE},
    {"red", SLOT_ACTION, PTX_DO_RED},
    {"popc", SLOT_LOGIC, PTX_DO_POPC},
    {"copy", SLOT_ACTION, PTX_DO_COPY},
    {"bulk", SLOT_ACTION, PTX_DO_BULK},
    {"commit", SLOT_ACTION, PTX_DO_COMMIT},
    {"wait", SLOT_ACTION, PTX_DO_WAIT},
    {"grid_wait", SLOT_ACTION, PTX_DO_GRID_WAIT},
    {"grid_trigger", SLOT_ACTION, PTX_DO_GRID_TRIGGER},
    {"attach", SLOT_ACTION, PTX_DO_ATTACH},
    {"attach_bulk", SLOT_ACTION, PTX_DO_ATTACH_BULK},
    {"init", SLOT_ACTION, PTX_DO_INIT},
    {"inval", SLOT_ACTION, PTX_DO_INVAL},
    {"test", SLOT_ACTION, PTX_DO_TEST},
    {"test_parity", SLOT_ACTION, PTX_DO_TEST_PARITY},
    {"up", SLOT_MODE, PTX_UP},
    {"down", SLOT_MODE, PTX_DOWN},
    {"bfly", SLOT_MODE, PTX_BFLY},
    {"idx", SLOT_MODE, PTX_IDX},
    {"all", SLOT_MODE, PTX_ALL},
    {"any", SLOT_MODE, PTX_ANY},
    {"uni", SLOT_MODE, PTX_UNI},
    {"ballot", SLOT_MODE, PTX_BALLOT},
    {"l", SLOT_MODE, PTX_LEFT},
    {"r", SLOT_MODE, PTX_RIGHT},
    {"clamp", SLOT_CLAMP, 0},
    {"wrap", SLOT_FLAG, PTX_FLAG_WRAP},
    {"noComplete", SLOT_FLAG, PTX_FLAG_NO_COMPLETE},
    {"f4e", SLOT_MODE, PTX_F4E},
    {"b4e", SLOT_MODE, PTX_B4E},
    {"rc8", SLOT_MODE, PTX_RC8},
    {"ecl", SLOT_MODE, PTX_ECL},
    {"ecr", SLOT_MODE, PTX_ECR},
    {"rc16", SLOT_MODE, PTX_RC16},
    {"finite", SLOT_MODE, PTX_FINITE},
    {"infinite", SLOT_MODE, PTX_INFINITE},
    {"number", SLOT_MODE, PTX_NUMBER},
    {"notanumber", SLOT_MODE, PTX_NOTANUMBER},
    {"normal", SLOT_MODE, PTX_NORMAL},
    {"subnormal", SLOT_MODE, PTX_SUBNORMAL},
    {"global", SLOT_SPACE, PTX_SPACE_GLOBAL},
    {"shared", SLOT_SPACE, PTX_SPACE_SHARED},
    {"local", SLOT_SPACE, PTX_SPACE_LOCAL},
    {"const", SLOT_SPACE, PTX_SPACE_CONST},
    {"param", SLOT_SPACE, PTX_SPACE_PARAM_LOCAL},
    {"cta", SLOT_SCOPE, SCORD_SCOPE_BLOCK},
    {"gpu", SLOT_SCOPE, SCORD_SCOPE_DEVICE},
    {"gl", SLOT_SCOPE, SCORD_SCOPE_DEVICE},
    {"sys", SLOT_SCOPE, SCORD_SCOPE_SYSTEM},
    {"cluster", SLOT_SCOPE, SCORD_SCOPE_BLOCK}, /* exact: without a cluster launch, which scord does
                                                   not have, every cluster is one block */
    {"relaxed", SLOT_SEMANTICS, SCORD_SEMANTICS_RELAXED},
    {"acquire", SLOT_SEMANTICS, SCORD_SEMANTICS_ACQUIRE},
    {"release", SLOT_SEMANTICS, SCORD_SEMANTICS_RELEASE},
    {"acq_rel", SLOT_SEMANTICS, SCORD_SEMANTICS_ACQ_REL},
    {"sc", SLOT_SEMANTICS, SCORD_SEMANTICS_SEQ_CST},
    {"v2", SLOT_VECTOR, 2},
    {"v4", SLOT_VECTOR, 4},
    {"sat", SLOT_FLAG, PTX_FLAG_SAT},
    {"ftz", SLOT_FLAG, PTX_FLAG_FTZ},
    {"cc", SLOT_FLAG, PTX_FLAG_CARRY},
    {"relu", SLOT_FLAG, PTX_FLAG_RELU},
    {"NaN", SLOT_FLAG, PTX_FLAG_NAN},
    {"to", SLOT_FLAG, PTX_FLAG_TO},
    {"shiftamt", SLOT_FLAG, PTX_FLAG_SHIFTAMT},
    {"volatile", SLOT_FLAG, PTX_FLAG_VOLATILE},
    /* no effect on what is computed or reported: caches, approximations computed in full precision,
       hints */
    {"weak", SLOT_WEAK, 0},
    {"approx", SLOT_PRECISION, 0},
    {"full", SLOT_PRECISION, 0},
    {"aligned", SLOT_NONE, 0},
    {"noftz", SLOT_NONE, 0},
    {"satfinite", SLOT_NONE, 0}, /* PTX_SATFINITE: see convert.c */
    {"ca", SLOT_CACHE, 0},
    {"cg", SLOT_CACHE, 0},
    {"cs", SLOT_CACHE, 0},
    {"lu", SLOT_CACHE, 0},
    {"cv", SLOT_CACHE, 0},
    {"wb", SLOT_CACHE, 0},
    {"wt", SLOT_CACHE, 0},
    {"nc", SLOT_NONE, 0},
    {"L1", SLOT_CACHE, 0},
    {"L2", SLOT_CACHE, 0},
};
enum { MODIFIER_COUNT = sizeof modifiers / sizeof modifiers[0] };

static bool same_word(word_t word, const char *text) {
    return strlen(text) == word.length && !memcmp(text, word.text, word.length);
}

static bool listed(const char *list, word_t word) { /* blank-separated list */
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, " ");
        if (length == word.length && !memcmp(at, word.text, length)) return true;
        at += length;
        at += strspn(at, " ");
    }
    return false;
}

static bool cache_hint(const row_t *row, word_t word) { /* .L1::no_allocate, .L2::128B */
    return (row->opcode == PTX_LD || row->opcode == PTX_ST) && word.length > 4 &&
           (!memcmp(word.text, "L1::", 4) || !memcmp(word.text, "L2::", 4));
}

/* The kind of a modifier, as a bit. Modifiers that exclude each other are of one kind: .volatile
 * and .weak are orderings, .approx is a rounding. */
static uint32_t kind_of(slot_t slot, uint32_t value) {
    switch (slot) {
    case SLOT_PRECISION: return 1u << SLOT_ROUNDING;
    case SLOT_WEAK: return 1u << SLOT_SEMANTICS;
    case SLOT_FLAG:
        return value == PTX_FLAG_VOLATILE ? 1u << SLOT_SEMANTICS
               : value == PTX_FLAG_WRAP   ? 1u << SLOT_CLAMP
               : value == PTX_FLAG_RELU   ? 1u << 18
               : value == PTX_FLAG_NAN    ? 1u << 19
                                          : (uint32_t)value << 20;
    default: return 1u << slot;
    }
}

static void apply_modifier(parser_t *parser, spelling_t *spelling, word_t word) {
    ptx_instruction_t *instruction = &parser->instruction;
    for (int i = 0; i < MODIFIER_COUNT; i++) {
        if (!same_word(word, modifiers[i].word)) continue;
        const uint32_t value = modifiers[i].value;
        const uint32_t kind = kind_of((slot_t)modifiers[i].slot, value);
        if (spelling->kinds & kind && instruction->opcode != PTX_BRX) /* brx.idx.uni */
            parser_fail_at(parser, spelling->line,
                           "modifier `.%s` of PTX instruction `%s` repeats or contradicts another",
                           modifiers[i].word, spelling->name);
        spelling->kinds |= kind;
        switch ((slot_t)modifiers[i].slot) {
        case SLOT_NONE:
        case SLOT_WEAK:
        case SLOT_CACHE:
        case SLOT_CLAMP: break;
        case SLOT_ROUNDING:
            instruction->rounding = (uint8_t)value;
            spelling->has_rounding = true;
            break;
        case SLOT_PRECISION: spelling->has_rounding = true; break;
        case SLOT_COMPARE: instruction->compare = (uint8_t)value; break;
        case SLOT_PART: instruction->part = (uint8_t)value; break;
        case SLOT_LOGIC: instruction->logic = (uint8_t)value; break;
        case SLOT_ACTION: instruction->action = (uint8_t)value; break;
        case SLOT_MODE: instruction->mode = (uint8_t)value; break;
        case SLOT_SPACE: instruction->space = (uint8_t)value; break;
        case SLOT_SCOPE:
            instruction->scope = (uint8_t)value;
            spelling->has_scope = true;
            break;
        case SLOT_SEMANTICS:
            instruction->semantics = (uint8_t)value;
            spelling->has_semantics = true;
            break;
        case SLOT_VECTOR: instruction->vector = (uint8_t)value; break;
        case SLOT_FLAG: instruction->flags |= value; break;
        }
        return;
    }
}

/* ---- choosing the row ---- */
static bool types_fit(const row_t *row, const spelling_t *spelling) {
    assert(spelling->type_count <= 2 && spelling->word_count <= MAX_MODIFIERS);
    if (!row->types) return spelling->type_count == 0;
    if (spelling->type_count < 1 || !(row->types >> spelling->types[0] & 1)) return false;
    if (!row->source_types) return spelling->type_count == 1;
    return spelling->type_count == 2 && (row->source_types >> spelling->types[1] & 1);
}

static const word_t *refused_word(const row_t *row, const spelling_t *spelling) {
    for (uint32_t i = 0; i < spelling->word_count; i++)
        if (!listed(row->modifiers, spelling->words[i]) && !cache_hint(row, spelling->words[i]))
            return &spelling->words[i];
    return NULL;
}

static const row_t *choose_row(parser_t *parser, const spelling_t *spelling) {
    const row_t *named = NULL, *typed = NULL;
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, spelling->name)) continue;
        if (strchr(rows[i].name, '_') && !parser->macro) continue; /* macros.c writes it */
        named = &rows[i];
        if (!types_fit(named, spelling)) continue;
        typed = named;
        if (!refused_word(typed, spelling)) return typed;
    }
    if (!named)
        parser_fail_at(parser, spelling->line, "unsupported PTX instruction `%s`", spelling->name);
    if (!typed)
        parser_fail_at(parser, spelling->line, "unsupported type of PTX instruction `%s`",
                       spelling->name);
    const word_t *word = refused_word(typed, spelling);
    parser_fail_at(parser, spelling->line, "unsupported modifier `.%.*s` of PTX instruction `%s`",
                   (int)word->length, word->text, spelling->name);
}

/* "barrier" is "bar"; "bar.warp" has operands of its own; bar without a verb means sync (old form).
 */
static void normalise_name(spelling_t *spelling) {
    spelling->unaligned = !strcmp(spelling->name, "barrier");
    if (spelling->unaligned) strcpy(spelling->name, "bar");
    for (uint32_t i = 0; i < spelling->word_count; i++)
        if (same_word(spelling->words[i], "aligned")) spelling->unaligned = false;
    if (strcmp(spelling->name, "bar")) return;
    for (uint32_t i = 0; i < spelling->word_count; i++)
        if (same_word(spelling->words[i], "warp")) {
            strcpy(spelling->name, "bar.warp");
            spelling->words[i] = spelling->words[--spelling->word_count];
            return;
        }
}

/* .shared::cta and .shared::cluster are .shared: a cluster is one block. Whose a parameter is
 * follows from its name. */
static void drop_cluster(parser_t *parser) {
    if (at_word(parser, TOKEN_DOT, "shared::cta") || at_word(parser, TOKEN_DOT, "shared::cluster"))
        parser->token.length = strlen("shared");
    if (at_word(parser, TOKEN_DOT, "param::entry") || at_word(parser, TOKEN_DOT, "param::func"))
        parser->token.length = strlen("param");
}

static void parse_spelling(parser_t *parser, spelling_t *spelling) {
    if (parser->token.length >= sizeof spelling->name)
        parser_fail(parser, "unsupported PTX instruction `%.*s`",
                    (int)(parser->token.length < 100 ? parser->token.length : 100),
                    parser->token.text);
    spelling->line = parser->token.line;
    memcpy(spelling->name, parser->token.text, parser->token.length);
    next_token(parser);
    for (; parser->token.kind == TOKEN_DOT; next_token(parser)) {
        ptx_type_t type;
        if (parse_type_word(parser->token.text, parser->token.length, &type)) {
            if (spelling->type_count == 2)
                parser_fail(parser, "unsupported third type of PTX instruction `%s`",
                            spelling->name);
            spelling->types[spelling->type_count++] = type;
        } else {
            drop_cluster(parser);
            if (spelling->word_count == MAX_MODIFIERS) parser_fail(parser, "too many modifiers");
            spelling->words[spelling->word_count++] = (word_t){parser->token.text,
                                                               parser->token.length};
        }
    }
    normalise_name(spelling);
}

/* ---- control flow ---- */
static void parse_argument(parser_t *parser, ptx_argument_t *argument) {
    symbol_t *symbol = parser->token.kind == TOKEN_NAME
                           ? find_symbol(parser, parser->token.text, parser->token.length)
                           : NULL;
    if (!symbol || symbol->kind != SYMBOL_PARAMETER || symbol->space != PTX_SPACE_PARAM_LOCAL)
        parser_fail(parser,
                    "arguments and results of calls must be .param variables of the function");
    *argument = (ptx_argument_t){.offset = symbol->index, .size = symbol->count};
    next_token(parser);
}

static void parse_arguments(parser_t *parser, ptx_call_t *call) { /* ( a, b, … ) */
    enum { MAX_ARGUMENTS = 256 };
    ptx_argument_t arguments[MAX_ARGUMENTS];
    expect_symbol(parser, '(');
    while (!at_symbol(parser, ')')) {
        if (call->argument_count == MAX_ARGUMENTS)
            parser_fail(parser, "more than %d arguments", MAX_ARGUMENTS);
        parse_argument(parser, &arguments[call->argument_count++]);
        if (!accept_symbol(parser, ',')) break;
    }
    expect_symbol(parser, ')');
    call->arguments = module_allocate(parser, (call->argument_count + 1) * sizeof *arguments);
    memcpy(call->arguments, arguments, call->argument_count * sizeof *arguments);
}

static void check_call(parser_t *parser,
                       const ptx_call_t *call) { /* direct calls fit their callee */
    if (call->function == PTX_NO_REGISTER) return;
    const ptx_function_t *callee = &parser->module->functions[call->function];
    bool fits = call->argument_count == callee->parameter_count &&
                (call->result.size == callee->result.size || !call->result.size);
    for (uint32_t i = 0; fits && i < call->argument_count; i++)
        fits = call->arguments[i].size == callee->parameters[i].size ||
               (callee->entry && call->arguments[i].size == 4 && callee->parameters[i].size < 4);
    if (!fits) parser_fail(parser, "call does not fit the parameters of `%s`", callee->name);
}

static void
parse_call(parser_t *parser) { /* call{.uni} {(result),} function {, (arguments) {, prototype}} */
    ptx_call_t *call = module_allocate(parser, sizeof *call);
    parser->instruction.call = call;
    if (accept_symbol(parser, '(')) {
        parse_argument(parser, &call->result);
        expect_symbol(parser, ')');
        expect_symbol(parser, ',');
    }
    symbol_t *symbol = parser->token.kind == TOKEN_NAME
                           ? find_symbol(parser, parser->token.text, parser->token.length)
                           : NULL;
    if (symbol && symbol->kind == SYMBOL_FUNCTION) {
        call->function = symbol->index;
        next_token(parser);
    } else {
        call->function = PTX_NO_REGISTER;
        parser->instruction.source[0] = parse_source(parser, PTX_U64);
    }
    if (accept_symbol(parser, ',') && at_symbol(parser, '(')) {
        parse_arguments(parser, call);
        if (accept_symbol(parser, ','))
            next_token(parser); /* prototype or target list: the callee is known when called */
    } else if (parser->token.kind == TOKEN_NAME)
        next_token(parser);
    check_call(parser, call);
}

static void parse_indexed_branch(parser_t *parser) { /* brx.idx a, list; after its operand */
    expect_symbol(parser, ',');
    symbol_t *symbol = parser->token.kind == TOKEN_NAME
                           ? find_symbol(parser, parser->token.text, parser->token.length)
                           : NULL;
    if (!symbol || symbol->kind != SYMBOL_TARGETS)
        parser_fail(parser, "brx needs a .branchtargets list");
    parser->instruction.targets = symbol->targets;
    parser->instruction.target_count = symbol->count;
    next_token(parser);
}

static void parse_guard(parser_t *parser) { /* @{!}p */
    parser->instruction.guard = PTX_NO_REGISTER;
    if (!accept_symbol(parser, '@')) return;
    ptx_operand_t guard = parse_predicate(parser);
    if (guard.kind != PTX_OPERAND_REGISTER)
        parser_fail(parser, "a guard must be a predicate register");
    parser->instruction.guard = guard.index;
    if (guard.negated) parser->instruction.flags |= PTX_FLAG_GUARD_NOT;
}

/* ---- statement ---- */
static const char *statement_text(parser_t *parser) { /* white space collapsed */
    const char *stop = parser->statement;
    while (*stop && *stop != ';') stop++;
    char *copy = module_allocate(parser, (size_t)(stop - parser->statement) + 1), *to = copy;
    for (const char *at = parser->statement; at < stop; at++) {
        bool blank = *at == ' ' || *at == '\t' || *at == '\n' || *at == '\r';
        if (!blank)
            *to++ = *at;
        else if (to > copy && to[-1] != ' ')
            *to++ = ' ';
    }
    return copy;
}

void emit(parser_t *parser) {
    assert(parser->function);
    ptx_module_t *module = parser->module;
    uint32_t capacity = module->code_capacity;
    module_grow(parser, (void **)&module->lines, module->code_count, &capacity,
                sizeof *module->lines);
    module_grow(parser, (void **)&module->code, module->code_count, &module->code_capacity,
                sizeof *module->code);
    module->lines[module->code_count] = (ptx_line_t){.file = parser->loc_line ? parser->loc_file
                                                                              : UINT32_MAX,
                                                     .line = parser->loc_line,
                                                     .ptx_line = parser->statement_line,
                                                     .function = parser->function_number,
                                                     .text = statement_text(parser)};
    if (parser->instruction.opcode == PTX_ACTIVEMASK && parser->loc_group)
        parser->instruction.flags |= PTX_FLAG_GROUP;
    if (parser->loc_packed) mark_packed_swap(parser);
    module->code[module->code_count++] = parser->instruction;
}

static void parse_opcode_operands(parser_t *parser, const row_t *row, const spelling_t *spelling) {
    uint32_t destinations = 0, sources = 0;
    parse_operands(parser, row->operands, &destinations, &sources);
    finish_instruction(parser, spelling, destinations, sources);
    if (row->opcode == PTX_BRA) want_label(parser, parser->module->code_count, NULL);
    if (row->opcode == PTX_BRX) parse_indexed_branch(parser);
    if (row->opcode == PTX_CALL) parse_call(parser);
}

void parse_instruction(parser_t *parser) {
    assert(parser->function);
    char found[120];
    ptx_instruction_t *instruction = &parser->instruction;
    *instruction = (ptx_instruction_t){0};
    parse_guard(parser);
    if (parser->token.kind != TOKEN_NAME)
        parser_fail(parser, "expected an instruction, found %s",
                    token_text(parser, found, sizeof found));
    if (parse_macro(parser)) return;
    spelling_t spelling = {0};
    parse_spelling(parser, &spelling);
    const row_t *row = choose_row(parser, &spelling);
    instruction->opcode = (uint8_t)row->opcode;
    instruction->type = (uint8_t)spelling.types[0];
    instruction->source_type = (uint8_t)(spelling.type_count == 2 ? spelling.types[1]
                                                                  : spelling.types[0]);
    for (uint32_t i = 0; i < spelling.word_count; i++)
        apply_modifier(parser, &spelling, spelling.words[i]);
    parse_opcode_operands(parser, row, &spelling);
    if (!at_symbol(parser, ';'))
        parser_fail_at(parser, parser->statement_line, "expected `;`, found %s",
                       token_text(parser, found, sizeof found));
    emit(parser);
    next_token(parser);
}
