#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_cases.sh: files of small programs over the headers of the CUDA toolkit, compiled by its nvcc: "wrong 0", no race.
#
# usage: run_cases.sh FILE…
#   FILE: of tb/programs/toolkit, or else of tb/programs/frontend/programs/libraries, without .cu. "// options: …" in
#   it are options of the compiler; "// cases: N" says how many programs it holds at least
# Without the toolkit: a stated pass. Closes with "N passed, N failed", the programs counted one by one.
set -u
scord=${SCORD:-build/scord}
. tb/expect.sh
with_nvcc
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

for name; do
    file=tb/programs/toolkit/$name.cu
    [ -e "$file" ] || file=tb/programs/frontend/programs/libraries/$name.cu
    # shellcheck disable=SC2046 # options are words
    nice "$scord" check "$file" --compiler nvcc $(sed -n 's|^// options: ||p' "$file") > "$folder/out" 2> "$folder/err"
    code=$?
    least=$(sed -n 's|^// cases: ||p' "$file")
    cases=$(sed -n 's/^cases //p' "$folder/out")
    wrong=$(sed -n 's/^wrong //p' "$folder/out")
    [ -n "$least" ] || [ -z "$wrong" ] || cases=1 # a program that counts its faults only
    if [ "${cases:-0}" -lt "${least:-1}" ] || [ "$code" -ne 0 ]; then
        fail "$name: exit code $code, ${cases:-no} of ${least:-1} programs"
        tail -n 20 "$folder/out" "$folder/err" | cut -c 1-200 | sed 's/^/     | /'
    fi
    grep ' differs$' "$folder/out"
    passed=$((passed + ${cases:-0} - ${wrong:-0}))
    failed=$((failed + ${wrong:-0}))
done
finish
