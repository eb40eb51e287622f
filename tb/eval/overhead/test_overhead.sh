#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_overhead.sh: the evaluation of ScoRD's price as a chain, and its judge.
#
# usage: test_overhead.sh chain | verdicts
#   chain      experiments.quick from runs to a document with tables; run again; arguments of a program; failing runs
#   verdicts   eval.sql on planted results: the verdict follows the numbers, and bad results are refused
# Environment: BUILD (default build). Closes with "N passed, N failed".
set -u
export BUILD=${BUILD:-build}
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
here=tb/eval/overhead; output=$work/output

# ---- chain ----

run_quick() { JOBS=1 $here/run_experiments.sh --experiments "${1:-$here/experiments.quick}" "$work/eval"; }
# NAME FILE: of the whole program, which stands first
statistic() { sed -n "s/.*\"$1\": \([0-9.]*\),*\$/\1/p" "$2" | head -n 1; }

runs_made() {
    exits 0 "two runs" "$output" run_quick
    local plain scored
    plain=$(echo "$work"/eval/results/red-*/-.1.json); scored=$(echo "$work"/eval/results/red-*/detector=1.1.json)
    [ "$(statistic detector_requests "$plain")" = 0 ]; check $? "no detection: the detector was sent something"
    [ "$(statistic detector_requests "$scored")" -gt 0 ]; check $? "detection: the detector was sent nothing"
    [ "$(statistic cycles "$scored")" -ge "$(statistic cycles "$plain")" ]; check $? "detection is faster than none"
    exits 0 "again" "$output" run_quick
    [ ! -s "$output" ]; check $? "again: something was run: $(cat "$output")"
}

documented() {
    printf '%s\n' before '<!-- overhead -->' old '<!-- end -->' after > "$work/document.md"
    exits 0 "document" "$output" $here/eval_overhead.sh --experiments $here/experiments.quick \
        --document "$work/document.md" "$work/eval"
    grep -q "^| authors' simulator | overhead of RED | small | 1 … 3 | [0-9.-]* | " "$output"
    check $? "no claims are printed: $(cat "$output")"
    grep -q '^| red | [0-9]* | [0-9.-]* | - |' "$work/document.md"; check $? "no table in the document"
    [ "$(sed -n '1p;$p' "$work/document.md" | tr '\n' ' ')" = "before after " ]
    check $? "the document's text is not kept"
    grep -q '<svg' "$work/images/overhead/overhead-small.svg"; check $? "no plot"
}

# "@name+TEXT": every word of the list with TEXT behind it, also in another list.
expanded() {
    printf '%s\n' '@two = a=1 b=2' '@all = @two @two+c=3' 'g | p | @all+d=4 | 1' > "$work/lists"
    exits 0 "lists" "$output" awk -v fields=4 -v order="4 3 2" -v numbers=4 -f tb/eval/common/expand_experiments.awk \
        "$work/lists"
    [ "$(cut -d' ' -f3 "$output" | tr '\n' ' ')" = "a=1,d=4 b=2,d=4 a=1,c=3,d=4 b=2,c=3,d=4 " ]
    check $? "lists: $(cat "$output")"
    echo 'g | p | @none+d=4 | 1' > "$work/lists"
    exits 2 "no such list" "$output" awk -v fields=4 -v order="4 3 2" -f tb/eval/common/expand_experiments.awk \
        "$work/lists"
}

refused() {
    echo 'small | red:200,4 | - | 1' > "$work/good"
    exits 0 "arguments" "$output" run_quick "$work/good"
    [ -s "$(echo "$work"/eval/results/red-*/200,4.-.1.json)" ]; check $? "arguments: no result"
    echo 'small | red:none | - | 1' > "$work/bad"
    exits 1 "an argument that is none" "$output" run_quick "$work/bad"
    echo 'small | red | detector_lanes=700 | 1' > "$work/bad"
    exits 1 "a setting that is none" "$output" run_quick "$work/bad"
    grep -q 'detector_lanes is a number' "$output"; check $? "a setting that is none: not said: $(cat "$output")"
    echo 'small | red | - | one' > "$work/bad"
    exits 2 "a seed that is none" "$output" run_quick "$work/bad"
}

# ---- verdicts ----

judge() { "$BUILD/tb/eval" $here/eval.sql "$work/planted" > "$output" 2>&1; }
# What the JSON of a run with these settings has as its member "settings": the judge reads it.
declare -A texts
settings_text() { # SETTINGS
    [ -z "${texts[$1]:-}" ] || return
    mkdir -p "$work/planted"
    echo "large p $1 1 asked.json" > "$work/planted/runs"
    echo '{"schema": "scord-sim-1", "mode": "cycle", "machine": "scord", "settings": "?", "seed": 1}' \
        > "$work/planted/asked.json"
    judge
    texts[$1]=$(sed -n 's/.*settings "\(.*\)"); remove it$/\1/p' "$output")
    [ -n "${texts[$1]}" ]; check $? "settings $1: not read: $(cat "$output")"
}
begin() { rm -rf "$work/planted"; mkdir -p "$work/planted"; }
# A result: statistics are 0 but what is given; CYCLES for each of the programs.
plant() { # GROUP PROGRAM SETTINGS CYCLES [DRAM_READS METADATA_READS [SEED]]
    local file=$2.$3.${7:-1}.json statistics="" name
    for name in warp_instructions thread_instructions segments l1_hits l1_misses l2_hits l2_misses l2_metadata_hits \
        l2_metadata_misses stall_mshr \
        stall_noc stall_detector_hit stall_detector_other noc_request_flits noc_reply_flits noc_waits dram_writes \
        dram_metadata_writes \
        dram_row_hits dram_row_misses dram_busy detector_requests detector_words detector_drain_cycles;
        do statistics+="\"$name\": 0, "; done
    echo "$1 $2 $3 ${7:-1} $file" >> "$work/planted/runs"
    cat > "$work/planted/$file" <<END
{"schema": "scord-sim-1", "mode": "cycle", "machine": "scord", "settings": "${texts[$3]}", "seed": ${7:-1}, "total": {$statistics
 "dram_reads": ${5:-100}, "dram_metadata_reads": ${6:-0}, "detector_clear_cycles": 50, "cycles": $4}}
END
}
judged() { # VERDICT CLAIM TEXT
    grep -F -- "| $2 |" "$output" | head -n 1 | grep -q "| $1 |\$"
    check $? "$3: '$2' is not '$1': $(grep -F -- "$2" "$output" | head -n 1)"
}
measured() { # VALUE TABLE ROW COLUMN: of the first table there
    local found
    found=$(grep -F "| $3 |" "$work/planted/tables/$2.md" | head -n 1 | cut -d'|' -f"$(($4 + 1))" | tr -d ' *')
    [ "$found" = "$1" ]; check $? "table $2, $3, column $4: $found, not $1"
}
scored=detector=1; uncached=detector=1,metadata_ratio=1

figure8() {
    begin; for one in 1dc red gcol; do plant large $one - 1000; done
    plant large 1dc $scored 1900; plant large red $scored 1010; plant large gcol $scored 1140; judge
    judged reproduced "overhead, mean" "35 %"; judged reproduced "overhead of 1DC" "90 %"
    judged reproduced "1DC's overhead is the largest" "1DC first"
    judged reproduced "graph algorithms: overhead below the mean" "14 % of 35 %"
    judged open "caching metadata lowers the overhead" "no runs"
    measured 90.0 overhead 1dc 3; measured 95.0 overhead 1dc 5; measured 35.0 overhead mean 3; measured - overhead 1dc 4
    measured 29.8 overhead "geometric mean" 3
    begin; for one in 1dc red gcol; do plant large $one - 1000; done
    plant large 1dc $scored 1500; plant large red $scored 1010; plant large gcol $scored 2400
    plant large red $uncached 1020; plant large gcol $uncached 2000; plant large 1dc $uncached 1500; judge
    judged partly "overhead, mean" "63.7 %"
    judged partly "overhead of 1DC" "50 %"
    judged partly "1DC's overhead is the largest" "1 of 2"
    judged not "graph algorithms: overhead below the mean" "140 % of 64 %"
    judged not "caching metadata lowers the overhead" "1 of 3"
    grep -q '| 1 of 3; not in 1dc gcol |' "$output"; check $? "the programs that fail are not named"
    begin; plant large 1dc - 1000; plant large 1dc $scored 900; judge
    judged not "overhead, mean" "faster with detection"; judged not "overhead of 1DC" "faster with detection"
    begin
    plant large red - 1000
    plant large red - 3000 100 0 2
    plant large red $scored 1000
    plant large red $scored 5000 100 0 2
    judge
    measured 50.0 overhead red 3; measured 2000 overhead red 2
}

figure9() {
    begin
    plant large red - 1000 200
    plant large red $scored 1000 210 30
    plant large red $uncached 1000 240 300
    judge
    measured 105.0 dram red 2; measured 15.0 dram red 3; measured 120.0 dram red 4; measured 270.0 dram red 7
    judged reproduced "caching lowers all DRAM accesses" "120 of 270"
    judged reproduced "caching lowers that contention" "105 of 120"
    begin
    plant large red - 1000 200
    plant large red $scored 1000 240 300
    plant large red $uncached 1000 200 300
    judge
    judged not "caching lowers all DRAM accesses" "270 of 250"
    judged not "caching lowers DRAM accesses to metadata" "as many"
    judged not "metadata contend for the L2: more accesses to data, no caching" "as many"
}

split() { # PROGRAM WITHOUT_LHD WITHOUT_NOC WITHOUT_MD, of 1100 cycles
    plant large "$1" - 1000; plant large "$1" $scored 1100
    plant large "$1" $scored,time_lhd=0 "$2"
    plant large "$1" $scored,time_noc=0 "$3"
    plant large "$1" $scored,time_md=0 "$4"
}
figure10() {
    begin; split red 1100 1100 1000; split uts 1110 1000 1000; judge
    measured 0.0 split red 6; measured 100.0 split red 8; measured 50.0 split uts 7; measured 75.0 split mean 8
    judged reproduced "RED: congestion negligible, NOC's part" "0 %"
    judged reproduced "UTS: no impact of LHD, points" "slower without"
    judged reproduced "RED, R110: most of the overhead is MD" "100 %"; judged not "contribution of LHD, mean" "0 %"
    judged partly "contribution of MD, mean" "75 %"; judged partly "contribution of NOC, mean" "25 %, 30 % off is 25.3"
    begin; split red 1100 1082 1000; split uts 1070 1100 1100; split mm 1099 1099 1099; judge
    judged partly "RED: congestion negligible, NOC's part" "14 %"
    judged not "UTS: no impact of LHD, points" "2.8 points"
    measured - split mm 6; measured 50.0 split mean 6
}

figure11() {
    local less=l2_bytes=786432,dram_bytes=8 more=l2_bytes=3145728,dram_bytes=32 one
    settings_text $less; settings_text $less,$scored; settings_text $more; settings_text $more,$scored
    begin
    for one in red 1dc; do
        plant large $one - 1000
        plant large $one $scored 1300
        plant less $one $less 2000
        plant more $one $more 500
    done
    plant less red $less,$scored 2800
    plant less 1dc $less,$scored 2200
    plant more red $more,$scored 600
    plant more 1dc $more,$scored 700
    judge
    measured 40.0 resources red 2
    measured 30.0 resources red 3
    measured 20.0 resources red 4
    measured 10.0 resources 1dc 2
    judged reproduced "less L2 and bandwidth: more overhead, but 1DC" "40, 30"
    judged reproduced "more of both: less overhead, but 1DC" "30, 20"
    judged reproduced "1DC: less of both, less overhead" "10, 30"
}

# The laboratory's rows, with what they change as names, and the three programs beside the paper's.
grouped_metadata() {
    local grouped=detector=1,laboratory=1
    settings_text $grouped; settings_text $grouped,metadata_form=8
    begin
    for one in mm red; do
        plant forms-large $one - 1000; plant forms-large $one $scored 3000; plant forms-large $one $grouped 1100
    done
    plant forms-large red $grouped,metadata_form=8 1300
    plant scattered-large hist - 1000; plant scattered-large hist $grouped 1700; judge
    measured 200.0 forms "the RTL's \`wide\`" 2; measured 10.0 forms "**the grouped detector**" 3
    measured 10.0 forms "**the grouped detector**" 4; measured 30.0 forms "… metadata_form=8" 3
    measured - forms "… metadata_form=8" 4; measured 70.0 forms "**the grouped detector**" 6
    measured 5.0 forms "**the grouped detector**" 5 # the clear, 50 of 1000 cycles
}

refusals() {
    begin; plant large red - 1000; plant large red $scored 1100; judge
    exits 0 "all there" "$output" judge_folder
    echo "large red - 2 none.json" >> "$work/planted/runs"
    exits 1 "a seed missing" "$output" judge_folder; measured - overhead red 3; sed -i "\$d" "$work/planted/runs"
    for name in dram_metadata_reads detector_clear_cycles stall_noc; do
        sed -i.whole "s/\"$name\": [0-9]*,* *//" "$work/planted/red.$scored.1.json"
        exits 2 "no $name" "$output" judge_folder
        grep -q "no number \`$name\`" "$output"; check $? "no $name: not named: $(cat "$output")"
        mv "$work/planted/red.$scored.1.json.whole" "$work/planted/red.$scored.1.json"
    done
    cp "$work/planted/red.-.1.json" "$work/planted/red.$scored.1.json"
    exits 2 "a result of another run" "$output" judge_folder
    rm "$work/planted/red.$scored.1.json"; exits 1 "one missing" "$output" judge_folder
    echo '{' > "$work/planted/red.$scored.1.json"; exits 2 "not JSON" "$output" judge_folder
    echo 'large red nonsense=1 1 red.-.1.json' > "$work/planted/runs"
    exits 2 "settings that are none" "$output" judge_folder
    exits 2 "no folder" "$output" "$BUILD/tb/eval" $here/eval.sql "$work/none"
}
judge_folder() { "$BUILD/tb/eval" $here/eval.sql "$work/planted"; }

verdicts() {
    for one in - $scored $uncached $scored,time_lhd=0 $scored,time_noc=0 $scored,time_md=0; do settings_text $one; done
    figure8; figure9; figure10; figure11; grouped_metadata; refusals
}

case ${1:-} in
    chain) runs_made; documented; expanded; refused ;;
    verdicts) verdicts ;;
    *) echo "usage: test_overhead.sh chain | verdicts" >&2; exit 2 ;;
esac
finish
