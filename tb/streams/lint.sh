#!/bin/sh
# lint.sh: every hand-written stream is consistent (launch before use, arrivals before a release, threads as launched).
# usage: lint.sh SCORD. Last line: "N passed, N failed".
set -u
passed=0; failed=0
for stream in tb/streams/*.sevt tb/streams/its/*.sevt; do
    if "$1" events check "$stream"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
