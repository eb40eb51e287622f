#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_kernel.sh: a workload of the BAWS evaluation (sim/kernels/baws), run by the functional front end under `scord
# check`.
#
# usage: run_kernel.sh [--break] [--size LEAST MOST] KERNEL
# For two seeds of the input data, the second under another schedule: the result is right by the host's reference, no
# race is reported, and the run executes LEAST to MOST warp instructions (300,000 to 600,000 if not given: what the
# evaluation is sized for). With --break also: the variant -DBREAK, in which a barrier or an operation is missing, is
# found: the host's check fails or the detector reports a race. Closes with "N passed, N failed".
set -u
. tb/expect.sh
scord=${SCORD:-build/scord}
usage() { echo "usage: run_kernel.sh [--break] [--size LEAST MOST] KERNEL" >&2; exit 2; }
broken=; least=300000; most=600000
while [ $# -gt 1 ]; do
    case $1 in
        --break) broken=1; shift ;;
        --size) [ $# -ge 4 ] || usage; least=$2; most=$3; shift 3 ;;
        *) usage ;;
    esac
done
[ $# -eq 1 ] && [ -f "sim/kernels/baws/$1.cu" ] || usage
kernel=$1
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

run() { # INPUT_SEED SCHEDULE_SEED FURTHER_ARGUMENT...
    local input=$1 schedule=$2; shift 2
    nice "$scord" check --as published --seed "$schedule" --json "$folder/report.json" "$@" \
        "sim/kernels/baws/$kernel.cu" -- "$input" \
        > "$folder/output" 2>&1
    code=$?
}
warp_instructions() { sed -n 's/.*"warp_instructions": \([0-9]*\).*/\1/p' "$folder/report.json"; }
sized() { [ "${1:-0}" -ge "$least" ] && [ "$1" -le "$most" ]; }

for seed in 1 2; do
    run $seed $((seed - 1))
    [ $code -eq 0 ]; check $? "$kernel, seed $seed: exit $code: $(head -n 12 "$folder/output")"
    grep -qx "baws $kernel: ok" "$folder/output"; check $? "$kernel, seed $seed: no 'ok': $(head -n 3 "$folder/output")"
    grep -q "^0 races at 0 sites" "$folder/output" # shared memory is not checked here
    check $? "$kernel, seed $seed: races: $(head -n 12 "$folder/output")"
    sized "$(warp_instructions)"
    check $? "$kernel, seed $seed: $(warp_instructions) warp instructions, not $least to $most"
done
if [ -n "$broken" ]; then
    run 1 1 -DBREAK # schedule 0, round robin, keeps warps so close that no barrier is missed
    grep -qE "^(baws $kernel: WRONG at |race 1: )" "$folder/output"
    check $? "$kernel, -DBREAK: nothing found: $(head -n 12 "$folder/output")"
fi
finish
