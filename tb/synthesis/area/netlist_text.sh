#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# netlist_text.sh: what Yosys writes for the larger machines: a constant of 32 bits is decimal, and the parameters of
# the top make a name longer than that of a file may be. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

cat > "$work/netlist.v" << TEXT
module m(a);
  output [31:0] a;
  wire [31:0] a;
  assign a = 32'd5;
endmodule
TEXT
exits 0 "a decimal constant" "$work/single" awk -f scripts/area/single_assigns.awk "$work/netlist.v"
has "$work/single" "assign a[2] = 1'b1;"
has "$work/single" "assign a[1] = 1'b0;"
equal "the bits" 32 "$(grep -c '^  assign' "$work/single")"

# A small module with the names of many parameters
cp -r rtl "$work/rtl"
keys=$(for i in 1 2 3 4 5 6 7 8 9; do echo "AParameterWithAnUnusuallyLongName$i"; done)
{   printf 'module long_name #(\n'
    for key in $keys; do echo "  parameter int $key = 1,"; done
    printf '  parameter int Width = 1\n) (input wire [Width-1:0] a_i, output wire [Width-1:0] b_o);\n'
    printf '  assign b_o = ~a_i;\nendmodule\n'
} > "$work/rtl/common/long_name.v"
# shellcheck disable=SC2046
exits 0 "a long name" "$work/out" env BUILD="$work/build" RTL="$work/rtl" scripts/synthesis.sh long_name \
    "$work/mapped" Width=2 $(for key in $keys; do echo "$key=3"; done)
has "$work/mapped/netlist.v" "module long_name"
finish
