#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_regress.sh: `scord regress` on catalogues made here: verdicts and buckets, records that survive a kill, shards,
# refusals.
#
# usage: run_regress.sh [SCORD]     SCORD: another executable, one with sanitizers
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
. tb/expect.sh
test_command regress
[ $# -eq 0 ] || scord=$(realpath "$1")
runs_of() { cat "$1"/results*.jsonl | grep -c '^{"id"'; }
verdict_is() { # RUN VERDICT SIGNATURE
    grep -qF "{\"id\":\"$1\",\"row\":\"${1%.*}\",\"verdict\":\"$2\",\"signature\":\"$3\"" "$folder/all/results.jsonl"
    check $? "$1 is $2, $3: $(grep -F "\"id\":\"$1\"" "$folder/all/results.jsonl")"
}
number_passed() {
    tail -n 1 "$out" | grep -qx "$1 passed, $2 failed"
    check $? "$label: closing line '$1 passed, $2 failed', not $(tail -n 1 "$out")"
}

nap=$((60000 + $$ % 30000)) # seconds that no other run of this test sleeps

# ---- verdicts and buckets ----
cat > "$folder/all.tests" << ROWS
# comment

good      touches=lock_table,fence_file | echo "3 passed, 0 failed"
bad       | echo "FAIL seed 12: /tmp/x/sm3.foo at 0x1f"; echo "3 passed, 1 failed"; exit 1
bad-too   | echo "FAIL seed 99: /home/sm1.foo at 0xff"; echo "3 passed, 2 failed"; exit 1
other     | echo "FAIL the other one"; echo "3 passed, 2 failed"; exit 1
crash     | kill -SEGV \$\$
silent    | true
nothing   | echo "0 passed, 0 failed"
lies      | echo "3 passed, 0 failed"; exit 1
late      | echo "3 passed, 0 failed"; echo more
slow      timeout=1 | (sleep $nap; echo "1 passed, 0 failed") & wait
exit-good verdict=exit | true
exit-bad  verdict=exit | exit 1
exit-odd  verdict=exit | exit 3
mismatch  verdict=exit | echo '{"unit":"sm12.lock_table","field":"entry[3]"}' > {run}/mismatch.json; exit 1
night     tier=nightly | echo "1 passed, 0 failed"
random    share=3 verdict=exit config=tiny:log_capacity=8 | test "{config}" = tiny:log_capacity=8 -a {seed} -gt 0
ROWS
run 1 --output "$folder/all" --jobs 4 --runs 30 "$folder/all.tests"
verdict_is good pass ''
verdict_is bad fail 'FAIL seed #: sm#.foo at #'
verdict_is bad-too fail 'FAIL seed #: sm#.foo at #'
verdict_is crash error 'ended by signal Segmentation fault:'
verdict_is silent error 'no closing line:'
verdict_is nothing error '# passed, # failed'
verdict_is lies error '# passed, # failed'
verdict_is late error 'no closing line: more'
verdict_is slow error 'not finished after # s'
verdict_is exit-good pass ''
verdict_is exit-bad fail 'exit code #, nothing printed'
verdict_is exit-odd error 'exit code #, nothing printed'
verdict_is mismatch fail 'mismatch sm#.lock_table entry[#]'
[ "$(grep -c '"row":"random","verdict":"pass"' "$folder/all/results.jsonl")" -eq 30 ]
check $? "thirty random runs pass"
[ "$(sed -n 's/.*"row":"random".*"seed":\([0-9]*\),.*/\1/p' "$folder/all/results.jsonl" | sort -u | wc -l)" -eq 30 ]
check $? "with thirty seeds"
lacks "$folder/all/results.jsonl" '"id":"night"'
has "$out" '    2  fail  FAIL seed #: sm#.foo at #'
has "$folder/all/summary.json" '{"count":2,"verdict":"fail","signature":"FAIL seed #: sm#.foo at #","first":"bad"}'
number_passed 43 14
[ -f "$folder/all/runs/bad/log" ] && [ ! -e "$folder/all/runs/good" ]
check $? "folders of what failed stay, of what passed go"
[ "$(sed -n 's/.*"config_hash":"\(..*\)","touches".*/\1/p' "$folder/all/results.jsonl" | sort -u | wc -l)" -eq 1 ]
check $? "one machine, one hash"
! pgrep -f "sleep $nap" > /dev/null; check $? "nothing of a run that was out of time is left"

# ---- again: nothing runs twice; what failed runs again on demand; more runs begin with the same ----
before=$(runs_of "$folder/all")
run 1 --output "$folder/all" --jobs 4 --runs 30 "$folder/all.tests"
[ "$(runs_of "$folder/all")" -eq "$before" ]; check $? "nothing ran twice"
number_passed 43 14
run 1 --output "$folder/all" --runs 33 "$folder/all.tests"
[ "$(runs_of "$folder/all")" -eq $((before + 3)) ]; check $? "three more random runs, and only they"
run 1 --output "$folder/all" --runs 33 --failed "$folder/all.tests"
[ "$(runs_of "$folder/all")" -eq $((before + 3 + 12)) ]; check $? "twelve failures ran again"
number_passed 46 14
bad 'holds another plan' --output "$folder/all" --runs 30 --seed 2 "$folder/all.tests"
sed 's/"build":"[0-9a-f]*"/"build":"0123"/' "$folder/all/results.jsonl" > "$folder/edited" &&
    cp "$folder/edited" "$folder/all/results.jsonl"
bad 'is of build 0123' --output "$folder/all" --runs 33 "$folder/all.tests"
run 1 --output "$folder/all" --restart --runs 3 "$folder/all.tests"
[ "$(runs_of "$folder/all")" -eq 17 ]; check $? "--restart begins anew"

# ---- one run ----
run 1 --output "$folder/all" --replay bad "$folder/all.tests"
has "$out" 'FAIL seed 12'
run 0 --output "$folder/all" --replay random.77 "$folder/all.tests"
has "$out" 'test "tiny:log_capacity=8" = tiny:log_capacity=8 -a 77 -gt 0'
bad 'has no run random' --replay random "$folder/all.tests"
bad 'has no run random.0' --replay random.0 "$folder/all.tests"
run 0 --list --runs 2 --touches fence_file "$folder/all.tests"
equal "--touches" 'good tier=smoke timeout=1800 touches=lock_table,fence_file | echo "3 passed, 0 failed"
# smoke: 1 runs, 0 s of work one after another, 1 of unknown duration' "$(cat "$out")"
run 0 --list --output "$folder/all" --only slow "$folder/all.tests"
grep -qE '^slow tier=smoke timeout=1 last=[1-9][0-9]*\.[0-9] \| ' "$out"
check $? "--list shows what a row took last: $(cat "$out")"
run 1 --output "$folder/all" --restart --only 'bad' "$folder/all.tests"
again=$(sed -n 's/^again: //p' "$out")
mkdir "$folder/bin"; ln -s "$scord" "$folder/bin/scord" # where the line names `scord` alone
(cd / && PATH=$folder/bin:$PATH && eval "$again") > "$out" 2>&1; has "$out" 'FAIL seed 12'
run 1 --output "$folder/all" --collect
equal "the same line by --collect" "$again" "$(sed -n 's/^again: //p' "$out")"
run 0 --output "$folder/only" --tier nightly --only 'night*' "$folder/all.tests"
number_passed 1 0

# ---- a folder is a catalogue; the longest rows begin first; a longer tier beside a shorter one ----
mkdir -p "$folder/tree/deep/deeper" "$folder/tree/.hidden"
row() { echo "$2 | echo $1 >> $folder/order; echo '1 passed, 0 failed'"; } # NAME HEAD
{ row short short; row new new; } > "$folder/tree/a.tests"
{ row longest 'longest tier=full'; row long long; } > "$folder/tree/deep/deeper/b.tests"
echo 'no row' > "$folder/tree/deep/notes.txt"; echo 'hidden | true' > "$folder/tree/.hidden/c.tests"
ln -s .. "$folder/tree/deep/circle"
printf '# comment\nlongest 90.5\nshort 0.5\nlong 60\ngone 3\n' > "$folder/tree/durations"
run 0 --output "$folder/tree-out" --jobs 1 --tier full "$folder/tree"
equal "longest first" "longest long short new" "$(tr '\n' ' ' < "$folder/order" | sed 's/ $//')"
number_passed 4 0
run 0 --list --tier full --output "$folder/nothing" "$folder/tree"
has "$out" 'longest tier=full timeout=1800 last=90.5 | '
has "$out" '# smoke: 3 runs, 60 s of work one after another, 1 of unknown duration'
has "$out" '# full: 1 runs, 90 s of work one after another, 0 of unknown duration'
run 0 --output "$folder/two" "$folder/tree"; number_passed 3 0
run 0 --output "$folder/two" --tier full --above smoke "$folder/tree"; number_passed 4 0
[ "$(grep -c '"id":"longest"' "$folder/two/results-above-smoke.jsonl")" -eq 1 ]; check $? "records of the longer tier"
bad 'nothing to run: longest is a row of tier full; add --tier full' --only 'longest' "$folder/tree"
mkdir "$folder/empty"; bad 'holds no row: no file *.tests' "$folder/empty"
echo 'long soon' > "$folder/tree/durations"
bad "durations:1: a line is a row's id and its seconds, not \"long soon\"" "$folder/tree"
rm "$folder/tree/durations"

# ---- a run has the signals of a shell, whatever the runner ignores ----
# of the 31 ordinary signals: glibc keeps 32 and 33, which make ignores, to itself
echo 'signals verdict=exit | grep "^SigIgn:.*[08]0000000$" /proc/self/status' > "$folder/signals.tests"
(trap '' INT HUP PIPE; "$scord" regress --output "$folder/signals" "$folder/signals.tests") > "$out" 2>&1
cat "$folder/signals/runs/signals/log" >> "$out" 2> /dev/null # which signals
has "$out" '1 passed, 0 failed'

# ---- killed at any time: what has ended is kept, the rest runs once ----
echo 'step verdict=exit | echo {seed} >> '"$folder/steps"'; sleep 0.05' > "$folder/steps.tests"
"$scord" regress --output "$folder/killed" --jobs 4 --runs 60 "$folder/steps.tests" > "$out" 2>&1 & victim=$!
for _ in {1..50}; do
    [ "$(grep -c '^{"id"' "$folder/killed/results.jsonl" 2> /dev/null)" -ge 5 ] 2> /dev/null && break
    sleep 0.05
done
kill -KILL $victim; wait $victim 2> /dev/null
kept=$(runs_of "$folder/killed")
[ "$kept" -gt 0 ] && [ "$kept" -lt 60 ]; check $? "killed amid the runs: $kept records"
printf '{"id":"step.1","row":"st' >> "$folder/killed/results.jsonl" # a record that the power cut
sleep 0.2; : > "$folder/steps"
run 0 --output "$folder/killed" --jobs 4 --runs 60 "$folder/steps.tests"
number_passed 60 0
[ "$(wc -l < "$folder/steps")" -eq $((60 - kept)) ]
check $? "$((60 - kept)) were left to run, $(wc -l < "$folder/steps") did"
echo 'nonsense' >> "$folder/killed/results.jsonl"
run 2 --output "$folder/killed" --jobs 4 --runs 60 "$folder/steps.tests"
grep -q 'results.jsonl:[0-9]*: neither a session nor the result of a run; `scord regress --restart`' "$err"
check $? "a line that is no record: $(cat "$err")"

# ---- interrupted: the runs stop with it, the exit is the signal's ----
echo 'long verdict=exit | echo {seed} $$ >> '"$folder/started"'; sleep '$nap > "$folder/long.tests"
"$scord" regress --output "$folder/stopped" --jobs 2 --runs 4 "$folder/long.tests" > "$out" 2>&1 & victim=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do [ "$(cat "$folder/started" 2> /dev/null | wc -l)" -ge 2 ] && break; sleep 0.2; done
kill -TERM $victim; wait $victim; [ $? -eq 143 ]; check $? "ends by the signal"
! pgrep -f "sleep $nap" > /dev/null; check $? "an interrupted regression leaves no process behind"
has "$out" '0 passed, 0 failed'
has "$out" 'interrupted: 0 of 4 runs have ended, 4 did not run: long.'
equal "two of them were stopped" 2 "$(grep '^interrupted: ' "$out" | grep -o '(stopped)' | wc -l)"
run 1 --collect --output "$folder/stopped"; number_passed 0 4

# ---- one writer at a time ----
"$scord" regress --output "$folder/stopped" --jobs 2 --runs 4 "$folder/long.tests" > "$out" 2>&1 & victim=$!
sleep 0.3
run 3 --output "$folder/stopped" --jobs 2 --runs 4 "$folder/long.tests"
has "$err" 'another `scord regress` is writing'
kill -TERM $victim; wait $victim

# ---- shards: together the whole plan, each run once ----
for shard in 1 2 3; do
    run 0 --output "$folder/parts" --shard $shard/3 --runs 20 --only 'random' "$folder/all.tests"
done
run 0 --collect --output "$folder/parts"
number_passed 20 0
sed -n 's/^{"id":"\([^"]*\)".*/\1/p' "$folder"/parts/results-*-of-3.jsonl | sort > "$folder/parts.ids"
"$scord" regress --list --runs 20 --only random "$folder/all.tests" | sed '/^#/d; s/ .*//' | sort > "$folder/whole.ids"
same "$folder/parts.ids" "$folder/whole.ids" "the shards' runs and the whole plan"
# of two results of one run the last counts, files in order of their names
printf '{"id":"%s","verdict":"error","signature":"later","failed":1}\n' "$(head -n 1 "$folder/parts.ids")" \
    > "$folder/parts/results-9.jsonl"
run 1 --collect --no-html --output "$folder/parts"; has "$out" '    1  error later'; number_passed 19 1
mv "$folder/parts/results-9.jsonl" "$folder/parts/results-0.jsonl"
run 0 --collect --no-html --output "$folder/parts"; number_passed 20 0
rm "$folder/parts/results-0.jsonl"
rm "$folder/parts/results-2-of-3.jsonl"
"$scord" regress --output "$folder/parts" --shard 2/3 --runs 20 --only 'random' --restart --timeout 5 \
    "$folder/all.tests" > /dev/null 2>&1
run 0 --collect --output "$folder/parts"

# ---- refusals: one line, with file and line ----
refuse() { printf '%s\n' "$2" > "$folder/bad.tests"; bad "$1" --output "$folder/none" "$folder/bad.tests"; }
refuse 'bad.tests:1: no "|" in' 'alone'
refuse 'bad.tests:1: no command for' 'alone | '
refuse "bad.tests:1: an id has letters" '../x | true'
refuse 'bad.tests:1: unknown tier "hourly"' 'x tier=hourly | true'
refuse 'bad.tests:1: unknown attribute "color"' 'x color=red | true'
refuse 'bad.tests:1: given twice: "share"' 'x share=2 tier=smoke share=3 | echo {seed}'
refuse 'bad.tests:1: timeout is 1 to 604800 seconds, not "0"' 'x timeout=0 | true'
refuse 'bad.tests:1: share is 1 to 10000' 'x share=0 | echo {seed}'
refuse 'bad.tests:1: a share, but no {seed}' 'x share=2 | true'
refuse 'bad.tests:1: {config}, but no config=' 'x | echo {config}'
refuse 'bad.tests:1: config: ' 'x config=huge | true'
printf 'x | true\n\nx | true\n' > "$folder/bad.tests"
bad 'bad.tests:3: the id x stands at' --output "$folder/none" "$folder/bad.tests"
bad 'cannot read the catalogue' --output "$folder/none" "$folder/no-such-file"
bad 'no catalogue given'
bad 'nothing to run' --only 'zzz' "$folder/all.tests"
bad "--jobs takes a number from 1 to 1024, not '0'" --jobs 0 "$folder/all.tests"
for shard in 4/3 " 1/3" 1/+3 1/3x 0/3 1/ /3 3; do bad '--shard is K/N' --shard "$shard" "$folder/all.tests"; done
bad '--tier is one of smoke, full, nightly, weekly' --tier all "$folder/all.tests"
bad 'unknown option' --bogus "$folder/all.tests"
bad 'holds no results' --collect --output "$folder"
run 3 --output /proc/regress "$folder/all.tests"
[ "$(wc -l < "$err")" -eq 1 ]; check $? "a folder that cannot be made: one line, not $(cat "$err")"

# ---- full disk: one message, and what was written holds ----
if mkdir "$folder/small" && mount -t tmpfs -o size=64k none "$folder/small" 2> /dev/null; then
    run 3 --output "$folder/small" --jobs 1 --runs 2000 --only random "$folder/all.tests"
    grep -q 'No space left' "$err"; check $? "a full disk is named: $(cat "$err")"
    "$scord" regress --collect --output "$folder/small" > "$out" 2>&1
    grep -q 'runs: [1-9][0-9]* pass' "$out"; check $? "records before the full disk are read: $(cat "$out")"
    umount "$folder/small"
fi
finish
