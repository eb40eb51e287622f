#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_micro.sh: the 32 microbenchmarks as CUDA programs through `scord check`, held against the catalogue.
#
# usage: run_micro.sh [--rtl] [--match MATCH_PROGRAM] SEED...
#   --rtl      verdicts by the RTL in lockstep with the model
#   --match    also holds the recorded events against tb/interleavings/programs (the same program event by event)
# A racy program must exit 1 with accepted rules and the catalogue's scope only, a clean one exit 0 without a report.
# Every run is one check. Closes with "N passed, N failed".
set -u
scord=${SCORD:-build/scord}
catalogue=sim/kernels/micro/catalogue
rtl=; match=
while [ $# -gt 0 ]; do
    case $1 in
    --rtl) rtl=--rtl; shift;;
    --match) match=$2; shift 2;;
    *) break;;
    esac
done
[ $# -ge 1 ] || { echo "usage: run_micro.sh [--rtl] [--match MATCH_PROGRAM] SEED..." >&2; exit 2; }
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh

# What is wrong with a run, nothing if it is right: exit code, verdict, accepted rules, scope of the entry.
judge() {
    local code=$1 verdict=$2 accepted=$3 scope=$4 rules scopes
    [ -s "$folder/report.json" ] || { echo "exit $code and no report"; return; }
    rules=$(grep -o '"rule_table": "Table IV([a-f])"' "$folder/report.json" | sed 's/.*(\(.\)).*/\1/' | sort -u |
        tr -d '\n')
    scopes=$(sed -n 's/^ *"scope": "\([a-z]*\)".*/\1/p' "$folder/report.json" | sort -u | tr '\n' ' ')
    if [ "$verdict" = clean ]; then
        [ "$code" -eq 0 ] && [ -z "$rules" ] || echo "exit $code, rules '$rules', expected a clean run"
        return
    fi
    [ "$code" -eq 1 ] && [ -n "$rules" ] || { echo "exit $code, rules '$rules', expected a race"; return; }
    [ -z "$(printf '%s' "$rules" | tr -d "$accepted")" ] || echo "rules '$rules', accepted '$accepted'"
    [ "$scopes" = "$scope " ] || echo "scopes '$scopes', expected '$scope'"
}

run() { # name verdict rules scope seed
    local code wrong
    rm -f "$folder"/*
    nice "$scord" check --as published "sim/kernels/micro/$1.cu" $rtl --seed "$5" --json "$folder/report.json" \
        --events "$folder/events.sev" > "$folder/output" 2>&1
    code=$?
    wrong=$(judge "$code" "$2" "$3" "$4")
    [ -z "$match" ] || wrong="$wrong "$("$match" "tb/interleavings/programs/$1.prog" "$folder/events.sev" 2>&1)
    if [ -z "${wrong// /}" ]; then
        pass "ok   $1 seed $5"
    else
        fail "$1 seed $5: $wrong"; sed 's/^/     /' "$folder/output"
    fi
}

while IFS='|' read -r name verdict rules scope; do
    name=$(echo $name); verdict=$(echo $verdict); rules=$(echo $rules); scope=$(echo $scope)
    case $name in ''|'#'*) continue;; esac
    for seed in "$@"; do run "$name" "$verdict" "$rules" "$scope" "$seed"; done
done < "$catalogue"
finish
