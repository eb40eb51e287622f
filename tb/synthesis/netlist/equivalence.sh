#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# equivalence.sh: proves each module of the gate-level netlist equal to its RTL, for all inputs and states
# (docs/netlist.md).
#
# usage: equivalence.sh CONFIG generic|osu018 [MODULE…]     default: every module of the netlist
# A module's submodules are black boxes on both sides, with the same ports: all modules together are the whole netlist,
# and what one proof assumes of a submodule another proves. Registers correspond by name, bit by bit; the logic between
# them is compared by abc (equal.sh). The RTL's memories are flip-flops, as synthesis made them. Where the RTL's value
# is unknown (a part-select beyond the vector) the netlist may have either.
# Environment: BUILD (default build), TOP=module: the netlist of this module alone, not of scord_top; FAULT=1: the
# middle gate of each
#              module is swapped, and the proof must fail (a swap proved without effect: the next gate, up to twenty);
#              SECONDS_EACH (900), ROWS=file: a row of docs/results/netlist-equivalence.md for each module.
# What is proved is kept (MODULE.proved) and not proved again while netlist, RTL and scripts are the same: an ended run
# goes on from there.
# Exit codes: 0 all proved (with FAULT: refuted), 1 not, 2 bad usage, 3 a tool is missing. Last line: "N passed, N
# failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
config=${1:-}; cells=${2:-}
grep -q "^CONFIG_${config}_YOSYS" rtl/common/scord_configs.mk && { [ "$cells" = generic ] || [ "$cells" = osu018 ]; } ||
    { echo "usage: equivalence.sh CONFIG generic|osu018 [MODULE...]" >&2; exit 2; }
shift 2
command -v yosys > /dev/null || { echo "equivalence.sh: yosys is missing, run 'make test-setup'" >&2; exit 3; }
build=${BUILD:-build}
top=${TOP:-scord_top}
netlist=$build/netlist/$config-$cells-$top
work=$netlist/equivalence
mkdir -p "$work"
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
. tb/expect.sh
scripts/synthesis.sh $([ "$cells" = osu018 ] || echo -g) -c "$config" "$top" "$netlist" || {
    check 1 "no netlist"
    finish
    exit 1
}

# ---- the RTL, in words, with the netlist's module names --------------------------------------------------------------
# Both lists have the modules in the same order (scripts/synthesis.sh): the name in Yosys, the name in the netlist.
paste -d'\t' "$netlist/modules" <(awk '$1 == "module" {sub(/\(.*/, "", $2); print $2}' "$netlist/netlist.v") \
    > "$work/names"
source=$(find rtl -name "$top.v"); [ -n "$source" ] || { echo "equivalence.sh: no module $top in rtl/" >&2; exit 2; }
parameters=$(sed -n "s/^CONFIG_${config}_YOSYS = //p" rtl/common/scord_configs.mk | sed 's/-chparam/\n&/g' |
    while read -r option key value; do
    if grep -q "parameter int $key " "$source"; then echo "-set $key $value"; fi; done | tr '\n' ' ')
yosys -q -p "read_verilog -sv -DSYNTHESIS -Irtl/common rtl/common/*.v rtl/sm/*.v rtl/detector/*.v rtl/scord_top.v;
    ${parameters:+chparam $parameters $top;} hierarchy -check -top $top; proc; opt_clean; memory_collect; memory_map; opt_clean; write_rtlil $work/rtl.raw" > "$work/log" 2>&1 ||
    { tail -n 3 "$work/log"; check 1 "the RTL does not elaborate, see $work/log"; finish; exit 1; }
awk 'FNR == NR { plain[($1 ~ /^\$/ ? "" : "\\") $1] = "\\" $2; next }
    $1 == "module" && $2 in plain { print "module " plain[$2]; next }
    $1 == "cell" && $2 in plain { print "  cell " plain[$2] " " $3; next }
    { print }' FS='\t' "$work/names" FS=' ' "$work/rtl.raw" > "$work/rtl.il"

# ---- one module ------------------------------------------------------------------------------------------------------
commands() { # module, gate to swap or nothing: Yosys commands for gold, its RTL, and gate, its netlist
    awk -v module="$1" -v number="$2" -f tb/synthesis/netlist/gates.awk -f tb/synthesis/netlist/swap.awk \
        "$netlist/netlist.v" > "$work/$1.v" || return
    printf 'read_rtlil %s\nrename %s gold\nselect -set others =A:* =gold %%d\nblackbox @others\n' "$work/rtl.il" "$1"
    printf 'read_verilog %s\nrename %s gate\nproc gate\n' "$work/$1.v" "$1"
    [ "$cells" = generic ] || printf 'read_liberty -ignore_miss_func %s\nflatten gate\n' $library
}
compare() { # module, gate to swap or nothing: the line of equal.sh
    commands "$1" "$2" > "$work/$1.commands" || { echo "incomplete 0 no gate to swap"; return; }
    tb/synthesis/netlist/equal.sh "$work/$1" "$work/$1.commands"
}
prove() { # module: equal.sh's line
    local number=0 answer
    [ "${FAULT:-0}" = 1 ] || { compare "$1" ""; return; }
    while answer=$(compare "$1" $number) && [ $number -lt 20 ]; do number=$((number + 1)); done
    echo "$answer"
}
sum_of() { # module: of all that its proof depends on
    cat "$work/$1.v" "$work/$1.commands" "$work/rtl.il" tb/synthesis/netlist/equal.sh \
        "$build/tools/correspondence" tb/synthesis/netlist/part_select.v | cksum
}
earlier() { # module: lines of an earlier proof: the answer, seconds
    [ "${FAULT:-0}" != 1 ] && commands "$1" "" > "$work/$1.commands" &&
        [ "$(sed -n 1p "$work/$1.proved" 2> /dev/null)" = "$(sum_of "$1")" ] &&
        sed -n "2,3p" "$work/$1.proved"
}
if [ "${FAULT:-0}" = 1 ]; then wanted=different; else wanted=equal; fi
[ -z "${ROWS:-}" ] || printf "| module | bits compared | result | s |\n|---|---|---|---|\n" >> "$ROWS"
for module in ${*:-$(cut -f2 "$work/names")}; do
    if lines=$(earlier "$module"); then { read -r answer; read -r seconds; } <<< "$lines"
    else
        start=$SECONDS; answer=$(prove "$module"); seconds=$((SECONDS - start))
        case ${FAULT:-0}$answer in 0equal*) printf "%s\n%s\n%s\n" "$(sum_of "$module")" "$answer" $seconds \
            > "$work/$module.proved";; esac
    fi
    read -r verdict points why <<< "$answer"
    [ "$verdict" = $wanted ] && [ "${points:-0}" -gt 0 ]
    check $? "$module: ${answer:-no answer}, $wanted expected, $seconds s, see $work/$module.log"
    [ "$verdict" != $wanted ] || echo "$verdict $module: $points bits compared${why:+, first $why}, $seconds s"
    [ -z "${ROWS:-}" ] || echo "| \`$module\` | ${points:-0} | $verdict${why:+: $why} | $seconds |" >> "$ROWS"
done
finish
