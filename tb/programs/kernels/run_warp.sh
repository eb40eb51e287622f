#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_warp.sh: the kernels of sim/kernels/warp through `scord check --independent-threads`, held against their catalogue
# (D40 to D44).
#
# usage: run_warp.sh [--rtl CONFIGURATION] SEED...
#   --rtl   verdicts by the RTL of a configuration with independent threads (tinyits), in lockstep with the golden model
# A racy program must exit 1, its races of accepted rules, both sides at lines marked RACE; the oracle calls each of
# them real, and knows of no other site unless the catalogue says so. A clean one exits 0. Without the option, every one
# of them is clean.
set -u
. tb/expect.sh
. "$(dirname "$0")/marked_lines.sh"
kernels=sim/kernels/warp
rtl=; machine="--as published"
[ "${1:-}" = --rtl ] && { rtl=--rtl; machine="--config $2"; shift 2; }
[ $# -ge 1 ] || { echo "usage: run_warp.sh [--rtl CONFIGURATION] SEED..." >&2; exit 2; }

agrees() { # word of the catalogue, verdict, exit code
    grep -q ' 0 false positives' "$folder/text" || return 1
    case $1 in
    agrees) grep -q ' 0 missed' "$folder/text" && [ "$3" -eq "$([ "$2" = racy ] && echo 1 || echo 0)" ];;
    more) ! grep -q ' 0 missed' "$folder/text" &&
        ! grep -q 'conflict between warps\|conflict between blocks' "$folder/text" && [ "$3" -eq 1 ];;
    *) return 1;;
    esac
}
run() { # name, flags, options, verdict, rules, oracle, seed
    what="$1 $2 $3 seed $7"; flags=$2; [ "$flags" = - ] && flags=
    # the RTL of tinyits tells threads apart while a warp has diverged
    [ -z "$rtl" ] || case $3 in *=always*) return;; esac
    nice "$scord" check $machine "$kernels/$1.cu" $3 $flags $rtl --seed "$7" --json "$folder/report.json" \
        > "$folder/output" 2>&1
    code=$?
    if [ "$4" = racy ]; then
        judge_racy "$what" "$1" "$5" $code
        grep -q '__syncwarp() that both threads reach' "$folder/report.json"
        check $? "$what: the hint is not __syncwarp()"
    else judge_clean "$what" $code; fi
    [ -z "$rtl" ] || {
        grep -q '"mismatches": 0,' "$folder/report.json"
        check $? "$what: RTL and model differ"
        return
    }
    nice "$scord" check $machine --oracle "$kernels/$1.cu" $3 $flags --seed "$7" > "$folder/text" 2>&1; code=$?
    agrees "$6" "$4" $code; check $? "$what: the oracle is not '$6': $(cat "$folder/text")"
    nice "$scord" check --as published --shared "$kernels/$1.cu" $flags --seed "$7" --events "$folder/events.sevt" \
        > "$folder/output" 2>&1
    check $? "$what: races without --independent-threads"
    ! grep -q '^diverge' "$folder/events.sevt" # a __syncwarp is recorded for the oracle (D43)
    check $? "$what: records of diverging lanes without --independent-threads"
}

# A lane that a __syncwarp names and that never comes: one message, at the line.
exits 2 "missing_lane" "$folder/output" nice "$scord" check --as published "$kernels/missing_lane.cu" \
    --independent-threads
[ "$(grep -c '^scord: ' "$folder/output")" -eq 1 ]; check $? "missing_lane: not one message: $(cat "$folder/output")"
line=$(grep -n '// HERE' "$kernels/missing_lane.cu" | cut -d: -f1)
grep -q "missing_lane.cu:$line: .*lanes 0xfffffff7 wait at a .sync instruction .* for lanes 0x00000008" "$folder/output"
check $? "missing_lane: $(cat "$folder/output")"

while IFS='|' read -r name flags options verdict rules oracle; do
    name=$(echo $name)
    flags=$(echo $flags)
    options=$(echo $options)
    verdict=$(echo $verdict)
    rules=$(echo $rules)
    oracle=$(echo $oracle)
    case $name in ''|'#'*) continue;; esac
    for seed in "$@"; do run "$name" "$flags" "$options" "$verdict" "$rules" "$oracle" "$seed"; done
done < "$kernels/catalogue"
finish
