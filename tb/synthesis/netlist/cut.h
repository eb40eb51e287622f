/* SPDX-License-Identifier: Apache-2.0 */
/* cut.h: the modules gold and gate, and the two networks that correspondence.c makes of them.
 *
 * Everything stands in one cut_t. Its words (nets, boxes and pins of the input, points of the
 * networks) are symbols: each has a number, and lists hold numbers. Symbol 0 is "", which stands
 * for none; so does flip-flop 0.
 *
 * In this order: cut_read_codes and cut_read_blif (read_blif.c), cut_pair_latches (pair_latches.c),
 * cut_add_points (cut_points.c), cut_write_network (write_network.c). None of them returns after an
 * error: cut_die ends the program.
 */
#ifndef SCORD_TB_NETLIST_CUT_H
#define SCORD_TB_NETLIST_CUT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/index_map.h"

enum { GOLD, GATE, SIDES };
enum { CUT_BAD_INPUT = 2, CUT_NO_FILE = 3 }; /* exit codes */

/* Symbols, unless said otherwise. */
typedef struct list {
    uint32_t *item, items, allocated;
} list_t;

typedef struct symbol {
    char *text;
    bool is_input, is_output; /* of both networks */
    bool drives;              /* "BOX PIN": an output of that box */
    bool coded;               /* a state machine of CODES */
    uint32_t visit;           /* the last walk that came here */
    uint32_t driver;          /* in gold, the gate with this output, plus 1 */
    struct {
        uint32_t alias;       /* the net that this one repeats */
        uint32_t latch;       /* the flip-flop with this output */
        uint32_t named_latch; /* the flip-flop that has this name */
        uint32_t input;       /* the net that this input of the network drives */
        uint32_t output;      /* the net that this output of the network shows */
    } on[SIDES];
} symbol_t;

typedef struct gate {
    list_t net, cube; /* inputs and last the output; lines of the truth table */
} gate_t;

typedef struct cell {
    list_t word; /* ".subckt BOX PIN=NET …" */
    uint32_t name;
} cell_t;

typedef struct latch {
    uint32_t d, q, edge, clock;
    list_t names;
    uint32_t partner;  /* of gate: the flip-flop of gold that corresponds */
    uint32_t taken;    /* of gold: the flip-flop of gate that corresponds */
    uint32_t first;    /* of gold: merged with this one */
    uint32_t function; /* of gate: recoded, always equal to this net of gold */
    bool apart;        /* merged or recoded, or something is merged with it */
    bool recoded;      /* of gold: a recoded flip-flop depends on it */
} latch_t;

typedef struct module {
    latch_t *latch;
    gate_t *gate;
    cell_t *cell;
    uint32_t latches, latches_allocated, gates, gates_allocated, cells, cells_allocated;
    list_t port, alias;
    bool uses_undefined;
} module_t;

typedef struct machine {
    uint32_t name;
    list_t before, after; /* codes of its states before and after synthesis */
} machine_t;

/* A relation to prove beside the outputs: in both networks these nets make this output. */
typedef struct proof {
    uint32_t name, net[SIDES];
} proof_t;

/* Recoded flip-flops of the same registers of gold: exactly one is 1. */
typedef struct group {
    list_t registers; /* flip-flops */
    list_t member;
} group_t;

typedef struct cut {
    symbol_t *symbol;
    machine_t *machine;
    proof_t *proof;
    group_t *group;
    uint32_t symbols, symbols_allocated, machines, machines_allocated, proofs, proofs_allocated;
    uint32_t groups, groups_allocated;
    scord_index_map_t symbol_of_hash;
    module_t module[SIDES];
    list_t input, output; /* of both networks */
    list_t merged;        /* flip-flops of gold */
    uint32_t visits;      /* walks through gold's gates so far */
    uint32_t recodes;     /* recoded flip-flops of gate */
    bool assumed;         /* gold has a net `assumption` */
} cut_t;

/* A new cut without anything. */
void cut_init(cut_t *cut);

/* "correspondence: MESSAGE" on standard error, and the end of the program with CODE. */
_Noreturn void cut_die(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for one more element, which is zeroed; its address. */
#define APPEND(items, count, allocated)                                                            \
    (SCORD_ARRAY_ROOM(items, allocated, (count) + 1) ? (void)0                                     \
                                                     : cut_die(CUT_NO_FILE, "no memory"),          \
     memset(&(items)[count], 0, sizeof *(items)), &(items)[(count)++])

void append(list_t *list, uint32_t item);

/* The number of a word, which may be new. */
uint32_t symbol_of(cut_t *cut, const char *text);
uint32_t symbol_format(cut_t *cut, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Until the next new symbol. (A function, so that its argument may make one.) */
static inline symbol_t *symbol_at(cut_t *cut, uint32_t number) { return &cut->symbol[number]; }

static inline const char *text_of(const cut_t *cut, uint32_t number) {
    return cut->symbol[number].text;
}

static inline bool is(const char *text, const char *other) { return strcmp(text, other) == 0; }

/* An input of both networks; NET, if any, is what it drives in this module. */
void cut_add_input(cut_t *cut, int side, uint32_t number, uint32_t net);
/* An output of both networks, which shows NET of this module. */
void cut_add_output(cut_t *cut, int side, uint32_t number, uint32_t net);
/* True: both modules have this output. */
bool cut_compared(const cut_t *cut, uint32_t number);
/* "apart1:" or "apart2:": before the name of a flip-flop's output, the input with the value of its
 * own that it holds in reset. */
const char *cut_apart_prefix(int side);
/* The net that NET repeats, by way of any others. */
uint32_t cut_source_of(const cut_t *cut, int side, uint32_t net);

/* How synthesis coded the state machines of gold: Yosys's fsm -encfile, which may be empty. */
void cut_read_codes(cut_t *cut, const char *path);
/* The modules gold and gate and their black boxes: Yosys's write_blif -cname -blackbox -impltf. */
void cut_read_blif(cut_t *cut, const char *path);

/* Pairs, merges and recodes flip-flops (correspondence.c has the relations). */
void cut_pair_latches(cut_t *cut);

/* Inputs, outputs and proofs of the networks: of flip-flops, submodules and ports. Prints the
 * counts of merged and recoded flip-flops. Returns the flip-flops of gold that gate does not have
 * and that no recoded one depends on. */
uint32_t cut_add_points(cut_t *cut);

/* The network of one module as BLIF. */
void cut_write_network(cut_t *cut, int side, const char *path);

#endif
