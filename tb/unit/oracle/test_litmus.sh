#!/bin/bash
# test_litmus.sh: litmus tests of every dialect through `scord oracle --all-schedules`, against
# tb/unit/oracle/litmus/verdicts; lines that cannot be taken are named; what `scord events import` writes is what the
# oracle reads.
# Environment: SCORD (default build/scord). Last line: "N passed, N failed".
cd "$(dirname "$0")/../../.." || exit 3
scord=${SCORD:-build/scord}
folder=tb/unit/oracle/litmus
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
# one letter a model, in the order of `--model all`
verdicts() { "$scord" oracle "$1" --model all --all-schedules --no-detector 2> "$work/error" |
    awk '/^  verdict/ {printf "%s%s", separator, /racy under/ ? "R" : /race-free under/ ? "-" : "?"; separator = " "}'
    }

for file in "$folder"/*.litmus; do
    name=$(basename "$file" .litmus)
    case "$name" in not-taken*) continue;; esac
    want=$(awk -F'|' -v name="$name" '
        {gsub(/ /, "", $1)} $1 == name {sub(/^ */, "", $2); sub(/ *$/, "", $2); print $2}' "$folder/verdicts")
    equal "$name" "${want:-a line in verdicts}" "$(verdicts "$file")"
    [ -s "$work/error" ] && cat "$work/error"
    "$scord" events import "$file" -o "$work/$name.sev" &&
        equal "$name, imported" "$want" "$(verdicts "$work/$name.sev")"
    "$scord" events check "$work/$name.sev" > "$work/check" 2>&1; equal "$name, consistent" 0 $?
done
lines=$(grep -vc '^#' "$folder/verdicts")
equal "every verdict has its file" "$lines" "$(ls "$folder"/*.litmus | grep -vc not-taken)"

for file in "$folder"/not-taken*.litmus; do
    "$scord" oracle "$file" > "$work/out" 2> "$work/error"; equal "exit code of lines not taken" 2 $?
    while read -r expected; do
        grep -qF "$(basename "$file"):$expected" "$work/error"; equal "named: $expected" 0 $?
    done < "${file%.litmus}.expected"
done
bad() { # what text, what is expected in the message
    printf '%b' "$2" > "$work/bad.litmus"; "$scord" oracle "$work/bad.litmus" > "$work/out" 2> "$work/error"
    equal "exit code of $1" 2 $?; grep -qF "$3" "$work/error"; equal "message of $1" 0 $?
}
bad "an empty file" "" "begins with PTX"
bad "another dialect" "X86 SB\n{}\n" "begins with PTX"
bad "no initial state" "PTX a\n" "no initial state"
bad "no place" "PTX a\n{x=0;}\n P0 ;\n st.weak x, 1 ;\n" "is not said"
bad "a filter that nothing meets" "PTX a\n{x=0;}\n P0@cta 0 ;\n ld.weak r0, x ;\nfilter (P0:r0 == 7)\n" \
    "meets the filter"
# Every order of 2 × 11 atomics reads other values: 2^20 states are met while a thread waits at the barrier.
adds=$(printf ' atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 ;\\n%.0s' 1 2 3 4 5 6 7 8 9 10 11)
bad "more states than are tried" \
    "PTX a\n{x=0;}\n P0@cta 0 | P1@cta 0 ;\n$adds bar.sync 0 | bar.sync 0 ;\nfilter (P0:r0 == 77)\n" \
    "more than 1048576 states"
"$scord" oracle "$work/missing.litmus" > "$work/out" 2> "$work/error"; equal "exit code of no file" 3 $?
finish
