#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_cost.sh: what it costs to look for races between launches (docs/launch-order.md, "Costs"): processor time of
# both processes at most twice that of `--without launch`, and memory at most a fifth of the allocations more.
#
# usage: run_cost.sh
# SCORD names the executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh
allocated=65536 # KB

# The largest resident sizes of a process and of its child, in KB, as long as it runs.
watch() {
    local peak=0 size
    while size=$(child=$(cut -d ' ' -f 1 "/proc/$1/task/$1/children" 2> /dev/null)
        cat "/proc/$1/status" "/proc/${child:-$1}/status" 2> /dev/null |
        awk '/^VmHWM/ && $2 > most { most = $2 } END { print most + 0 }') && [ "$size" -gt 0 ]; do
        [ "$size" -le $peak ] || peak=$size
        sleep 0.05
    done
    echo $peak
}
measure() { # OPTION…: milliseconds of work of both processes and KB of the larger one, of the faster of two runs
    TIMEFORMAT='%U %S'
    for _ in 1 2; do
        {
            time {
                "$scord" check "$@" "$folder/program" > "$folder/out" 2>&1 &
                watch $! > "$folder/peak"
                wait $!
            }
        } 2> "$folder/time"
        awk -v peak="$(cat "$folder/peak")" '{ printf "%d %d\n", 1000 * ($1 + $2), peak }' "$folder/time"
    done | sort -n | head -n 1
}
exits 0 "the program is compiled" "$folder/out" "${scord%scord}scord-nvcc" -o "$folder/program" \
    tb/programs/frontend/programs/concurrent/cost.cu
read -r without memory_without < <(measure --without launch)
read -r with memory < <(measure)
echo "without: $without ms, $memory_without KB; with: $with ms, $memory KB"
[ "$with" -le $((2 * without)) ]
check $? "time: $with ms, without $without"
[ "$memory" -le $((memory_without + allocated / 5)) ]
check $? "memory: $memory KB, without $memory_without"
finish
