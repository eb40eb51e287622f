#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_micro_cuda.sh SCORD CATALOGUE KERNELS WAIVERS [--sample N [--seed S]]: every microbenchmark, or some of them, as
# a CUDA program: compiled, run, recorded, and decided by `scord oracle --model scor` over all schedules of the
# recording. Run from the repo root.
scord=$1 catalogue=$2 kernels=$3 waivers=$4
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT INT TERM
. tb/expect.sh
. tb/sample.sh
sample_options "${@:5}" || exit 2

sed -e 's/#.*//' -e '/|/!d' "$catalogue" | tr -d ' ' | cut -d'|' -f1,2 | tr '|' ' ' >"$scratch/all"
if [ "$sample" -eq 0 ]; then cp "$scratch/all" "$scratch/list"; else
    draw < "$scratch/all" > "$scratch/drawn"
    awk 'NR == FNR { drawn[$1]; next } $1 in drawn' "$scratch/drawn" "$scratch/all" > "$scratch/list"
fi
while read -r name label; do
    "$scord" check --as published "$kernels/$name.cu" --events "$scratch/run.sev" </dev/null >"$scratch/check" 2>&1
    check=$?
    "$scord" oracle "$scratch/run.sev" --model scor --no-detector --all-schedules </dev/null >"$scratch/out" 2>&1
    oracle=$?
    case "$label $check $oracle" in
    "racy 1 1" | "clean 0 0") pass ;;
    "racy 1 0")
        if grep -q "^$name  *|" "$waivers"; then
            pass "waived: $name"
            echo "$name" >>"$scratch/waived"
        else
            fail "$name: labelled racy, race-free under every schedule"
        fi
        ;;
    *)
        fail "$name: labelled $label; \`scord check\` exit $check, \`scord oracle\` exit $oracle"
        head -n 5 "$scratch/check" "$scratch/out"
        ;;
    esac
done <"$scratch/list"

touch "$scratch/waived"
for name in $(sed -e 's/#.*//' -e '/|/!d' "$waivers" | cut -d'|' -f1); do
    grep -q "^$name " "$scratch/list" || continue
    grep -qx "$name" "$scratch/waived" || { fail "waiver not needed, take it out: $name"; }
done
finish
