#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_styles.sh: pairs of kernels in the styles of CUDA programs: what is wrong is reported under every seed, by kernel,
# and what is right under none.
#
# usage: run_styles.sh [--nvcc] SEED... [-- FILE...]     files of tb/programs/styles without .cu; default: all
# `// pair: KERNEL | WHAT` stands above a kernel that is wrong, and right with -DFIXED; `// right: KERNEL | WHAT` above
# one that is right in both. A race or a finding of the kernel counts as a report, a note does not.
# --nvcc: as the CUDA toolkit compiles them; without it a stated pass. SCORD names the executable (build/scord).
# Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
programs=tb/programs/styles
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

compiler=()
if [ "${1:-}" = --nvcc ]; then
    shift
    with_nvcc
    compiler=(--compiler nvcc)
fi
seeds=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do seeds+=("$1"); shift; done
[ "${1:-}" != -- ] || shift
[ ${#seeds[@]} -gt 0 ] || { echo "usage: run_styles.sh [--nvcc] SEED... [-- FILE...]" >&2; exit 2; }

kernels() { # FILE, what: pair, right, or all
    sed -n "s/^\/\/ ${2/all/[a-z]*}: \([a-z0-9_]*\) |.*/\1/p" "$1" | sort
}
reported() { # JSON: kernels of races and findings
    awk '/^  "[a-z_]*": / { part = $1 } $1 == "\"severity\":" { severity = $2 }
         $1 == "\"kernel\":" && (part == "\"sites\":" || part == "\"findings\":" && severity ~ /finding/) {
             name = $2; gsub(/[",]|\(.*/, "", name); print name }' "$1" | sort -u
}
judge() { # FILE, seed, wanted kernels, flags
    local file=$1 seed=$2 wanted=$3 found; shift 3
    nice "$scord" check "$file" "${compiler[@]}" --seed "$seed" --json "$folder/json" "$@" > "$folder/out" \
        2> "$folder/err" < /dev/null
    code=$?
    [ $code -le 1 ] && ! grep -q 'launch failed' "$folder/out"
    check $? "$file $* seed $seed: exit code $code $(head -n 3 "$folder/err")"
    found=$(reported "$folder/json")
    [ "$wanted" = "$found" ]
    check $? "$file $* seed $seed: not reported: $(comm -23 <(echo "$wanted") <(echo "$found") | tr '\n' ' ')reported \
falsely: $(comm -13 <(echo "$wanted") <(echo "$found") | tr '\n' ' ')"
}
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(ls $programs/*.cu | xargs -n 1 basename -s .cu)
for name in "${names[@]}"; do
    wrong=$(kernels $programs/"$name".cu pair)
    [ -n "$wrong" ] && [ "$(sed -n 's/.*__global__ void .*/&/p' $programs/"$name".cu | wc -l)" -eq \
        "$(kernels $programs/"$name".cu all | wc -l)" ]
    check $? "$name: kernels without a line that says what they are"
    for seed in "${seeds[@]}"; do
        judge $programs/"$name".cu "$seed" "$wrong"
        judge $programs/"$name".cu "$seed" "" -DFIXED
    done
done
finish
