#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_mutate.sh: the mutator itself, on a small module: what it finds, what it leaves alone, what it refuses.
# usage: test_mutate.sh     Environment: BUILD. Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; mutate=$PWD/$build/tools/mutate
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
cat > "$work/m.v" <<'VERILOG'
`include "scord_params.vh"
module m #(parameter int Width = 4 + 1) (input wire clk_i, input wire a, input wire b, input wire [3:0] v, output logic x, output logic [3:0] y);
  localparam int Two = 1 + 1;  // a constant: no place for a mutant
  logic [3:0] count_q;
  if (Width < 2) begin : g_bad
    initial $error("m");
  end
  /* a && b */
  assign x = a && !b;
  always_ff @(posedge clk_i) begin
    if (a || v[1:0] == 2'd2) count_q <= count_q + 1'b1;
    else begin
      for (int i = 0; i < 4; i++) count_q[i] <= v[i];
    end
  end
  assign y = b ? count_q : {v[0], 3'd0};
  leaf u_leaf (.clk_i, .in_i(v), .clear_i(a), .out_o());
`ifndef SYNTHESIS
  always @(posedge clk_i) assert (x == (a && !b));
`endif
endmodule
VERILOG
cd "$work" || exit 1
"$mutate" list m.v > list; check $? "list"
expect_change() {
    grep -F "$(printf 'm.v:%s\t%s\t%s\t%s\t' "$1" "$2" "$3" "$4")" list > /dev/null
    check $? "line $1, $2: $3 → $4"
}
expect_change 9 logical 'a && !b' 'a || !b'
expect_change 9 operand 'a && !b' 'a'
expect_change 9 negation '!b' 'b'
expect_change 11 condition "a || v[1:0] == 2'd2" "1'b0"
expect_change 11 relational "v[1:0] == 2'd2" "v[1:0] != 2'd2"
expect_change 11 constant "2'd2" "2'd3"
expect_change 11 deletion "count_q <= count_q + 1'b1;" ';'
expect_change 11 arithmetic "count_q + 1'b1" "count_q - 1'b1"
expect_change 13 deletion 'count_q[i] <= v[i];' ';'
expect_change 16 choice "b ? count_q : {v[0], 3'd0}" 'count_q'
expect_change 17 stuck 'v' "'0"
expect_change 17 stuck 'a' "'1"
! grep -q 'm.v:\([1-8]\|1[2458]\|19\):' list
check $? "nothing in headers, parameters, generate conditions, loops, comments, assertions"
[ "$(cut -f1 list)" = "$(seq "$(wc -l < list)")" ]; check $? "numbered from 1"
[ "$(cut -f7 list | sort | uniq -d | wc -l)" = 0 ]; check $? "every key is one mutant's"

# the sample: of the size given, the same every time, another for another seed
[ "$("$mutate" list 5 1 m.v | wc -l)" = 5 ]; check $? "sample of 5"
[ "$("$mutate" list 5 1 m.v)" = "$("$mutate" list 5 1 m.v)" ]; check $? "one seed, one sample"
[ "$("$mutate" list 5 1 m.v)" != "$("$mutate" list 5 2 m.v)" ]; check $? "another seed, another sample"

# one mutant in place: only its line changes, and to what was announced
mkdir one all
number=$(grep -F "$(printf '\ta && !b\ta || !b\t')" list | cut -f1)
"$mutate" apply one "$number" m.v; check $? "apply"
[ "$(diff m.v one/m.v | grep -c '^>')" = 1 ] && grep -qF 'assign x = (a || !b);' one/m.v; check $? "applied"
# all at once, switched: without the additions the file is as it was
"$mutate" switch all 0 0 m.v; check $? "switch"
[ "$(grep -o 'mutation_control::number' all/m.v | wc -l)" = "$(wc -l < list)" ]; check $? "every mutant is switched"

# a bug planted by hand
mkdir -p copies/bug planted; sed 's/a && !b;/a;/' m.v > copies/bug/m.v; echo bug > names
"$mutate" plant planted copies names m.v; check $? "plant"
grep -qF 'assign x = ((mutation_control::number == 1) ? (a) : (a && !b));' planted/m.v; check $? "planted"
cp m.v copies/bug/m.v
"$mutate" plant planted copies names m.v 2> error
[ $? = 2 ] && grep -q 'nothing changed' error
check $? "a bug that changes nothing is refused"
sed 's/input wire a,//' m.v > copies/bug/m.v
"$mutate" plant planted copies names m.v 2> error
[ $? = 2 ] && grep -q 'not inside' error
check $? "a bug in the header is refused"

# what is not understood is an error with its line
sed 's/assign x = a .*/assign x = a ?? b;/' m.v > bad.v
"$mutate" list bad.v > /dev/null 2> error
[ $? = 2 ] && grep -q '^mutate: bad.v:9: ' error
check $? "not understood: $(cat error)"
"$mutate" list missing.v > /dev/null 2> error; [ $? = 2 ] && grep -q 'missing.v: cannot be read' error;
check $? "missing file"
printf 'module m; /* \n' > open.v
"$mutate" list open.v > /dev/null 2> error
[ $? = 2 ] && grep -q 'comment not closed' error
check $? "open comment"
"$mutate" apply one 9999 m.v 2> error; [ $? = 2 ] && grep -q 'no mutant 9999' error; check $? "no such mutant"
"$mutate" apply nowhere 1 m.v 2> error; [ $? = 3 ] && grep -q 'nowhere/m.v' error; check $? "no such directory"
"$mutate" 2> error; [ $? = 2 ] && grep -q usage error; check $? "usage"
finish
