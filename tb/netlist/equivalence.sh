#!/bin/bash
# equivalence.sh: proves each module of the gate-level netlist equal to its RTL, for all inputs and states (docs/netlist.md).
#
# usage: equivalence.sh CONFIG generic|osu018 [MODULE…]     default: every module below scord_top, and scord_top itself
# A module's submodules are black boxes on both sides, with the same ports: all modules together are the whole netlist, and what
# one proof assumes of a submodule another proves. Registers and wires that kept their names are compared first (equiv_simple), the
# rest by induction over cycles (equiv_induct), up to eight. The proof takes the RTL's memories as flip-flops, as synthesis did.
# Environment: BUILD (default build), TOP=module: the netlist of this module alone, not of scord_top; FAULT=1: the middle gate of each
#              module is swapped, and a proof must fail; SECONDS_EACH (900), ROWS=file: a row of docs/netlist.md for each module.
# Exit codes: 0 all proved (with FAULT: refuted), 1 not, 2 bad usage, 3 a tool is missing. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 3
config=${1:-}; cells=${2:-}
grep -q "^CONFIG_${config}_YOSYS" rtl/common/scord_configs.mk && [ "$cells" = generic -o "$cells" = osu018 ] ||
    { echo "usage: equivalence.sh CONFIG generic|osu018 [MODULE...]" >&2; exit 2; }
shift 2
command -v yosys > /dev/null || { echo "equivalence.sh: yosys is missing, run 'make setup'" >&2; exit 3; }
build=${BUILD:-build}; top=${TOP:-scord_top}; netlist=$build/netlist/$config-$cells-$top; work=$netlist/equivalence; mkdir -p "$work"
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
. scripts/expect.sh
scripts/synthesis.sh $([ "$cells" = osu018 ] || echo -g) -c "$config" "$top" "$netlist" || { check 1 "no netlist"; finish; exit 1; }

# ---- the RTL, in words, with the netlist's module names ----------------------------------------------------------------
# Both lists have the modules in the same order (scripts/synthesis.sh): the name in Yosys, the name in the netlist.
paste -d'\t' "$netlist/modules" <(awk '$1 == "module" {sub(/\(.*/, "", $2); print $2}' "$netlist/netlist.v") > "$work/names"
source=$(find rtl -name "$top.v"); [ -n "$source" ] || { echo "equivalence.sh: no module $top in rtl/" >&2; exit 2; }
parameters=$(sed -n "s/^CONFIG_${config}_YOSYS = //p" rtl/common/scord_configs.mk | sed 's/-chparam/\n&/g' | while read -r option key value; do
    if grep -q "parameter int $key " "$source"; then echo "-set $key $value"; fi; done | tr '\n' ' ')
yosys -q -p "read_verilog -sv -DSYNTHESIS -Irtl/common rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/scord_top.v;
    ${parameters:+chparam $parameters $top;} hierarchy -check -top $top; proc; opt_clean; memory -nomap; memory_map; opt_clean; write_rtlil $work/rtl.raw" > "$work/log" 2>&1 ||
    { tail -n 3 "$work/log"; check 1 "the RTL does not elaborate, see $work/log"; finish; exit 1; }
awk 'FNR == NR { plain[($1 ~ /^\$/ ? "" : "\\") $1] = "\\" $2; next }
    $1 == "module" && $2 in plain { print "module " plain[$2]; next }
    $1 == "cell" && $2 in plain { print "  cell " plain[$2] " " $3; next }
    { print }' FS='\t' "$work/names" FS=' ' "$work/rtl.raw" > "$work/rtl.il"

# ---- one module --------------------------------------------------------------------------------------------------------
gate_of() { # module: its text, alone, with a swapped gate if FAULT is set
    awk -v module="$1" -v fault="${FAULT:-0}" -f tb/netlist/gates.awk -f <(echo '
        $1 == "module" { name = $2; sub(/\(.*/, "", name) }
        name == module { line[++lines] = $0; if (swappable($0)) gate[++gates] = lines }
        END { if (fault && gates) { at = gate[int((gates + 1) / 2)]; line[at] = swapped(line[at]) }
              for (i = 1; i <= lines; i++) print line[i] }') "$netlist/netlist.v"
}
prove() { # module
    local module=$1 script=$work/$1.ys library_cells=
    gate_of "$module" > "$work/$module.v"
    [ "$cells" = generic ] || library_cells="read_liberty -ignore_miss_func $library"
    cat > "$script" << YS
read_rtlil $work/rtl.il
rename $module gold
select -set others =A:* =gold %d
blackbox @others
read_verilog $work/$module.v
rename $module gate
proc gate
$library_cells
YS
    [ "$cells" = generic ] || echo "flatten gate" >> "$script"
    cat >> "$script" << YS
equiv_make gold gate equiv
cd equiv
opt_expr
opt_clean
async2sync
equiv_simple -undef
equiv_induct -undef -seq 8
cd ..
equiv_status -assert equiv
YS
    timeout "${SECONDS_EACH:-900}" yosys -q -l "$work/$module.log" -s "$script" > "$work/$module.out" 2>&1
}
[ -z "${ROWS:-}" ] || printf "| module | points proved | not proved | result | s |\n|---|---|---|---|---|\n" >> "$ROWS"
for module in ${*:-$(cut -f2 "$work/names")}; do
    start=$SECONDS; prove "$module"; code=$?; seconds=$((SECONDS - start))
    proven=$(sed -n 's/^ *Of those cells \([0-9]*\) are proven and \([0-9]*\) are unproven.*/\1 \2/p' "$work/$module.log" | tail -n 1)
    points=${proven% *}; left=${proven#* }
    if [ "${FAULT:-0}" = 1 ]; then result=refuted; [ $code -ne 0 ] && [ "${left:-0}" -gt 0 ]
    else result=proved; [ $code -eq 0 ] && [ "${points:-0}" -gt 0 ] && [ "${left:-1}" -eq 0 ]; fi
    ok=$?; why=; [ $code -ne 124 ] || why=", time limit"
    check $ok "$module: ${points:-no} points proved, ${left:-all} not$why, $seconds s, see $work/$module.log"
    [ $ok -ne 0 ] || echo "$result $module: $points points proved, $left not, $seconds s"
    [ $ok -eq 0 ] || result="not proved$why"
    [ -z "${ROWS:-}" ] || echo "| \`$module\` | ${points:-0} | ${left:-?} | $result | $seconds |" >> "$ROWS"
done
finish
