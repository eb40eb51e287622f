#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_streams.sh: every stream of the folders STREAMS (tb/streams, and tb/streams/its: independent threads) through RTL
# and model in lockstep; its expect records must hold.
# usage: run_streams.sh [OPTION...]   options go to `scord cosim`. Environment: BUILD, STREAMS, SCORD_OUTPUT
#                                     (docs/regress.md). Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
for stream in $(find ${STREAMS:-tb/streams tb/streams/its} -maxdepth 1 -name "*.sevt" | sort); do
    [ -e "$stream" ] || continue
    if SCORD_OUTPUT=${SCORD_OUTPUT:-$work/mismatch} "$scord" cosim "$stream" "$@" > "$work/out" 2>&1 &&
        grep -q ', 0 mismatches$' "$work/out"; then
        pass
    else
        fail "$stream"; head -n 25 "$work/out"
    fi
done
[ "$passed" -gt 0 ] || fail "no stream: no evidence"
finish
