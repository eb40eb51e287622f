/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_mnemonic.h: a line of the dialects that are tables (PTX, GPU_PTX, VULKAN), taken apart.
 *
 * A mnemonic is words joined by '.'. A table of the dialect gives each word its meaning; a line
 * with a word that is not in the table cannot be imported.
 */
#ifndef SCORD_LITMUS_MNEMONIC_H
#define SCORD_LITMUS_MNEMONIC_H

#include <stddef.h>

#include "cmodel/litmus/litmus_internal.h"

enum { LITMUS_WORDS_OF_LINE = 12, LITMUS_OPERANDS_OF_LINE = 6, LITMUS_VECTOR_MAX = 8 };

typedef enum litmus_word_class {
    LITMUS_WORD_SCOPE,
    LITMUS_WORD_SEMANTICS,
    LITMUS_WORD_STRONG,
    LITMUS_WORD_WEAK,
    LITMUS_WORD_ATOMIC,
    LITMUS_WORD_COMPARE, /* of setp: litmus_operation_t */
    LITMUS_WORD_WIDTH,   /* bytes */
    LITMUS_WORD_MEETING, /* litmus_meeting_t */
    LITMUS_WORD_REDUCES, /* of a barrier */
    LITMUS_WORD_COUNTS,  /* the same: popc */
    LITMUS_WORD_VECTOR,  /* of ld and st: elements */
    LITMUS_WORD_NEGATED, /* an atomic of the negative operand: .sub */
    LITMUS_WORD_FLAG,    /* of VULKAN: LITMUS_AV … */
    LITMUS_WORD_STORAGE, /* of VULKAN: LITMUS_SC0 … */
    LITMUS_WORD_PASSED,
    LITMUS_WORD_REFUSED
} litmus_word_class_t;

typedef struct litmus_word {
    const char *text;
    litmus_word_class_t class;
    uint8_t value;
    const char *reason; /* refused: why */
} litmus_word_t;

typedef struct litmus_mnemonic {
    litmus_t *litmus;
    unsigned line;
    litmus_thread_t *thread;
    char *word[LITMUS_WORDS_OF_LINE], *operand[LITMUS_OPERANDS_OF_LINE];
    unsigned words, operands;
    litmus_instruction_t meaning; /* of the words */
    unsigned vector;              /* elements of its ld or st, 0: no vector */
    unsigned classes;             /* of its words, a bit each */
} litmus_mnemonic_t;

/* Splits TEXT into words of TABLE (ended by one without text), then of the table common to all
 * dialects, and operands; CHECK reports words that cannot be combined. False: a problem is
 * recorded. */
bool litmus_open_mnemonic(litmus_mnemonic_t *mnemonic, char *text, const litmus_word_t *table,
                          void (*check)(const litmus_mnemonic_t *mnemonic));
bool litmus_has(const litmus_mnemonic_t *mnemonic, litmus_word_class_t class);
bool litmus_is(const litmus_mnemonic_t *mnemonic, const char *name);
/* Records a problem when the mnemonic has a word of CLASS, called WHAT. */
void litmus_check_none(const litmus_mnemonic_t *mnemonic, litmus_word_class_t class,
                       const char *what);
/* ORDERINGS, a bit each, are those that the mnemonic has, in NAMES. */
void litmus_check_ordering(const litmus_mnemonic_t *mnemonic, unsigned orderings,
                           const char *names);
bool litmus_has_operands(const litmus_mnemonic_t *mnemonic, unsigned least, unsigned most);
bool litmus_read_value(litmus_mnemonic_t *mnemonic, const char *text, litmus_operand_t *operand);
bool litmus_read_destination(litmus_mnemonic_t *mnemonic, const char *text);
/* Appends an instruction whose operands were read to its thread. */
void litmus_finish(const litmus_mnemonic_t *mnemonic, litmus_kind_t kind);

void litmus_read_load(litmus_mnemonic_t *mnemonic);
void litmus_read_store(litmus_mnemonic_t *mnemonic);
/* rd, address, value; or with compare-and-swap rd, address, compare, value. Without rd: a
 * reduction. */
void litmus_read_atomic(litmus_mnemonic_t *mnemonic, bool destination);
void litmus_read_fence(litmus_mnemonic_t *mnemonic);
/* number, count: both may be left out, both may be registers. Of one that reduces: register,
 * number, count, predicate. */
void litmus_read_barrier(litmus_mnemonic_t *mnemonic);

/* "L:" before an instruction is taken off; NULL: there is nothing else in the cell. */
char *litmus_read_label(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text);
/* OPERATION, or that without signs when the words say .u32 or the like. */
uint8_t litmus_without_sign(const litmus_mnemonic_t *mnemonic, litmus_operation_t operation);
/* "p" or "!p": OPERAND is not 0 when it holds. */
bool litmus_read_predicate(litmus_mnemonic_t *mnemonic, const char *text,
                           litmus_operand_t *operand);
/* mov, add, and, …; beq, bne, …, goto. False: it is neither. */
bool litmus_read_arithmetic(litmus_mnemonic_t *mnemonic);
bool litmus_read_branch(litmus_mnemonic_t *mnemonic);

#endif
