#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# views.sh: the prepared views of a wave: there is one for each unit, every signal that it names is in the wave (else
# the drawing fails), the drawings show the race where the run decided it, with names for encodings and markers at cause
# and effect; and waves and explanations change nothing of a run. Environment: BUILD. Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
member() { sed -n "s/.*\"$1\": \"*\([a-zA-Z0-9_.]*\).*/\1/p" "$2" | head -n 1; } # NAME FILE

# ---- views and drawings, on machines of one and of several lanes
"$scord" cosim --random --seed 3 --events 300 --model-only --quiet --save "$work/run.sevt"; check $? "a random program"
for lanes in 1 2 8; do
    "$scord" cosim "$work/run.sevt" --lanes $lanes --wave "$work/race.fst" --wave-race 0 --output "$work/mismatch" \
        > "$work/out" 2>&1
    check $? "$lanes lanes: $(cat "$work/out")"
    cause=$(sed -n "s/.*the owner's access in cycle \([0-9]*\).*/\1/p" "$work/out")
    effect=$(sed -n 's/.*race 0 decided in cycle \([0-9]*\).*/\1/p' "$work/out")
    [ -n "$cause" ] && [ -n "$effect" ] && [ "$cause" -lt "$effect" ]
    check $? "$lanes lanes: the cause '$cause' comes before the effect '$effect'"
    for view in "" fence_file lock_table pipeline scheduler metadata; do
        file=$work/race${view:+.$view}.gtkw
        grep -q "^\*-[0-9.]* $((10 * effect + 5)) $((10 * cause + 5)) $((10 * effect + 5)) -1" "$file"
        check $? "$lanes lanes, view '$view': markers at cause and effect"
        # gtkwave shows 2^-zoom in 200 pixels, of a window's width less names and values, from the window's start on
        awk -v cause=$((10 * cause)) -v effect=$((10 * effect + 10)) '
            /^\[timestart\]/ { start = $2 } /^\[size\]/ { width = $2 }
            /^\[signals_width\]|^\[sst_width\]/ { names += $2 } /^\*-/ { zoom = substr($1, 2) }
            END { end = start + 2 ^ -zoom / 200 * (width - names - 36)
                  exit !(start <= cause && effect <= end && end - start < effect - cause + 200) }' "$file"
        check $? "$lanes lanes, view '$view': gtkwave opens on cause and effect"
        "$scord" wave "$work/race.fst" ${view:+--view $view} --svg "$work/view.svg" > "$work/out" 2>&1;
        check $? "$lanes lanes, view '$view': $(cat "$work/out")"
        grep -q '^</svg>$' "$work/view.svg" && grep -q 'class="effect">B: effect' "$work/view.svg" &&
            grep -q 'class="cause">A: cause' "$work/view.svg"
        check $? "$lanes lanes, view '$view': the drawing is whole and has its markers"
    done
done
verdict=$("$scord" cosim "$work/run.sevt" --explain-race 0 --quiet --json "$work/json" --model-only > "$work/out" 2>&1;
sed -n 's/^ *"verdict": "\([a-z_]*\)", "path".*/\1/p' "$work/json")
"$scord" wave "$work/race.fst" --view pipeline --svg - > "$work/view.svg"; check $? "to standard output"
grep -q ">$verdict<" "$work/view.svg"; check $? "the drawing names the verdict '$verdict'"
grep -qE "[ .]verdict = $verdict<" "$work/view.svg"; check $? "a label names the verdict, whole: $verdict"
grep -q '>entry before, lane 0<' "$work/view.svg" && grep -q '>entry after, lane 0<' "$work/view.svg"
check $? "headings between the entries before and after"
# payload while it is valid: of eight lanes one decides most requests of this run, the other seven stand empty
boxes() { # LABEL: boxes in its row
    awk -v label=">$1" 'index($0, label "<") || index($0, label " =") { row = 1; next }
        row && /class="(label|title)"/ { exit }
        row && /class="bus"/ { count++ } END { print count + 0 }' "$work/view.svg"
}
[ "$(boxes lane0.verdict)" -ge 1 ]; check $? "lane 0 decides: $(boxes lane0.verdict) boxes"
sed 's/^\[scord_valid\].*//' "$work/race.pipeline.gtkw" > "$work/always.gtkw"
shown=$(boxes lane7.sequence)
"$scord" wave "$work/always.gtkw" --svg "$work/view.svg"; check $? "the view without the signals that say what is valid"
[ "$shown" -lt "$(boxes lane7.sequence)" ]
check $? "lane 7 shows $shown values of its decisions, $(boxes lane7.sequence) of the port"

# ---- a folder that was copied, or moved: wave, views and filters go together
mkdir "$work/copy"; cp -r "$work"/race.* "$work/copy"; mv "$work/race.fst" "$work/race.filters" "$work/copy"
"$scord" wave "$work/copy/race.pipeline.gtkw" --svg "$work/moved.svg"; check $? "a copied view opens elsewhere"
grep -qE "[ .]verdict = $verdict<" "$work/moved.svg"; check $? "and shows names"
"$scord" wave "$work/copy/race.pipeline.gtkw" --png "$work/moved.png" > "$work/out" 2>&1
check $? "and gtkwave opens it: $(cat "$work/out")"
mv "$work/copy/race.fst" "$work/copy/race.filters" "$work"
grep -q '>access<' "$work/view.svg" && grep -q '>fence<' "$work/view.svg"; check $? "the drawing names kinds of events"
"$scord" wave "$work/race.fst" --view scheduler --svg "$work/view.svg" &&
    grep -q '>mwf_\|>lrr<\|>gto<' "$work/view.svg"; check $? "the drawing names the issue policy"
"$scord" wave "$work/race.fst" --view fence_file --png "$work/view.png" > "$work/out" 2>&1;
check $? "PNG of a view: $(cat "$work/out")"
[ "$(head -c 4 "$work/view.png" | tail -c 3)" = PNG ]; check $? "it is a PNG"

# ---- what is refused
refused() { # code text command…
    want=$1; text=$2; shift 2
    "$@" > "$work/out" 2> "$work/err"; got=$?
    [ $got -eq "$want" ] && [ "$(wc -l < "$work/err")" -eq 1 ] && grep -q -e "$text" "$work/err"
    check $? "exit $got, expected $want, '$text': $(cat "$work/err")"
}
refused 2 "wave: --view is one of fence_file, lock_table" "$scord" wave "$work/race.fst" --view locks
refused 2 'is a view itself' "$scord" wave "$work/race.gtkw" --view pipeline
refused 2 'cannot read .*none.gtkw' "$scord" wave "$work/none.fst" --svg "$work/x.svg"
refused 3 'No such file' "$scord" wave "$work/race.fst" --svg "$work/no/such/x.svg"
sed 's/lock_table_q/lock_table_of_old/' "$work/race.lock_table.gtkw" > "$work/old.gtkw"
refused 2 'has no signal .*lock_table_of_old' "$scord" wave "$work/old.gtkw" --svg "$work/x.svg"
rm "$work/race.fst"
refused 2 'race.fst, which cannot be read' "$scord" wave "$work/race.gtkw" --svg "$work/x.svg"

# ---- tracing and explaining change nothing: statistics, verdicts, log, every item and its cycle
# a result without what may differ
steady() { sed 's/"seconds": [0-9.]*//; s/, *$//; /"explanation"/,/"trials"/d' "$1"; }
same() { # text options…: plain, traced whole, in a window, around a race, explained
    text=$1; shift
    "$scord" cosim "$@" --quiet --json "$work/plain.json" --output "$work/mismatch" > "$work/out" 2>&1;
    check $? "$text: $(head -n 3 "$work/out")"
    steady "$work/plain.json" > "$work/plain"
    for how in "--wave $work/w.fst" "--wave $work/w.fst --wave-window 100:400" "--wave $work/w.fst --wave-race 0"; do
        # shellcheck disable=SC2086
        "$scord" cosim "$@" $how --quiet --json "$work/traced.json" --output "$work/mismatch" > "$work/out" 2>&1;
        check $? "$text, $how: $(head -n 3 "$work/out")"
        steady "$work/traced.json" | cmp -s - "$work/plain"; check $? "$text, $how: another result"
    done
}
[ -s "$work/run.sevt" ] && same "stream order" "$work/run.sevt"
same "free order" "$work/run.sevt" --free-order --max-latency 30
same "memory errors, a log that is consumed" "$work/run.sevt" --config tiny:log_capacity=4 --axi-errors 50 --consume-log
same "no metadata cache, eight lanes" "$work/run.sevt" --config tiny:log2_cache_ratio=0 --lanes 8
same "a directed stream of the paper's machine" tb/streams/scord-figure3b-graph-coloring.sevt
same "a random program" --random --seed 9 --events 400 --config tiny:both_scopes=1
"$scord" cosim "$work/run.sevt" --quiet --json "$work/plain.json" --output "$work/mismatch" > "$work/out" 2>&1
steady "$work/plain.json" > "$work/plain"
"$scord" cosim "$work/run.sevt" --quiet --seed 2 --json "$work/other.json" --output "$work/mismatch" > "$work/out" 2>&1
! steady "$work/other.json" | cmp -s - "$work/plain"; check $? "the comparison can fail: another seed is another result"
for how in "" "--wave $work/c.fst" "--explain-race 0"; do # the race report of a program, byte by byte
    # shellcheck disable=SC2086
    "$scord" check tb/programs/frontend/programs/racy.cu --rtl --json "$work/check.json" --output "$work/mismatch" \
        $how > "$work/out" 2>&1; [ $? -eq 1 ]; check $? "scord check --rtl $how"
    sed '/"explanation"/,/"trials"/d; s/"seconds": [0-9.]*//g; s/"[a-z_]*_per_second": [0-9]*//g
        s/"from_cache": [0-9]*//; s/, *$//' "$work/check.json" > "$work/report${how%% *}"
done
cmp -s "$work/report" "$work/report--wave"; check $? "the report is the same with a wave"
cmp -s "$work/report" "$work/report--explain-race"; check $? "the report is the same with an explanation"
finish
