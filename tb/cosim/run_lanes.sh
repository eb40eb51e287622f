#!/bin/sh
# run_lanes.sh: every stream of tb/streams/ that fits the small machine, in each of its elaborations (lanes, metadata lines).
# usage: run_lanes.sh CONFIG...   Environment: BUILD. Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
passed=0; failed=0
for config in "$@"; do
    "$build/tb/cosim/lockstep_top" "$config" tb/streams/*.sevt > "$work/out" 2> "$work/err" || {
        failed=$((failed + 1)); echo "FAIL $config"; tail -n 1 "$work/out"; head -n 25 "$work/err"; }
    ok=$(grep -c ' ok ' "$work/out"); skipped=$(grep -c ' skip ' "$work/out")
    echo "$config: $ok streams, $skipped are for a larger machine"
    passed=$((passed + ok))
    [ "$ok" -gt "$skipped" ] || { failed=$((failed + 1)); echo "FAIL $config: hardly a stream ran"; }
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
