#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_accuracy.sh: streams of every group, then the tables of eval_accuracy (docs/accuracy.md).
#
# usage: eval_accuracy.sh [--letter] [SEEDS [MODEL...]]
#   SEEDS: schedules of each application (default 2); models, default scor ptx; --letter: only the paper's letter in
#   place of the departures of docs/semantics.md section 16
# Groups: the 32 microbenchmarks, racy and clean apart; the seven applications, correct, and with each of the 26 race
# sites alone; random streams of the oracle's own tests (tb/unit/oracle/random_stream.h); random programs of the
# lockstep tests (cosim/random/random_program.h). Streams stay in $BUILD/accuracy; one that is there is not made again
# (make clean, or remove it).
# Environment: BUILD (default build). Exit codes: 0 printed, 2 a stream could not be made or judged.
set -u
cd "$(dirname "$0")/../../.." || exit 3
build=${BUILD:-build}; scord=$build/scord; work=$build/accuracy
letter=""; [ "${1:-}" = --letter ] && { letter=--letter; shift; }
seeds=${1:-2}; [ $# -gt 0 ] && shift
models=${*:-scor ptx}
mkdir -p "$work"/{micro-racy,micro-clean,apps-correct,apps-racy,random,programs}

record() { # output, source, options of check... -- arguments
    local output=$1 source=$2; shift 2
    [ -e "$output" ] && return
    nice "$scord" check --as published "$source" --events "$output.part" "$@" < /dev/null > "$output.log" 2>&1
    local code=$?
    [ $code -le 1 ] || { echo "eval_accuracy.sh: $source: exit $code, see $output.log" >&2; exit 2; }
    mv "$output.part" "$output" && rm -f "$output.log"
}

sed -e 's/#.*//' -e '/|/!d' sim/kernels/micro/catalogue | tr -d ' ' | while IFS='|' read -r name label _; do
    record "$work/micro-$label/$(echo "$name" | tr / -).sev" "sim/kernels/micro/$name.cu" || exit 2
done || exit 2
for ((seed = 1; seed <= seeds; seed++)); do
    while IFS='|' read -r app site _; do
        app=$(echo $app); site=$(echo $site)
        record "$work/apps-correct/$app-$seed.sev" "sim/kernels/apps/$app.cu" --seed "$seed" -- --objects
        record "$work/apps-racy/$app-$site-$seed.sev" "sim/kernels/apps/$app.cu" --seed "$seed" -- \
            --objects --race "$site"
    done < <(sed -e 's/#.*//' -e '/|/!d' tb/eval/races/race_sites)
done
for seed in 100000 200000 300000 400000; do
    [ -e "$work/random/$seed.sev" ] || "$build/tb/random_streams" "$seed" 250 "$work/random/$seed.sev" || exit 2
done
# locks, wraps, overflows, aliases on purpose
for seed in 1 2 3 4 5 6; do
    [ -e "$work/programs/$seed.sev" ] ||
        nice "$scord" cosim --random --config tiny --seed "$seed" --events 3000 --model-only --quiet \
        --save "$work/programs/$seed.sev" || exit 2
done
for model in $models; do
    nice "$build/tb/eval_accuracy" --model "$model" $letter -g micro-racy "$work"/micro-racy/*.sev -g micro-clean \
        "$work"/micro-clean/*.sev \
        -g apps-racy "$work"/apps-racy/*.sev -g apps-correct "$work"/apps-correct/*.sev -g random "$work"/random/*.sev \
        -g programs "$work"/programs/*.sev > "$work/$model$letter.txt" || exit 2
    cat "$work/$model$letter.txt"; echo
done
