/* SPDX-License-Identifier: Apache-2.0 */
/* parse.h: what the parts of the parser share (lexer.c, symbols.c, decode.c,
 * instruction_operands.c, instruction_rules.c, macros.c, variables.c, directives.c, units.c,
 * module.c, polling.c, look_back.c, unread_results.c, register_demand.c). Private to sim/ptx. A
 * failure leaves through parser_fail (longjmp to ptx_parse): no partial module is ever seen
 * outside. */
#ifndef PTX_PARSE_H
#define PTX_PARSE_H

#include <setjmp.h>

#include "sim/ptx/code.h"

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,    /* identifier, may begin with % $ _ */
    TOKEN_DOT,     /* .word; text without the dot */
    TOKEN_INTEGER, /* integer */
    TOKEN_FLOAT,   /* 0f…, 0d… or decimal; bits of the given width */
    TOKEN_STRING,  /* text without quotes */
    TOKEN_SYMBOL   /* one character */
} token_kind_t;

typedef struct token {
    token_kind_t kind;
    char symbol;
    const char *text;
    size_t length;
    uint32_t line;
    uint64_t integer;   /* INTEGER: value; FLOAT: bits */
    uint8_t float_bits; /* FLOAT: 32 or 64 */
} token_t;

typedef enum symbol_kind {
    SYMBOL_REGISTER,
    SYMBOL_REGISTER_RANGE,
    SYMBOL_PARAMETER,
    SYMBOL_LOCAL,
    SYMBOL_VARIABLE,
    SYMBOL_FUNCTION,
    SYMBOL_LABEL,
    SYMBOL_TARGETS,
    SYMBOL_PROTOTYPE
} symbol_kind_t;

typedef struct symbol {
    struct symbol *chain; /* next older of the same hash bucket */
    struct symbol *older; /* next older of all */
    const char *name;
    size_t length;
    uint32_t bucket, scope; /* scope: 0 the module, then as deep as it is nested */
    symbol_kind_t kind;
    uint32_t index; /* register; function; variable; label: instruction; parameter, local: offset */
    uint32_t count; /* range: registers; parameter: size; targets: count */
    uint8_t bits;   /* register width, 1 = predicate */
    uint8_t form;   /* register: ptx_form_t */
    uint8_t space;  /* parameter: ptx_space_t */
    uint32_t *targets; /* .branchtargets */
} symbol_t;

enum { SYMBOL_BUCKETS = 4096, MAX_SCOPES = 64, MAX_MODIFIERS = 16 };

typedef struct fixup { /* a label used before its scope is complete */
    uint32_t instruction;
    uint32_t *target; /* NULL: the instruction's own target */
    const char *name;
    size_t length;
    uint32_t scope, ptx_line;
} fixup_t;

/* A place of the source, and where it was inlined (line 0: nowhere). */
typedef struct place {
    uint32_t file, line, column;
} place_t;
typedef struct inlined {
    place_t place, caller;
} inlined_t;
enum { INLINED_KEPT = 64 };

typedef struct parser {
    ptx_module_t *module;
    ptx_error_t *error;
    jmp_buf failed;
    const char *text, *end, *at;
    bool clang;               /* the text is LLVM's */
    uint32_t architecture;    /* of the text's .target, 0: none yet */
    uint32_t unit, file_base; /* which text; its file numbers begin there */
    uint32_t line;
    token_t token; /* current */
    symbol_t *buckets[SYMBOL_BUCKETS];
    symbol_t *newest;
    uint32_t scope_frame[MAX_SCOPES]; /* frame_top at scope begin */
    uint32_t scope;
    /* function being parsed */
    ptx_function_t *function; /* NULL: module scope */
    uint32_t function_number, registers, local_top, frame_top;
    uint32_t loc_file, loc_line;
    bool loc_group;                  /* in a header of cooperative groups */
    bool loc_packed;                 /* in a header of half or bfloat16 numbers */
    uint32_t packed_load;            /* 1 + the last load there; 0: none */
    inlined_t inlined[INLINED_KEPT]; /* of the last .loc */
    uint32_t inlined_next;
    bool visible, weak; /* linkage of the directive being parsed */
    fixup_t *fixups;
    uint32_t fixup_count, fixup_capacity;
    bool macro;            /* what is read stands for one instruction (macros.c) */
    const char *statement; /* start of the statement being parsed (for instruction texts) */
    uint32_t statement_line;
    /* instruction being decoded */
    ptx_instruction_t instruction;
} parser_t;

/* module.c */
void *module_allocate(parser_t *parser, size_t size); /* zeroed, lives as long as the module */
char *module_string(parser_t *parser, const char *text, size_t length);
/* Makes room for one more element in *array (count used, *capacity had). */
void module_grow(parser_t *parser, void **array, uint32_t count, uint32_t *capacity,
                 size_t element);
uint32_t module_constant(parser_t *parser, ptx_constant_t constant); /* slot of the pool */
void assign_addresses(parser_t *parser); /* constant segment, shared layouts, maxima */

/* polling.c: PTX_FLAG_POLLS of the function's loads; after find_loops */
void mark_polls(parser_t *parser, const ptx_function_t *function);
/* polling.c: DEPENDS, by register: it may hold what load LOAD reads, as it is */
void find_copies(const ptx_module_t *module, const ptx_function_t *function, uint32_t load,
                 uint8_t *depends);
/* lock_swaps.c: parser->instruction, which is in a header of half or bfloat16 numbers and goes to
 * the end of the code: a swap makes the load that its loop begins with a strong one */
void mark_packed_swap(parser_t *parser);
/* look_back.c: what CUB's look-back means */
void mark_look_back(parser_t *parser, const ptx_function_t *function);
/* origins.c: ptx_instruction_t.within of the function's accesses */
void find_origins(parser_t *parser, const ptx_function_t *function);
/* origins.c: PTX_FLAG_POLLS of its volatile stores, and of loads in union-find; after mark_polls */
void mark_polled_stores(parser_t *parser, const ptx_function_t *function);
/* lock_swaps.c: PTX_FLAG_NO_LOCK of its compare-and-swaps */
void mark_swaps(parser_t *parser, const ptx_function_t *function);
/* unread_results.c: PTX_FLAG_UNREAD of its atomics */
void mark_unread(parser_t *parser, const ptx_function_t *function);
/* post_dominators.c: ptx_instruction_t.meets of the function's instructions */
void find_post_dominators(parser_t *parser, const ptx_function_t *function);

/* register_places.c: where the registers of the function, which LIVE is of, are; SCRATCH: room for
 * PLACE_SCRATCH elements a register, and as many more; TIMED: module_reads_time */
struct liveness;
enum { PLACE_SCRATCH = 4 };
void place_registers(ptx_module_t *module, ptx_function_t *function, struct liveness *live,
                     ptx_place_t *places, uint32_t *scratch, bool timed);
bool module_reads_time(const ptx_module_t *module); /* some instruction reads a clock */
/* register_demand.c: also places registers */
void measure_registers(parser_t *parser); /* ptx_function_t.register_demand of every function;
                                             behind assign_addresses */

/* lexer.c */
_Noreturn void parser_fail(parser_t *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
_Noreturn void parser_fail_at(parser_t *parser, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void next_token(parser_t *parser);
bool at_symbol(const parser_t *parser, char symbol);
bool at_word(const parser_t *parser, token_kind_t kind, const char *word);
bool accept_symbol(parser_t *parser, char symbol);
bool accept_dot(parser_t *parser, const char *word);
void expect_symbol(parser_t *parser, char symbol);
uint64_t expect_integer(parser_t *parser); /* with optional sign */
char *token_text(const parser_t *parser, char *buffer, size_t size);

/* symbols.c */
void open_scope(parser_t *parser);
void close_scope(parser_t *parser); /* resolves the labels that belong to it */
symbol_t *declare(parser_t *parser, const char *name, size_t length, symbol_kind_t kind,
                  uint32_t index);
void declare_registers(parser_t *parser, const token_t *name, bool range, uint32_t count,
                       ptx_type_t type); /* the function's next `count` registers */
symbol_t *find_symbol(const parser_t *parser, const char *name, size_t length);
/* Register by name, ranges included. False: no such register. */
bool find_register(const parser_t *parser, const char *name, size_t length, ptx_operand_t *operand);
void want_label(parser_t *parser, uint32_t instruction, uint32_t *target);

/* units.c */
void link_units(parser_t *parser); /* behind the last text */

/* variables.c */
/* The variable that stands for the shared memory reserved for the system; made when there is none.
 */
uint32_t reserved_shared(parser_t *parser);
enum { MAX_DIMENSIONS = 8 };
typedef struct declaration {
    ptx_type_t type;
    uint32_t element, align; /* bytes */
    const char *name;
    size_t length;
    uint64_t size, dimension[MAX_DIMENSIONS]; /* dimension 0 empty: from the initialiser */
    uint32_t dimensions;
    bool open;    /* name[] */
    bool managed; /* .attribute(.managed) */
} declaration_t;
void expect_name(parser_t *parser, const char *what);
uint32_t expect_alignment(parser_t *parser);
void parse_declaration_type(parser_t *parser,
                            declaration_t *declaration); /* attributes and type, up to the name */
void parse_declarator(parser_t *parser, declaration_t *declaration); /* name{[N]…} */
void parse_variables(parser_t *parser, ptx_space_t space,
                     bool external); /* behind .global, .const or .shared, to the ; */

/* macros.c: an instruction that simpler ones stand for, behind its guard; false: it is none. */
bool parse_macro(parser_t *parser);
/* Reads TEXT (of the module) in the place of the statement; the token that is next stays. */
void parse_text(parser_t *parser, const char *text, size_t length);
/* Parameters in registers (macros_calls.c): at the start of a function, and where it ends. */
void macro_load_parameters(parser_t *parser);
void macro_store_result(parser_t *parser);

/* directives.c */
void parse_module(parser_t *parser);
void parse_statement(parser_t *parser, ptx_function_t *function);
bool parse_type_word(const char *text, size_t length, ptx_type_t *type);

/* An opcode as written. */
typedef struct word {
    const char *text;
    size_t length;
} word_t;

typedef struct spelling {
    char name[32];
    word_t words[MAX_MODIFIERS]; /* modifiers, types excluded */
    uint32_t word_count, type_count;
    ptx_type_t types[2];
    uint32_t kinds;                              /* of modifiers that were written */
    bool has_scope, has_semantics, has_rounding; /* or .approx, .full */
    uint32_t line;
    bool unaligned; /* "barrier" without .aligned */
} spelling_t;

/* instruction_operands.c */
void parse_operands(parser_t *parser, const char *letters, uint32_t *destinations,
                    uint32_t *sources); /* counts both */
ptx_operand_t parse_source(parser_t *parser, ptx_type_t type);
bool is_address(const ptx_operand_t *operand); /* no register that cannot hold one */
ptx_operand_t parse_predicate(parser_t *parser);

/* instruction_rules.c: after the operands are read */
void finish_instruction(parser_t *parser, const spelling_t *spelling, uint32_t destinations,
                        uint32_t sources);

/* decode.c */
void parse_instruction(parser_t *parser);
void emit(parser_t *parser); /* appends parser->instruction */
ptx_operand_t special_operand(parser_t *parser);

#endif
