#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_launch.sh: races between launches (docs/launch-order.md), on the pairs of tb/programs/frontend/programs/launch.
#
# usage: run_launch.sh [--nvcc] [FILE...]     --nvcc: as the CUDA toolkit's nvcc builds them; without it a stated pass
#   Each CASE(name, rule) of each file (or those named, without .cu) is run wrong and right: wrong has findings of that
#   rule alone, each at a line marked FOUND, and exit code 1; right has none, and exit code 0. A file's "// flags: …"
#   are for the compiler.
# SCORD names the executable (build/scord). Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/frontend/programs/launch
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

run() { # case, wrong or right
    nice timeout 100 "$scord" check "$folder/program" --json "$folder/json" -- "$1" "$2" \
        > "$folder/out" 2>&1 < /dev/null
    code=$?
}
# RULE LINE of each site of the JSON
sites() {
    sed -n '/^  "findings": \[/,/^  \],*$/p' "$folder/json" | awk '
        { name = $1; gsub(/[":,]/, "", name); value = $2; gsub(/[",]/, "", value) }
        name == "rule" { rule = value }
        name == "at" { match($0, /"line": [0-9]+/); line = substr($0, RSTART + 8, RLENGTH - 8) }
        name == "hint" { print rule, line }' | sort
}
shown() { sed 's/^/     | /' "$folder/out" | head -n 40; }

judge() { # file, case, rule
    run "$2" wrong
    equal "$2 wrong: exit code$([ $code -eq 1 ] || shown)" 1 $code
    [ "$(sites | cut -d ' ' -f 1 | uniq)" = "$3" ]
    check $? "$2 wrong: found '$(sites)', expected $3$(shown)"
    ! grep -q '^wrong result' "$folder/out"
    check $? "$2 wrong: wrong result"
    ! grep -q "__cudaLaunchKernel_helper" "$folder/json" # of nvcc, around a launch
    check $? "$2 wrong: the place of a launch$(shown)"
    for line in $(sites | cut -d ' ' -f 2); do
        sed -n "${line}p" "$1" | grep -q '// FOUND'
        check $? "$2: a finding at line $line"
    done
    run "$2" right
    [ $code -eq 0 ] && [ -z "$(sites)" ] && ! grep -q '^wrong result' "$folder/out"
    check $? "$2 right: exit code $code, found '$(sites)'$(shown)"
}

compiler=("${scord%scord}scord-nvcc"); left_out='^$'
if [ "${1:-}" = --nvcc ]; then
    shift
    with_nvcc
    left_out='not by nvcc' # what docs/launch-order.md says of such programs
    compiler=(nice "$nvcc" -cudart shared -lineinfo -Xcompiler -g1 -gencode "arch=compute_80,code=compute_80")
fi
[ $# -gt 0 ] || mapfile -t files < <(ls $programs/*.cu | xargs -n 1 basename -s .cu)
[ $# -eq 0 ] || files=("$@")
for file in "${files[@]}"; do
    # shellcheck disable=SC2046 # flags are words
    "${compiler[@]}" $(sed -n 's|^// flags: ||p' "$programs/$file.cu") -o "$folder/program" \
        "$programs/$file.cu" > "$folder/out" 2>&1
    check $? "$file: $(cat "$folder/out")"
    while read -r name rule; do
        judge "$programs/$file.cu" "$name" "$rule"
    done < <(grep -v "$left_out" "$programs/$file.cu" | sed -n 's/^CASE(\([a-z_]*\), \(launch\/[a-z]*\)).*/\1 \2/p')
done
finish
