#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# planted.sh: plants each bug of tb/lockstep/scheduler/planted into the RTL of the warp scheduling unit and demands that
# the random lockstep finds it, with the first mismatching unit and field that tb/lockstep/scheduler/planted names; bug
# 0 is none.
#
# usage: planted.sh [--show] [--sample N [--seed S]] [NAME…]
#   --show: print what was found, compare nothing (to write expectations)
#   --sample: a few, drawn by seed, one of each unit at least (tb/sample.sh); below `scord sim` two
# The set (tb/mutation/plant.c) has columns unit and field, as shell patterns, and what the bug breaks. All bugs are in
# one verilated model, switched by number (build/tools/mutate plant): a bug must change one expression or assignment.
# Environment: BUILD (default build). Some of the bugs again below `scord sim`, which must name the same unit and end
# with exit code 1.
# Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/scheduler_planted; bugs=tb/lockstep/scheduler/planted; plant=$build/tools/plant
. tb/lockstep/scheduler/sources.sh; sources=$scheduler_sources
show=0; [ "${1:-}" = --show ] && { show=1; shift; }
. tb/expect.sh
. tb/sample.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

mkdir -p "$work"
# a row of a sample and one of all bugs do not work in one folder at a time
exec 9> "$work/lock" && flock 9
rm -rf "$work/copies" "$work/rtl" "$work/names"; mkdir -p "$work/copies" "$work/rtl/sm"
touch "$work/names"
for name in $("$plant" "$bugs" list | cut -d '|' -f 1); do
    mkdir -p "$work/copies/$name/rtl/sm"
    cp $sources "$work/copies/$name/rtl/sm"
    if "$plant" "$bugs" apply "$name" "$work/copies/$name" > "$work/plant.log" 2>&1; then echo "$name" >> "$work/names"
    else fail "$name: does not apply: $(head -n 1 "$work/plant.log")"; fi
done
# shellcheck disable=SC2086
"$build/tools/mutate" plant "$work" "$work/copies" "$work/names" $sources > "$work/plant.log" 2>&1 ||
    { cat "$work/plant.log"; fail "the bugs cannot be planted"; finish; exit; }
tb/lockstep/scheduler/build_mutated.sh "$work" || { fail "does not build, see $work/build.log"; finish; exit; }

lockstep() { # bug, options…
    SCORD_MUTANT=$1 timeout 120 "$build/tb/lockstep/scheduler/scheduler_lockstep" \
        --device "$work/libscordscheduler.so" --output "$work/bug-$1.schedule" \
        --seed 1 --seeds 2 --cycles 1500 "${@:2}" 2> "$work/bug-$1.err"
}
lockstep 0 > "$work/unmutated.out" && ! [ -s "$work/bug-0.err" ] &&
    pass "caught  unmutated: $(tail -n 2 "$work/unmutated.out" | head -n 1)" ||
    fail "the unmutated RTL mismatches, see $work/unmutated.out"

# NAME UNIT
units() { "$plant" "$bugs" list "$@" | awk -F ' *[|] *' '{print $1, $2}'; }
drawn=$(units "$@" | draw)
[ $# -eq 0 ] || [ "$(units "$@" | wc -l)" -eq $# ] || fail "not all of $# named bugs are in $bugs"
number=0; count=0
while read -r name; do
    number=$((number + 1))
    printf '%s\n' "$drawn" | grep -qxF "$name" || continue
    count=$((count + 1))
    lockstep $number > "$work/$name.out"
    code=$?
    found=$(sed -n 's/^mismatch \([^ ]*\) \([^ ]*\) in cycle .*/\1 \2/p' "$work/$name.out" | head -n 1)
    unit=${found%% *}; field=${found#* }
    short=$(sed -n 's/^  shortened  to \([0-9]*\) of \([0-9]*\) cycles.*/\1 of \2/p' "$work/$name.out")
    if [ $show = 1 ]; then echo "$name | $unit | $field    # $short"; continue; fi
    want=$("$plant" "$bugs" list "$name" | cut -d '|' -f 2,3)
    want_unit=${want%%|*}; want_field=${want#*|}
    # the shortened schedule shows it again, on its own
    replayed=$(SCORD_MUTANT=$number "$build/tb/lockstep/scheduler/scheduler_lockstep" \
        --device "$work/libscordscheduler.so" --replay \
        "$work/bug-$number.schedule" 2>> "$work/bug-$number.err" | sed -n 's/^mismatch \([^ ]*\) .*/\1/p')
    if [ -z "$want" ]; then fail "$name: $bugs names no field for it (found $unit $field)"
    elif [ $code -ne 1 ] || [ -z "$found" ]; then fail "$name: not caught (exit $code)"
    elif [[ "$unit" != $want_unit || "$field" != $want_field ]]; then
    fail "$name: first mismatch is $unit $field, expected $want_unit $want_field"
    elif [ "$replayed" != "$unit" ]; then fail "$name: the shortened schedule shows '$replayed', not $unit"
    elif [ -z "$short" ] || [ "${short%% *}" -gt 40 ]; then fail "$name: shortened to '$short' cycles only"
    else pass "caught  $name: $unit $field, shortened to $short cycles"; fi
done < "$work/names"
# Those that a sample draws, of either way to run
below_sim="tie-to-highest-slot|issue_scheduler|--rtl|rr
second-scheduler-sees-first|issue_scheduler|--closed-loop|rr
fair-turn-one-early|fetch_scheduler|--rtl|cff
tie-to-same-scheduler|fetch_scheduler|--closed-loop|cff
arrival-wins-over-release|warp_priority_table|--rtl|cff
two-arrivals-count-once|warp_priority_table|--closed-loop|cff
launch-keeps-age|block_order|--rtl|cff
order-not-cleared|block_order|--closed-loop|cff"
in_sim() { # bug, unit, option, fetch policy
    number=$(grep -nxF "$1" "$work/names" | cut -d: -f1)
    SCORD_SCHEDULER_DEVICE=$work/libscordscheduler.so SCORD_MUTANT=$number timeout 120 "$build/scord" sim \
        sim/kernels/baws/fwt.cu --set sms=2 \
        --sched mwf-gto --fetch "$4" "$3" --quiet -- 1 > "$work/sim.out" 2>&1
    code=$?
    found=$(sed -n "s/^  unit      //p" "$work/sim.out")
    if [ $code -eq 1 ] && [ "$found" = "$2" ]; then pass "caught  $1 in scord sim $3: $found"
    else fail "$1 in scord sim $3: exit $code, unit '$found', expected $2, see $work/sim.out"; fi
}
if [ $# -eq 0 ] && [ $show = 0 ]; then
    for name in $(echo "$below_sim" | awk -F '|' '{print $1, $3}' |
        if [ "$sample" -eq 0 ]; then draw; else sample=2 draw; fi); do
        IFS='|' read -r name unit way fetch <<< "$(echo "$below_sim" | grep "^$name|")"
        in_sim "$name" "$unit" "$way" "$fetch"
    done
fi
[ $# -gt 0 ] || [ "$sample" -gt 0 ] || [ $count -ge 10 ] || fail "only $count bugs; at least ten are needed"
[ $count -eq "$(printf '%s\n' "$drawn" | wc -l)" ] || fail "$count of the bugs were played, not all of: $drawn"
finish
