/* SPDX-License-Identifier: Apache-2.0 */
/* power.h: the energy of a netlist of standard cells in a recorded run: which net changes in which
 * cycle, times the energy that the Liberty file states for it.
 *
 * What is counted. Inputs are taken from the wave at each rising edge of the clock; there outputs
 * are compared: the netlist must behave as the RTL did. A net counts once for each cycle in which
 * its settled value changes (no glitches). A change costs
 * - C V^2 / 2, C being the capacitance of the input pins on the net (no wires, as in the timing),
 * - the internal energy of the cell that drives the net: of its tables for a rise or a fall at that
 *   load, the mean over the related pins,
 * - and the internal energy of the pins that the net enters.
 * A clock pin pays a rise and a fall in each cycle. All transitions take POWER_SLEW ns. What inputs
 * of the netlist cost is not counted, only what they enter. Leakage is the sum of the cells'.
 *
 * In this order: liberty_read (liberty.c), netlist_read (netlist.c), order_make (order.c), run_open
 * (recorded_run.c), count_run and count_print (count.c); text.c has what all of them need. The
 * process ends after that, so nothing is freed. No function returns after an error: die ends the
 * program.
 */
#ifndef SCORD_AREA_POWER_H
#define SCORD_AREA_POWER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/index_map.h"

/* Exit codes beside 0 (printed) and 1 (printed, but an output differs). */
enum { POWER_BAD_INPUT = 2, POWER_NO_FILE = 3 };
enum { NONE = UINT32_MAX };
enum { FALL, RISE, EDGES };

/* Bounds of a library; more is refused. */
enum { MAX_PINS = 8, MAX_INPUTS = 4, MAX_POINTS = 8 };

#define POWER_SLEW                                                                                 \
    0.12 /* ns, a usual transition of osu018's cells at the loads of this netlist                  \
          */

/* ---- text.c ---------------------------------------------------------------------------------- */

/* "power: MESSAGE" on standard error, and the end of the program with CODE. */
_Noreturn void die(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for one more element, which is zeroed; its address. Elements move. */
#define APPEND(items, count, allocated)                                                            \
    (SCORD_ARRAY_ROOM(items, allocated, (count) + 1) ? (void)0 : die(POWER_NO_FILE, "no memory"),  \
     memset(&(items)[count], 0, sizeof *(items)), &(items)[(count)++])

/* COUNT zeroed elements of BYTES bytes; at least one. */
void *zeroed(size_t count, size_t bytes);

static inline bool is(const char *text, const char *other) { return strcmp(text, other) == 0; }

/* A file that is read line by line. */
typedef struct lines {
    const char *path;
    FILE *file;
    char *text; /* the line, without its end */
    size_t room;
    unsigned number; /* of the line, from 1 */
} lines_t;

/* PATH, before its first line. Errors: it cannot be read. */
lines_t lines_open(const char *path);
/* The next line into LINES->text; false at the end of the file, which it closes. Errors: the file
 * ends within a line (it was cut), or cannot be read. */
bool lines_next(lines_t *lines);
/* Ends the program: "PATH:LINE: WHAT: TEXT", with POWER_BAD_INPUT. */
_Noreturn void lines_refuse(const lines_t *lines, const char *what, const char *text);

/* Texts with numbers from 0, in the order in which they came. */
typedef struct names {
    char **text;
    uint32_t count, allocated;
    scord_index_map_t of_hash;
} names_t;

/* The number of TEXT, NONE if it has none. */
uint32_t names_find(const names_t *names, const char *text);
/* The number of TEXT, which may be new. */
uint32_t names_add(names_t *names, const char *text);

/* ---- liberty.c ------------------------------------------------------------------------------- */

/* Internal energy by load, at POWER_SLEW: sums over the tables of all related pins. */
typedef struct curve {
    uint32_t points, tables;
    double load[MAX_POINTS], energy[MAX_POINTS]; /* pF, pJ */
} curve_t;

typedef struct pin {
    char *name, *function;
    bool is_output, is_clock;
    double capacitance;    /* pF */
    double passive[EDGES]; /* pJ of a change of an input */
    curve_t active[EDGES]; /* of an output */
} pin_t;

typedef struct cell {
    const char *unusable; /* why netlists cannot use it; NULL: they can */
    bool is_register;     /* takes `data` at the rising edge of `clock` */
    char *next_state, *clocked_on;
    uint32_t pins, inputs;
    pin_t pin[MAX_PINS];
    uint32_t input[MAX_INPUTS], output, data, clock; /* pins */
    uint32_t truth; /* bit I: the output for the inputs I, bit 0 being input[0] */
    double leakage; /* nW */
} cell_t;

typedef struct library {
    names_t names; /* of the cells */
    cell_t *cell;
    uint32_t cells, allocated;
    double volts;
} library_t;

/* The cells of the Liberty file at PATH. Units: ns, pF, pJ (V x V x pF), nW, V; tables of outputs
 * are by load and then by transition. Errors, with file and line: another unit or order, more pins
 * or points than the bounds above, a function or a table that is not one, no nom_voltage. A cell of
 * another kind (two outputs, latch, clear, tristate) is refused when a netlist uses it. */
library_t liberty_read(const char *path);

/* pJ that CURVE states for a change at LOAD pF: between its points and beyond the first and last
 * along a line, the mean of the tables. 0 for a cell without tables. */
double liberty_energy(const curve_t *curve, double load);

/* ---- netlist.c ------------------------------------------------------------------------------- */

enum { NET_FALSE, NET_TRUE }; /* numbers of the constant nets */

typedef struct gate {
    const cell_t *cell;
    uint32_t net[MAX_PINS]; /* by pin */
    uint32_t module;
    uint32_t line; /* where it stands in the file */
} gate_t;

typedef struct net {
    uint32_t source;       /* the net that this one repeats, or itself */
    uint32_t driver;       /* the gate with this output, or NONE */
    bool is_input;         /* of the netlist */
    double capacitance;    /* pF of the pins on it, without those of clocks */
    double passive[EDGES]; /* pJ of the same pins for a change */
} net_t;

/* An instance of the hierarchy, together with others whose names differ in an [index] only. */
typedef struct module {
    uint32_t registers;
    double clock;                  /* pJ a cycle */
    double now, since, busy, idle; /* pJ of changes: this cycle; since the last item that retired;
                                      within the window; idle */
} module_t;

typedef struct netlist {
    const char *path;
    double volts;
    names_t net_names, module_names; /* with the numbers of nets and modules */
    net_t *net;
    uint32_t nets, nets_allocated;
    gate_t *gate;
    uint32_t gates, gates_allocated;
    module_t *module;
    uint32_t modules, modules_allocated;
    uint32_t *output; /* nets by the names of the outputs */
    uint32_t outputs, outputs_allocated;
    uint32_t clock; /* the net clk_i */
} netlist_t;

/* The flat netlist at PATH, of Yosys's write_blif -gates -cname -conn, of cells of LIBRARY. Modules
 * are the first DEPTH levels of the hierarchy in the names of the cells. All nets of gates are
 * their sources afterwards. Errors, with file and line or with the net: a cell or pin that the
 * library does not have or that cannot be counted, a pin without a net, a net with two drivers or
 * none, a ring of .conn, more than one model, a register with another clock than clk_i. */
netlist_t netlist_read(const char *path, const library_t *library, unsigned depth);

/* ---- order.c --------------------------------------------------------------------------------- */

/* A gate without state, as a cycle needs it. */
typedef struct step {
    uint32_t in[MAX_INPUTS], out; /* nets; inputs that the cell does not have are NET_FALSE */
    uint32_t truth;
} step_t;

typedef struct latch {
    uint32_t data, state; /* nets */
} latch_t;

typedef struct order {
    step_t *step;
    latch_t *latch;
    uint32_t steps, steps_allocated, latches, latches_allocated;
} order_t;

/* The gates of NETLIST, each behind those that it reads, and its registers. Errors: a loop of
 * gates, by one of its nets. */
order_t order_make(const netlist_t *netlist);

/* Settles the gates: VALUE, 0 or 1 by net, of all inputs and registers is given. */
void order_settle(const order_t *order, uint8_t *value);

/* ---- recorded_run.c -------------------------------------------------------------------------- */

typedef struct port {
    char *name;
    uint32_t width;
    bool is_output;
    char *now,
        *sampled;  /* '0', '1', 'x': last values; those before the clock rose. High bit first */
    uint32_t same; /* the next port with the same identifier, or NONE */
} port_t;

typedef struct run {
    lines_t lines;
    port_t *port;
    uint32_t ports, allocated;
    scord_index_map_t of_identifier;
    uint32_t clock;
    bool rose;
} run_t;

/* The wave at PATH (VCD), up to its first values. Ports are the wires of its outermost scope; those
 * whose names end in _o are outputs. Errors: not a VCD, or no port clk_i. */
run_t run_open(const char *path);

/* Goes on to the next rising edge of the clock: port.sampled is what it sees. False: the run has
 * ended. Errors, with file and line: not a value, or one that is wider than its port, or the file
 * was cut. */
bool run_next_edge(run_t *run);

/* The port NAME. Errors: the wave does not have it. */
uint32_t run_port(const run_t *run, const char *name);

/* '0', '1' or 'x': BIT (0: the lowest) of a port before the clock rose. */
static inline char run_bit(const port_t *port, uint32_t bit) {
    return port->sampled[port->width - 1 - bit];
}

/* ---- count.c --------------------------------------------------------------------------------- */

typedef struct counts {
    uint32_t first, last; /* cycles, from 1, in which the first and the last item retired */
    uint32_t items, idle_cycles, mismatches;
    double clock, busy,
        idle;       /* pJ: of all clock pins a cycle; of changes in the window, and idle */
    double leakage; /* nW */
} counts_t;

/* Runs NETLIST through RUN, counts into its modules, and then goes on for 200 cycles with the same
 * inputs; the last hundred of them are idle. Each output that differs from the wave, where it means
 * something, is a mismatch; the first ten are said on standard error. Errors: a port that netlist
 * or wave lacks; nothing retires. */
counts_t count_run(netlist_t *netlist, const order_t *order, run_t *run);

/* Prints, separated by tabs: "gates", "window" (from the first to the last cycle in which an item
 * retires), "idle", and of each module: "module NAME REGISTERS CLOCK BUSY IDLE", pJ a cycle. */
void count_print(const netlist_t *netlist, const counts_t *counts);

#endif
