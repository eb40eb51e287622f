#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_default.sh: `scord check` without any option on the kernels of sim/kernels that others judge on the machines of
# the papers: what is racy is reported, and what is clean is not.
#
# usage: run_default.sh [--rtl [--sample N]] [--apps] SEED...
#   --rtl    verdicts by the RTL of machine cuda, in lockstep with the golden model: sim/kernels/cuda only
#   --sample N   of these N, drawn with the schedule's seed, one of each program and verdict at least
#   --apps   the applications instead, without a race and with each of their race sites (tb/eval/races)
# Last line: "N passed, N failed".
set -u
. tb/expect.sh
. tb/sample.sh
. "$(dirname "$0")/marked_lines.sh"
. "$(dirname "$0")/catalogue_rows.sh"
rtl=; apps=
[ "${1:-}" = --rtl ] && { rtl=--rtl; shift; }
[ "${1:-}" = --sample ] && { sample_options --sample "$2" || exit 2; shift 2; }
[ "${1:-}" = --apps ] && { apps=--apps; shift; }
[ $# -ge 1 ] || { echo "usage: run_default.sh [--rtl] [--apps] SEED..." >&2; exit 2; }

judge() { # verdict, seed, program, words of scord check
    verdict=$1; seed=$2; program=$3; shift 3
    nice "$scord" check "sim/kernels/$program.cu" $rtl --seed "$seed" --json "$folder/report.json" "$@" \
        > "$folder/output" 2>&1 < /dev/null
    code=$?
    [ $code -eq "$([ "$verdict" = racy ] && echo 1 || echo 0)" ]
    check $? "$program $* seed $seed: exit $code, but it is $verdict: $(head -n 12 "$folder/output")"
}

of_machine_cuda() { # seed: kernels with marked lines
    kernels=sim/kernels/cuda
    rows $kernels/catalogue > "$folder/rows"
    sample_seed=$1
    awk -F '|' '{ print NR, $1 $3 }' "$folder/rows" | draw > "$folder/drawn"
    awk 'NR == FNR { drawn[$1]; next } FNR in drawn' "$folder/drawn" "$folder/rows" > "$folder/played"
    while IFS='|' read -r name flags verdict rules; do
        [ "$flags" != - ] || flags=
        judge "$verdict" "$1" "cuda/$name" $flags
        [ "$verdict" = clean ] || judge_racy "$name $flags seed $1" "$name" "$rules" $code
        [ -z "$rtl" ] || {
            grep -q '"mismatches": 0,' "$folder/report.json"
            check $? "$name $flags: RTL and model differ"
        }
    done < "$folder/played"
}
# Catalogues say what races to the detector; warp-synchronous code (D74) is a finding beside it.
of_others() { # seed
    rows sim/kernels/micro/catalogue > "$folder/rows"
    while IFS='|' read -r name verdict _; do judge "$verdict" "$1" "micro/$name"; done < "$folder/rows"
    for set in acquire_release shared; do
        rows sim/kernels/$set/catalogue > "$folder/rows"
        while IFS='|' read -r name flags verdict _ when; do
            [ "$flags" != - ] || flags=
            [ "$name$flags" != warp_reduction ] || verdict=racy
            [ "$when" = nightly ] || judge "$verdict" "$1" "$set/$name" $flags
        done < "$folder/rows"
    done
    rows sim/kernels/warp/catalogue > "$folder/rows"
    while IFS='|' read -r name flags options verdict _; do
        [ "$flags" != - ] || flags=
        case $options in
        *=always*) judge "$verdict" "$1" "warp/$name" $flags --independent-threads=always;;
        *)
            [ "$name$flags" != lockstep ] || verdict=racy
            judge "$verdict" "$1" "warp/$name" $flags;;
        esac
    done < "$folder/rows"
    judge clean "$1" graph_coloring
    judge racy "$1" graph_coloring -DRACE_BLOCK_SCOPE_HEAD
}
of_apps() { # seed
    for app in mm red r110 gcol gcon 1dc uts; do judge clean "$1" apps/$app; done
    rows tb/eval/races/race_sites > "$folder/rows"
    while IFS='|' read -r app site _; do judge racy "$1" "apps/$app" -- --race "$site"; done < "$folder/rows"
}

for seed; do
    if [ -n "$apps" ]; then of_apps "$seed"; else
        of_machine_cuda "$seed"
        [ -n "$rtl" ] || of_others "$seed"
    fi
done
finish
