#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# silent_memory.sh: a memory that never answers one transaction: the watchdog ends the run and names that transaction, a
# read and a write.
#
# usage: silent_memory.sh     Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
scord=${BUILD:-build}/scord; folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
kinds=""
for number in 1 2 3 20 40 80 160 320 640; do
    exits 1 "transaction $number" "$folder/out" "$scord" cosim --random --seed 5 --events 3000 \
        --config tiny1:log2_cache_ratio=0 --memory-silent $number --output "$folder/m" --no-shrink
    grep -q '^HANG of the device' "$folder/out"; check $? "transaction $number: a hang: $(head -n 5 "$folder/out")"
    grep -qE '^  memory    (read|write) of [0-9]+ beats at 0x[0-9a-f]+, ID [0-9]+, accepted in cycle [0-9]+: (no response|data incomplete)' "$folder/out"
    check $? "transaction $number is named: $(grep memory "$folder/out")"
    grep -q '"status": "hang"' "$folder/m/mismatch.json"; check $? "transaction $number: status in JSON"
    kinds+=$(sed -n 's/^  memory    \(read\|write\) of .*no response/\1 /p' "$folder/out")
done
case $kinds in *read*) true ;; *) false ;; esac; check $? "a read among the silent ones: $kinds"
case $kinds in *write*) true ;; *) false ;; esac; check $? "a write among the silent ones: $kinds"
exits 0 "none so late" "$folder/out" "$scord" cosim --random --seed 5 --events 3000 --config tiny1 \
    --memory-silent 100000000
exits 2 "transaction 0" "$folder/out" "$scord" cosim --random --memory-silent 0
exits 2 "bit beyond the beat" "$folder/out" "$scord" cosim --random --config tiny1 --memory-flip 3:64
exits 2 "no bit" "$folder/out" "$scord" cosim --random --memory-flip 3
exits 2 "beat 0" "$folder/out" "$scord" cosim --random --memory-flip 0:3
exits 2 "sign of a bit" "$folder/out" "$scord" cosim --random --memory-flip 1:+3
exits 2 "no RTL" "$folder/out" "$scord" cosim --random --model-only --memory-flip 1:3
finish
