#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill.sh: does random lockstep find the mutant? Short runs of all policies first, then other power-ups, then long runs.
#
# usage: kill.sh NUMBER MODULE     environment: see mutation.sh. Prints "number<TAB>killed|survived<TAB>how".
number=$1
export SCORD_MUTANT=$number
runs() { # power-up, options…
    output=$(SCORD_POWER_UP=$1 timeout 120 "$MUTATION_BUILD/tb/lockstep/scheduler/scheduler_lockstep" \
        --device "$MUTATION_DIRECTORY/libscordscheduler.so" \
        --no-shrink "${@:2}" 2> /dev/null)
    code=$?
    [ $code = 0 ] && return
    case $code in 2 | 3 | 126 | 127) echo "kill.sh: the lockstep driver does not run (exit $code)" >&2; exit 255;; esac
    printf '%s\tkilled\t%s\n' "$number" "$(printf '%s\n' "$output" | sed -n 's/^mismatch \([^ ]* [^ ]*\) .*/\1/p' |
        head -n 1 | grep . || echo "exit code $code")"
    exit 0
}
runs 1 --seed 1 --cycles 200
runs 2 --seed 2 --cycles 1500
runs 3 --seed 3 --cycles 100
runs 4 --seed 4 --seeds 2 --cycles 3000
printf '%s\tsurvived\t-\n' "$number"
