#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bit_flips.sh: every bit of a metadata entry, wrong once in a read from memory: does the lockstep see it, where, and
# how many cycles later?
#
# usage: bit_flips.sh [CONFIG [SEED...]]     tiny1 with every word its own entry, seeds 3 4 5 6; prints the table of
#                                            docs/results/bit-flips.md
# The read beat is drawn from the seed and the bit. A flip that is not seen must have changed nothing: the run's hash
# over all decided words and the cycle count are those of the run without it. Environment: BUILD. Last line: "N passed,
# N failed".
set -u
. tb/expect.sh
scord=${BUILD:-build}/scord
config=${1:-tiny1:log2_cache_ratio=0}; [ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 3 4 5 6
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
fields=$(sed -n 's/^ *{"\([a-z_]*\)", \([0-9]*\), \([0-9]*\)},$/\1 \2 \3/p' \
    <(sed -n '/scord_metadata_fields/,/^};/p' cmodel/scord_params.h))
run() { # SEED OPTION...: one line: hash, cycles
    "$scord" cosim --random --seed "$1" --events 3000 --config "$config" --quiet --json "$folder/json" \
        --output "$folder/mismatch" --no-shrink "${@:2}" > "$folder/out" 2>&1
}
while read -r field first width; do
    seen=0; flips=0; : > "$folder/cycles"
    for seed in "$@"; do
        [ -f "$folder/plain$seed" ] || {
            run "$seed"
            grep -o '"retire_hash": "[^"]*"\|"retire_hash": [^,]*\|"cycles": [0-9]*' "$folder/json" \
                > "$folder/plain$seed"
        }
        for ((bit = first; bit < first + width; bit++)); do
            beat=$(((seed * 7919 + bit * 104729) % 60 + 1))
            run "$seed" --memory-flip $beat:$bit; code=$?; flips=$((flips + 1))
            if [ $code -eq 1 ]; then
                at=$(sed -n "s/.*bit $bit of read beat $beat was wrong, accepted in cycle \([0-9]*\).*/\1/p" \
                    "$folder/out")
                caught=$(sed -n 's/^  cycle     \([0-9]*\),.*/\1/p' "$folder/out")
                named=$(head -n 20 "$folder/out" | grep -c "metadata_before.$field\|tag_miss")
                {
                    [ -n "$at" ] && [ "$named" -ge 1 ]
                } || {
                    fail "seed $seed, bit $bit of beat $beat: the field $field is not named: $(grep -m 1 MISMATCH \
                        "$folder/out")"
                    continue
                }
                seen=$((seen + 1)); echo $((caught - at)) >> "$folder/cycles"; pass
            elif [ $code -eq 0 ] && grep -o '"retire_hash": "[^"]*"\|"retire_hash": [^,]*\|"cycles": [0-9]*' \
                "$folder/json" | cmp -s - "$folder/plain$seed"; then
                pass
            else
                fail "seed $seed, bit $bit of beat $beat: exit $code, and the run is another"
            fi
        done
    done
    sort -n "$folder/cycles" | awk -v field="$field" -v width="$width" -v flips=$flips -v seen=$seen '{v[NR] = $1}
        END {printf "| %s | %d | %d | %d | %d | %s | %s |\n", field, width, flips, seen, flips - seen,
            NR ? v[int((NR + 1) / 2)] : "-", NR ? v[NR] : "-"}' >> "$folder/rows"
done <<< "$fields"
echo "| field | bits | flips | seen | without effect | cycles until seen, median | longest |"
echo "|---|---:|---:|---:|---:|---:|---:|"
cat "$folder/rows"
[ -n "$fields" ] || fail "no fields of the metadata entry found in cmodel/scord_params.h"
finish
