#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# mismatch_report.sh: what a mismatch leaves behind, and how bad input is reported. The mismatch is an expectation that
# cannot hold, and a stream altered on its way to one side is found by the mutants (tb/mutation/planted).
# Environment: BUILD. Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
code() { # expected text command…
    want=$1; text=$2; shift 2
    "$@" > "$work/out" 2> "$work/err"; got=$?
    [ $got -eq "$want" ]; check $? "$text: exit $got, expected $want: $(head -n 3 "$work/err")"
}
one_line() { [ "$(wc -l < "$work/err")" -eq 1 ]; check $? "$1: one line on standard error: $(cat "$work/err")"; }

"$scord" cosim --random --seed 5 --events 600 --save "$work/good.sevt" --output "$work/none" > "$work/out" 2>&1;
check $? "a clean run"
[ ! -e "$work/none" ]; check $? "no report directory after a clean run"

# an access that cannot have 7 races
awk '{print} /^access/ && !done {print "expect races=7 verdict=not_strong"; done = 1}' "$work/good.sevt" \
    > "$work/bad.sevt"
code 1 "failed expectation" "$scord" cosim "$work/bad.sevt" --output "$work/report" --seed 5
for file in mismatch.txt mismatch.json mismatch.fst mismatch.gtkw; do
    [ -s "$work/report/$file" ]
    check $? "$file is there"
done
grep -q "^  config    tiny, seed 5, stream order, " "$work/report/mismatch.txt"
check $? "the report has machine and seed"
again=$(sed -n "s/^  again     //p" "$work/report/mismatch.txt")
[ "$again" = "$(sed -n "s/^  \"replay\": \"\(.*\)\",$/\1/p" "$work/report/mismatch.json")" ]
check $? "report and JSON have one command: $again"
mv "$work/report" "$work/first"
code 1 "the command again, from another folder" sh -c "cd / && $again"
for file in mismatch.txt mismatch.json; do
    cmp -s "$work/first/$file" "$work/report/$file"
    check $? "$file of the replay: $(diff "$work/first/$file" "$work/report/$file" | head -n 4)"
done
[ "$(wc -l < "$work/report/mismatch.txt")" -le 40 ]; check $? "the report fits a screen"
[ "$(sed "/^  again /d; /^  config /d" "$work/report/mismatch.txt" | wc -L)" -le 100 ]; check $? "and its lines"
! grep -qF ' ...' "$work/report/mismatch.txt"; check $? "nothing of it is cut"
grep -q "^  actual    seen " "$work/report/mismatch.txt" ||
    grep -q "^  actual .*expected 7 races" "$work/report/mismatch.txt"
check $? "the expectation is whole: $(grep "^  actual" "$work/report/mismatch.txt")"
for member in "unit\": \"expectation\"" "field\": \"expect\"" "sequence\": 2," "seed\": 5,"; do
    grep -qF "\"$member" "$work/report/mismatch.json"; check $? "the JSON twin: \"$member"
done
code 0 "the same in free order, where expectations do not apply" "$scord" cosim "$work/bad.sevt" \
    --output "$work/report2" --free-order
code 1 "failed expectation, model alone" "$scord" cosim "$work/bad.sevt" --model-only

code 2 "no stream" "$scord" cosim; one_line "no stream"
code 2 "unknown option" "$scord" cosim --frobnicate; one_line "unknown option"
code 2 "bad number" "$scord" cosim --random --seed x; one_line "bad number"
code 2 "unknown configuration" "$scord" cosim --random --config huge; one_line "unknown configuration"
code 2 "configuration that was not built" "$scord" cosim --random --config gtx480:num_sms=3 --output "$work/r"
one_line "not built"
code 2 "lanes that are no power of two" "$scord" cosim --random --config tiny:lanes=3; one_line "lanes=3"
code 2 "lanes that no machine has" "$scord" cosim --random --config tiny --lanes 3 --output "$work/r"
one_line "3 lanes"
grep -qF "with lanes=3 (which no machine has); --config tiny is the nearest: lanes=2 (not 3)" "$work/err"
check $? "the message names the nearest machine"
code 2 "lanes of another machine" "$scord" cosim "$work/good.sevt" --config tiny:blocks_per_sm=1 --lanes 4 \
    --output "$work/r"
one_line "no such machine"
code 2 "error rate above 1000" "$scord" cosim --random --axi-errors 1001; one_line "error rate"
code 2 "memory errors without memory" "$scord" cosim --random --model-only --axi-errors 1; one_line "model only"
code 2 "memory errors without model" "$scord" cosim --random --rtl-only --axi-errors 1; one_line "RTL only"
code 2 "an explanation without model" "$scord" cosim --random --rtl-only --explain-race 0; one_line "RTL only"
code 2 "no RTL and no model" "$scord" cosim --random --rtl-only --model-only; one_line "neither"
code 2 "no RTL to hash" "$scord" cosim --random --model-only --hash-state; one_line "no RTL to hash"
code 1 "the RTL alone never answered" "$scord" cosim --random --rtl-only --memory-silent 9 \
    --no-shrink --output "$work/silent"
code 2 "no such file" "$scord" cosim "$work/missing.sevt" --output "$work/r"; one_line "no such file"
head -c 300 "$work/good.sevt" > "$work/cut.sevt"
code 2 "truncated stream" "$scord" cosim "$work/cut.sevt" --output "$work/r"; one_line "truncated stream"
code 2 "stream does not fit the machine" "$scord" cosim tb/streams/scord-figure5-global-stack.sevt \
    --config tiny:blocks_per_sm=1 --output "$work/r"
code 2 "race that is not there" "$scord" cosim "$work/good.sevt" --wave "$work/w.fst" --wave-race 100000 \
    --output "$work/r"
one_line "no such race"
code 3 "wave file that cannot be written" "$scord" cosim "$work/good.sevt" --wave "$work/no/such/dir/w.fst" \
    --output "$work/r"
finish
