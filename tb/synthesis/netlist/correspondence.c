/* SPDX-License-Identifier: Apache-2.0 */
/* correspondence.c: makes one combinational network each of two sequential modules, gold and gate,
 * cut where they correspond, for abc to compare (docs/netlist.md).
 *
 * usage: correspondence CODES BLIF LEFT RIGHT
 *   CODES  Yosys's fsm -encfile for gold: how synthesis codes its state machines; may be empty
 *   BLIF   Yosys's write_blif -cname -blackbox -impltf: the modules gold and gate, and the black
 *          boxes that they instantiate
 *   LEFT, RIGHT  the networks of gold and gate, with the same inputs and outputs in the same order
 * Prints "points N", the outputs compared, "merged N recoded N" (below), and a line "only in gold
 * (gate): NAME" for each point that the other module does not have.
 *
 * Flip-flops and submodules are cut: their outputs become inputs of the network, their inputs
 * become outputs to compare. Flip-flops correspond when a net of the same public name carries their
 * outputs in both modules. When all compared outputs are equal for all inputs, then equal states
 * stay equal, and the modules are equal (van Eijk's register correspondence, 1998). A flip-flop of
 * gold that gate does not have is a free input: whatever depends on it differs.
 *
 * Two more relations are guessed from names. abc then proves them: a wrong guess fails.
 *   merged   A flip-flop of gate has the names of several of gold, which always hold one value.
 *   recoded  A flip-flop of gate has the name of a net that in gold depends on registers alone, as
 *            the comparisons with the states of a machine that synthesis made one-hot. It always
 *            has that net's value, and exactly one of those of the same registers is 1.
 * Both hold after a cycle of reset from any state (outputs "reset:…"), and every cycle keeps them
 * ("next:…", "invariant"). Where gold has a net `assumption`, outputs are compared only where that
 * net is 1.
 *
 * A network holds several copies of a module, each with a prefix to its nets: "0:" the module, "1:"
 * gold with all unknown values 1, "2:" gate beside it, "g:" gold beside gate, "r:" and "q:" gold
 * and gate in reset, "n:" gold a cycle after "0:", "m:" gold a cycle after "r:".
 *
 * Exit codes: 0 both networks are written, 2 bad usage or input (FILE:LINE: what is wrong), 3 a
 * file cannot be read or written, or no memory.
 */
#include <stdio.h>

#include "tb/synthesis/netlist/cut.h"

static const char *const side_name[SIDES] = {"gold", "gate"};

/* The counts, and what only one module has: a point, another clock or edge. UNREAD: flip-flops of
 * gold alone. */
static void report(const cut_t *cut, uint32_t unread) {
    uint32_t points = 0;
    for (uint32_t i = 0; i < cut->output.items; i++) {
        const symbol_t *const point = &cut->symbol[cut->output.item[i]];
        if (cut_compared(cut, cut->output.item[i]))
            points++;
        else
            printf("only in %s: %s\n", side_name[!point->on[GOLD].output], point->text);
    }
    printf("points %u registers %u not read %u unknown %d\n", points, cut->module[GATE].latches - 1,
           unread, cut->module[GOLD].uses_undefined);
    for (int side = GOLD; side < SIDES; side++)
        for (uint32_t i = 1; i < cut->module[side].latches; i++) {
            const latch_t *const latch = &cut->module[side].latch[i];
            if (!is(text_of(cut, latch->edge), "re") ||
                !is(text_of(cut, cut_source_of(cut, side, latch->clock)), "clk_i"))
                printf("only in %s: clock of %s\n", side_name[side], text_of(cut, latch->q));
        }
}

int main(int argc, char **argv) {
    if (argc != 5) cut_die(CUT_BAD_INPUT, "usage: correspondence CODES BLIF LEFT RIGHT");
    cut_t cut;
    cut_init(&cut);
    cut_read_codes(&cut, argv[1]);
    cut_read_blif(&cut, argv[2]);
    cut_pair_latches(&cut);
    report(&cut, cut_add_points(&cut));
    cut_write_network(&cut, GOLD, argv[3]);
    cut_write_network(&cut, GATE, argv[4]);
    return fflush(stdout) ? CUT_NO_FILE : 0;
}
