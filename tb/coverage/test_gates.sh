#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_gates.sh: the coverage gates fail when they should. Environment: BUILD (default build). Last line: "N passed, N
# failed".
set -u
build=${BUILD:-build}
report=$build/tb/coverage/coverage_report
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
expect() { # name code pattern command...
    local name=$1 code=$2 pattern=$3; shift 3
    "$@" > "$work/out" 2>&1; local seen=$?
    if [ $seen -eq "$code" ] && grep -q -- "$pattern" "$work/out"; then pass
    else fail "$name: exit $seen, expected $code and '$pattern'"; head -n 5 "$work/out"; fi
}
"$build/scord" cosim --random --model-only --quiet --config tiny --seed 1 --events 20000 --coverage "$work/a.cov" ||
    fail "the random run"
bin=$(awk '$1 > 0 && $2 ~ /^check/ {print $2; exit}' "$work/a.cov")
sed "s/^[0-9]* $bin\$/0 $bin/" "$work/a.cov" > "$work/lost.cov"

expect "a bin that was lost is named" 1 "^NOT HIT   $bin\$" "$report" --only "$bin" "$work/lost.cov"
expect "the same bin is hit in the sum" 0 '^1 passed, 0 failed$' "$report" --only "$bin" "$work/lost.cov" "$work/a.cov"
echo "$bin | wrong" > "$work/excluded"
expect "an excluded bin that is hit fails" 1 '^EXCLUDED, YET HIT' "$report" --excluded "$work/excluded" --only "$bin" \
    "$work/a.cov"
expect "an excluded bin that is reachable fails" 1 'excluded, yet reachable' "$build/tb/coverage/coverage_reachable" \
    "$work/excluded"
expect "a waived bin need not be hit" 0 '^0 passed, 0 failed$' "$report" --waived "$work/excluded" --only "$bin" \
    "$work/lost.cov"
echo "check.no-such-rule.* | old" > "$work/stale"
expect "a pattern without bins fails" 1 '^NO SUCH BIN' "$report" --excluded "$work/stale" --only "$bin" "$work/a.cov"
echo "check.1-* |" > "$work/reasonless"
expect "an exclusion needs a reason" 2 'reason' "$report" --excluded "$work/reasonless" "$work/a.cov"
echo "5 check.no-such-bin" > "$work/foreign.cov"
expect "a foreign database is refused, with its line" 2 'foreign.cov:1:' "$report" "$work/foreign.cov"
sed '$s/^/-/' "$work/a.cov" > "$work/negative.cov"
expect "no bin is hit less than never" 2 "negative.cov:$(wc -l < "$work/a.cov"): not a line" "$report" \
    "$work/negative.cov"
expect "so it is by --coverage" 3 'foreign.cov:1:' "$build/scord" cosim --random --model-only --quiet --events 100 \
    --coverage "$work/foreign.cov"
# two runs into one database add up
cp "$work/a.cov" "$work/twice.cov"
"$build/scord" cosim --random --model-only --quiet --config tiny --seed 1 --events 20000 --coverage "$work/twice.cov"
once=$(awk -v bin="$bin" '$2 == bin {print $1}' "$work/a.cov")
twice=$(awk -v bin="$bin" '$2 == bin {print $1}' "$work/twice.cov")
if [ "$twice" -eq $((2 * once)) ]; then pass; else fail "databases do not add up: $once, $twice"; fi
finish
