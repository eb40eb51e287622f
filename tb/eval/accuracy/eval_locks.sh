#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_locks.sh: warps whose lanes hold a lock each (sim/kernels/cuda/lane_locks.cu), by machine cuda without and with
# many_locks (D71), against the exact oracle (docs/accuracy.md).
#
# usage: eval_locks.sh [SEEDS [LANES...]]      schedules of each program (default 4); lanes of a warp that take locks
#                                              (default 1 2 4 5 8 16 32)
# Columns, without and with the key: programs that race in which one of the oracle's races was reported; of the oracle's
# sites those that were found; checks reported that the oracle says are none.
# Environment: BUILD (default build). Exit codes: 0 printed, 2 not run.
set -u
cd "$(dirname "$0")/../../.." || exit 3
build=${BUILD:-build}; seeds=${1:-4}; [ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 1 2 4 5 8 16 32
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

number() { # member of what --oracle says of the detector
    sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$work/json" | head -n 1
}
# configuration, words of the program: its three columns
columns() {
    local config=$1 seed races=0 reported=0 found=0 missed=0 false=0; shift
    for ((seed = 1; seed <= seeds; seed++)); do
        "$build/scord" check sim/kernels/cuda/lane_locks.cu "$@" --config "$config" --oracle --seed $seed \
            --json "$work/json" > "$work/out" 2>&1 < /dev/null
        [ $? -le 1 ] || { cat "$work/out" >&2; exit 2; }
        races=$((races + ($(number racy_both) + $(number racy_oracle_only) > 0)))
        reported=$((reported + ($(number racy_both) > 0)))
        found=$((found + $(number found))); missed=$((missed + $(number missed)))
        false=$((false + $(number racy_detector_only)))
    done
    if [ $races -eq 0 ]; then printf ' - | - | %s |' $false
    else printf ' %s of %s | %s of %s | %s |' $reported $races $found $((found + missed)) $false; fi
}

echo "| program | lanes | D20: found | sites | false | D71: found | sites | false |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|"
while IFS='|' read -r name flags; do
    for lanes; do
        # shellcheck disable=SC2086 # flags are words
        row="$(columns cuda:many_locks=0 -DHELD="$lanes" $flags)$(columns cuda -DHELD="$lanes" $flags)" || exit 2
        echo "| $name | $lanes |$row"
    done
done << EOF
a lock a lane|
hashes alike|-DSPREAD
in shared memory|-DSHARED
claims before|-DCLAIMS
a lane without a lock|-DNO_LOCK
a lane with another's lock|-DOTHER_LOCK
claims, a lane without a lock|-DCLAIMS -DNO_LOCK
claims, a lane with another's lock|-DCLAIMS -DOTHER_LOCK
EOF
