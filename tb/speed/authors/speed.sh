#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# speed.sh: how fast the simulator is beside the authors' simulator (ScoRD's GPGPU-Sim): the seven applications of Table
# II, cycle by cycle with detection (`scord sim --machine scord --detect`) and in functional mode (`scord check`), on
# one core and on two.
#
# usage: speed.sh [--apps "NAME…"] [--sizes "small table2"] [--modes "cycle functional"] [--cores "1 2"] [--rounds N]
#                 [--long SECONDS] [--clock wall|processor]      default: everything; without a second core, one
#   --rounds N      a run is repeated N times (default 5); the median counts, lowest and highest are printed
#   --long SECONDS  but a run that took that long (default 5) is made once
#   --clock C       what the seconds are: wall (default), or processor: those of all processes of the run added up, for
#                   one core on a machine that others use at the same time
# Prints Markdown: a row per application, size, mode and number of cores. Seconds are those of the whole run, start and
# report included; the programs are compiled before, by scord-nvcc. Environment: SCORD, the executable (build/scord),
# scord-nvcc beside it.
# Exit codes: 0 printed, 2 bad usage or a program did not run as expected, 3 environment.
set -u
export LC_ALL=C
scord=${SCORD:-build/scord}; here=$(dirname "$0"); programs=sim/kernels/apps
apps="mm red r110 gcol gcon 1dc uts"
sizes="small table2"
modes="cycle functional"
cores=
rounds=5
long=5
clock=wall
refuse() { echo "speed.sh: $1" >&2; exit 2; }
number() { case $2 in ''|*[!0-9]*|0*|?????*) refuse "$1: '$2' is not a number from 1 to 9999";; esac; }
subset() { # OPTION ALLOWED WORDS
    [ -n "${3// /}" ] || refuse "$1: names nothing; there are: $2"
    for word in $3; do case " $2 " in *" $word "*) ;; *) refuse "$1: '$word' is none of: $2";; esac; done
}
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || refuse "'$1' is no option, or has no value; see the head of $0"
    case $1 in
    --apps) subset "$1" "$apps" "$2"; apps=$2;;
    --sizes) subset "$1" "$sizes" "$2"; sizes=$2;;
    --modes) subset "$1" "$modes" "$2"; modes=$2;;
    --cores) subset "$1" "1 2" "$2"; cores=$2;;
    --rounds) number "$1" "$2"; rounds=$2;;
    --long) number "$1" "$2"; long=$2;;
    --clock) subset "$1" "wall processor" "$2"; clock=$2;;
    *) refuse "'$1' is no option; see the head of $0";;
    esac
    shift 2
done
command -v taskset > /dev/null || { echo "speed.sh: taskset is missing; apt-get install util-linux" >&2; exit 3; }
processors=$(taskset -pc $$ | sed 's/.*: //' |
    awk -F, '{for (i = 1; i <= NF; i++) {n = split($i, ends, "-"); for (p = ends[1] + 0; p <= ends[n]; p++) print p}}')
available=$(echo "$processors" | wc -l)
[ -n "$cores" ] || { cores=1; [ "$available" -lt 2 ] || cores="1 2"; }
for count in $cores; do [ "$count" -le "$available" ] || refuse "--cores $count: this process may use $available"; done

work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

timed() { # PROCESSORS COMMAND…: seconds of the clock into $work/seconds; exit code of the command
    local on=$1 code; shift
    TIMEFORMAT='%R %U %S'
    { time taskset -c "$on" "$@" > "$work/log" 2>&1 < /dev/null; } 2> "$work/times"
    code=$?
    awk -v clock="$clock" '{print clock == "wall" ? $1 : $2 + $3}' "$work/times" > "$work/seconds"
    [ $code -eq 0 ] && return
    tail -n 5 "$work/log" >&2
    refuse "exit code $code, not 0: $*"
}
value() { # NAME: a number of $work/run.json
    awk -v name="\"$1\":" '
        {for (i = 1; i < NF; i++) if ($i == name || $i == "{" name) {sub(/[,}]+$/, "", $(i + 1)); print $(i + 1); exit}}' \
        "$work/run.json"
}

# One run of a mode; prints "seconds cycles thread_instructions checks". Where the cycle-level machine counts no checked
# words (it does when detection is timed), they are those of the functional run.
run_cycle() {
    timed "$1" "$scord" sim "$work/app" --machine scord --detect --quiet --json "$work/run.json" -- $arguments
    local words; words=$(value detector_words)
    [ "${words:-0}" -gt 0 ] || words=$checks
    echo "$(cat "$work/seconds") $(value cycles) $(value thread_instructions) $words"
}
run_functional() {
    timed "$1" "$scord" check --as published "$work/app" --json "$work/run.json" -- $arguments
    echo "$(cat "$work/seconds") 0 $(value thread_instructions) $(value checks)"
}
is_long() { awk -v seconds="$(tail -n 1 "$work/runs")" -v long="$long" 'BEGIN {exit !(seconds + 0 >= long)}'; }

repeat() { # MODE CORES: its runs into $work/runs
    : > "$work/runs"
    for ((round = 0; round < rounds; round++)); do
        "run_$1" "$(echo "$processors" | head -n "$2" | paste -sd,)" >> "$work/runs"
        is_long && break
    done
}
echo "$clock clock, $available processors, load $(cut -d' ' \
    -f1 /proc/loadavg) at the start; × is the ratio to the fast end of the authors' simulator on one core."
echo
awk -f "$here/speed.awk" -v part=head
for size in $sizes; do for app in $apps; do
    arguments=; [ "$size" = small ] || arguments=--table2
    "$(dirname "$scord")/scord-nvcc" -o "$work/app" "$programs/$app.cu" > "$work/log" 2>&1 ||
        { cat "$work/log" >&2; refuse "$programs/$app.cu does not compile"; }
    run_functional "$(echo "$processors" | paste -sd,)" > "$work/runs" # warms up, and counts the words
    checks=$(value checks)
    for mode in $modes; do for count in $cores; do
        repeat "$mode" "$count"
        sort -n "$work/runs" | awk -f "$here/speed.awk" -v part=row -v app="$app" -v size="$size" -v mode="$mode" \
            -v cores="$count" |
            tee -a "$work/rows"
    done; done
done; done
awk -f "$here/speed.awk" -v part=summary "$work/rows"
