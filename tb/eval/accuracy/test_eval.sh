#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_eval.sh: eval_accuracy on microbenchmarks: clean ones have no site and no report, racy ones are found, totals add
# up.
# Environment: BUILD (default build). Last line: "N passed, N failed".
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
record() { "$build/scord" check --as published "sim/kernels/micro/$1.cu" --events "$work/$2" < /dev/null \
    > "$work/log" 2>&1; }
record fence/device_fence_other_block clean.sev; record lock/block_lock_on_one_side_other_block racy.sev
"$build/tb/random_streams" 7 60 "$work/random.sev"
"$build/tb/eval_accuracy" -g clean "$work/clean.sev" -g racy "$work/racy.sev" -g random "$work/random.sev" \
    > "$work/table"; equal "exit code" 0 $?
# columns: group configuration… sites found missed recall … true false
fields() { awk -v group="$1" '$1 == group && /uncached/ {print $4, $5, $6}' "$work/table"; }
equal "clean: sites, found, missed" "0 0 0" "$(fields clean)"
equal "racy: found and missed are the sites" 1 "$(fields racy | awk '{print ($1 > 0 && $1 == $2 + $3)}')"
equal "random: found and missed are the sites" 1 "$(fields random | awk '{print ($1 > 0 && $1 == $2 + $3)}')"
missed=$(fields random | awk '{print $3}')
equal "random: causes add up" "$missed" "$(awk '
    /^missed sites, uncached/ {on = 1; next} on && /^$/ {exit} on && !/^cause/ {sum += $NF} END {print sum}' \
    "$work/table")"
equal "D39 finds more in the racy lock" 1 \
    "$(awk '
        /as built \(gtx480\)/ {on = $1 == "racy"; built = $6} on && /both scopes/ {print ($5 > built)}' "$work/table")"
"$build/tb/eval_accuracy" > "$work/out" 2>&1; equal "no streams: exit code" 2 $?
"$build/tb/eval_accuracy" -g x "$work/none.sev" > "$work/out" 2>&1; equal "no such stream: exit code" 2 $?
finish
