#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_order.sh: acquire_release against the exact oracle: programs that are right have no report, those with faults
# have some, and the variant reports what the golden model reports (the latter: test_variant on the same programs).
# Misses have their causes.
# Environment: BUILD (default build). Last line: "N passed, N failed".
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
mkdir "$work/right" "$work/faulty"
"$build/tb/release_programs" right 1 40 8 "$work/right" && "$build/tb/release_programs" faulty 1 60 4 "$work/faulty" ||
    exit 2
"$build/tb/eval_order" -g right "$work"/right/* -g faulty "$work"/faulty/* > "$work/table"; equal "exit code" 0 $?
# columns: | group | acquire_release | found of racy | reported of race-free | true | false |
row() {
    awk -F' *[|] *' -v group="$1" -v key="$2" \
        '$2 != "" {at = $2} at == group && $3 == key {print $4; print $5; exit}' "$work/table"
}
equal "right programs: no race-free one is reported" 0 "$(row right with | sed -n '2s/ .*//p')"
equal "without the key all of them are, 30 and more" 1 \
    "$(row right without | awk 'NR == 2 {print ($1 >= 30 && $1 == $3)}')"
equal "no race-free program is reported among the faulty" 0 \
    "$(row faulty with | sed -n '2s/ .*//p')"
equal "nine of ten racy programs are found" 1 \
    "$(row faulty with | awk 'NR == 1 {print ($3 > 20 && $1 >= 0.9 * $3)}')"
"$build/tb/test_variant" "$work"/right/*1.sev "$work"/faulty/*1.sev > "$work/variant"
equal "the golden model retires what the variant retires" 0 "$(grep -c 'the variant differs' "$work/variant")"

# Programs of one miss each, whose cause is known: A stores (or reads) the data word, another thread touches it without
# being ordered after that.
launch='scord-event-stream 1 config=gtx480 acquire_release=1 log2_cache_ratio=0
kernel_begin name="cause" grid=3 block=64 tracked_base=0x10000000 log2_tracked_words=10
block_launch sm=0 slot=0 cta=0,0,0 warps=0x3 threads=64
block_launch sm=1 slot=0 cta=1,0,0 warps=0x3 threads=64
block_launch sm=1 slot=1 cta=2,0,0 warps=0xc threads=64'
a='sm=0 slot=0 warp=0'; b='sm=1 slot=0 warp=0'; b_other='sm=1 slot=0 warp=1'; c='sm=1 slot=1 warp=2'
word='mask=0x1 address=0x100001'; pc=0; text=
step() { pc=$((pc + 8)); text="$text
access $1 pc=$pc $2"; } # who, what
cause() { # cause, name
    printf '%s%s\nkernel_end\n' "$launch" "$text" > "$work/$2.sevt"; text=; pc=0
    "$build/tb/eval_order" --causes -g one "$work/$2.sevt" > "$work/causes" 2>&1
    equal "$2" 1 "$(grep -cxF "| one | $1 | 0 | 1 | 0 |" "$work/causes")"
}
data="${word}00"
flag="${word}80"
other="${word}c0"
release='op=store scope=device semantics=release'
acquire='op=load scope=device semantics=acquire'
step "$a" "op=store $data"
step "$a" "$release $flag"
step "$c" "$release $other"
step "$b" "$acquire $other"
step "$b" "op=load $data"
cause "number of another release (D63)" number
step "$a" "op=store $data"
step "$a" "$release $flag"
step "$a" "op=store scope=device semantics=relaxed $other"
step "$b" "$acquire $other"
step "$b" "op=load $data"
cause "release taken for a fence (D61)" pattern
step "$a" "op=store $data"
step "$a" "$release $flag"
step "$b" "op=atomic atomic_kind=add scope=device semantics=relaxed $flag value=1 returned=1"
step "$b" "op=atomic atomic_kind=add scope=block semantics=acquire $flag value=1 returned=2"; step "$b" "op=load $data"
"$build/tb/eval_order" -g one "$work/pattern.sevt" > "$work/causes" 2>&1;
equal "a program whose only race is missed" "0 of 1" \
    "$(awk -F' *[|] *' '$3 == "with" {print $4; exit}' "$work/causes")"
cause "scope inside a release sequence (D61)" sequence
step "$a" "op=store $data"; step "$a" "$release $flag"; step "$b" "$acquire $flag"; step "$b_other" "op=load $data"
cause "another warp of the block (D61)" block
step "$a" "op=load $data"
step "$b" "op=load $data"
step "$a" "$release $flag"
step "$c" "$acquire $flag"
step "$c" "op=store $data"
cause "owner overwritten" owner
# Every miss of the faulty programs has a cause: none is left to the rules.
"$build/tb/eval_order" --causes -g faulty "$work"/faulty/* > "$work/causes"; equal "causes: exit code" 0 $?
equal "causes left over" 0 "$(grep -c 'rules (Table IV)\|no acquire\|never observed' "$work/causes")"
equal "some are there" 1 "$(awk -F' *[|] *' '/faulty/ {n += $4 + $5} END {print (n > 50)}' "$work/causes")"
"$build/tb/eval_order" > "$work/out" 2>&1; equal "no streams: exit code" 2 $?
finish
