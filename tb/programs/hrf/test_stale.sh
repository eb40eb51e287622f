#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_stale.sh: machine hrf whose loads return what the L1 holds (stale_l1=1, S7): programs without races compute the
# same, in cycles that values do not change; one with a scope too small computes something else.
#
# usage: test_stale.sh
# Which seed shows a mistake is not known in advance: of three some must, and the coherent machine must never.
set -u
. tb/expect.sh
scord=${BUILD:-build}/scord
kernels=sim/kernels
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

simulate() { # stale_l1, seed, program, options and arguments…
    local stale=$1 seed=$2 program=$3
    shift 3
    nice "$scord" sim "$kernels/$program.cu" --machine hrf --set "stale_l1=$stale" --seed "$seed" \
        --json "$folder/$stale.json" "$@" > "$folder/output" 2>&1
}
cycles() { grep -o '"cycles": [0-9]*' "$folder/$1.json" | head -n 1; }
same() { # program, options and arguments…: without races
    simulate 0 1 "$@"
    check $? "$*: $(tail -n 3 "$folder/output")"
    simulate 1 1 "$@"
    check $? "$*, stale: $(tail -n 3 "$folder/output")"
    equal "$*: cycles" "$(cycles 0)" "$(cycles 1)"
}
wrong() { # what the result must say, program, options and arguments…: a scope too small
    local said=$1 seen=0 seed
    shift
    for seed in 1 2 3; do
        simulate 0 $seed "$@"
        check $? "$*, seed $seed: wrong on the coherent machine: $(tail -n 3 "$folder/output")"
        simulate 1 $seed "$@" || { grep -q "$said" "$folder/output" && seen=$((seen + 1)); }
    done
    [ $seen -gt 0 ]
    check $? "$*: no seed shows '$said'"
}

same hrf/uts -DHRF_DIRECT -- T1 -d 4
same hrf/uts -DHRF_INDIRECT -- T1 -d 4
same hrf/queens -DHRF_INDIRECT -- 8
same graph_coloring -DCHECK_COUNTS
# A leader that moves its own head with block scope: thieves get sets that it has already taken
wrong '^WRONG count of round' graph_coloring -DCHECK_COUNTS -DRACE_BLOCK_SCOPE_HEAD
# The lock of the device's queue, and its release, with block scope
for version in HRF_DIRECT HRF_INDIRECT; do
    for mistake in 3 4; do
        wrong '^FAIL' hrf/uts -D$version -DTASK_MISTAKE=$mistake -- T1s -d 5 --idle 3000
    done
done
# HRF-direct allows a release to flush what its warp has written alone, HRF-indirect does not
simulate 1 1 hrf/uts --set targeted_flush=1 -DHRF_DIRECT -- T1s -d 5
check $? "targeted flush, direct: $(tail -n 3 "$folder/output")"
wrong_targeted=0
for seed in 1 2 3; do
    simulate 1 $seed hrf/uts --set targeted_flush=1 -DHRF_INDIRECT -- T1s -d 5 --idle 3000 ||
        wrong_targeted=$((wrong_targeted + 1))
done
[ $wrong_targeted -gt 0 ]
check $? "targeted flush, indirect: right in every seed"
exits 2 'stale_l1 of another machine' "$folder/output" "$scord" sim "$kernels/hrf/queens.cu" --set stale_l1=1
has "$folder/output" 'stale_l1=1 needs scoped_l1=1, as machine hrf has it'
exits 2 'scoped_l1 without queues' "$folder/output" "$scord" sim "$kernels/hrf/queens.cu" --set scoped_l1=1
has "$folder/output" 'scoped_l1=1 needs memory_queues=1'
exits 2 'a detector' "$folder/output" "$scord" sim "$kernels/hrf/queens.cu" --machine hrf --detect
finish
