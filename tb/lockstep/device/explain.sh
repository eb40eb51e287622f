#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# explain.sh: explanations of single checks (docs/explain.md): they name the verdict of RTL and model; each race
# of the directed streams has a change that mends it, and the changed stream, written to a file and played through RTL
# and model, has that check clean; the reverse for clean checks; bad questions are refused.
# Environment: BUILD. Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
member() { sed -n "s/.*\"$1\": \"*\([a-zA-Z0-9_]*\).*/\1/p" "$2" | head -n 1; } # NAME FILE
verdict() { sed -n 's/^ *"verdict": "\([a-z_]*\)", "path".*/\1/p' "$1"; }         # of the explained check
explain() { "$scord" cosim "$@" --quiet --json "$work/json" --output "$work/mismatch" > "$work/out" 2> "$work/err"; }
# The first change of the last explanation, made in the file $work/fixed.sevt: through RTL and model, the same word of
# the same access.
again() { # STREAM
    number=$(sed -n 's/.*the access is event \([0-9]*\) there$/\1/p' "$work/err")
    explain "$work/fixed.sevt" --explain "$number:$(printf '0x%x' "$(member address "$work/json")")"
}

# ---- races: mended by the first change, for the RTL too
asked=0; expected=0
for stream in tb/streams/*.sevt; do
    name=$(basename "$stream" .sevt)
    explain "$stream" --model-only || continue
    races=$(member races "$work/json"); race=0
    [ "$races" -gt 3 ] && races=3 # all of a kind there
    while [ $race -lt "$races" ]; do
        explain "$stream" --explain-race $race --explain-fix "$work/fixed.sevt"; code=$?
        told=$(verdict "$work/json")
        case "$told" in missing_*_fence | not_strong | scoped_atomic | no_common_lock_*) true ;; *) false ;; esac
        check $? "$name, race $race: '$told' is its verdict (exit $code): $(cat "$work/err")"
        grep -q "verdict=$told" "$stream" && expected=$((expected + 1)) # most streams say what they expect
        again && [ "$(verdict "$work/json")" = clean ]
        check $? "$name, race $race: with the change the check is '$(verdict "$work/json")': $(grep '"change"' \
            "$work/json")"
        asked=$((asked + 1)); race=$((race + 1))
    done
done
[ $asked -ge 60 ]; check $? "only $asked races were explained"
[ $expected -ge $((asked - 2)) ]; check $? "$expected of $asked verdicts are those that the streams expect"

# ---- clean checks: without the fence, barrier, lock, strength or scope that is named, the race that is named
while read -r stream event part; do
    explain "tb/streams/$stream.sevt" --explain "$event" --explain-fix "$work/fixed.sevt"
    check $? "$stream, event $event: $(cat "$work/err")"
    [ "$(verdict "$work/json")" = clean ]; check $? "$stream, event $event is clean, not $(verdict "$work/json")"
    first=$(sed -n 's/.*"change": "\([^"]*\)", "verdict": "\([a-z_]*\)".*/\2 \1/p' "$work/json" | head -n 1)
    grep -q "\"change\": \".*$part" "$work/json"; check $? "$stream, event $event: '$part' keeps it clean, not '$first'"
    again
    [ "$(verdict "$work/json")" = "${first%% *}" ]
    check $? "$stream, event $event: without it '$(verdict "$work/json")', told was '$first'"
done << 'END'
table4b-device-fence-suffices 5 device fence of event 4
table4a-block-fence-suffices 5 block fence of event 4
table3c-barrier 7 barrier of event 6
table4d-device-atomic-is-clean 4 device scope of the atomic
table4-common-lock-is-clean 11 lock at 0x
END

# ---- what the words say is what was compared
explain tb/streams/table4b-missing-device-fence.sevt --explain-race 0
check $? "missing device fence: $(cat "$work/err")"
"$scord" cosim tb/streams/table4b-missing-device-fence.sevt --explain-race 0 --model-only > "$work/text";
check $? "in words"
for line in 'rule 1 .*no\. Modified, BlkShared, DevShared = 1, 0, 0' \
    'rule 2 .*no\. owner.s block sm0.slot0, this one.s sm1.slot0' \
    'rule 6 .*Table IV(b), missing device fence: YES' 'RACE: missing device fence, device scope, by rule 6 (Table IV(b)); race 0' \
    'clean with *a device fence by sm0.slot0.warp0 after event 3 and before event 4'; do
    grep -q "$line" "$work/text"; check $? "no line '$line'"
done
! grep -q '^  rule 7' "$work/text"; check $? "rule 7 was not asked any more"
longest=$(sed -n '/^explanation/,$p' "$work/text" | wc -L)
[ "$longest" -le 100 ]
check $? "a line of $longest columns"
"$scord" cosim tb/streams/cuda/D71-no-lock-on-the-other-side.sevt --explain-race 0 --model-only > "$work/text"
check $? "counted locks (D71)"
grep -q 'many_device of 2 locks, active, hash 0x05 device_active' "$work/text"
check $? "the owner's counted locks are not told: $(grep -A 2 'lock table' "$work/text")"
explain tb/streams/D23-tag-alias-loses-history.sevt --explain 6 --model-only &&
    [ "$(member tag_miss "$work/json")" = true ]
check $? "a tag miss is named"

# ---- a race of a random program, lanes and words; asking changes nothing
"$scord" cosim --random --seed 3 --events 3000 --model-only --quiet --save "$work/random.sevt";
check $? "a random program"
same() { sed -n 's/"seconds.*//; 1,/retire_hash/p' "$1"; }
for race in 0 7 40; do
    explain "$work/random.sevt" && same "$work/json" > "$work/plain"
    explain "$work/random.sevt" --explain-race $race; check $? "random race $race: $(cat "$work/err")"
    same "$work/json" | cmp -s - "$work/plain"; check $? "random race $race: the run is the same without the question"
    event=$(member event "$work/json"); word=$(member address "$work/json"); told=$(verdict "$work/json")
    explain "$work/random.sevt" --explain "$event:$(printf '0x%x' "$word")" --model-only &&
        [ "$(verdict "$work/json")" = "$told" ]
    check $? "random race $race by its event and word: '$(verdict "$work/json")', not '$told'"
done
explain --random --seed 3 --events 3000 --explain-race 7 &&
    [ "$(verdict "$work/json")" = "$(explain "$work/random.sevt" --explain-race 7 && verdict "$work/json")" ]
check $? "a random program, unsaved"

# ---- a program: source lines, the object, the JSON of `scord check`
"$scord" check tb/programs/frontend/programs/racy.cu --explain-race 0 --explain-fix "$work/fixed.sevt" \
    --json "$work/json" > "$work/text" 2> "$work/err"
[ $? -eq 1 ]; check $? "scord check --explain-race 0: $(cat "$work/err")"
tr -s ' \n' ' ' < "$work/text" > "$work/unwrapped"
racy=tb/programs/frontend/programs/racy.cu
store=$racy:$(grep -n RACE $racy | cut -d: -f1)
by="of $racy access event [0-9]+: weak store by sm1\.slot0\.warp0, pc 0x[0-9a-f]+"
grep -qE "check of word 0x700000000 by event [0-9]+, kernel 0 $by, $store," "$work/unwrapped"
check $? "the access of a program is explained by its line, $store"
grep -qE " owner event [0-9]+: weak store by sm0\.slot0\.warp0, pc 0x[0-9a-f]+, $store before it " "$work/unwrapped"
check $? "and so is its owner"
told=$(verdict "$work/json"); [ -n "$told" ] && [ "$told" != clean ]; check $? "the verdict '$told' is in the JSON"
"${BUILD:-build}/tb/validate_json" docs/report-schema.json "$work/json" > "$work/out" 2>&1;
check $? "the JSON fits its schema: $(cat "$work/out")"
event=$(sed -n 's/.*the access is event \([0-9]*\) there$/\1/p' "$work/text" | tail -n 1)
explain "$work/fixed.sevt" --explain "$event:$(printf '0x%x' \
    "$(sed -n 's/.*"explanation": {"event": [0-9]*, "kernel": [0-9]*, "address": \([0-9]*\).*/\1/p' "$work/json")")"
[ "$(verdict "$work/json")" = clean ]
check $? "the program's stream with the change: $(verdict "$work/json"), $(cat "$work/err")"
"$scord" check tb/programs/frontend/programs/racy.cu --rtl --explain-race 0 --json "$work/json" \
    --output "$work/mismatch" > "$work/text" 2> "$work/err"
[ $? -eq 1 ] && [ "$(verdict "$work/json")" = "$told" ]; check $? "the same with the RTL: $(cat "$work/err")"

# ---- questions without an answer
refused() { # text options…
    text=$1; shift
    "$scord" cosim tb/streams/table4b-missing-device-fence.sevt --output "$work/mismatch" "$@" > "$work/out" \
        2> "$work/err"
    [ $? -eq 2 ] && [ "$(wc -l < "$work/err")" -eq 1 ] && grep -q "$text" "$work/err"
    check $? "$*: exit 2 and '$text', not: $(cat "$work/err")"
}
refused 'no race number 9 in .*: it has 1 race; count from 0' --explain-race 9
refused 'no event number 99' --explain 99
refused 'event 1 of .* is no access' --explain 1
refused 'lane 5 of event 4 of .* is not active' --explain 4:5
refused 'decided no such word' --explain 4:0x10000104
refused "takes EVENT, EVENT:LANE" --explain 4:99
refused "not 'x'" --explain-race x
refused 'one check at a time' --explain-race 0 --explain 4
refused 'belongs to --explain-race or --explain' --explain-fix "$work/fixed.sevt"
refused 'leave out --free-order' --explain-race 0 --free-order
refused 'no change was found to make' --explain 3 --explain-fix "$work/fixed.sevt"
"$scord" cosim - --explain-race 0 < tb/streams/table4b-missing-device-fence.sevt > "$work/out" 2> "$work/err";
[ $? -eq 2 ]; check $? "a pipe is refused"
"$scord" cosim tb/streams/table4b-missing-device-fence.sevt --explain-race 0 --explain-fix "$work/no/such/file" \
    > "$work/out" 2> "$work/err"; [ $? -eq 3 ]
check $? "a file that cannot be written: $(cat "$work/err")"
finish
