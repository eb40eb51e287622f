#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_trees.sh: the sequential counter of UTS trees: published totals, scaled trees, what it refuses.
#
# usage: test_trees.sh UTS_COUNT
# The totals of T1, T2, T4 and T5 are those that the benchmark publishes (sample_trees.sh).
set -u
. tb/expect.sh
count=$1
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

totals() { # tree, nodes, leaves, depth
    equal "$1" "$2 nodes, $3 leaves, depth $4" "$("$count" $1)"
}
refused() { # exit code, text, arguments…
    local code=$1 text=$2
    shift 2
    exits "$code" "$*" "$folder/output" "$count" "$@"
    has "$folder/output" "$text"
    equal "$*: lines" 1 "$(wc -l < "$folder/output")"
}
totals T1 4130071 3305118 10
totals T2 4117769 2342762 81
totals T4 4132453 3108986 134
totals T5 4147582 2181318 20
totals '-t 1 -a 3 -d 10 -b 4 -r 19' 4130071 3305118 10
totals '-t 2 -a 0 -d 16 -b 6 -r 1 -q 0.234375 -m 4' 4132453 3108986 134
# One node: no branching; a binomial root always has its -b children, here of no further ones
totals 'T1 -b 0' 1 1 0
totals '-t 0 -b 2000 -q 0 -m 8' 2001 2000 1
# About 125 thousand nodes, as the paper: within 2 %
for tree in T1s T2s T4s T5s; do
    nodes=$("$count" $tree | cut -d' ' -f1)
    [ "$nodes" -ge 122500 ] && [ "$nodes" -le 127500 ]
    check $? "$tree has $nodes nodes"
done
refused 1 'larger than the limit (1000 nodes): --limit raises it' T1 --limit 1000
refused 2 "'T3' is no tree of" T3
refused 2 "'-t' needs 0 (binomial), 1 (geometric) or 2 (hybrid)" -t 3
refused 2 "'-a' needs 0 (linear)" -a 1.5
refused 2 "'-q' needs a probability below 1" -q 1
refused 2 "'-b' needs a number of 0 or more" -b x
refused 2 "'-r' needs a number of 0 or more" -r
refused 2 "'--limit' needs a number of nodes from 1" --limit 0
refused 2 "'-x' is no option of a tree" -x 1
finish
