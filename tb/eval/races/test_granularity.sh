#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_granularity.sh: granularity.c on a stream whose sites are counted by hand (granularity.sevt), and on bad input.
# usage: test_granularity.sh GRANULARITY Closes with "N passed, N failed".
set -u
. tb/expect.sh
[ $# -eq 1 ] || { echo "usage: test_granularity.sh GRANULARITY" >&2; exit 2; }
output=$(mktemp) || exit 3
trap 'rm -f "$output"' EXIT
exits 0 'stream' "$output" "$1" tb/eval/races/granularity.sevt
[ "$(cat "$output")" = $'4 0 0\n8 1 1\n16 2 2' ]; check $? "bytes, sites, races: $(cat "$output")"
exits 2 'no such stream' "$output" "$1" tb/eval/races/no-such-stream
grep -q '^granularity: .*no-such-stream' "$output"; check $? "message: $(cat "$output")"
exits 2 'no argument' "$output" "$1"
finish
