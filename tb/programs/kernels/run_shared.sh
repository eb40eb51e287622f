#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_shared.sh: the kernels of sim/kernels/shared through `scord check --shared --oracle`, held against their catalogue
# (D50 to D54).
#
# usage: run_shared.sh [--rtl] SEED...
# A racy program must exit 1, its races of accepted rules, in shared memory, both sides at lines marked RACE; the oracle
# calls each of them real and knows of no other site. A clean one exits 0, and the oracle agrees. Without --shared every
# one of them is clean.
set -u
. tb/expect.sh
. "$(dirname "$0")/marked_lines.sh"
kernels=sim/kernels/shared
rtl=
[ "${1:-}" = --rtl ] && { rtl=--rtl; shift; }
[ $# -ge 1 ] || { echo "usage: run_shared.sh [--rtl] SEED..." >&2; exit 2; }

judge_shared() { # what: beside judge_racy
    ! grep '"object":' "$folder/report.json" | grep -qv 'shared memory of block ([0-9]*,[0-9]*,0)'
    check $? "$1: a race is not in a block's shared memory"
    build/tb/validate_json docs/report-schema.json "$folder/report.json" > "$folder/schema" 2>&1
    check $? "$1: schema: $(cat "$folder/schema")"
}
# Kinds of the oracle's sites that the detector missed, one a row.
missed() {
    awk '/ conflict between / {kind = $0; sub(/.*between /, "", kind)} /MISSED by the detector/ {print kind}' \
        "$folder/text" | sort -u
}
# What the catalogue says of the oracle: which sites it knows beyond the detector's, all of which it must call real.
agrees() {
    grep -q ' 0 false positives' "$folder/text" || return 1
    case $1 in
    agrees) [ -z "$(missed)" ];;
    lanes) [ "$(missed)" = "lanes of one warp" ];;
    *) return 1;;
    esac
}
run() { # name, flags, verdict, rules, oracle, seed
    flags=$2; [ "$flags" = - ] && flags=
    nice "$scord" check --as published --shared "$kernels/$1.cu" $flags $rtl --seed "$6" --json "$folder/report.json" \
        > "$folder/output" 2>&1
    code=$?
    if [ "$3" = racy ]; then
        judge_racy "$1 $2" "$1" "$4" $code
        judge_shared "$1 $2"
    else
        judge_clean "$1 $2" $code
    fi
    [ -z "$rtl" ] || {
        grep -q '"mismatches": 0,' "$folder/report.json"
        check $? "$1 $2: RTL and model differ"
        return
    }
    nice "$scord" check --as published --shared --oracle "$kernels/$1.cu" $flags --seed "$6" \
        > "$folder/text" 2>&1; code=$?
    agrees "$5" && [ $code -eq "$([ "$3$5" = cleanagrees ] && echo 0 || echo 1)" ]
    check $? "$1 $2 seed $6: the oracle is not '$5': $(cat "$folder/text")"
    nice "$scord" check --as published "$kernels/$1.cu" $flags --seed "$6" > "$folder/output" 2>&1
    check $? "$1 $2 seed $6: races without --shared"
}

# A race in a file for code review names the block's memory too.
nice "$scord" check --as published --shared "$kernels/missing_barrier.cu" --sarif "$folder/report.sarif" \
    > "$folder/output" 2>&1
grep -q 'Data race on shared memory of block (0,0,0), reverse(int const\*, int\*)::tile: ' "$folder/report.sarif"
check $? "SARIF does not name shared memory"
build/tb/validate_json tb/commands/check/sarif.schema.json "$folder/report.sarif" > "$folder/schema" 2>&1
check $? "SARIF schema: $(cat "$folder/schema")"

# D52: 12 warps count in shared memory, by atomics of their block; what they add to global memory has device scope.
nice "$scord" check --as published --shared "$kernels/histogram.cu" -DFIXED --events "$folder/events.sevt" \
    > "$folder/output" 2>&1
[ "$(grep -c 'op=atomic .*scope=block' "$folder/events.sevt")" -eq 12 ]
check $? "12 atomics of block scope were expected"
[ "$(grep 'op=atomic' "$folder/events.sevt" | grep -vc 'scope=block')" -eq 3 ]
check $? "3 atomics of device scope were expected"

while IFS='|' read -r name flags verdict rules oracle; do
    name=$(echo $name); flags=$(echo $flags); verdict=$(echo $verdict); rules=$(echo $rules); oracle=$(echo $oracle)
    case $name in ''|'#'*) continue;; esac
    for seed in "$@"; do run "$name" "$flags" "$verdict" "$rules" "$oracle" "$seed"; done
done < "$kernels/catalogue"
finish
