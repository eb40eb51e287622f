/* SPDX-License-Identifier: Apache-2.0 */
/* skip_idle.h: parts of a verilated design in which nothing changes cost nothing. An exact addition
 * to the C++ that Verilator 5.006 generated; the RTL stays as it is.
 *
 * Idea. Two parts are left out while they are idle, each in its own way:
 * - SMs (units.c). Each is a unit: an object of one class. Calls of its functions go through
 *   scord_evaluate (verilated_idle.h), which observes when they change nothing. Logic behind pins
 *   runs in settle() only, not in clock() again: no pin changes in between (rtl_device.h).
 * - The logic around the SMs (detector, control registers) becomes blocks of statements. Each is
 *   left out while nothing that it reads has changed (as ESSENT does it: Beamer and Donofrio, DAC
 *   2020). A block runs when its bit in scord_stale is set. At first all are. A block that ran
 *   compares what it wrote with what was there before. For each variable that changed it marks all
 *   blocks that read or write it; itself only if it read the variable before it wrote it (a
 *   counter): otherwise to run again would give the same. Input pins are compared with their last
 *   values in settle(), what an SM gives after each run of its functions. An input of an SM that
 *   changed wakes the SM. A failed assertion leaves its block marked.
 *
 * So a block is left out only when every variable that it reads or writes is as it was when it last
 * ran. Which statements make a block matters for speed alone; assertions that fail in one cycle may
 * report in another order.
 *
 *   files -> functions -> statements -> groups -> blocks -> the same files, written anew
 *   generated.c  units.c   statements.c     blocks.c         write.c
 *
 * Layout. Files, functions, variables, statements and blocks are lists, global to the program.
 * Functions and variables are known by address, statements and blocks by index: theirs move.
 *
 * Invariants (asserted in blocks.c):
 * - an edge leads from an earlier statement to a later one;
 * - each statement is in one block, after all statements that it waits for;
 * - no bit of scord_stale is that of two blocks, no word that of two functions.
 *
 * What the grammars (generated.c, units.c, statements.c) do not know is refused: text.h.
 */
#ifndef SKIP_IDLE_H
#define SKIP_IDLE_H

#include "cosim/verilated/skip_idle/text.h"

enum { NONE = UINT32_MAX };

typedef enum file_kind { ROOT_HEADER, UNIT_HEADER, ROOT, UNIT, SLOW } file_kind_t;
typedef struct file {
    char *name;
    file_kind_t kind;   /* SLOW: runs at the start only, and is left alone */
    bool calls_units;   /* a ROOT that calls functions of SMs */
    uint32_t pins_line; /* eval_ico begins behind it; 0: it is in another file */
    texts_t line;
} file_t;

/* What a block does with a variable. */
typedef struct touch {
    uint32_t block;
    bool needs;  /* reads it before it writes it */
    bool writes; /* all or some of it, or perhaps */
} touch_t;

/* A variable by its NAME: NAME of the root, UNIT.NAME of an SM, .NAME of the class of the SMs (what
 * its header says), NUMBER:NAME of a local of function NUMBER. */
typedef struct variable {
    char *name;
    const char *text;      /* in C++ */
    uint32_t words;        /* of a wide number; 0: it is none */
    bool declared, array;  /* by a known type; as an array of numbers */
    bool input;            /* of the class of the SMs: the root may write it */
    bool used, written;    /* by statements */
    bool noise;            /* nearly every cycle changes it */
    char *local, *initial; /* its declaration and first value, lines; NULL: none */
    LIST(touch_t) touch;   /* by ascending block */
    uint32_t last_write;   /* statement, or NONE */
    numbers_t readers;     /* since that write */
    numbers_t writers;     /* statements */
    bool whole;            /* the block at hand has written all of it, */
    numbers_t parts;       /* or these elements */
} variable_t;
typedef LIST(variable_t *) variables_t;

typedef struct function {
    file_t *file;
    char *name;
    uint32_t number;           /* from 1 */
    bool eval;                 /* only its copies for $past become blocks */
    uint32_t start, body, end; /* lines: head, "// Body", closing brace */
    uint32_t from, to;         /* lines [from, to) become blocks */
    uint32_t first, last;      /* statements [first, last) */
    variables_t locals;        /* all, */
    variables_t shared;        /* those that several blocks use: they become members of the root */
    uint32_t first_block, last_block; /* [first, last) */
} function_t;

typedef struct access {
    enum { READ, WRITE, WRITE_PART } kind; /* WRITE_PART: a part of the element, or perhaps */
    variable_t *v;
    int64_t element; /* its constant index */
} access_t;
enum { WHOLE = -1, UNKNOWN = -2 }; /* element: there is no index; it is no constant */

typedef struct statement {
    function_t *function;
    uint32_t line;
    char *text;
    const char *condition; /* "": always */
    char *assigned;        /* the variable that it assigns to, as in its text; "": another form */
    LIST(access_t) access;
    numbers_t followers; /* statements that stand after it */
    uint32_t waiting;    /* for so many statements that are in no block yet */
    uint32_t stamp;      /* the last statement that an edge leads to */
    uint32_t group;      /* another statement of its group, and so on up to the group's name */
    bool done, hot;      /* in a block; run in nearly every cycle */
    char *owner;         /* part of the design; "hot " in front */
    uint32_t reached, inside, counted; /* marks of one join of groups */
    /* Of a group, in the statement that is its name: */
    numbers_t members;
    uint32_t joined;  /* so many statements */
    uint32_t blocked; /* for so many of other groups its statements wait */
    bool hot_group;
} statement_t;

typedef struct block {
    function_t *f;
    numbers_t statement;
    size_t length; /* characters */
    uint32_t bit;  /* in scord_stale */
    variables_t touched;
    variables_t locals; /* its own */
} block_t;

extern LIST(file_t *) files;
extern LIST(function_t *) functions; /* of the root, that become blocks */
extern variables_t variables;        /* that statements use, in the order of first use */
extern variables_t pins;             /* inputs of the top */
extern texts_t units;                /* objects of SMs; the index is the bit in scord_awake */
extern uint32_t unit_roles;          /* functions of an SM that run in a cycle */
extern LIST(statement_t) statements;
extern LIST(block_t) blocks;
extern uint32_t stale_words; /* of scord_stale */

/* ---- generated.c ---- */

/* The variable that the first LENGTH characters of NAME name; made when it is new. */
variable_t *variable(const char *name, size_t length);
/* The SM's variable behind UNIT.NAME as the header of the class says; another is its own. */
variable_t *declared(variable_t *v);
/* Index of the unit of variable UNIT.NAME in `units`. */
uint32_t unit_of(const variable_t *v);
/* Reads the generated files of PREFIX in the working directory, and what their headers declare. */
void read_files(const char *prefix);
/* Finds the functions of the root. Refuses when none becomes blocks. */
void find_functions(void);

/* ---- units.c ---- */

/* Puts scord_evaluate around the calls of SMs' functions, in the lines of `files`. */
void replace_calls(void);

/* ---- statements.c ---- */

/* Reads the locals and the statements of F. */
void parse(function_t *f);

/* ---- blocks.c ---- */

/* Makes blocks of all statements. */
void make_blocks(void);

/* ---- write.c ---- */

/* Writes the changed files of PREFIX. Ends with exit code 2 if one cannot be written. */
void write_files(const char *prefix);

#endif
