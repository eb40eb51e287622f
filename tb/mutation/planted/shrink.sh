#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# shrink.sh: how small do failures become? Every planted bug of tb/mutation/planted (built by mutants.sh) is looked for
# in random streams of 4000 events; the first stream that shows it is shrunk, and the result must show the same mismatch
# when it is played by itself.
#
# usage: shrink.sh [--wide] [--least N] [BUG...] prints a table for docs/results/shrinking.md (make shrink-figures),
# then "N passed, N failed". --least: fewer bugs found than N fail. The goal: a median of at most 20 events (issue 11).
# Environment: BUILD (default build).
set -u
build=${BUILD:-build}
work=$build/mutants; config=tiny; least=30; list=""; goal=20
while [ $# -gt 0 ]; do
    case $1 in
    --wide) work=$build/mutants_wide; config=tinywide; least=6 ;;
    --least) least=$2; shift ;;
    -*) echo "usage: shrink.sh [--wide] [--least N] [BUG...]" >&2; exit 2 ;;
    *) list="$list $1" ;;
    esac
    shift
done
[ -x "$work/top" ] && [ -s "$work/names" ] || {
    echo "shrink.sh: no $work/top; run tb/mutation/planted/mutants.sh first" >&2
    exit 2
}
directory=$(mktemp -d); trap 'rm -rf "$directory"' EXIT
. tb/expect.sh

# machine | environment of the run | seed of the stream: as mutants.sh plays them
machine=$config:log_capacity=24
environments="$machine||1
$machine||2
$machine|:free|5
$machine|:free:consume:errors=100:latency=40|7
$machine|:consume:latency=1|8
$machine|:free:latency=300|9
$machine,log2_cache_ratio=0||3
$machine,log2_cache_ratio=0|:free:consume:latency=100|7"

# The options of `scord cosim` that the shrinker leaves, as the suffix of a stream of lockstep_top.
suffix() { echo "$1" | sed -f tb/lockstep/device/suffix.sed; }
# The machine that the header of a stream names.
machine_of() { head -n 1 "$1" | sed 's/.* config=\([a-z0-9]*\) */\1:/; s/ /,/g; s/:$//'; }
mismatch_of() { awk '$2 == "mismatch" {print $3, $4; exit}' "$1"; }

shrink() { # number name
    SCORD_MUTANT=$1
    export SCORD_MUTANT
    while IFS='|' read -r on environment seed; do
        stream=$directory/$(echo "$on" | tr ':,=' ___)_$seed.sevt
        [ -s "$stream" ] || "$build/scord" cosim --random --config "$on" --seed "$seed" --events 4000 \
            --model-only --quiet --save "$stream" || return 1
        timeout 300 "$work/top" "$on" "$stream:seed=$seed$environment" > "$directory/found" 2> "$directory/error"
        [ -n "$(mismatch_of "$directory/found")" ] || continue
        started=$(date +%s)
        timeout 1500 "$work/top" "$on" "shrink:$directory/short.sevt" "$stream:seed=$seed$environment" \
            > "$directory/shrunk" 2> "$directory/error"
        seconds=$(($(date +%s) - started))
        return 0
    done << END
$environments
END
    return 1
}

echo "| planted bug | unit | field | of events | shrunk to | runs | seconds | options that are left |"
echo "|---|---|---|---|---|---|---|---|"
number=0; missed=""
while read -r name; do
    number=$((number + 1))
    [ -z "$list" ] || case " $list " in *" $name "*) ;; *) continue ;; esac
    shrink $number "$name" || { missed="$missed $name"; continue; }
    result=$(sed -n 's/^shrunk \([0-9]*\) of \([0-9]*\) events in \([0-9]*\) runs, then \(.*\)/\1|\2|\3|\4/p' \
        "$directory/shrunk")
    IFS='|' read -r after before runs options <<< "$result"
    long=$(mismatch_of "$directory/shrunk")
    [ -n "$result" ] || { fail "$name: not shrunk ($long): $(tail -n 1 "$directory/error")"; continue; }
    timeout 300 "$work/top" "$(machine_of "$directory/short.sevt")" "$directory/short.sevt$(suffix "$options")" \
        > "$directory/again" 2> "$directory/error"
    short=$(mismatch_of "$directory/again")
    if [ "$(echo "$long" | tr -d 0-9)" != "$(echo "$short" | tr -d 0-9)" ]; then
        fail "$name: '$long' became '$short' when played by itself"
        continue
    fi
    pass "$after" >> "$directory/sizes"
    echo "| $name | ${long%% *} | ${long#* } | $before | $after | $runs | $seconds | \`$options\` |"
done < "$work/names"
[ -s "$directory/sizes" ] || { fail "nothing was shrunk"; finish; exit; }
median=$(sort -n "$directory/sizes" | awk '{n[NR] = $1} END {print n[int((NR + 1) / 2)]}')
worst=$(sort -n "$directory/sizes" | tail -n 1)
echo "| **median of $passed** | | | | **$median** | | | worst: $worst |"
[ -z "$missed" ] || echo "not seen in these streams:$missed"
[ "$median" -le $goal ] || fail "a median of $median events, the goal is $goal"
[ $passed -ge "$least" ] || fail "$passed bugs were found and shrunk, at least $least are wanted"
finish
