#!/bin/sh
# run_streams.sh: every stream of the folders STREAMS (tb/streams, and tb/streams/its: independent threads) through RTL and model in lockstep; its expect records must hold.
# usage: run_streams.sh [OPTION...]   options go to `scord cosim`. Environment: BUILD, STREAMS, SCORD_OUTPUT (docs/regress.md). Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
passed=0; failed=0
for stream in $(find ${STREAMS:-tb/streams tb/streams/its} -maxdepth 1 -name "*.sevt" | sort); do
    [ -e "$stream" ] || continue
    if SCORD_OUTPUT=${SCORD_OUTPUT:-$work/mismatch} "$scord" cosim "$stream" "$@" > "$work/out" 2>&1 && grep -q ', 0 mismatches$' "$work/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1)); echo "FAIL $stream"; head -n 25 "$work/out"
    fi
done
[ $passed -gt 0 ] || failed=$((failed + 1)) # no stream is no evidence
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
