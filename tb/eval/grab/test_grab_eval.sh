#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_grab_eval.sh: the evaluation of GRAB as a chain, and its judge.
#
# usage: test_grab_eval.sh chain | verdicts
#   chain      experiments.quick from runs to a document with tables and a plot; run again; what the runs say of one
#              program; failing runs
#   verdicts   eval.sql on planted results: the verdict follows the numbers, and bad results are refused
# Environment: BUILD (default build). Closes with "N passed, N failed".
set -u
export BUILD=${BUILD:-build}
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
here=tb/eval/grab; output=$work/output

# ---- chain ----

run_quick() { JOBS=1 $here/run_experiments.sh --experiments "${1:-$here/experiments.quick}" "$work/eval"; }
result() { echo "$work"/eval/results/matmult-*/"$1".json; } # ARGUMENTS.SETTINGS.ANALYSIS.SEED

runs_made() {
    exits 0 "the runs" "$output" run_quick
    [ "$(find "$work/eval/results" -name '*.json' | wc -l)" -eq 7 ]
    check $? "not 7 results: $(find "$work/eval/results" -name '*.json')"
    exits 0 "again" "$output" run_quick
    [ ! -s "$output" ]; check $? "again: something was run: $(cat "$output")"
    cp "$(result basic,2.l1=1024.faults.1)" "$work/before"; rm "$(result basic,2.l1=1024.faults.1)"
    exits 0 "one run missing" "$output" run_quick
    cmp -s "$work/before" "$(result basic,2.l1=1024.faults.1)"; check $? "the same run, other bytes"
}

documented() {
    printf '%s\n' before '<!-- faults -->' old '<!-- end -->' '<!-- cycles -->' '<!-- end -->' after \
        > "$work/document.md"
    exits 0 "document" "$output" $here/eval_grab.sh --experiments $here/experiments.quick \
        --document "$work/document.md" "$work/eval"
    grep -q '^| OBS1, Table 4, 1 KB | fewer faults in every improved version | 0 of 0 | open |' "$output"
    check $? "no claims are printed: $(cat "$output")"
    # 16 x 16 floats in lines of 128 bytes: 3 matrices of 8 lines, in each of which every SM with a block of its 4 asks
    # for half of A and of B.
    grep -q '^| MatMult_basic | [0-9]* | [0-9]* | \*210\* |' "$work/document.md"
    check $? "no table of faults in the document: $(cat "$work/document.md")"
    grep -q '^| MatMult_best | [0-9]* | \*22831\* | [0-9]* | \*20604\* | - |' "$work/document.md"
    check $? "no table of cycles in the document"
    [ "$(sed -n '1p;$p' "$work/document.md" | tr '\n' ' ')" = "before after " ]
    check $? "the document's text is not kept"
    ! grep -qx old "$work/document.md"; check $? "the old table is still there"
    grep -q '<svg' "$work/images/grab/sizes.svg"; check $? "no plot"
}

# What the kernels do by hand: a version with its sum in a register makes fewer requests, the one in shared memory
# fewest.
sensible() {
    requests() { sed -n 's/^ *{"level": "l1", "requests": \([0-9]*\),.*/\1/p' "$(result "$1,2.l1=1024.faults.1")"; }
    local basic best
    basic=$(requests basic) best=$(requests best)
    # 4 blocks of 2 warps: a warp's 8 x 4 elements of C lie in 2 lines (rows of 64 bytes). basic: a store, and for each
    # of 16 k a load and a store of C (2 lines each), a load of A (4 rows in 2 lines) and of B (1 line). best: A and B,
    # 2 tiles each (2 lines a warp), and a store.
    [ "$basic" = $((4 * 2 * (2 + 16 * (2 + 2 + 2 + 1)))) ]; check $? "matmult basic: $basic requests"
    [ "$best" = $((4 * 2 * (2 * (2 + 2) + 2))) ]; check $? "matmult best: $best requests"
}

refused() {
    echo 'table4 | matmult:worst | l1=1024 | faults | 1' > "$work/bad"
    exits 1 "a version that is none" "$output" run_quick "$work/bad"
    grep -q '1 runs failed' "$output" && grep -q "'worst' is not a version" "$work"/eval/results/matmult-*/worst.*.log
    check $? "not said: $(cat "$output")"
    echo 'table4 | matmult:best,2 | l1=1000 | faults | 1' > "$work/bad"
    exits 1 "an L1 that is none" "$output" run_quick "$work/bad"
    echo 'table5 | matmult:best,2 | - | fastest | 1' > "$work/bad"
    exits 1 "a policy that is none" "$output" run_quick "$work/bad"
    echo 'table5 | matmult:best,2 | - | gto' > "$work/bad"
    exits 2 "a field missing" "$output" run_quick "$work/bad"
}

# ---- verdicts ----

begin() { rm -rf "$work/planted"; mkdir -p "$work/planted"; }
judge() { "$BUILD/tb/eval" $here/eval.sql "$work/planted" > "$output" 2>&1; }
# GROUP VERSION SETTINGS ANALYSIS [SEED]
listed() { echo "$1 $2,8 $3 $4 ${5:-1} $1.$2.$3.$4.${5:-1}.json" >> "$work/planted/runs"; }
plant_cycles() { # GROUP VERSION SETTINGS POLICY CYCLES [SEED]
    listed "$1" "$2" "$3" "$4" "${6:-1}"
    echo "{\"schema\": \"scord-sim-1\", \"mode\": \"cycle\", \"settings\": \"$3\", \"issue\": \"$4\", \"seed\": ${6:-1}, \"total\": {\"cycles\": $5}}" \
        > "$work/planted/$1.$2.$3.$4.${6:-1}.json"
}
plant_faults() { # GROUP VERSION BYTES MH M*H MM COLD [ROOTS, of each type]
    listed "$1" "$2" "l1=$3" faults
    cat > "$work/planted/$1.$2.l1=$3.faults.1.json" <<END
{"schema": "scord-grab-1", "interleaving": "gto", "seed": 1, "scorings": [{"l1": {"bytes": $3}, "levels": [{"level": "l1", "requests": 10000, "faults": {
 "mh": {"count": $4, "cold": 0, "roots": ${8:-1}, "affected": 1}, "m*h": {"count": $5, "cold": 0, "roots": ${8:-1}, "affected": 1},
 "mm": {"count": $6, "cold": $7, "roots": ${8:-1}, "affected": 1}}}]}]}
END
}
judged() { # VERDICT PLACE CLAIM TEXT
    grep -F -- "| $2 | $3 |" "$output" | grep -q "| $1 |\$"
    check $? "$4: '$3' ($2) is not '$1': $(grep -F -- "| $3 |" "$output")"
}
small="OBS1, Table 4, 1 KB"
fewer="fewer faults in every improved version"
caused="the same without first accesses, which nothing has caused"

faults() {
    begin; plant_faults table4 susan:basic 1024 5 5 40 20; plant_faults table4 susan:modified 1024 0 0 49 30; judge
    judged reproduced "$small" "$fewer" "49 of 50"
    judged reproduced "$small" "$caused" "19 of 30"
    judged open "OBS1, Table 4, 16 KB" "$fewer" "no runs"
    begin; plant_faults table4 susan:basic 1024 5 5 40 20; plant_faults table4 susan:modified 1024 0 0 50 19; judge
    judged not "$small" "$fewer" "as many"; judged not "$small" "$caused" "31 of 30"
    plant_faults table4 lbm:basic 1024 0 9 0 0; plant_faults table4 lbm:v1 1024 0 5 0 0; judge
    judged partly "$small" "$fewer" "one of two"
    grep -q '| 1 of 2; not: susan:modified |' "$output"
    check $? "the version that fails is not named"
    plant_faults table4-16k scan:naive 16384 0 0 9 9; plant_faults table4-16k scan:best 16384 0 0 8 8; judge
    judged reproduced "OBS1, Table 4, 16 KB" "$fewer" "8 of 9"
    judged not "OBS1, Table 4, 16 KB" "$caused" "none of none"
}

transposes() {
    local interference="no version of Transpose has substantial interference" \
        number="no version of Transpose has a substantial number of faults, first accesses apart"
    begin
    plant_faults table4 transpose:naive 1024 50 50 5000 5000
    plant_faults table4 transpose:best 1024 0 0 0 0
    judge
    judged reproduced "$small" "$interference" "1 %"; judged reproduced "$small" "$number" "1 %"
    begin; plant_faults table4 transpose:naive 1024 50 51 0 0; plant_faults table4 transpose:best 1024 0 0 102 1; judge
    judged partly "$small" "$interference" "naive above 1 %"; judged not "$small" "$number" "both above 1 %"
}

roots() {
    local claim="few roots for many faults" place="OBS2, Table 4, 1 KB"
    begin; plant_faults table4 lbm:basic 1024 100 99 1000 900 10; judge
    judged reproduced "$place" "$claim" "10 of 100"
    grep -qF "| $claim | 2 of 2 |" "$output"
    check $? "not the two types with 100 faults: $(grep -F "$claim" "$output")"
    begin; plant_faults table4 lbm:basic 1024 100 99 1000 900 11; judge; judged not "$place" "$claim" "11 of 100"
    begin
    plant_faults table4 lbm:basic 1024 99 99 1000 901 50
    judge
    judged open "$place" "$claim" "nothing with 100 faults"
}

figure12() {
    local best="best Scan and Bitonic: no interference from 2 KB on" basic="basic Bitonic: interference with 4 KB" \
        place="RQ3, Fig. 12"
    begin
    plant_faults figure12 scan:best 1024 0 7 0 0
    plant_faults figure12 scan:best 2048 0 0 9 0
    plant_faults figure12 bitonic:best 4096 0 0 0 0
    judge
    judged reproduced "$place" "$best" "none, mm apart"; judged open "$place" "$basic" "no runs"
    plant_faults figure12 bitonic:best 2048 1 0 0 0
    plant_faults figure12 bitonic:basic 4096 1 0 0 0
    plant_faults figure12 bitonic:basic 2048 0 0 0 0
    judge
    judged partly "$place" "$best" "one of three"; judged reproduced "$place" "$basic" "one fault"
    judged open "$place" "the same, sorting 256 blocks" "no runs"
    plant_faults blocks bitonic:basic 4096 0 0 5 0; judge; judged not "$place" "the same, sorting 256 blocks" "mm only"
    grep -q '^2048	?	?	0	1	' "$work/planted/data/sizes.dat"
    check $? "not in the plot's data: $(cat "$work/planted/data/sizes.dat")"
    grep -qx '| Scan_best | 7 | 0 | - |' "$work/planted/tables/sizes.md"
    check $? "not in the table: $(cat "$work/planted/tables/sizes.md")"
}

cycles() {
    local place="Table 5, 1 KB" policy one
    begin
    for policy in gto lrr tls; do
        plant_cycles table5 lbm:basic - $policy 900
        plant_cycles table5 lbm:v1 - $policy 800
    done
    sed -i 's/900/901/' "$work/planted/table5.lbm:basic.-.lrr.1.json"
    sed -i 's/800/799/' "$work/planted/table5.lbm:v1.-.lrr.1.json"
    sed -i 's/"settings": "-"/"settings": ""/' "$work/planted/"*.json; judge
    judged partly "$place" "LBM: GTO takes fewer cycles than LRR" "one of two"
    judged reproduced "$place" "every improved version is faster, whatever the policy" "faster"
    judged open "$place" "Susan: LRR takes fewer cycles than GTO" "no runs"
    judged open "Table 5, 16 KB" "LBM: GTO takes fewer cycles than LRR" "no runs"
    begin; plant_cycles table5-16k bitonic:basic sms=1 gto 100; plant_cycles table5-16k bitonic:basic sms=1 gto 400 2
    plant_cycles table5-16k bitonic:basic sms=1 lrr 300; plant_cycles table5-16k bitonic:basic sms=1 lrr 201 2; judge
    judged reproduced "Table 5, 16 KB" "basic Bitonic: GTO takes fewer cycles than LRR" \
        "250 of 250.5, means of two seeds"
    judged open "Table 5, 16 KB" "MatMult: LRR takes fewer cycles than GTO" "no runs"
    grep -q '^| Bitonic_Sort_basic | 250 | \*31837\* | 250 | \*44265\* | - |' "$work/planted/tables/cycles.md"
    check $? "not the mean in the table: $(cat "$work/planted/tables/cycles.md")"
    rm "$work/planted/table5-16k.bitonic:basic.sms=1.gto.2.json"; judge
    judged open "Table 5, 16 KB" "basic Bitonic: GTO takes fewer cycles than LRR" "a seed missing"
    begin
    for one in matmult:best susan:basic lbm:v2 bitonic:basic; do
        plant_cycles table5 $one sms=9 gto 700
        plant_cycles table5 $one sms=9 lrr 600
    done
    judge
    judged reproduced "$place" "MatMult: LRR takes fewer cycles than GTO" "600 of 700"
    judged reproduced "$place" "Susan: LRR takes fewer cycles than GTO" "600 of 700"
    judged not "$place" "LBM: GTO takes fewer cycles than LRR" "700 of 600"
    judged not "$place" "basic Bitonic: GTO takes fewer cycles than LRR" "700 of 600"
    begin
    for policy in gto lrr; do
        plant_cycles table5 matmult:best sms=9 $policy 700
        plant_cycles table5 susan:basic sms=9 $policy 700
    done
    judge
    judged not "$place" "MatMult: LRR takes fewer cycles than GTO" "as many"
    judged not "$place" "Susan: LRR takes fewer cycles than GTO" "as many"
}

refusals() {
    local one name
    begin
    plant_faults table4 susan:basic 1024 1 2 3 1
    plant_cycles table5 susan:basic sms=1 gto 5
    one=$work/planted/table4.susan:basic.l1=1024.faults.1.json
    exits 0 "all there" "$output" judge_folder
    for name in requests count cold roots affected cycles; do
        sed -i.whole "s/\"$name\": [0-9]*/\"other\": 0/" "$work/planted/"*.json
        exits 2 "no $name" "$output" judge_folder
        grep -q "no number \`$name\`" "$output"
        check $? "no $name: not named: $(cat "$output")"
        for whole in "$work/planted/"*.whole; do mv "$whole" "${whole%.whole}"; done
    done
    for name in 's/"bytes": 1024/"bytes": 2048/' 's/"gto"/"lrr"/' 's/"seed": 1/"seed": 2/' \
        's/scord-grab-1/scord-grab-2/' 's/"scorings": \[/"scorings": [], "x": [/'; do
        sed -i.whole "$name" "$one"; exits 2 "$name" "$output" judge_folder
        grep -q "not of the run that the manifest says" "$output"
        check $? "$name: not said: $(cat "$output")"
        mv "$one.whole" "$one"
    done
    rm "$one"; exits 1 "one missing" "$output" judge_folder
    echo '{' > "$one"; exits 2 "not JSON" "$output" judge_folder
    echo 'table4 susan:basic l1=1024 faults 1' > "$work/planted/runs"; exits 2 "a word missing" "$output" judge_folder
    exits 2 "no folder" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/none"
}
judge_folder() { "$BUILD/tb/eval" $here/eval.sql "$work/planted"; }

case ${1:-} in
    chain) runs_made; documented; sensible; refused ;;
    verdicts) faults; transposes; roots; figure12; cycles; refusals ;;
    *) echo "usage: test_grab_eval.sh chain | verdicts" >&2; exit 2 ;;
esac
finish
