#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# scheduler_area.sh: area and logic depth of the warp schedulers, side by side: the issue pick of one scheduler (24
# warps, 8 blocks) for each policy alone and for all, the fetch port, the tables, and a whole SM
# (docs/warp-scheduling.md, "Hardware").
#
# usage: scheduler_area.sh [ROW…]       default: all rows; a row is a NAME below. Half a minute to two minutes each.
# A row is a wrapper with the policy tied to a constant, so that synthesis prunes what that policy does not need. Yosys
# and abc map it to the 0.18 µm cells of qflow-tech-osu018; OpenSTA gives the longest path from a register or an input
# to the pick (table and order: to any register), without wires. Columns: cells, flip-flops, µm², cells on the longest
# path, ns.
# Environment: BUILD (default build); the netlists stay in $BUILD/scheduler_area. Exit codes: 0 all rows, 1 one failed,
# 3 a tool or the library is missing.
set -u
cd "$(dirname "$0")/.." || exit 3
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
for tool in yosys sta; do
    command -v $tool > /dev/null || {
        echo "scheduler_area.sh: $tool is missing, run 'apt-get install yosys opensta'" >&2
        exit 3
    }
done
[ -r $library ] || {
    echo "scheduler_area.sh: $library is missing, run 'apt-get install qflow-tech-osu018'" >&2
    exit 3
}
work=${BUILD:-build}/scheduler_area; mkdir -p "$work"
failed=0
# so that abc buffers nets that drive many cells
printf 'set_driving_cell INVX4\nset_load 0.05 [all_outputs]\n' > "$work/constraints"

# The issue pick: what an issue scheduler remembers and its picker, and the comparators of the order of the blocks.
issue_pick() { # policy
    cat << VERILOG
\`include "scord_params.vh"
module row(input clk_i, input rst_ni, input clear_i, input [2:0] policy_i, input launch_i, input [2:0] launch_slot_i,
  input [23:0] launch_warps_i, input [47:0] priorities_i, input [63:0] older_i, input issue_valid_i, input [23:0] ready_i,
  output pick_valid_o, output [4:0] pick_o);
  wire [63:0] blocks_before;
  block_sequence u_block_sequence(.policy_i($1), .priorities_i(priorities_i), .older_i(older_i), .before_o(blocks_before));
  issue_scheduler #(.WarpsPerSm(24)) u_issue_scheduler(.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .policy_i($1),
    .launch_i(launch_i), .launch_slot_i(launch_slot_i), .launch_warps_i(launch_warps_i), .before_i(blocks_before),
    .issue_valid_i(issue_valid_i), .ready_i(ready_i), .pick_valid_o(pick_valid_o), .pick_o(pick_o));
endmodule
VERILOG
}

# The whole SM; a constant fetch order leaves out the critical pickers when it is round robin.
sm() { # issue policy, fetch order, 1: ended warps count (W15)
    cat << VERILOG
\`include "scord_params.vh"
module row(input clk_i, input rst_ni, input clear_i, input [2:0] policy_i, input [1:0] order_i, input [1:0] issue_valid_i,
  input [47:0] issue_ready_i, output [1:0] issue_pick_valid_o, output [11:0] issue_pick_o, input fetch_valid_i,
  input [47:0] fetch_eligible_i, input [47:0] fetch_blocked_i, output fetch_pick_valid_o, output [5:0] fetch_pick_o, input launch_i,
  input [2:0] launch_slot_i, input [47:0] launch_warps_i, input [1:0] arrive_i, input [5:0] arrive_slot_i, input [7:0] release_i,
  input exits_i, input [1:0] exit_i, input [5:0] exit_slot_i);
  warp_scheduler u_warp_scheduler(.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .issue_policy_i($1), .fetch_order_i($2),
    .issue_valid_i(issue_valid_i), .issue_ready_i(issue_ready_i), .issue_pick_valid_o(issue_pick_valid_o),
    .issue_pick_o(issue_pick_o), .fetch_valid_i(fetch_valid_i), .fetch_eligible_i(fetch_eligible_i),
    .fetch_blocked_i(fetch_blocked_i), .fetch_pick_valid_o(fetch_pick_valid_o), .fetch_pick_o(fetch_pick_o),
    .launch_i(launch_i), .launch_slot_i(launch_slot_i), .launch_warps_i(launch_warps_i), .arrive_i(arrive_i),
    .arrive_slot_i(arrive_slot_i), .release_i(release_i), .exits_count_i($3), .exit_i(exit_i), .exit_slot_i(exit_slot_i));
endmodule
VERILOG
}

# The fetch port alone, its critical warps given.
fetch_port() { # fetch order
    cat << VERILOG
\`include "scord_params.vh"
module row(input clk_i, input rst_ni, input clear_i, input fetch_valid_i, input [47:0] eligible_i, input [1:0] critical_valid_i,
  input [11:0] critical_i, input [11:0] critical_priority_i, output pick_valid_o, output [5:0] pick_o);
  fetch_scheduler u_fetch_scheduler(.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .fetch_order_i($1),
    .fetch_valid_i(fetch_valid_i), .eligible_i(eligible_i), .critical_valid_i(critical_valid_i), .critical_i(critical_i),
    .critical_priority_i(critical_priority_i), .pick_valid_o(pick_valid_o), .pick_o(pick_o));
endmodule
VERILOG
}

# CFF's critical picker of one scheduler: a second warp_picker over the scheduler's state.
critical_picker() { # policy
    cat << VERILOG
\`include "scord_params.vh"
module row(input [63:0] before_i, input last_valid_i, input [4:0] last_i, input [7:0] slot_last_valid_i, input [39:0] slot_last_i,
  input [191:0] slot_warps_i, input [23:0] candidates_i, output pick_valid_o, output [4:0] pick_o, output [7:0] pick_slot_o);
  warp_picker #(.WarpsPerSm(24)) u_warp_picker(.policy_i($1), .before_i(before_i), .last_valid_i(last_valid_i), .last_i(last_i),
    .slot_last_valid_i(slot_last_valid_i), .slot_last_i(slot_last_i), .slot_warps_i(slot_warps_i), .candidates_i(candidates_i),
    .pick_valid_o(pick_valid_o), .pick_o(pick_o), .pick_slot_o(pick_slot_o));
endmodule
VERILOG
}

table() {
    cat << VERILOG
\`include "scord_params.vh"
module row(input clk_i, input rst_ni, input clear_i, input [1:0] arrive_i, input [5:0] arrive_slot_i, input [7:0] release_i,
  output [47:0] priorities_o);
  warp_priority_table #(.WarpsPerSm(48), .ArrivePorts(2)) u_table(.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i),
    .arrive_i(arrive_i), .arrive_slot_i(arrive_slot_i), .release_i(release_i), .priorities_o(priorities_o));
endmodule
VERILOG
}

order() {
    cat << VERILOG
\`include "scord_params.vh"
module row(input clk_i, input rst_ni, input clear_i, input launch_i, input [2:0] launch_slot_i, output [63:0] older_o);
  block_order u_order(.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .launch_i(launch_i), .launch_slot_i(launch_slot_i),
    .older_o(older_o));
endmodule
VERILOG
}

measure() { # name title paths: $work/name.v → one line of the table
    yosys -q -p "read_verilog -sv -DSYNTHESIS -Irtl/common rtl/common/*.v rtl/sm/*.v $work/$1.v; synth -flatten -top row;
        dfflibmap -liberty $library; abc -liberty $library -constr $work/constraints -D 2000; setundef -zero; splitnets -ports; opt_clean -purge;
        tee -q -o $work/$1.stat stat -liberty $library; tee -q -o $work/$1.ltp ltp; write_verilog -noattr $work/$1.mapped.v" \
        > "$work/$1.log" 2>&1 || return 1
    cat > "$work/$1.tcl" << TCL
read_liberty $library
read_verilog $work/$1.mapped.v
link_design row
if {[llength [get_ports -quiet clk_i]]} { create_clock -name clk -period 100 [get_ports clk_i] } else { create_clock -name clk -period 100 }
set_input_delay 0 -clock clk [all_inputs]
set_output_delay 0 -clock clk [all_outputs]
report_checks -path_delay max -format full -digits 2 $3
exit
TCL
    sta -no_splash -exit "$work/$1.tcl" > "$work/$1.sta" 2>&1 || return 1
    cells=$(awk '/Number of cells:/ {n = $NF} END {print n + 0}' "$work/$1.stat")
    area=$(awk '/Chip area/ {n = $NF} END {printf "%.0f", n}' "$work/$1.stat")
    flops=$(awk '$1 ~ /^DFF/ {n += $2} END {print n + 0}' "$work/$1.stat")
    ns=$(awk '/data arrival time/ {print $1; exit}' "$work/$1.sta")
    depth=$(awk '
        /data arrival time/ {exit} /\(DFF|\([A-Z]+[0-9A-Z]*X[0-9]+\)/ {if ($0 !~ /\(DFF/) n++} END {print n + 0}' \
        "$work/$1.sta")
    [ "$cells" -gt 0 ] && [ -n "$ns" ] || return 1
    printf '| %s | %s | %s | %s | %s | %s |\n' "$2" "$cells" "$flops" "$area" "$depth" "$ns"
}

row() { # name, title, generator and its arguments
    name=$1; title=$2; shift 2
    case " $wanted " in "  "|*" $name "*) ;; *) return 0;; esac
    "$@" > "$work/$name.v"
    case $name in table|order) paths=;; *) paths="-to [all_outputs]";; esac
    measure "$name" "$title" "$paths" || {
        failed=1
        echo "scheduler_area.sh: $name failed, see $work/$name.log and .sta" >&2
    }
}

wanted="$*"
p=scord_params::ISSUE_POLICY; f=scord_params::FETCH_ORDER
echo '| part | cells | flip-flops | µm² | depth, cells | ns |'
echo '|---|---|---|---|---|---|'
row lrr 'issue pick, LRR' issue_pick ${p}_LRR
row gto 'issue pick, GTO' issue_pick ${p}_GTO
row mwf_lrr 'issue pick, MWF(LRR)' issue_pick ${p}_MWF_LRR
row mwf_gto 'issue pick, MWF(GTO)' issue_pick ${p}_MWF_GTO
row all 'issue pick, all policies' issue_pick policy_i
row fetch_rr 'fetch port, round robin' fetch_port ${f}_ROUND_ROBIN
row fetch_cff 'fetch port, CFF (critical warps given)' fetch_port ${f}_CRITICAL_FIRST
row critical_lrr 'critical warp of a scheduler, LRR' critical_picker ${p}_LRR
row critical_gto 'critical warp of a scheduler, GTO' critical_picker ${p}_GTO
row critical_mwf 'critical warp of a scheduler, MWF(LRR)' critical_picker ${p}_MWF_LRR
row table 'warp priority table, 48 bits, two arrival ports' table
row order 'block order, 28 bits' order
row sm_lrr 'SM: LRR, round robin' sm ${p}_LRR ${f}_ROUND_ROBIN 1\'b0
row sm_gto 'SM: GTO, round robin' sm ${p}_GTO ${f}_ROUND_ROBIN 1\'b0
row sm_mwf 'SM: MWF(LRR), round robin' sm ${p}_MWF_LRR ${f}_ROUND_ROBIN 1\'b0
row sm_mwf_cff 'SM: MWF(LRR), CFF' sm ${p}_MWF_LRR ${f}_CRITICAL_FIRST 1\'b0
row sm_mewf_cff 'SM: MWF(GTO) with ended warps counted (W15), CFF' sm ${p}_MWF_GTO ${f}_CRITICAL_FIRST 1\'b1
row sm_all 'SM: all policies, CFF' sm policy_i order_i exits_i
exit $failed
