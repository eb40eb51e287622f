#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_programs.sh: the programs of GRAB's evaluation (sim/kernels/grab) under `scord check`.
#
# usage: test_programs.sh
# Every version gives PASS without a race under two schedules, at its default size and at a size that fills no whole
# block or tile row; a fault planted into each program is found, as a wrong answer or as a race; what is no version or
# size is refused.
# Environment: SCORD (default build/scord). Closes with "N passed, N failed".
set -u
. tb/expect.sh
scord=${SCORD:-build/scord}; sources=sim/kernels/grab
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
output=$folder/output

run() { # SOURCE SEED ARGUMENT...
    local source=$1 seed=$2; shift 2
    nice "$scord" check --as published --seed "$seed" "$source" -- "$@" > "$output" 2>&1
    code=$?
}
right() { # PROGRAM ARGUMENT...
    local program=$1 seed; shift
    for seed in 0 1; do
        run "$sources/$program.cu" $seed "$@"
        [ $code -eq 0 ] && grep -qx PASS "$output" && grep -q "^0 races at 0 sites" "$output"
        check $? "$program $*, seed $seed: exit $code: $(head -n 12 "$output")"
    done
}
refused() { # PROGRAM ARGUMENT...
    local program=$1; shift
    run "$sources/$program.cu" 0 "$@"
    [ $code -eq 2 ] && [ "$(grep -c "^$program: " "$output")" -eq 1 ] && grep -q "^usage: $program [a-z]*|" "$output"
    check $? "$program $*: exit $code, not refused: $(head -n 12 "$output")"
}
# PATTERN of the source is replaced by TEXT; a program that still says PASS without a race is not tested by anything.
planted() { # PROGRAM PATTERN TEXT ARGUMENT...
    local program=$1 pattern=$2 text=$3; shift 3
    mkdir -p "$folder/planted/grab" "$folder/planted/apps"
    cp sim/kernels/apps/app.h "$folder/planted/apps/"
    sed "s@$pattern@$text@" "$sources/$program.cu" > "$folder/planted/grab/$program.cu"
    ! cmp -s "$sources/$program.cu" "$folder/planted/grab/$program.cu"; check $? "$program: '$pattern' is not in it"
    run "$folder/planted/grab/$program.cu" 1 "$@"
    [ $code -ne 0 ] && grep -qE "^(FAIL|race 1: )" "$output"
    check $? "$program $*, '$text' for '$pattern': exit $code, not found: $(head -n 12 "$output")"
}

for version in naive best; do right transpose $version; right transpose $version 1 3; done
for version in basic best; do right bitonic $version; right bitonic $version 1; done
for version in naive workefficient best; do right scan $version; right scan $version 10 1; right scan $version 1 1; done
for version in basic modified best; do right matmult $version; right matmult $version 1; done
for version in basic v1 v2; do right lbm $version; right lbm $version 19 7 3; done
for version in basic modified; do right susan $version; right susan $version 37 9; done

planted transpose "out\[x \* height + y\]" "out[x * height]" naive
planted transpose "^    __syncthreads();" "" best
planted bitonic "== ascending" "!= ascending" basic
planted bitonic "^            __syncthreads();" "" basic
planted scan "in\[thread - 1\]" "in[thread]" naive
planted scan "sum = tree\[left\]" "sum = tree[right]" workefficient
planted scan "^        __syncthreads();" "" best
planted matmult "^        __syncthreads();" "" best
planted matmult "sum += a\[row" "sum = a[row" modified
planted lbm "x += towardsX(d) \* came" "x -= towardsX(d) * came" v2
planted lbm "density += came" "density = came" v1
planted lbm "lattice\[origin(node, d, width, height) \* NODE + LEFT + d\];\$" "lattice[node * NODE + LEFT + d];" basic
planted susan "image\[(y + row - 1)" "image[y" modified
planted susan "^    __syncthreads();" "" modified

refused transpose
refused transpose worst
refused bitonic basic 0
refused scan best 11
refused matmult best 1 1
refused lbm v1 --race 1
refused susan basic 2 512; refused susan modified --table2
finish
