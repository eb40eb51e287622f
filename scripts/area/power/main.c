/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: power LIBRARY NETLIST VCD DEPTH prints the energy of a netlist in a recorded run
 * (power.h).
 *
 *   LIBRARY  Liberty file of its cells
 *   NETLIST  flat BLIF of Yosys (write_blif -gates -cname -conn), one clock, clk_i
 *   VCD      a wave of the same ports, of lockstep of the RTL (scord cosim --wave, fst2vcd)
 *   DEPTH    levels of the hierarchy that are told apart, 1 to 99
 *
 * Exit codes: 0 printed; 1 printed, but an output differs; 2 usage, or an input is malformed; 3 a
 * file cannot be read, the output not be written, or no memory.
 */
#include "scripts/area/power/power.h"

#include "cmodel/base/read_number.h"

int main(int argc, char **argv) {
    uint64_t depth;
    if (argc != 5 || !scord_read_number(argv[4], 1, 99, &depth)) {
        fputs("usage: power LIBRARY NETLIST VCD DEPTH\n", stderr);
        return POWER_BAD_INPUT;
    }
    const library_t library = liberty_read(argv[1]);
    netlist_t netlist = netlist_read(argv[2], &library, (unsigned)depth);
    const order_t order = order_make(&netlist);
    run_t run = run_open(argv[3]);
    const counts_t counts = count_run(&netlist, &order, &run);
    count_print(&netlist, &counts);
    if (fflush(stdout) != 0) die(POWER_NO_FILE, "the output cannot be written");
    return counts.mismatches != 0;
}
