#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_runtime.sh: programs on the task runtime (sim/kernels/hrf), functionally; their results are verified by a
# sequential walk, or known.
#
# usage: test_runtime.sh --small           small trees and boards through `scord check`, and what is refused
#        test_runtime.sh --trees TREE…     the trees in both versions through `scord sim --functional`
set -u
. tb/expect.sh
scord=${BUILD:-build}/scord
kernels=sim/kernels/hrf
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

right() { # text, expected first line, options of check and arguments…
    local text=$1 first=$2
    shift 2
    nice "$scord" "$@" > "$folder/output" 2>&1
    check $? "$text: exit code: $(head -n 12 "$folder/output")"
    label="$text"
    has "$folder/output" "$first"
    has "$folder/output" PASS
    label=
}
statistic() { grep -o " $1 [0-9]*" "$folder/output" | cut -d' ' -f3; }
refused() { # program, exit code of the program, text, arguments…
    local program=$1 code=$2 text=$3
    shift 3
    nice "$scord" sim --functional --quiet "$kernels/$program.cu" -- "$@" > "$folder/output" 2>&1
    label="$program $*"
    has "$folder/output" "$text"
    has "$folder/output" "scord: the program ended with exit code $code"
    equal "$program $*: lines" 2 "$(grep -cv '^FAIL$\|nodes, .* sequentially\|queens: [0-9]' "$folder/output")"
    label=
}

if [ "${1:-}" = --trees ]; then
    shift
    for tree; do
        for version in HRF_DIRECT HRF_INDIRECT; do
            totals=$("${BUILD:-build}/tb/uts_count" "$tree")
            right "$tree $version" "$totals; sequentially" sim --functional "$kernels/uts.cu" "-D$version" -- "$tree" \
                --pool 60000 --statistics
            # Every node is a task of some front, and every front is full but those that say not
            equal "$tree $version: tasks" "${totals%% *}" "$(grep -o '^tasks [0-9]*' "$folder/output" | cut -d' ' -f2)"
        done
    done
    finish
    exit
fi
[ "${1:-}" = --small ] || { echo "usage: test_runtime.sh --small | --trees TREE..." >&2; exit 2; }

# A race-free version: no race is reported. 944 nodes: three levels of queues are used.
right direct '944 nodes, 744 leaves, depth 4;' check "$kernels/uts.cu" -DHRF_DIRECT -- T1 -d 4 --statistics
has "$folder/output" '0 races at 0 sites'
for count in group-donations device-donations group-takes device-takes partial; do
    [ "$(statistic $count)" -gt 0 ]
    check $? "direct: no $count: $(grep ^tasks "$folder/output")"
done
# A thin tree is all partial fronts; a tree of one node is one task; a root of 2001 children overfills fronts at once
right chain '31 nodes, ' sim --functional "$kernels/uts.cu" -- -t 0 -b 30 -q 0 --statistics
equal 'chain: full fronts' 0 "$(statistic fronts)"
right 'one node' '1 nodes, 1 leaves, depth 0;' sim --functional "$kernels/uts.cu" -- -b 0
right 'wide root' '2002 nodes, 2001 leaves, depth 1;' sim --functional "$kernels/uts.cu" -- -t 0 -b 2001 -q 0
# Nothing is donated below a minimum of 0, and one warp of one block does everything
right 'no donation' '944 nodes, ' sim --functional "$kernels/uts.cu" -- \
    T1 -d 4 --min-group 0 --min-device 0 --statistics
equal 'no donation: donations' 0,0 "$(statistic group-donations),$(statistic device-donations)"
right 'one warp' '944 nodes, ' sim --functional "$kernels/uts.cu" -DHRF_DIRECT -- T1 -d 4 --blocks 1 --warps 1
# Two functions of tasks
right '8 queens' '8 queens: 92 ways, known 92' sim --functional "$kernels/queens.cu" --
right '10 queens' '10 queens: 724 ways, known 724' sim --functional "$kernels/queens.cu" -- 10 4

refused uts 1 'the tree is larger than the limit (1000 nodes): --limit raises it' T1 --limit 1000
refused uts 2 'more than 160 levels of geometric nodes' -a 1
refused uts 2 "'-t' needs 0 (binomial), 1 (geometric) or 2 (hybrid)" -t 9
refused uts 2 "'--depth' is no option; there are: [--blocks N]" --depth 3
refused queens 2 "'17' needs a number from 1 to 16" 17
refused queens 2 "'--queue' needs a power of two" --queue 3
refused queens 1 'the pool of fronts is empty: --pool gives it more' --pool 1
refused queens 1 'a queue of fronts is full: --queue gives the shared ones more room' \
    --queue 1 --warps 1 --blocks 1 --min-group 9
exits 2 'two versions' "$folder/output" "$scord" check "$kernels/queens.cu" -DHRF_DIRECT -DHRF_INDIRECT
has "$folder/output" 'HRF_DIRECT and HRF_INDIRECT are two versions of the runtime: define one'
finish
