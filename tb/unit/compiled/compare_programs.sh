#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# compare_programs.sh: programs that run compiled and interpreted: the same output, event stream and report, byte by
# byte, under several seeds and machines.
#
# usage: compare_programs.sh SCORD sample|all [PROGRAM.cu…]     without programs: those of sim/kernels
. tb/expect.sh
scord=$1 extent=$2; shift 2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
without_times() { grep -v '"seconds"\|_per_second"\|"compiled_launches"' "$1" > "$1.same"; }

one_way() { # WAY PROGRAM OPTIONS…: runs it, its files in folder/WAY.*
    local way=$1 program=$2; shift 2
    rm -f "$folder/$way".*
    timeout 60 "$scord" check "$program" --events "$folder/$way.sev" --json "$folder/$way.json" "$@" \
        > "$folder/$way.out" 2>&1
    code=$?
    sed -i "s#$folder/$way#FOLDER#g; / in [0-9.]* s/d" "$folder/$way.out"
    [ -e "$folder/$way.json" ] || return 0
    sed -i "s#$folder/$way#FOLDER#g" "$folder/$way.json"
    without_times "$folder/$way.json"
}
compare() { # PROGRAM OPTIONS…
    local code compiled
    one_way compiled "$@"; compiled=$code
    one_way interpreted "$@" --interpret
    equal "$*: exit code" "$code" "$compiled"
    same "$folder/compiled.sev" "$folder/interpreted.sev" "$*: event streams differ"
    [ ! -e "$folder/compiled.json" ] ||
        same "$folder/compiled.json.same" "$folder/interpreted.json.same" "$*: reports differ"
    grep -q '"compiled_launches": [1-9]' "$folder/compiled.json" || fail "$*: nothing was compiled"
    grep -q '"compiled_launches": 0' "$folder/interpreted.json" || fail "$*: --interpret compiled something"
}
if [ $# -gt 0 ]; then programs=("$@")
elif [ "$extent" = all ]; then
    mapfile -t programs < <(ls sim/kernels/{shared,warp,cuda,acquire_release,apps}/*.cu sim/kernels/micro/*/*.cu)
else programs=(sim/kernels/shared/tree_reduction.cu sim/kernels/warp/branches.cu sim/kernels/apps/red.cu)
fi
for program in "${programs[@]}"; do
    compare "$program"
    compare "$program" --seed 3
    [ "$extent" = all ] || continue
    compare "$program" --seed 9 --independent-threads=always
    compare "$program" --as published
    compare "$program" --as published --keep-going --seed 5
done
finish
