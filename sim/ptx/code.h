/* SPDX-License-Identifier: Apache-2.0 */
/* code.h: the decoded form of a PTX module, shared by sim/ptx (which makes it) and sim/core (which
 * runs it).
 *
 * Every operand is resolved to a register number, a slot of the module's constant pool (each
 * constant is kept once per lane, so that execution reads 32 consecutive values whatever the
 * operand is), or one of a few run-time bases.
 */
#ifndef PTX_CODE_H
#define PTX_CODE_H

#include "sim/ptx/ptx.h"
#include "cmodel/scord_params.h"

enum { PTX_LANES = SCORD_THREADS_PER_WARP };

typedef enum ptx_type {
    PTX_PRED,
    PTX_B8,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_U8,
    PTX_U16,
    PTX_U32,
    PTX_U64,
    PTX_S8,
    PTX_S16,
    PTX_S32,
    PTX_S64,
    PTX_F16,
    PTX_F16X2,
    PTX_F32,
    PTX_F64,
    PTX_BF16,
    PTX_BF16X2,
    PTX_TF32,
    PTX_E4M3X2, /* two of 8 bits */
    PTX_E5M2X2,
    PTX_TYPE_COUNT
} ptx_type_t;

/* Opcodes, one per base mnemonic (X-macro: instruction table of decode.c, dispatch of sim/core). */
typedef enum ptx_opcode {
    PTX_ABS,
    PTX_ACTIVEMASK,
    PTX_ADD,
    PTX_ADDC,
    PTX_ALLOCA,
    PTX_AND,
    PTX_ATOM,
    PTX_BAR,
    PTX_BAR_WARP,
    PTX_BFE,
    PTX_BFI,
    PTX_BFIND,
    PTX_BMSK,
    PTX_BRA,
    PTX_BREV,
    PTX_BRX,
    PTX_CALL,
    PTX_CLZ,
    PTX_CNOT,
    PTX_COPYSIGN,
    PTX_COS,
    PTX_CVT,
    PTX_CVTA,
    PTX_DIV,
    PTX_DP2A,
    PTX_DP4A,
    PTX_EX2,
    PTX_EXIT,
    PTX_FENCE,
    PTX_FMA,
    PTX_FNS,
    PTX_HOOK,
    PTX_ISSPACEP,
    PTX_LD,
    PTX_LG2,
    PTX_LOP3,
    PTX_MAD,
    PTX_MAD24,
    PTX_MADC,
    PTX_MATCH,
    PTX_MATRIX_ROWS,
    PTX_MAX,
    PTX_MBARRIER,
    PTX_MIN,
    PTX_MMA,
    PTX_MOV,
    PTX_MUL,
    PTX_MUL24,
    PTX_NEG,
    PTX_NOP,
    PTX_NOT,
    PTX_OR,
    PTX_POPC,
    PTX_PRMT,
    PTX_RCP,
    PTX_RED,
    PTX_REDUX,
    PTX_REM,
    PTX_RET,
    PTX_RSQRT,
    PTX_SAD,
    PTX_SELP,
    PTX_SET,
    PTX_SETP,
    PTX_SHF,
    PTX_SHFL,
    PTX_SHL,
    PTX_SHR,
    PTX_SIN,
    PTX_SLCT,
    PTX_SQRT,
    PTX_ST,
    PTX_STACKRESTORE,
    PTX_STACKSAVE,
    PTX_SUB,
    PTX_SUBC,
    PTX_SZEXT,
    PTX_TANH,
    PTX_TESTP,
    PTX_TRAP,
    PTX_VOTE,
    PTX_XOR,
    PTX_OPCODE_COUNT
} ptx_opcode_t;

/* Modifiers that select behaviour; each belongs to one slot of the instruction (decode.c). 0: not
 * given. */
typedef enum ptx_modifier {
    PTX_NO_MODIFIER,
    PTX_RN,
    PTX_RZ,
    PTX_RM,
    PTX_RP,
    PTX_RNI,
    PTX_RZI,
    PTX_RMI,
    PTX_RPI,
    PTX_RNA, /* rounding */
    PTX_EQ,
    PTX_NE,
    PTX_LT,
    PTX_LE,
    PTX_GT,
    PTX_GE,
    PTX_LS,
    PTX_HS, /* compare */
    PTX_EQU,
    PTX_NEU,
    PTX_LTU,
    PTX_LEU,
    PTX_GTU,
    PTX_GEU,
    PTX_NUM,
    PTX_NAN, /* (unordered) */
    PTX_LO,
    PTX_HI,
    PTX_WIDE, /* part (lo, hi: also compare) */
    PTX_LOGIC_AND,
    PTX_LOGIC_OR,
    PTX_LOGIC_XOR, /* logic */
    PTX_DO_ADD,
    PTX_DO_MIN,
    PTX_DO_MAX,
    PTX_DO_INC,
    PTX_DO_DEC,
    PTX_DO_EXCH,
    PTX_DO_CAS, /* action */
    PTX_DO_SYNC,
    PTX_DO_ARRIVE,
    PTX_DO_RED,
    PTX_DO_POPC,
    PTX_DO_COPY,
    PTX_DO_BULK,
    PTX_DO_COMMIT,
    PTX_DO_WAIT,
    PTX_DO_GRID_WAIT,
    PTX_DO_GRID_TRIGGER,
    PTX_DO_ATTACH,
    PTX_DO_ATTACH_BULK,
    PTX_DO_INIT,
    PTX_DO_INVAL,
    PTX_DO_TEST,
    PTX_DO_TEST_PARITY,
    PTX_UP,
    PTX_DOWN,
    PTX_BFLY,
    PTX_IDX,
    PTX_ALL,
    PTX_ANY,
    PTX_UNI,
    PTX_BALLOT, /* mode */
    PTX_LEFT,
    PTX_RIGHT,
    PTX_F4E,
    PTX_B4E,
    PTX_RC8,
    PTX_ECL,
    PTX_ECR,
    PTX_RC16,
    PTX_FINITE,
    PTX_INFINITE,
    PTX_NUMBER,
    PTX_NOTANUMBER,
    PTX_NORMAL,
    PTX_SUBNORMAL
} ptx_modifier_t;

enum ptx_flag {
    PTX_FLAG_SAT = 1,     /* .sat */
    PTX_FLAG_FTZ = 2,     /* .ftz */
    PTX_FLAG_CARRY = 4,   /* .cc */
    PTX_FLAG_TO = 8,      /* cvta.to */
    PTX_FLAG_STRONG = 16, /* D6: volatile, or of a scope */
    PTX_FLAG_GUARD_NOT = 32,
    PTX_FLAG_SYNC = 64, /* shfl/vote/match of .sync: waits for the named lanes */
    PTX_FLAG_SHIFTAMT = 128,
    PTX_FLAG_WRAP = 256, /* shf.wrap */
    PTX_FLAG_VOLATILE = 512,
    PTX_FLAG_NEGATE =
        1024,              /* mul.wide: the product's negative (instruction_rules.c, clang_shift) */
    PTX_FLAG_POLLS = 2048, /* a volatile load of a flag (polling.c), or a volatile store to
                              what a polling load reads (origins.c; D67) */
    PTX_FLAG_UNALIGNED = 4096, /* barrier without .aligned: lanes may execute different ones */
    PTX_FLAG_RELU = 8192,      /* negative results become 0 */
    PTX_FLAG_NAN = 16384,      /* min, max: a NaN operand gives NaN */
    PTX_FLAG_NO_LOCK = 32768,  /* a CAS whose new value is not the number 1 (lock_swaps.c, D75) */
    PTX_FLAG_GROUP = 65536,    /* activemask: in a header of cooperative groups */
    PTX_FLAG_UNREAD = 131072,  /* an atomic whose result nothing reads (unread_results.c, D79) */
    PTX_FLAG_NO_COMPLETE =
        262144, /* an arrival at an mbarrier that may not be the last of its phase */
    PTX_FLAG_BESIDE_ATOMICS =
        524288 /* a volatile load of what atomics of its function access (origins.c, D81) */
};

typedef enum ptx_operand_kind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REGISTER,      /* index: register */
    PTX_OPERAND_CONSTANT,      /* index: slot of the constant pool */
    PTX_OPERAND_SPECIAL,       /* index: ptx_special_t */
    PTX_OPERAND_LOCAL,         /* the lane's local frame + index */
    PTX_OPERAND_DYNAMIC_SHARED /* the kernel's dynamic shared memory + index */
} ptx_operand_kind_t;

/* Which types a register is declared for, besides its width (PTX, "Type Checking"). */
typedef enum ptx_form {
    PTX_FORM_BITS,
    PTX_FORM_INTEGER,
    PTX_FORM_FLOAT,
    PTX_FORM_SINK /* `_`: of any width, too */
} ptx_form_t;

typedef struct ptx_operand {
    uint32_t index;
    uint32_t place;  /* of a register, in the frame (register_places.c) */
    uint8_t kind;    /* ptx_operand_kind_t */
    uint8_t negated; /* predicate !p */
    uint8_t bits;    /* declared width of a register; 0 otherwise */
    uint8_t form;    /* ptx_form_t of a register */
} ptx_operand_t;

typedef enum ptx_special {
    PTX_TID_X,
    PTX_TID_Y,
    PTX_TID_Z,
    PTX_NTID_X,
    PTX_NTID_Y,
    PTX_NTID_Z,
    PTX_CTAID_X,
    PTX_CTAID_Y,
    PTX_CTAID_Z,
    PTX_NCTAID_X,
    PTX_NCTAID_Y,
    PTX_NCTAID_Z,
    PTX_LANEID,
    PTX_WARPID,
    PTX_NWARPID,
    PTX_SMID,
    PTX_NSMID,
    PTX_GRIDID,
    PTX_LANEMASK_EQ,
    PTX_LANEMASK_LE,
    PTX_LANEMASK_LT,
    PTX_LANEMASK_GE,
    PTX_LANEMASK_GT,
    PTX_CLOCK,
    PTX_CLOCK_HI,
    PTX_CLOCK64,
    PTX_GLOBALTIMER,
    PTX_GLOBALTIMER_LO,
    PTX_GLOBALTIMER_HI,
    PTX_DYNAMIC_SMEM_SIZE,
    PTX_TOTAL_SMEM_SIZE,
    PTX_WORKSPACE_LO, /* of the grid barrier, as nvcc's headers read it */
    PTX_WORKSPACE_HI,
    PTX_ZERO,
    PTX_ONE,
    PTX_SPECIAL_COUNT
} ptx_special_t;

enum { PTX_MAX_SOURCES = 4, PTX_MAX_VECTOR = 4, PTX_NO_REGISTER = UINT32_MAX };
#define PTX_FUNCTION_END UINT32_MAX /* of ptx_instruction_t.meets */

typedef struct ptx_argument {
    uint32_t offset, size; /* in the caller's frame */
} ptx_argument_t;

/* Where a register is in a frame, and from where to where nothing else is: 2 n before, 2 n + 1
 * behind instruction n. first > last: it is never there. */
typedef struct ptx_place {
    uint32_t number, first, last;
} ptx_place_t;

typedef struct ptx_call {
    uint32_t function; /* number; PTX_NO_REGISTER: indirect, address in source[0] */
    uint32_t argument_count;
    ptx_argument_t *arguments;
    ptx_argument_t result; /* size 0: none */
} ptx_call_t;

typedef struct ptx_instruction {
    uint8_t opcode;      /* ptx_opcode_t */
    uint8_t type;        /* ptx_type_t: of the operation (cvt, set, ld: of the destination) */
    uint8_t source_type; /* cvt, set: of the source */
    uint8_t space;       /* ptx_space_t */
    uint8_t scope;       /* scord_scope_t */
    uint8_t semantics;   /* scord_semantics_t */
    uint8_t atomic;      /* scord_atomic_kind_t */
    uint8_t vector;      /* elements: 1, 2, 4 */
    uint8_t rounding, compare, part, logic, action, mode; /* ptx_modifier_t */
    uint32_t flags;                                       /* enum ptx_flag */
    uint32_t guard; /* predicate register, PTX_NO_REGISTER: none */
    uint32_t guard_place;
    ptx_operand_t destination[PTX_MAX_VECTOR]; /* [1]: second predicate of setp, shfl, match; vector
                                                  elements of ld, mov */
    ptx_operand_t
        source[PTX_MAX_SOURCES]; /* memory: address base last in `base`; st: vector elements */
    ptx_operand_t base;          /* address base of a memory instruction */
    int64_t offset;              /* address offset */
    uint32_t target;             /* bra: instruction; brx: index of its list in branch_lists */
    ptx_call_t *call;
    uint32_t *targets; /* brx.idx */
    uint32_t target_count;
    uint32_t loop_end; /* last instruction of the loop (or merge region) that jumps back here; 0:
                          none does */
    uint32_t within;   /* accesses: 1 + the .shared variable that the address is of; 0: not known */
    uint32_t meets;    /* the immediate post-dominator, or PTX_FUNCTION_END */
} ptx_instruction_t;

typedef struct ptx_line {
    uint32_t file, line, ptx_line, function;
    const char *text;
} ptx_line_t;

/* A value known at link time: value, plus the address of a symbol (as generic address when
 * generic). */
typedef enum ptx_relocation {
    PTX_RELOCATE_NONE,
    PTX_RELOCATE_VARIABLE,
    PTX_RELOCATE_FUNCTION
} ptx_relocation_t;
typedef struct ptx_constant {
    uint64_t value;
    uint32_t symbol;    /* variable or function number */
    uint8_t relocation; /* ptx_relocation_t */
    bool generic;
} ptx_constant_t;

typedef struct ptx_patch { /* an address inside an initialiser */
    uint32_t offset, size;
    ptx_constant_t constant;
} ptx_patch_t;

typedef struct ptx_initialiser {
    uint8_t *bytes; /* NULL: all zero */
    ptx_patch_t *patches;
    uint32_t patch_count, patch_capacity;
} ptx_initialiser_t;

typedef struct ptx_block {
    struct ptx_block *next;
} ptx_block_t;

struct ptx_module {
    ptx_block_t *blocks; /* every allocation of the module */
    ptx_instruction_t *code;
    ptx_line_t *lines; /* one per instruction */
    uint32_t code_count, code_capacity;
    ptx_function_t *functions;
    uint32_t function_count, function_capacity;
    ptx_variable_t *variables;
    ptx_initialiser_t *initialisers; /* one per variable */
    uint32_t variable_count, variable_capacity;
    ptx_constant_t *constants;
    uint32_t constant_count, constant_capacity;
    uint64_t *pool;     /* constants[i] in lane l: pool[i * PTX_LANES + l]; filled by ptx_link */
    const char **files; /* by .file number */
    uint32_t file_count, file_capacity;
    uint32_t constant_bytes;
    uint32_t callable_registers, callable_places,
        callable_frame_bytes; /* largest of the non-entry functions */
    bool parts_meet;          /* some bar.warp.sync may name less than all lanes */
};

uint32_t ptx_type_bytes(ptx_type_t type); /* 1 for a predicate */
uint32_t
ptx_type_bits(ptx_type_t type); /* the same in bits, of a register of the type: 1 for a predicate */
bool ptx_type_signed(ptx_type_t type);
bool ptx_type_float(ptx_type_t type);
ptx_form_t ptx_type_form(ptx_type_t type);

/* Whether the register's place is its own before instruction INSTRUCTION of its function. */
static inline bool ptx_in_place(const ptx_place_t *place, uint32_t instruction) {
    return place->first <= 2 * instruction && 2 * instruction <= place->last;
}

#endif
