#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_match.sh: match_program tells programs apart: the events of one microbenchmark match its own event program and
# none of the other 31.
# usage: test_match.sh MATCH_PROGRAM NAME       NAME: of the catalogue. Closes with "N passed, N failed"
set -u
match=$1; name=$2
scord=${SCORD:-build/scord}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
. tb/expect.sh
"$scord" check --as published "sim/kernels/micro/$name.cu" --events "$folder/events.sev" > "$folder/output" 2>&1
for program in tb/interleavings/programs/*/*.prog; do
    expected=1
    [ "$program" != "tb/interleavings/programs/$name.prog" ] || expected=0
    "$match" "$program" "$folder/events.sev" 2> "$folder/message"
    code=$?
    if [ $code -eq $expected ]; then pass; else
        fail "$program: exit $code, expected $expected"; cat "$folder/output" "$folder/message"
    fi
done
finish
