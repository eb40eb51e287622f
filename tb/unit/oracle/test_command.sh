#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_command.sh SCORD: `scord oracle` as users run it: verdicts, exit codes, JSON, errors. Run from the repo root.
scord=$1
here=$(dirname "$0")
scratch=$(mktemp -d) || exit 3
trap 'rm -rf "$scratch"' EXIT INT TERM
. tb/expect.sh

# check NAME EXPECTED_EXIT PATTERN COMMAND...: exit code, and a line of the output (either stream) that matches
check() {
    name=$1 expected=$2 pattern=$3
    shift 3
    "$@" >"$scratch/out" 2>&1
    code=$?
    if [ $code -eq "$expected" ] && grep -q -e "$pattern" "$scratch/out"; then
        pass
    else
        fail "$name: exit $code, expected $expected with '$pattern'; got:"
        sed 's/^/  /' "$scratch/out" | head -n 12
    fi
}

fig6=$here/hrf-figure6.sevt
check "race by a direct model" 1 "1 site, 1 pair, 1 racy" "$scord" oracle "$fig6" --model hrf-direct --no-detector
check "model and axes are printed" 1 "^model hrf-direct: match=exact closure=direct acquire=implicit" "$scord" oracle \
    "$fig6" --model hrf-direct
check "indirect is clean" 0 "0 sites, 0 pairs" "$scord" oracle "$fig6" --model hrf-indirect --no-detector
check "an axis changes the model" 0 "^model hrf-direct, changed: .*closure=indirect" "$scord" oracle \
    --closure indirect "$fig6" --model hrf-direct --no-detector
check "all models" 1 "^model ptx:" "$scord" oracle "$fig6" --model all
check "a pipe" 1 "1 site, 1 pair, 1 racy" sh \
    -c "'$scord' events assemble '$fig6' -o - | '$scord' oracle - --model hrf-direct --no-detector"
check "detector finds a race" 1 "1 true positive, 0 false positives; of the oracle's 1 site 1 found" "$scord" oracle \
    tb/streams/table4d-scoped-atomic.sevt
check "detector misses one" 1 "MISSED by the detector" "$scord" oracle tb/streams/scord-figure4-reduction.sevt
check "detector is wrong" 1 "FALSE POSITIVE of the detector: (d)" "$scord" oracle "$here/false-positive.sevt"
check "JSON" 1 '"model": "scor"' "$scord" oracle tb/streams/table4d-scoped-atomic.sevt --json -
"$scord" oracle tb/streams/table4d-scoped-atomic.sevt --json "$scratch/verdicts.json" >/dev/null
check "JSON to a file" 0 '"detector": \["scoped_atomic"\]' cat "$scratch/verdicts.json"
check "racy in another schedule" 1 "0 sites, 0 pairs" "$scord" oracle "$here/lock-other-order.sevt" \
    --all-schedules --no-detector
check "and reports that" 1 "racy under some schedule (2 of them race)" "$scord" oracle "$here/lock-other-order.sevt" \
    --all-schedules
check "race-free in all schedules" 0 "race-free under every schedule" "$scord" oracle "$here/lock-both-orders.sevt" \
    --all-schedules --no-detector
check "barriers in all schedules" 0 "schedules 1 run, 0 cut" "$scord" oracle "$here/barrier-schedules.sevt" \
    --all-schedules --no-detector
check "a bound is said" 1 "INCOMPLETE, stopped at the bound of 1 a launch" "$scord" oracle \
    "$here/lock-other-order.sevt" --all-schedules --bound 1
check "help" 0 "usage: scord oracle" "$scord" oracle --help
"$scord" oracle "$fig6" --model all --no-detector | sed -n "s/^model //p" >"$scratch/presets"
while read -r preset; do
    check "docs/oracle.md has the preset" 0 "^$preset\$" grep -x -e "$preset" docs/oracle.md
done <"$scratch/presets"
check "five presets" 0 "^5" wc -l "$scratch/presets"
check "no stream" 2 "name a STREAM" "$scord" oracle
check "unknown model" 2 "no model is called nonsense" "$scord" oracle "$fig6" --model nonsense
check "unknown value" 2 "match cannot be fuzzy" "$scord" oracle "$fig6" --match fuzzy
check "unknown option" 2 "unknown option --frobnicate" "$scord" oracle "$fig6" --frobnicate
check "missing value" 2 "needs a value" "$scord" oracle "$fig6" --model
check "missing file" 2 "no-such-stream" "$scord" oracle "$scratch/no-such-stream.sev"
head -n 9 "$fig6" >"$scratch/short.sevt"
echo "access sm=3 warp=0 op=load mask=0x1 address=0x10000000" >>"$scratch/short.sevt"
check "an event without its block" 2 "short.sevt:10: no block is resident on sm=3" "$scord" oracle \
    "$scratch/short.sevt" --no-detector
"$scord" events assemble "$fig6" -o "$scratch/whole.sev" &&
    head -c $(($(wc -c <"$scratch/whole.sev") - 40)) "$scratch/whole.sev" >"$scratch/cut.sev"
check "a truncated stream" 2 "cut.sev" "$scord" oracle "$scratch/cut.sev"
finish
