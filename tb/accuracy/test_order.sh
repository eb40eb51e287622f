#!/bin/sh
# test_order.sh: acquire_release against the exact oracle: programs that are right have no report, those with faults have some,
# and the candidate that is built reports what the golden model reports (the latter: test_variant on the same programs).
# Environment: BUILD (default build). Last line: "N passed, N failed".
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
passed=0; failed=0
judge() { if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED $1: '$3', expected '$2'"; fi; }
mkdir "$work/right" "$work/faulty"
"$build/tb/release_programs" right 1 40 8 "$work/right" && "$build/tb/release_programs" faulty 1 60 4 "$work/faulty" || exit 2
"$build/tb/eval_order" -g right "$work"/right/* -g faulty "$work"/faulty/* > "$work/table"; judge "exit code" 0 $?
# columns: | group | candidate | bytes | found of racy | reported of race-free | true | false |
row() { awk -F' *[|] *' -v group="$1" -v candidate="$2" '$2 != "" {at = $2} at == group && $3 == candidate {print $5; print $6; exit}' "$work/table"; }
judge "right programs: no race-free one is reported" 0 "$(row right "numbers by block, fences" | sed -n '2s/ .*//p')"
judge "as built all of them are, 30 and more" 1 "$(row right "as built" | awk 'NR == 2 {print ($1 >= 30 && $1 == $3)}')"
judge "no race-free program is reported among the faulty" 0 "$(row faulty "numbers by block, fences" | sed -n '2s/ .*//p')"
judge "nine of ten racy programs are found" 1 "$(row faulty "numbers by block, fences" | awk 'NR == 1 {print ($3 > 20 && $1 >= 0.9 * $3)}')"
judge "bytes of what is built" 722 "$(awk -F' *[|] *' '$3 == "numbers by block, fences" {print $4; exit}' "$work/table")"
"$build/tb/test_variant" "$work"/right/*1.sev "$work"/faulty/*1.sev > "$work/variant"
judge "the golden model retires what the candidate retires" 0 "$(grep -c 'the variant differs' "$work/variant")"
"$build/tb/eval_order" > "$work/out" 2>&1; judge "no streams: exit code" 2 $?
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
