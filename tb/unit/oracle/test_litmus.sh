#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_litmus.sh: litmus tests of every dialect through `scord oracle --all-schedules`, against
# tb/unit/oracle/litmus/verdicts; lines that cannot be taken are named; what `scord events import` writes is what the
# oracle reads.
# Environment: SCORD (default build/scord). Last line: "N passed, N failed".
cd "$(dirname "$0")/../../.." || exit 3
scord=${SCORD:-build/scord}
folder=tb/unit/oracle/litmus
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
# one letter a model, in the order of `--model all`, without model vulkan (tb/litmus/vulkan.corpus)
verdicts() { "$scord" oracle "$1" --model all --all-schedules --no-detector 2> "$work/error" |
    awk '/^model/ {skip = /^model vulkan/}
        /^  verdict/ && !skip {
            printf "%s%s", separator, /racy under/ ? "R" : /race-free under/ ? "-" : "?"; separator = " "}'
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
    "more than 1048576 states or executions"
bad "an address that is none" "PTX a\n{x=0;}\n P0@cta 0 ;\n ld r0, x ;\n ld r1, [r0] ;\n" \
    "bad.litmus:5: the address is no variable's"
bad "two widths" "PTX a\n{x=0;}\n P0@cta 0 ;\n ld.u32 r0, x ;\n ld.u64 r1, x ;\n" \
    "bad.litmus:5: the variable is accessed in another"
bad "clusters on several devices" \
    "PTX a\n{x=0;}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 1 ;\n fence.acq_rel.cluster | ld r0, x ;\n" \
    "bad.litmus:4: clusters on several devices"
bad "an instruction before the first thread" \
    "NEWWG\nst.sc0 x = 1\n" "bad.litmus:2: 'st.sc0 x = 1' is before the first"
bad "a load without a value" "NEWWG\nNEWSG\nNEWTHREAD\nld.sc0 x\n" "bad.litmus:4: 'ld.sc0 x' is not taken"
bad "an alias of one name" "SLOC x\nNEWTHREAD\nst.sc0 x = 1\n" "bad.litmus:1: 'SLOC' takes two names"
bad "an annotation that is none" "LISA a\n{x=0;}\n P0@cta 0 ;\n r[slow] r0 x ;\n" \
    "bad.litmus:4: the annotation 'slow' is not taken"
bad "an instruction of LISA that is none" \
    "LISA a\n{x=0;}\n P0@cta 0 ;\n r[] r0 ;\n" "bad.litmus:4: 'r[] r0' is not taken"
bad "a label that is missing" "PTX a\n{x=0;}\n P0@cta 0 ;\n bra L ;\n" "bad.litmus:4: label 'L' is not in thread P0"

# Three levels of scope: by relations, without a stream. The .cta does not reach the other device.
printf '%b' "PTX a\n{x=0;}\n P0@cta 0, gpu 0 | P1@cta 0, gpu 1 ;\n st.relaxed.cta x, 1 | ld.relaxed.sys r0, x ;\n" \
    > "$work/levels.litmus"
"$scord" oracle "$work/levels.litmus" --model ptx --all-schedules > "$work/out"
equal "exit code of three levels" 1 $?
grep -q "race     P0, line 4, with P1, line 4" "$work/out"; equal "the race of three levels" 0 $?
"$scord" oracle "$work/levels.litmus" --model all --json - > "$work/out"
equal "JSON of three levels" 5 "$(grep -o '"launches": 2, "racy": 2' "$work/out" | wc -l)"
"$scord" events import "$work/levels.litmus" -o "$work/levels.sev" 2> "$work/error"
equal "exit code of three levels as a stream" 2 $?
grep -q "levels.litmus:4: a scope of one block with threads on several devices: no stream has that" "$work/error"
equal "its message" 0 $?

# The Vulkan memory model: the default of its dialect, beside others or alone; no other dialect, no stream.
"$scord" oracle $folder/mp-vulkan.litmus > "$work/out"; equal "exit code of vulkan" 1 $?
grep -q "race     P0, line 5, with P1, line 6" "$work/out"; equal "the race of vulkan is named" 0 $?
"$scord" oracle $folder/mp-vulkan.litmus --model vulkan --model scor --json - --all-schedules \
    --no-detector > "$work/out"
grep -q '"model": "vulkan", "candidates": 4, "consistent": 2, "racy": 2' "$work/out"; equal "JSON of vulkan" 0 $?
grep -q '"model": "scor"' "$work/out"; equal "JSON of the model beside it" 0 $?
"$scord" oracle $folder/mp-weak.litmus --model vulkan 2> "$work/error"; equal "exit code of vulkan for PTX" 2 $?
grep -q "decides tests of the dialect VULKAN, not of PTX" "$work/error"; equal "message of vulkan for PTX" 0 $?
"$scord" oracle "$work/mp-weak.sev" --model vulkan 2> "$work/error"; equal "exit code of vulkan for a stream" 2 $?
alone="VULKAN a\n{x=0;}\n P0@sg 0,wg 0,qf 0 | P1@sg 0,wg 1,qf 0 ;\n"
alone="$alone st.av.dv.sc0 x, 1 | ld.vis.dv.sc0 r0, x ;\n"
printf '%b' "$alone" > "$work/alone.litmus"
"$scord" oracle "$work/alone.litmus" --model scor 2> "$work/error"; equal "exit code of what vulkan alone knows" 2 $?
grep -q "alone.litmus:4: '.av' is of the Vulkan memory model alone" "$work/error"; equal "its message" 0 $?
"$scord" oracle "$work/alone.litmus" --model all > "$work/out"; equal "all: those that can" 1 $?

printf 'NEWWG\nNEWSG\nNEWTHREAD\nst.sc0 x = 1\nNEWTHREAD\nld.sc0 x = 0\nSATISFIABLE consistent[X]\n' > "$work/a.test"
"$scord" oracle "$work/a.test" > "$work/out"; equal "a test of the Vulkan memory model's repository" 1 $?
turns=" L: | L: ;\n ld.acquire.sys r0, x | ld.acquire.cta r0, x ;\n bne r0, 2, L | bne r0, 1, L ;\n"
turns="$turns st x, 1 | ld r1, x ;\n"
printf '%b' "PTX a\n{x=0;}\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n$turns" > "$work/loops.litmus"
"$scord" oracle "$work/loops.litmus" > "$work/out"
grep -q "loops *unrolled: 1 launches end where a thread would jump back for the 5th time" "$work/out"
equal "the bound of loops beside relations" 0 $?

"$scord" oracle "$work/missing.litmus" > "$work/out" 2> "$work/error"; equal "exit code of no file" 3 $?
finish
