#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# refute.sh: shows that the proofs can fail. Every line of tb/formal/mutants plants one change in a copy of rtl/, and
# prove.sh must find a counterexample, reachable from reset in a few cycles (single step: some input): neither an error
# of the tools nor an induction that does not close will do.
#
# Cycles in tb/formal/mutants: how many, "long" before them (below), "with A=1 B=2" behind them: with that parameter
# set, not the first.
#
# usage: refute.sh [--sample N [--seed S]] [MODULE…]   all mutants, or those of these modules. --sample: a few, drawn by
#                                                      seed, one of each module at least (tb/sample.sh)
# Environment: LONG=1             also those whose cycles begin with "long" (minutes each): make formal
#              ROWS=directory      also a line in ROWS/refuted for each
# Counterexamples are kept as proofs are (prove.sh).
# Exit codes: 0 all refuted, 1 one was not, 2 bad usage.
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/../../tb/expect.sh"
. "$(dirname "$0")/../../tb/sample.sh"
sample_options "$@" || exit 2
modules=" ${arguments[*]} "
grep '|' tb/formal/mutants | grep -v '^#' |
    awk -F ' *[|] *' -v modules="$modules" -v long="$LONG" '
        (modules == "  " || index(modules, " " $1 " ")) && (long != "" || $4 !~ /^long/)' > "$work/all"
# a change is called by its module and its script
awk -F ' *[|] *' '{name = $1 "|" $3; gsub(/ /, "_", name); print name, $1}' "$work/all" | draw > "$work/drawn"
awk -F ' *[|] *' 'NR == FNR {drawn[$0]; next} {name = $1 "|" $3; gsub(/ /, "_", name)} name in drawn' "$work/drawn" \
    "$work/all" > "$work/list"
while IFS='|' read -r module file script steps what; do
    module=${module% }; file=${file# }; file=${file% }; steps=$(echo $steps); steps=${steps#long }
    set=; case $steps in *with*) set=${steps#*with }; steps=${steps%with*};; esac
    rm -rf "$work/rtl"; cp -r rtl "$work/rtl"
    sed -i "$script" "$work/rtl/$file"
    if cmp -s "rtl/$file" "$work/rtl/$file"; then
        fail "$module: nothing to change in $file for '$what'"
    elif RTL="$work/rtl" ROWS="" TRACES="" PROOF_ONLY=1 PROOF_SET=$set MAX_STEPS=${steps:-9} tb/formal/prove.sh \
        "$module" > "$work/log" 2>&1 < /dev/null; then
        fail "$module: proved although$what"
    elif grep -q "model found: FAIL!\|model found for base case: FAIL!" "$work/log" &&
        ! grep -q "^Reached maximum" "$work/log"; then
        kept=; ! grep -q "(kept)\$" "$work/log" || kept=" (kept)"
        pass "refuted $module:$what$kept"
        [ -z "$ROWS" ] || echo "$module | $file |$what" >> "$ROWS/refuted"
    else
        fail "$module: no counterexample for$what"; tail -n 5 "$work/log"
    fi
done < "$work/list"
finish
