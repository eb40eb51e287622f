/* SPDX-License-Identifier: Apache-2.0 */
/* litmus_internal.h: what the readers of the litmus dialects share. */
#ifndef SCORD_LITMUS_INTERNAL_H
#define SCORD_LITMUS_INTERNAL_H

#include "cmodel/litmus/litmus.h"

/* Records a line that cannot be imported. */
void litmus_problem(litmus_t *litmus, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Records why the test is one for the Vulkan memory model alone; the first reason stays. */
void litmus_only_vulkan(litmus_t *litmus, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Number of the variable, register or thread NAME; created if there is none (variables: value 0).
 * -1: too many, a problem is recorded. */
int litmus_variable(litmus_t *litmus, unsigned line, const char *name);
int litmus_register(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name);
litmus_thread_t *litmus_thread(litmus_t *litmus, unsigned line, const char *name);
bool litmus_is_variable(const litmus_t *litmus, const char *name);

/* Number of the variable OFFSET bytes behind VARIABLE; of what is no array, created if there is
 * none. -1: there is none, or too many: a problem is recorded. */
int litmus_element(litmus_t *litmus, unsigned line, unsigned variable, uint32_t offset);
/* VARIABLE is the first of ELEMENTS. */
void litmus_declare_array(litmus_t *litmus, unsigned line, unsigned variable, unsigned elements);
/* The words before the name of VARIABLE say how many bytes it has. */
void litmus_type(litmus_t *litmus, unsigned variable, const char *type);
/* Takes "x[1]" and "x+4" apart, in place: INDEX or OFFSET is the number, or both are NULL. False:
 * it is neither. */
bool litmus_split_place(char *text, char **index, char **offset);
/* The variable that TEXT ("x", "x[1]", "x+4", modified) names; -1: none, and a problem may be
 * recorded. */
int litmus_place(litmus_t *litmus, unsigned line, char *text);

/* "%tid.x": a special register of PTX. False: NAME is none. */
bool litmus_special(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name,
                    litmus_operand_t *operand);
/* Their values, when all places are known. */
void litmus_set_specials(litmus_t *litmus);

/* Orderings, as bits of a set. */
enum {
    LITMUS_RELAXED = 1 << SCORD_SEMANTICS_RELAXED,
    LITMUS_ACQUIRE = 1 << SCORD_SEMANTICS_ACQUIRE,
    LITMUS_RELEASE = 1 << SCORD_SEMANTICS_RELEASE,
    LITMUS_ACQ_REL = 1 << SCORD_SEMANTICS_ACQ_REL,
    LITMUS_SEQ_CST = 1 << SCORD_SEMANTICS_SEQ_CST,
    LITMUS_ANY_ORDERING = 0xff
};

/* Adds a zeroed instruction to THREAD; NULL: too many, a problem is recorded. */
litmus_instruction_t *litmus_append(litmus_t *litmus, unsigned line, litmus_thread_t *thread);
/* Adds DESTINATION = A OPERATION B. */
void litmus_append_move(litmus_t *litmus, unsigned line, litmus_thread_t *thread, int destination,
                        litmus_operation_t operation, litmus_operand_t a, litmus_operand_t b);
/* Adds a jump to LABEL if A OPERATION B. */
litmus_instruction_t *litmus_append_branch(litmus_t *litmus, unsigned line, litmus_thread_t *thread,
                                           litmus_operation_t operation, litmus_operand_t a,
                                           litmus_operand_t b, unsigned label);
/* A register that no name in the file can have; -1: too many, a problem is recorded. */
int litmus_new_register(litmus_t *litmus, unsigned line, litmus_thread_t *thread);
/* Number of the label NAME (NULL: a new one without a name), created if there is none. -1: too
 * many, a problem is recorded. */
int litmus_label(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *name);
/* The label is here. */
void litmus_place_label(litmus_t *litmus, unsigned line, litmus_thread_t *thread, unsigned label);
/* "5", "-5", "0x5", "5u": whole numbers of at most 32 bits, with a sign or without. */
bool litmus_number(const char *text, uint32_t *value);
/* A number, the name of a register that has a value, or of a variable, which is its address. */
bool litmus_operand(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *text,
                    litmus_operand_t *operand);
/* "x", "[x]", "*x", "[x+4]", "x[1]", or a register that holds an address, and bytes behind it;
 * FURTHER bytes behind that. False: a problem is recorded. */
bool litmus_address(litmus_t *litmus, unsigned line, litmus_thread_t *thread, const char *text,
                    litmus_operand_t *address, uint32_t further);

/* Adds the condition TEXT to the filter; all of its conditions have to hold. */
void litmus_read_filter(litmus_t *litmus, unsigned line, const char *text);

/* Removes blanks at both ends, in place; returns the first character kept. */
char *litmus_trim(char *text);
/* Splits TEXT at SEPARATOR outside parentheses and braces, in place, parts trimmed; returns their
 * number, at most MAX. */
unsigned litmus_split(char *text, char separator, char **part, unsigned max);

/* Scopes of a warp (sub group) and of a cluster of blocks, until all is read: litmus_check.c maps
 * the scopes that a test uses to the two that streams have. */
enum { LITMUS_SCOPE_WARP = SCORD_SCOPE_COUNT, LITMUS_SCOPE_CLUSTER };

/* Checks of the test as a whole, and what can be settled only then: labels, levels of scope,
 * numbers of blocks and warps, places of variables. */
void litmus_check(litmus_t *litmus);

/* One instruction of a table (dialects PTX, GPU_PTX, VULKAN). */
void litmus_read_ptx(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text);
void litmus_read_vulkan(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text);
/* One instruction of LISA (herd with bell): rewritten as one of PTX. */
void litmus_read_lisa(litmus_t *litmus, unsigned line, litmus_thread_t *thread, char *text);
/* Whether LINE begins a test as the repository of the Vulkan memory model writes them. */
bool litmus_khronos_begins(const char *line);
/* Such a test from its line FIRST (number LINE) on; NEXT (FILE, number) gives the next line or
 * NULL. The dialect is VULKAN from then on. */
void litmus_read_khronos(litmus_t *litmus, char *first, char *(*next)(void *file, unsigned *line),
                         void *file, unsigned line);
/* "P0 P1": the first thread is before the second by system-synchronizes-with. */
void litmus_read_system_order(litmus_t *litmus, unsigned line, char *text);
/* Parameters and body of an OPENCL thread: "(…) {…}" at TEXT, its line at LINE. Returns what is
 * behind it. */
char *litmus_read_function(litmus_t *litmus, unsigned *line, litmus_thread_t *thread, char *text);

#endif
