#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# report.sh: measures machines of scripts/area/machines, checks them against the baseline, and writes tables and
# pictures of docs/results/area.md. Prints mm² of the 3,000 bytes alone, and pJ where `make power` has measured them.
#
# usage: report.sh [--record | --check] [NAME…] NAME of scripts/area/machines or tb/synthesis/area/small, or space
# (design space); default: all, and the audit of gtx480
#   --record: writes scripts/area/baseline anew instead of comparing with it
#   --check: compares only, and leaves docs/ alone
# A machine takes two to fifteen minutes; modules that a machine before had are not mapped again. Figures are kept in
# $BUILD/area, and the tables are made of all that are there. Environment: BUILD (default build).
# Exit codes: 0 all as recorded, 1 a row is not or a step failed, 2 no such machine, 3 a tool is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
scripts=scripts/area; build=${BUILD:-build}; sections=$build/area/sections
record=; check=
case ${1:-} in --record) record=1; shift;; --check) check=1; shift;; esac
command -v dot > /dev/null || { echo "report.sh: dot is missing, run 'apt-get install graphviz'" >&2; exit 3; }
mkdir -p "$sections"; failed=0
catalogue=$(sed -e '/^#/d' $scripts/machines tb/synthesis/area/small)
wanted() { [ -z "$names" ] || case " $names " in *" $1 "*) ;; *) false;; esac; }
names="$*"
for name in $names; do
    [ "$name" = space ] || echo "$catalogue" | grep -q "^$name " || {
        echo "report.sh: no machine $name in scripts/area/machines" >&2
        exit 2
    }
done

: > "$build/area/measured"
if wanted gtx480; then
    $scripts/area.sh audit gtx480 > "$sections/audit.md" || failed=1
    cat "$sections/audit.md" "$build/area/gtx480_state/row" > /dev/null &&
        cat "$build/area/gtx480_state/row" >> "$build/area/measured"
    awk -f $scripts/memories.awk "$build/area/gtx480_state/words.il" > "$sections/memories.md" || failed=1
fi
echo "$catalogue" | while read -r name top rest; do
    wanted "$name" || continue
    # shellcheck disable=SC2086
    $scripts/area.sh measure "$name" "$top" $rest >> "$build/area/measured" || {
        echo "report.sh: no figures of $name" >&2
        false
    } || exit 1
done || failed=1

# the audit's bits, instance by instance, are the mapped netlist's flip-flops
if wanted gtx480 && [ -s "$build/area/gtx480/rows" ]; then
    awk -f $scripts/mapped_state.awk "$build/area/gtx480_state/rows" "$build/area/gtx480/rows" \
        > "$sections/mapped.md" || failed=1
fi
if [ -n "$record" ]; then
    awk -v record=1 -f $scripts/baseline.awk $scripts/baseline "$build/area/measured" > "$build/area/baseline.part" &&
        mv "$build/area/baseline.part" $scripts/baseline || failed=1
elif [ -s "$build/area/measured" ]; then
    $scripts/area.sh check "$build/area/measured" || failed=1
fi

[ -z "$check" ] || exit $failed

if wanted space; then
    $scripts/design_space.sh > "$sections/space.part" && mv "$sections/space.part" "$sections/space.md" || failed=1
fi

fo4=$($scripts/timing.sh --fo4 "$build/area") || exit
table() { name=$1; shift; awk -v table="$name" -v fo4="$fo4" -f $scripts/tables.awk "$@"; }
printf 'FO4 of the library: %.1f ps.\n' "$(awk "BEGIN { print $fo4 * 1000 }")" > "$sections/fo4.md"
{
    printf '| machine | cells | flip-flops | mm² | ns | FO4 | MHz, 0.18 µm | MHz, 40 nm typical | MHz, 40 nm worst |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n'
  table machines $scripts/baseline; } > "$sections/machines.md"
{ printf '| machine | FO4 | MHz at 12 ps | at 14.4 ps | at 16 ps | at 20 ps |\n|---|---:|---:|---:|---:|---:|\n'
  table clock $scripts/baseline; } > "$sections/clock.md"
if [ -s "$build/area/gtx480/rows" ] && [ -s "$build/area/gtx480/paths" ]; then
    table modules "$build/area/gtx480/rows" > "$sections/modules.md"
    table timing "$build/area/gtx480/paths" > "$sections/timing.md"
    table path "$build/area/gtx480/timing/report" > "$sections/path.md"
    awk -v title="scord, gtx480, osu018 (0.18 µm)" -f $scripts/treemap.awk "$build/area/gtx480/rows" \
        > docs/results/images/area-treemap.svg || failed=1
    echo '![Area of the default machine by module](images/area-treemap.svg)' > "$sections/treemap.md"
    $scripts/counted.sh > "$sections/counted.md" || failed=1
    cat "$sections/counted.md"
fi
if wanted gtx480; then # the hierarchy as the coarse netlist has it
    yosys -q -p "read_ilang $build/area/gtx480_state/words.il; write_verilog -noattr -noexpr $build/area/diagram.v" \
        > "$build/area/diagram.log" 2>&1 &&
        awk -v top=scord_top -v depth=3 -f $scripts/diagram.awk "$build/area/diagram.v" > "$build/area/diagram.dot" &&
        dot -Tsvg "$build/area/diagram.dot" > docs/results/images/block-diagram.svg || failed=1
fi
# Sections that were not made stay as they are.
scripts/results_page.sh docs/results/area.md --from "$sections"
exit $failed
