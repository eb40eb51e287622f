#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_eval.sh: the evaluation of BAWS as a chain, and its judge.
#
# usage: test_eval.sh chain | verdicts
#   chain      experiments.quick from runs to a document with tables and plots; interrupted, resumed, run again; failing
#              runs
#   verdicts   eval.sql on planted results: the verdict follows the numbers, and bad results are refused
# Environment: BUILD (default build). Closes with "N passed, N failed".
set -u
export BUILD=${BUILD:-build}
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
here=tb/eval/baws; output=$work/output

results() { find "$work/eval/results" -name '*.json' 2> /dev/null | wc -l; }
run_quick() { JOBS=1 $here/run_experiments.sh --experiments "${1:-$here/experiments.quick}" "$work/eval"; }
wanted=12

# ---- chain ----

interrupted() { # killed after the first results, with what it has started
    setsid $here/run_experiments.sh --experiments $here/experiments.quick "$work/eval" > "$output" 2>&1 &
    local group=$! waited=0
    while [ "$(results)" -lt 2 ] && [ $waited -lt 1200 ]; do sleep 0.1; waited=$((waited + 1)); done
    kill -- -$group; wait $group 2> /dev/null
    sleep 0.5
    kept=$(results)
    [ "$kept" -ge 2 ] && [ "$kept" -lt $wanted ]; check $? "killed in the middle: $kept of $wanted results"
    touch "$work/killed"; sleep 0.1
}

resumed() {
    exits 0 "resumed" "$output" run_quick
    grep -qx "$((wanted - kept)) runs to make, 1 at a time" "$output"
    check $? "resumed: not $((wanted - kept)) runs: $(cat "$output")"
    [ "$(results)" -eq $wanted ]; check $? "resumed: $(results) results, not $wanted"
    [ "$(find "$work/eval/results" -name '*.json' ! -newer "$work/killed" | wc -l)" -eq "$kept" ]
    check $? "resumed: what was there has been made again"
    exits 0 "again" "$output" run_quick
    [ ! -s "$output" ]; check $? "again: something was run: $(cat "$output")"
}

repeated() { # the same run gives the same bytes; another program does not keep the old one's results
    local one; one=$(find "$work/eval/results" -path '*nn-*' -name '*.json' | head -n 1)
    mv "$one" "$work/before"
    exits 0 "one run missing" "$output" run_quick
    cmp -s "$work/before" "$one"; check $? "the same run, other bytes"
    echo >> "$work/eval/programs/nn"
    exits 0 "other program" "$output" run_quick
    grep -q '^4 runs to make' "$output"; check $? "a changed program's 4 runs are not made again: $(cat "$output")"
    [ ! -e "$one" ]; check $? "the old program's results are still there"
}

documented() {
    printf '%s\n' before '<!-- speedups -->' old '<!-- end -->' after > "$work/document.md"
    exits 0 "document" "$output" $here/eval_baws.sh --experiments $here/experiments.quick \
        --document "$work/document.md" "$work/eval"
    grep -q '^| MWF(GTO) + CFF\|| Fig. 8 | MWF(GTO) + CFF over LRR | 16.9 | ' "$output"
    check $? "no claims are printed"
    grep -q '^| geometric mean |' "$work/document.md"; check $? "no table in the document"
    [ "$(sed -n '1p;$p' "$work/document.md" | tr '\n' ' ')" = "before after " ]
    check $? "the document's text is not kept"
    ! grep -qx old "$work/document.md"; check $? "the old table is still there"
    grep -q '<svg' "$work/images/baws/speedups.svg"; check $? "no plot"
    printf '%s\n' '<!-- nothing -->' '<!-- end -->' > "$work/document.md"
    exits 2 "a table that is not" "$output" $here/eval_baws.sh --experiments $here/experiments.quick \
        --document "$work/document.md" "$work/eval"
}

refused() {
    echo 'speedup | nn | icache_bytes=700 | lrr | rr | 1' > "$work/bad"
    exits 1 "a run that fails" "$output" run_quick "$work/bad"
    grep -q '1 runs failed' "$output" && grep -q 'icache_bytes=700 is not' "$output"
    check $? "a run that fails: not said: $(cat "$output")"
    echo 'speedup | nn | - | lrr | rr' > "$work/bad"
    exits 2 "a field missing" "$output" run_quick "$work/bad"
    echo 'speedup | @none | - | lrr | rr | 1' > "$work/bad"
    exits 2 "a list that is not" "$output" run_quick "$work/bad"
    echo 'speedup | nosuch | - | lrr | rr | 1' > "$work/bad"
    exits 2 "a program that is not" "$output" run_quick "$work/bad"
    exits 2 "a group that is not" "$output" $here/run_experiments.sh --groups none "$work/eval"
}

# ---- verdicts ----

plant() { # ISSUE FETCH SEED CYCLES [JSON_ISSUE]: a result of one program, whose barrier share is 30 %
    local file=results/p.$1.$2.$3.json
    mkdir -p "$work/planted/results"
    echo "speedup p - $1 $2 $3 $file" >> "$work/planted/runs"
    cat > "$work/planted/$file" <<END
{"schema": "scord-sim-1", "mode": "cycle", "settings": "", "issue": "${5:-$1}", "fetch": "$2", "seed": $3, "total": {"cycles": $4,
 "warp_instructions": 100, "thread_instructions": 3200, "warps": 10, "barrier_shares": 2, "exit_shares": 1, "rtru_lost": 1,
 "rtru_total": 4, "rtru_phases": 1, "phases": 4, "idle_slots_empty": 0, "issue_slots": 1000, "fetch_slots": 500, "fetch_hits": 90,
 "fetch_misses": 10, "blocks_per_sm": 1, "warps_per_block": 10,
 "idle_slots": {"exit": 1, "barrier": 2, "fetch": 3, "control": 4, "data": 5, "structural": 6, "not_selected": 0}}}
END
}
planted() { # CYCLES of BAWS, seed after seed, where LRR has 10000
    local seed=0 cycles
    rm -rf "$work/planted"; mkdir "$work/planted"
    for cycles; do seed=$((seed + 1)); plant lrr rr $seed 10000; plant mwf-gto cff $seed "$cycles"; done
    "$BUILD/tb/eval" $here/eval.sql "$work/planted" > "$output" 2>&1
}
judged() { # VERDICT CLAIM TEXT
    grep -F -- "| $2 |" "$output" | head -n 1 | grep -q "| $1 |\$"
    check $? "$3: '$2' is not '$1': $(grep -F -- "$2" "$output" | head -n 1)"
}

verdicts() {
    local claim="MWF(GTO) + CFF over LRR" # 16.9 points: 8547 cycles are 17.0, 8850 are 13.0, 9500 are 5.3
    planted 8547 8547 8547; judged reproduced "$claim" "17 points"
    planted 8850 8850 8850; judged reproduced "$claim" "13 points"
    planted 9500 9500 9500; judged partly "$claim" "5 points"
    planted 9950 9950 9950; judged not "$claim" "half a point"
    planted 10500 10500 10500; judged not "$claim" "slower"
    planted 9500 9500 10100; judged not "$claim" "one seed slower"
    planted 6000 8547 10100; judged reproduced "$claim" "the median decides"
    judged open "GTO over LRR" "no runs"
    judged reproduced "barrier and exit share, LRR" "30 %"
    planted 9500; judged reproduced "BAWS is faster than LRR" "an order that holds"
    grep -q '| 1 of 1 |' "$output"; check $? "an order that holds: not in 1 of 1"
    planted 10500; judged not "BAWS is faster than LRR" "an order that does not hold"
    sed -i 's/"barrier_shares": 2/"barrier_shares": 0.9/' "$work/planted/results/"*
    "$BUILD/tb/eval" $here/eval.sql "$work/planted" > "$output" 2>&1
    judged partly "barrier and exit share, LRR" "19 %"
    exits 0 "all there" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/planted"
    rm "$work/planted/results/p.mwf-gto.cff.1.json"
    exits 1 "one missing" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/planted"
    plant gto rr 1 9000 lrr; exits 2 "a result of another run" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/planted"
    echo '{' > "$work/planted/results/p.gto.rr.1.json"
    exits 2 "not JSON" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/planted"
    exits 2 "no folder" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/none"
}

case ${1:-} in
    chain) interrupted; resumed; repeated; documented; refused ;;
    verdicts) verdicts ;;
    *) echo "usage: test_eval.sh chain | verdicts" >&2; exit 2 ;;
esac
finish
