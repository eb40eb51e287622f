#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# equal.sh: are two modules equal, for all inputs and states? Cut at flip-flops and submodules, then &cec of Yosys's
# abc.
#
# usage: equal.sh PREFIX COMMANDS     COMMANDS: Yosys commands that leave the modules "gold" and "gate", all others as
#                                     black boxes
# Prints a line: "equal POINTS", "different POINTS OUTPUT", "undecided POINTS" (time limit) or "incomplete POINTS WHY";
# POINTS are the bits compared: outputs, what flip-flops take next, what submodules are given. Files stay under PREFIX.
# Environment: SECONDS_EACH (900), the limit of cec. Exit codes: 0 equal, 1 any other line, 2 bad usage, 3 yosys or its
# abc is missing.
set -u
cd "$(dirname "$0")/../../.." || exit 3
[ $# -eq 2 ] && [ -r "$2" ] || { echo "usage: equal.sh PREFIX COMMANDS" >&2; exit 2; }
for tool in yosys yosys-abc; do
    command -v $tool > /dev/null || {
        echo "equal.sh: $tool is missing, run 'make test-setup'" >&2
        exit 3
    }
done
prefix=$1
cat "$2" - > "$prefix.ys" << YS
copy gold coded
opt_expr coded
opt_clean coded
opt -nodffe -nosdff coded
fsm -encfile $prefix.codes coded
delete coded
techmap -map tb/synthesis/netlist/part_select.v gold
select gold gate
simplemap
techmap
opt_clean
dffunmap
simplemap
setundef -undriven -undef
select -clear
write_blif -top gold -cname -blackbox -impltf $prefix.blif
YS
yosys -q -l "$prefix.log" -s "$prefix.ys" > "$prefix.messages" 2>&1 ||
    { echo "incomplete 0 $(grep -m 1 ERROR "$prefix.messages"), see $prefix.log"; exit 1; }
"${BUILD:-build}/tools/correspondence" "$prefix.codes" "$prefix.blif" "$prefix.gold.blif" "$prefix.gate.blif" \
    > "$prefix.points" 2>&1 ||
    { echo "incomplete 0 $(tail -n 1 "$prefix.points")"; exit 1; }
points=$(sed -n 's/^points \([0-9]*\).*/\1/p' "$prefix.points")
yosys-abc -c "read_blif $prefix.gold.blif; strash; &get; &write $prefix.gold.aig; read_blif $prefix.gate.blif; strash; &get; &write $prefix.gate.aig; &cec -C 1000000000 -T ${SECONDS_EACH:-900} $prefix.gold.aig $prefix.gate.aig" > "$prefix.cec" 2>&1
if grep -q "^Networks are NOT EQUIVALENT" "$prefix.cec"; then
    number=$(sed -n 's/.*\(zero-based number \|Output \)\([0-9]*\).*/\2/p' "$prefix.cec" | head -n 1)
    echo "different $points $(sed -n '/^.outputs/{p;q}' "$prefix.gold.blif" | cut -d' ' -f$((${number:-0} + 2)))"
    exit 1
elif grep -q "^only in" "$prefix.points"; then
echo "incomplete $points $(grep -c "^only in" "$prefix.points") points $(grep -m 1 "^only in" "$prefix.points")"
exit 1
elif grep -q "non-driven" "$prefix.cec"; then echo "incomplete $points nets without driver, see $prefix.cec"; exit 1
elif grep -q "^Networks are equivalent" "$prefix.cec"; then echo "equal $points"
elif grep -q "^Networks are UNDECIDED" "$prefix.cec"; then echo "undecided $points"; exit 1
else echo "incomplete $points $(tail -n 1 "$prefix.cec")"; exit 1; fi
