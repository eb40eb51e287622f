#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# relations.sh: what equal.sh proves beyond registers of the same name, and what it must refuse: registers that
# synthesis merged, state machines that it made one-hot, an assumption. Small modules written for it: a right netlist,
# and each way to be wrong.
#
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
work=${BUILD:-build}/netlist/relations; rm -rf "$work"; mkdir -p "$work"

answer() { # first word expected, what, file of gold, file of gate
    printf 'read_verilog -sv %s\nrename m gold\nproc gold\nopt_clean gold\nread_verilog -sv %s\nrename m gate\nproc gate\n' "$3" "$4" > "$work/commands"
    found=$(tb/synthesis/netlist/equal.sh "$work/case" "$work/commands")
    [ "${found%% *}" = "$1" ]; check $? "$2: $found, $1 expected"
}
wrong() { # what, file of gold, file of gate, sed script: the fault
    sed "$4" "$3" > "$work/wrong.v"
    ! cmp -s "$3" "$work/wrong.v"; check $? "$1: '$4' changes nothing"
    answer different "$1" "$2" "$work/wrong.v"
}

# ---- a state machine of three states ---------------------------------------------------------------------------------
cat > "$work/codes.v" << 'V'
module m(input clk_i, input rst_ni, input go_i, input back_i, output first_o, output middle_o, output last_o);
  reg [1:0] turn_q;
  wire is_first = turn_q == 0, is_middle = turn_q == 1, is_last = turn_q == 2;
  assign first_o = is_first, middle_o = is_middle, last_o = is_last;
  always @(posedge clk_i)
    if (!rst_ni) turn_q <= 0;
    else if (go_i) case (turn_q)
      0: turn_q <= 1;
      1: turn_q <= back_i ? 0 : 2;
      default: turn_q <= 0;
    endcase
endmodule
V
# As Yosys's fsm codes it: bit 0 for the state of reset; the order of the others is read from its own list of codes.
one_hot() { # bit of the middle, bit of the last
    cat << V
module m(input clk_i, input rst_ni, input go_i, input back_i, output first_o, output middle_o, output last_o);
  reg [2:0] turn_q;
  assign first_o = turn_q[0], middle_o = turn_q[$1], last_o = turn_q[$2];
  always @(posedge clk_i) begin
    turn_q[0] <= !rst_ni || (go_i ? turn_q[$2] || (turn_q[$1] && back_i) : turn_q[0]);
    turn_q[$1] <= rst_ni && (go_i ? turn_q[0] : turn_q[$1]);
    turn_q[$2] <= rst_ni && (go_i ? turn_q[$1] && !back_i : turn_q[$2]);
  end
endmodule
V
}
one_hot 1 2 > "$work/a.v"; one_hot 2 1 > "$work/b.v"
printf 'read_verilog -sv %s\nrename m gold\nproc gold\nopt_clean gold\nread_verilog -sv %s\nrename m gate\nproc gate\n' "$work/codes.v" "$work/a.v" > "$work/commands"
right=$work/a.v; other=$work/b.v
case $(tb/synthesis/netlist/equal.sh "$work/case" "$work/commands") in equal*) ;; *) right=$work/b.v;
other=$work/a.v;; esac
answer equal "one-hot" "$work/codes.v" "$right"
grep -q '^merged 0 recoded 3$' "$work/case.points"; check $? "one-hot: $(cat "$work/case.points")"
answer different "one-hot, two states exchanged" "$work/codes.v" "$other"
wrong "a reset into no state" "$work/codes.v" "$right" 's/turn_q\[0\] <= !rst_ni || /turn_q[0] <= rst_ni \&\& /'
wrong "a bit that reset does not reach" "$work/codes.v" "$right" 's/turn_q\[1\] <= rst_ni && /turn_q[1] <= /'
wrong "another next state" "$work/codes.v" "$right" 's/&& !back_i/\&\& back_i/'
wrong "another output" "$work/codes.v" "$right" 's/first_o = turn_q\[0\]/first_o = !turn_q[0]/'

# The same by the names of comparisons; with a fourth state, which no comparison names, exactly one of three does not
# hold.
sed 's/turn_q\[0\]/is_first/g; s/turn_q\[1\]/is_second/g; s/turn_q\[2\]/is_third/g; s/reg \[2:0\] turn_q/reg is_first, is_second, is_third/' "$work/a.v" |
    sed 's/is_second/is_middle/g; s/is_third/is_last/g' > "$work/names.v"
answer equal "one-hot by names" "$work/codes.v" "$work/names.v"
sed 's/default: turn_q <= 0/2: turn_q <= 3; default: turn_q <= 0/' "$work/codes.v" > "$work/fourth.v"
answer different "a fourth state" "$work/fourth.v" "$work/names.v"

# ---- two registers of one value --------------------------------------------------------------------------------------
cat > "$work/twice.v" << 'V'
module m(input clk_i, input rst_ni, input [1:0] a_i, output x_o, output y_o);
  reg x_q, y_q;
  assign x_o = x_q, y_o = y_q ^ (x_q & ~y_q & a_i[1]);
  always @(posedge clk_i) x_q <= rst_ni && (a_i[0] || y_q);
  always @(posedge clk_i) y_q <= rst_ni && (a_i[0] || x_q);
endmodule
V
cat > "$work/once.v" << 'V'
module m(input clk_i, input rst_ni, input [1:0] a_i, output x_o, output y_o);
  reg y_q;
  wire x_q = y_q;
  assign x_o = y_q, y_o = y_q;
  always @(posedge clk_i) y_q <= rst_ni && (a_i[0] || y_q);
endmodule
V
answer equal "merged" "$work/twice.v" "$work/once.v"
grep -q '^merged 1 recoded 0$' "$work/case.points"; check $? "merged: $(cat "$work/case.points")"
wrong "merged, another next state" "$work/twice.v" "$work/once.v" 's/a_i\[0\]/a_i[1]/'
for fault in 's/x_q <= rst_ni \&\& (\(.*\));/x_q <= \1;/' 's/x_q <= rst_ni \&\& (a_i\[0\]/x_q <= rst_ni \&\& (a_i[1]/' \
    's/x_q <= rst_ni/x_q <= !rst_ni/'; do
    sed "$fault" "$work/twice.v" > "$work/apart.v"
    ! cmp -s "$work/twice.v" "$work/apart.v"; check $? "'$fault' changes nothing"
    answer different "merged, not of one value: $fault" "$work/apart.v" "$work/once.v"
done
sed 's/rst_ni/run_i/g' "$work/twice.v" > "$work/no_reset.v"
sed 's/rst_ni/run_i/g' "$work/once.v" > "$work/no_reset_once.v"
answer different "merged, without a reset" "$work/no_reset.v" "$work/no_reset_once.v"

# ---- equal under an assumption only ----------------------------------------------------------------------------------
cat > "$work/sum.v" << 'V'
module m(input [2:0] a_i, output [2:0] y_o);
  assign y_o = a_i + 1;
endmodule
V
sed 's/a_i + 1/{a_i[2] | (a_i[1] \& a_i[0]), a_i[1] ^ a_i[0], ~a_i[0]}/' "$work/sum.v" > "$work/narrow.v"
answer different "a sum without its last carry" "$work/sum.v" "$work/narrow.v"
sed 's/^endmodule/(* keep *) wire assumption = a_i < 7;\n&/' "$work/sum.v" > "$work/assumed.v"
answer equal "a sum that does not overflow" "$work/assumed.v" "$work/narrow.v"
sed 's/a_i < 7/a_i > 0/' "$work/assumed.v" > "$work/other.v"
answer different "another assumption" "$work/other.v" "$work/narrow.v"
finish
