#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_shrink.sh: failing runs of a regression shrink themselves, programs and scripts as streams do. A bug is planted
# into the golden model of a copy of scord (scoped-atomic-reversed.planted: rule 4 takes the same block for another), so
# that lockstep mismatches; what each run then leaves must be a small stream that shows the same mismatch, with its wave
# and a row for the catalogue.
#
# usage: run_shrink.sh [long]     long: only a stream of 75 000 events that shows it in its last kernel
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
test_command regress
good=$scord; planted=$folder/planted/scord
export SCORD_LIBRARY_DIR=$build SCORD_WAVE_DIR=$PWD/cosim/wave TMPDIR=$folder/tmp
mkdir -p "$folder/planted/cmodel/detector" "$TMPDIR"

# ---- scord with a bug in the model ----
objects() { for source; do printf '%s\n' "$build/obj/${source%.c}.o"; done; }
cp cmodel/detector/detection_logic.c "$folder/planted/cmodel/detector"
"$build/tools/plant" tb/commands/regress/scoped-atomic-reversed.planted apply scoped-atomic-reversed "$folder/planted" \
    > "$out" 2>&1; check $? "the bug does not apply: $(cat "$out")"
gcc -std=c11 -O1 -D_GNU_SOURCE -I. -c -o "$folder/planted/detection_logic.o" \
    "$folder/planted/cmodel/detector/detection_logic.c" > "$out" 2>&1 &&
    g++ -rdynamic "-Wl,-rpath,$build/machines" -o "$planted" \
    $(objects cosim/commands/*.c cosim/commands/*/*.c sim/machine/machine.c sim/machine/pct.c sim/grab/*.c) \
    "$folder/planted/detection_logic.o" \
        "$build/libscordlockstep.a" "$build/libscord.a" -lz -llzma -lpthread -ldl >> "$out" 2>&1
check $? "no planted scord: $(head -n 5 "$out")"

events() { grep -c -E '^(access|fence|barrier|kernel|block|warp|schedule|diverge|reconverge)' "$1"; }

# ---- a stream longer than the shrinker's list ----
group_long() {
    local program="sim/kernels/graph_coloring.cu --config tiny"
    "$good" check $program --events "$folder/clean.sevt" -- 64 128 2 > "$out" 2>&1;
    check $? "a clean stream: $(tail -n 1 "$out")"
    "$good" check $program -DRACE_BLOCK_SCOPE_HEAD --events "$folder/racy.sevt" -- 64 128 2 > "$out" 2>&1; [ $? -eq 1 ];
    check $? "a racy stream: $(tail -n 1 "$out")"
    {
        head -n 1 "$folder/clean.sevt"
        for _ in {1..60}; do
            sed '1d; /^end$/d' "$folder/clean.sevt"
        done
        sed 1d "$folder/racy.sevt"
    } |
        sed 's/ sequence=[0-9]*//' > "$folder/long.sevt"
    [ "$(events "$folder/long.sevt")" -gt 70000 ]; check $? "only $(events "$folder/long.sevt") events"
    exits 1 "a long stream" "$out" "$planted" cosim "$folder/long.sevt" --output "$folder/long"
    [ -s "$folder/long/mismatch.sevt" ] && [ "$(events "$folder/long/mismatch.sevt")" -le 20 ]
    check $? "a long stream is not shrunk: $(tail -n 3 "$out")"
    grep 'shrunk ' "$out"
    exits 1 "what is left of it" "$out" "$planted" cosim "$folder/long/mismatch.sevt" \
        --no-shrink --output "$folder/again"
}
[ "${1:-}" != long ] || { group_long; finish; exit; }

# ---- rows: a program, a script that tells scord nothing of the run's folder, a stream, a random program ----
racy="sim/kernels/graph_coloring.cu -DRACE_BLOCK_SCOPE_HEAD --config tiny"
"$good" check $racy --events "$folder/racy.sev" -- 64 128 2 > "$out" 2>&1; [ $? -eq 1 ];
check $? "a stream: $(tail -n 1 "$out")"
cat > "$folder/script.sh" << SCRIPT
cd "$folder/tmp" || exit 3
\$1 check $PWD/${racy/ / } --rtl -- 64 128 2 > log 2>&1 && grep -q 'mismatches  *0 ' log && passed=1 || passed=0
grep -q 'RTL and golden model differ' log && echo "FAIL the program" && passed=0
for run in 1 2 3 4; do \$1 cosim "$folder/all/runs/program/mismatch.sevt" --quiet > log 2>&1 || echo "FAIL stream \$run"; done
echo "\$passed passed, \$((1 - passed)) failed"
[ \$passed -eq 1 ]
SCRIPT
cat > "$folder/all.tests" << ROWS
program verdict=exit timeout=300 | {scord} check $racy --rtl --output {run} -- 64 128 2
script  timeout=300 | bash $folder/script.sh {scord}
stream  verdict=exit timeout=300 | {scord} cosim $folder/racy.sev --output {run}
random  verdict=exit timeout=300 config=tiny | {scord} cosim --random --config {config} --events 4000 --seed {seed} --output {run}
ROWS
scord=$planted
run 1 --output "$folder/all" --jobs 1 --runs 1 "$folder/all.tests"
kept=$folder/all/runs
[ "$(grep -c '"verdict":"fail","signature":"mismatch retire ' "$folder/all/results.jsonl")" -eq 4 ]
check $? "four runs by their mismatch: $(cat "$folder/all/results.jsonl")"
has "$folder/all/summary.json" '"buckets":[{"count":3,"verdict":"fail","signature":"mismatch retire '

options_of() { sed -n 's/^[^#].*\.sevt //p' "$1/mismatch.test"; }
unit_of() { sed -n 's/.*"\(unit\|field\)": "\(.*\)",/\2/p' "$1/mismatch.json" | tr -d '0-9\n'; }
# What a run of a mismatch must have left in a FOLDER.
small_test() { # FOLDER
    local name row
    label=${1#"$kept"/}
    for file in mismatch.txt mismatch.json mismatch.fst mismatch.gtkw mismatch.sevt mismatch.test; do
        [ -s "$1/$file" ]
        check $? "$label: no $file"
    done
    [ "$(events "$1/mismatch.sevt")" -ge 1 ] && [ "$(events "$1/mismatch.sevt")" -le 20 ]
    check $? "$label: $(events "$1/mismatch.sevt") events"
    exits 1 "$label: shrunk, with the bug" "$out" "$planted" cosim "$1/mismatch.sevt" $(options_of "$1") \
        --no-shrink --output "$folder/again"
    [ "$(unit_of "$folder/again")" = "$(unit_of "$1")" ]
    check $? "$label: $(unit_of "$1") became $(unit_of "$folder/again")"
    # the row that lies beside it, with the stream where it says
    name=$(sed -n 's/^\([^#][^ ]*\) |.*/\1/p' "$1/mismatch.test"); row=$folder/$name.tests
    cp "$1/mismatch.sevt" "$folder/$name.sevt"
    sed "s|tb/lockstep/kept/$name.sevt|$folder/$name.sevt|g" "$1/mismatch.test" > "$row"
    exits 0 "$label: its row, without the bug" "$out" "$good" regress --no-html --restart --output "$folder/row" "$row"
    exits 1 "$label: its row, with the bug" "$out" env BUILD="$folder/planted" "$good" regress \
        --no-html --restart --output "$folder/row" "$row"
}
# the oracle's random streams, with one of the faults that its test program can plant
printf 'oracle timeout=300 | %s/tb/oracle_random equal 1 200 8\n' "$build" > "$folder/oracle.tests"
command=regress
run 1 --output "$folder/oracle" --no-html "$folder/oracle.tests"
label="oracle"; kept_oracle=$folder/oracle/runs/oracle
has "$folder/oracle/results.jsonl" '"signature":"FAIL seed # differs under '
[ "$(events "$kept_oracle/mismatch.sevt")" -ge 1 ] && [ "$(events "$kept_oracle/mismatch.sevt")" -le 20 ]
check $? "$label: $(events "$kept_oracle/mismatch.sevt") events"
sed "s|tb/lockstep/kept/oracle-[0-9]*.sevt|$kept_oracle/mismatch.sevt|; s|build/tb|$build/tb|" \
    "$kept_oracle/mismatch.test" > "$folder/row.tests"
exits 0 "$label: its row, without the fault" "$out" "$good" regress --no-html --restart --output "$folder/row" \
    "$folder/row.tests"
sed 's/$/ 8/' "$folder/row.tests" > "$folder/fault.tests"
exits 1 "$label: its row, with the fault" "$out" "$good" regress --no-html --restart --output "$folder/row" \
    "$folder/fault.tests"
exits 2 "a stream without axes" "$out" "$build/tb/oracle_random" stream "$kept_oracle/mismatch.sevt" match=exact
exits 2 "no stream" "$out" "$build/tb/oracle_random" stream "$folder/none.sevt" match=exact closure=direct \
    acquire=mixed volatile=data sync-conflicts=reported

for run in program script stream "$(basename "$(echo "$kept"/random.*)")"; do small_test "$kept/$run"; done
label=program
has "$kept/program/mismatch.txt" '  expected  4 (atomic_after_atomic)'
has "$kept/program/mismatch.txt" 'expected 0 (clean), actual 4 (scoped_atomic)'
has "$folder/all/report.html" 'runs/program/mismatch.sevt'; has "$folder/all/report.html" 'runs/program/program.sev'
exits 1 "the program's stream, by the command of the report" "$out" \
    sh -c "cd / && $(sed -n 's/^  again     //p' "$kept/program/mismatch.txt") --no-shrink --output $folder/again"
exits 0 "its wave, drawn" "$out" "$good" wave "$kept/program/mismatch.fst" --view pipeline --svg "$folder/wave.svg"
[ -s "$folder/wave.svg" ]; check $? "a picture of the wave"

# ---- further mismatches of a run: folders of their own, the first four shrunk ----
for number in 2 3 4; do
    [ -s "$kept/script/mismatch-$number/mismatch.sevt" ]
    check $? "mismatch $number of the script is shrunk"
done
[ -s "$kept/script/mismatch-5/mismatch.json" ] && [ ! -e "$kept/script/mismatch-5/mismatch.sevt" ]
check $? "mismatch 5 is kept and not shrunk"
[ -z "$(ls "$TMPDIR" | grep -v '^log$')" ]; check $? "left in the script's folder: $(ls "$TMPDIR")"

# ---- one run again; without shrinking; where the report goes to standard output ----
run 1 --output "$folder/all" --replay script "$folder/all.tests"
[ -s "$folder/all/replay/script/mismatch.sevt" ]
check $? "--replay has the files in its folder"
command=check
run 1 $racy --rtl --no-shrink --output "$folder/bare" -- 64 128 2
[ -s "$folder/bare/mismatch.fst" ] && [ ! -e "$folder/bare/mismatch.sevt" ]
check $? "--no-shrink: the wave and no stream"
run 1 $racy --rtl --no-shrink --output "$folder/bare" --json - --events "$folder/own.sev" -- 64 128 2
has "$err" "  stream    $folder/own.sev"; [ -s "$folder/own.sev" ]; check $? "--events: its own file"
sed -n '/^{/,$p' "$out" > "$folder/report.json"
"$validate" docs/report-schema.json "$folder/report.json" > "$folder/problem" 2>&1
check $? "--json -: $(cat "$folder/problem")"

# ---- no room for the recording: it is done without, and the run says so ----
"$good" nvcc -o "$folder/racy" ${racy% --config*} > "$out" 2>&1; check $? "nvcc: $(cat "$out")"
if mkdir "$folder/small" && mount -t tmpfs -o size=4k none "$folder/small" 2> /dev/null; then
    TMPDIR=$folder/small run 1 "$folder/racy" --rtl --output "$folder/full" -- 256 512 4
    has "$out" 'no wave, not shrunk: the stream was not recorded: '
    scord=$good; TMPDIR=$folder/small run 1 "$folder/racy" --rtl --output "$folder/full" -- 256 512 4
    has "$out" 'RTL against golden model'; lacks "$err" 'No space'
    umount "$folder/small"
fi

# ---- without the bug nothing is left ----
scord=$good; command=regress
run 0 --output "$folder/clean" --jobs 1 --no-html --only 'stream' "$folder/all.tests"
[ -z "$(ls "$folder/clean/runs")" ]; check $? "nothing is left of what passed"
finish
