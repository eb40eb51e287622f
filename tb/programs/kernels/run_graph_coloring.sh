#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_graph_coloring.sh: the main job program, corrected and racy (ScoRD Figure 3a and 3b), through `scord check`.
#
# usage: run_graph_coloring.sh [--rtl] SEED...
# The corrected program must be clean, steal work and colour properly. The racy one must show exactly one race site:
# rule (d), device scope, found at the stealing atomicAdd, its other side the block-scope atomicAdd of the owner.
# Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
program=sim/kernels/graph_coloring.cu
rtl=
[ "${1:-}" != --rtl ] || { rtl=--rtl; shift; }
[ $# -ge 1 ] || { echo "usage: run_graph_coloring.sh [--rtl] SEED..." >&2; exit 2; }
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

expect() { # what, actual, expected
    if [ "$2" = "$3" ]; then pass "ok   $1"; else
        fail "$1: '$2', expected '$3'"; sed 's/^/     /' "$folder/output"
    fi
}
line_of() { grep -nF "$1" "$program" | cut -d: -f1; }
sites() { grep -c '^ *"rule_table":' "$folder/report.json"; }
side() { # access or owner: line
    sed -n "s/^ *\"$1\": {.*\"line\": \([0-9]*\),.*/\1/p" "$folder/report.json"
}
check() { # seed, further arguments of scord check
    local seed=$1; shift
    rm -f "$folder"/*
    nice "$scord" check --as published $rtl --seed "$seed" --json "$folder/report.json" "$@" "$program" \
        > "$folder/output" 2>&1
    code=$?
}

for seed in "$@"; do
    check "$seed"
    expect "corrected, seed $seed: exit code" $code 0
    expect "corrected, seed $seed: race sites" "$(sites)" 0
    expect "corrected, seed $seed: colouring verified" "$(grep -cx OK "$folder/output")" 1
    expect "corrected, seed $seed: work is stolen" "$(grep -cE '[1-9][0-9]* of the sets stolen' "$folder/output")" 1
    check "$seed" -DRACE_BLOCK_SCOPE_HEAD
    expect "racy, seed $seed: exit code" $code 1
    expect "racy, seed $seed: race sites" "$(sites)" 1
    expect "racy, seed $seed: rule" "$(grep -o 'Table IV([a-f])' "$folder/report.json" | sort -u)" 'Table IV(d)'
    expect "racy, seed $seed: scope" "$(sed -n 's/^ *"scope": "\(.*\)".*/\1/p' "$folder/report.json")" device
    expect "racy, seed $seed: line of the access" "$(side access)" "$(line_of 'atomicAdd(&work.nextHead[victimBlock]')"
    expect "racy, seed $seed: line of the other side" "$(side owner)" "$(line_of 'atomicAdd_block(&work.nextHead')"
done
finish
