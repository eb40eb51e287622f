#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_small.sh: eval_hrf.sh end to end on trees of 944 and 7841 nodes, and what it refuses.
#
# usage: test_small.sh
set -u
. tb/expect.sh
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
tb/eval/hrf/eval_hrf.sh --jobs 2 --main-only --trees 'T1s_-d_5 T5s_-d_6' 1 "$folder/runs" \
    > "$folder/page" 2> "$folder/err"
check $? "exit code: $(cat "$folder/err")"
equal runs 4 "$(wc -l < "$folder/runs/runs.csv")"
has "$folder/page" '| E1 faster in all cases | '
equal 'numbers of a run' 4 "$(grep -cE '^T[15]s[^,]*(,[a-z]+){2},1(,[0-9]+){8},[0-9.]+$' "$folder/runs/runs.csv")"
# A second call repeats nothing
touch -d '2000-01-01' "$folder"/runs/*.json
tb/eval/hrf/eval_hrf.sh --main-only --trees 'T1s_-d_5 T5s_-d_6' 1 "$folder/runs" > "$folder/again" 2> "$folder/err"
same "$folder/page" "$folder/again" 'the same page'
equal 'files written again' 0 "$(find "$folder/runs" -name '*.json' -newermt 2001-01-01 | wc -l)"
exits 2 'no seeds' "$folder/out" tb/eval/hrf/eval_hrf.sh "$folder/runs"
exits 1 'no tree' "$folder/out" tb/eval/hrf/eval_hrf.sh --main-only --trees T9 1 "$folder/runs"
has "$folder/out" 'is no tree of'
finish
