#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_random_launches.sh: random CUDA programs with planted races (random_launches.c), built and run: a program with
# races has a finding, each finding is one of its races, and one without has none.
#
# usage: run_random_launches.sh FIRST_SEED FILES PROGRAMS     PROGRAMS a file; `run_random_launches.sh SEED 1 40` is one
# Environment: SCORD (build/scord), BUILD (build). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord} build=${BUILD:-build}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

# LINE-LINE of each finding; a host function's accesses are those of its call.
pairs() {
    sed -n '/^  "findings": \[/,/^  \],*$/p' "$folder/json" | awk '
        function number(text) { return match(text, /"line": [0-9]+/) ? substr(text, RSTART + 8, RLENGTH - 8) : 0 }
        $1 == "\"at\":" { at = number($0) }
        $1 == "\"other\":" { other = number($0) }
        $1 == "\"text\":" && match($0, /host function of [^ ]*:[0-9]+/) {
            at = substr($0, RSTART, RLENGTH); sub(/.*:/, "", at)
        }
        $1 == "\"hint\":" { print at "-" other }' | sort -u
}

for ((file = $1; file < $1 + $2; file++)); do
    "$build/tb/random_launches" "$file" "$3" > "$folder/program.cu"
    exits 0 "seed $file: compiled" "$folder/out" "${scord%scord}scord-nvcc" -Itb/programs/frontend/programs \
        -o "$folder/program" "$folder/program.cu"
    while read -r number expected; do
        rm -f "$folder/json"
        nice timeout 60 "$scord" check --without uninitialised "$folder/program" --json "$folder/json" \
            -- "$number" > "$folder/out" 2>&1 < /dev/null
        code=$?
        found=$(pairs)
        wrong=
        for pair in $found; do
            [[ " $expected " == *" $pair "* ]] || wrong="$wrong $pair"
        done
        if [ -n "$expected" ]; then [ $code -eq 1 ] && [ -n "$found" ]; else [ $code -eq 0 ] && [ -z "$found" ]; fi &&
            [ -z "$wrong" ]
        check $? "seed $file, program $number: exit code $code; races: ${expected:-none}; found: ${found:-none}; $(
            )not one: $wrong"
    done < <(sed -n 's|^// \([0-9]*\): *|\1 |p' "$folder/program.cu")
done
finish
