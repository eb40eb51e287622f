#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cells.sh: cells.awk writes what Yosys reads from the same Liberty file, for every cell; a function changed in the file
# is noticed, and a cell without such a function is refused by its name.
#
# Environment: BUILD (default build). Exit codes: 0 passed, 1 not, 3 the library is missing. Last line: "N passed, N
# failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
[ -r $library ] || { echo "cells.sh: $library is missing, run 'apt-get install qflow-tech-osu018'" >&2; exit 3; }
work=${BUILD:-build}/netlist/cells; rm -rf "$work"; mkdir -p "$work"

# One instance of every cell that has functions of its inputs or is a flip-flop of the rising edge; an output each.
yosys -q -p "read_liberty -ignore_miss_func $library; write_verilog -noattr $work/models.v" > "$work/log" 2>&1
awk '$1 == "module" { name = $2; sub(/\(.*/, "", name); pins = $0; sub(/^[^(]*\(/, "", pins); sub(/\);.*/, "", pins) }
    $1 == "output" { out = $2; sub(/;/, "", out); outputs[name] = outputs[name] out " " }
    $1 == "endmodule" && name !~ /^(TBUF|LATCH|DFFNEG|DFFSR|PAD)/ && outputs[name] != "" { order[++cells] = name;
        all[name] = pins }
    END { for (i = 1; i <= cells; i++) {
              name = order[i]; k = split(all[name], pin, ", "); text = text "  " name " u_" name " (\n"
              for (j = 1; j <= k; j++) {
                  net = pin[j] == "CLK" ? "clk_i" : index(" " outputs[name],
                      " " pin[j] " ") ? "y_o[" n++ "]" : "i_" pin[j]
                  if (net ~ /^i_/) inputs[net] = 1
                  text = text "    ." pin[j] "(" net ")" (j < k ? "," : "") "\n" }
              text = text "  );\n" }
          printf "module m(clk_i, y_o"; for (net in inputs) printf ", %s", net
          print ");\n  input clk_i;\n  output [" n - 1 ":0] y_o;"; for (net in inputs) print "  input " net ";"
          print text "endmodule" }' "$work/models.v" > "$work/all.v"
cells=$(grep -c ' u_' "$work/all.v")
[ "$cells" -ge 26 ]; check $? "only $cells cells in $work/all.v"

compare() { # word of equal.sh, what, Liberty file of cells.awk
    exits 0 "$2" "$work/gate.v" awk -v library="$3" -f tb/synthesis/netlist/cells.awk "$work/all.v"
    printf 'read_verilog -sv %s\nread_liberty -ignore_miss_func %s\nrename m gold\nflatten gold\nread_verilog -sv %s\nrename m gate\nproc gate\n' "$work/all.v" $library "$work/gate.v" > "$work/commands"
    found=$(tb/synthesis/netlist/equal.sh "$work/case" "$work/commands")
    [ "${found%% *}" = "$1" ]; check $? "$2: $found, $1 expected"
}
compare equal "$cells cells" $library
for fault in 's/"(!((A B)+C))"/"(!((A+B) C))"/' 's/"(!((S A) + (!S B)))"/"(!((S B) + (!S A)))"/' \
    's/"(!(A^B))"/"(A^B)"/' 's/next_state : "D"/next_state : "!D"/' 's/"(!((A+B) C))"/"(!(A+B C))"/'; do
    sed "$fault" $library > "$work/wrong.lib"
    ! cmp -s $library "$work/wrong.lib"; check $? "'$fault' changes nothing"
    compare different "$fault" "$work/wrong.lib"
done
refused() { # cell with its pins, words
    printf 'module m(clk_i, a_i, y_o);\n  input clk_i, a_i;\n  output y_o;\n  %s u_cell (\n' "$1" > "$work/one.v"
    for pin in $2; do printf '    .%s(%s),\n' "${pin%=*}" "${pin#*=}"; done | sed '$s/,$//' >> "$work/one.v"
    printf '  );\nendmodule\n' >> "$work/one.v"
    exits 1 "$1" "$work/answer" awk -v library="${4:-$library}" -f tb/synthesis/netlist/cells.awk "$work/one.v"
    grep -q "^cells.awk: .*/one.v:[0-9]*: $3" "$work/answer"; check $? "$1: no '$3' in $(tail -n 1 "$work/answer")"
}
refused TBUFX1 'A=a_i EN=clk_i Y=y_o' 'no model of TBUFX1: it has a three_state'
refused LATCH 'CLK=clk_i D=a_i Q=y_o' 'no model of LATCH: it has a latch'
refused DFFSR 'CLK=clk_i D=a_i R=a_i S=a_i Q=y_o' 'no model of DFFSR: it has a '
refused NAND2X1 'A=a_i Y=y_o' 'NAND2X1 has no pin B'
sed 's/"(!(A B))"/"(!(A B)"/' $library > "$work/wrong.lib"
refused NAND2X1 'A=a_i B=clk_i Y=y_o' 'not a function' "$work/wrong.lib"
finish
