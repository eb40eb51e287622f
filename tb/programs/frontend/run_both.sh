#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_both.sh: programs of tb/programs/frontend/programs/both (all, or those named) print the same when clang compiles
# them with the headers of sim/runtime/include and when nvcc does with the toolkit's, whose functions are so the judge
# of ours.
#
# usage: run_both.sh [NAME...]     SCORD names the executable (build/scord). Closes with "N passed, N failed"; without a
# toolkit each program must compile and end by clang, and the last line but one says that nothing was compared.
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/frontend/programs/both
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(ls $programs/*.cu | xargs -n 1 basename -s .cu)
toolkit=$(command -v nvcc || ls "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" 2> /dev/null)

printed() { # compiler, name: what the program prints
    nice "$scord" check --compiler "$1" $programs/"$2".cu --std=c++17 > "$folder/all" 2> "$folder/err" < /dev/null ||
        return 1
    sed '/^[0-9]* races\{0,1\} at /,$d' "$folder/all"
}
for name in "${names[@]}"; do
    if ! printed clang "$name" > "$folder/clang"; then fail "$name by clang"; head -n 20 "$folder/err"; continue; fi
    [ -s "$folder/clang" ] && pass "ok   $name by clang" || fail "$name prints nothing"
    [ -n "$toolkit" ] || continue
    if ! printed nvcc "$name" > "$folder/nvcc"; then fail "$name by nvcc"; head -n 20 "$folder/err"; continue; fi
    if cmp -s "$folder/clang" "$folder/nvcc"; then pass "ok   $name: the same by nvcc"
    else fail "$name: another output by nvcc"; diff "$folder/clang" "$folder/nvcc" | head -n 20 | sed 's/^/     | /'; fi
done
[ -n "$toolkit" ] || echo "no CUDA toolkit: nothing was compared with nvcc's output"
finish
