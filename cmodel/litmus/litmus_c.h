/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_c.h: the C of a thread of the dialect OPENCL, as litmus_opencl.c (calls) and litmus_c.c
 * (statements, expressions) read it. */
#ifndef SCORD_LITMUS_C_H
#define SCORD_LITMUS_C_H

#include "cmodel/litmus/litmus_internal.h"

enum { LITMUS_ARGUMENTS_MAX = 7, LITMUS_TEMPORARIES_MAX = 12, LITMUS_WORD_MAX = 64 };

typedef struct litmus_c {
    litmus_t *litmus;
    litmus_thread_t *thread;
    char *at;
    unsigned line, depth;
    int end_label, again_label; /* of the loop that is being read; -1: none */
    int temporary[LITMUS_TEMPORARIES_MAX];
    unsigned temporaries, temporaries_used;
    bool pointer; /* the type read last ends in a star */
    bool failed;  /* in this statement: its rest is passed over */
} litmus_c_t;

/* Records a problem of this statement. */
void litmus_c_fail(litmus_c_t *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Passes over blanks and ends of lines. */
void litmus_c_skip(litmus_c_t *c);
/* Takes TEXT if it is next; a word has to end there. */
bool litmus_c_take(litmus_c_t *c, const char *text);
bool litmus_c_expect(litmus_c_t *c, const char *text);
/* The name that is next, without taking it; false: none is. */
bool litmus_c_peek_word(litmus_c_t *c, char word[LITMUS_WORD_MAX]);
bool litmus_c_take_word(litmus_c_t *c, char word[LITMUS_WORD_MAX]);
/* A register for a value in between; it is free again after the statement. */
int litmus_c_temporary(litmus_c_t *c);
/* A comparison, sum, …; side effects become instructions. */
litmus_operand_t litmus_c_expression(litmus_c_t *c);
/* A OPERATION B: a number, or a register for a value in between. */
litmus_operand_t litmus_c_calculate(litmus_c_t *c, litmus_operation_t operation, litmus_operand_t a,
                                    litmus_operand_t b);
/* "x", "*x", "&x", "x[i]" or a register with an address. */
bool litmus_c_address(litmus_c_t *c, litmus_operand_t *address);
/* The same, and elements behind it: "x + 1". */
bool litmus_c_pointer(litmus_c_t *c, litmus_operand_t *address);

/* After "NAME(": arguments and ")" of a call. The operand is its value. */
litmus_operand_t litmus_c_call(litmus_c_t *c, const char *name);

#endif
