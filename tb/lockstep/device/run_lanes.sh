#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_lanes.sh: every stream of tb/streams/ that fits the small machine, in each of its elaborations (lanes, metadata
# lines); then every entry of every line read with an AXI error (D27).
# usage: run_lanes.sh CONFIG...   Environment: BUILD. Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
errors=tb/synthesis/netlist/streams/each-entry-failed.sevt
for config in "$@"; do
    "$build/tb/lockstep/device/lockstep_top" "$config" tb/streams/*.sevt $errors:errors=500 $errors:errors=1000 \
        > "$work/out" 2> "$work/err" || {
        fail "$config"; tail -n 1 "$work/out"; head -n 25 "$work/err"; }
    ok=$(grep -c ' ok ' "$work/out"); skipped=$(grep -c ' skip ' "$work/out")
    echo "$config: $ok streams, $skipped are for a larger machine"
    passed=$((passed + ok))
    [ "$ok" -gt "$skipped" ] || { fail "$config: hardly a stream ran"; }
done
finish
