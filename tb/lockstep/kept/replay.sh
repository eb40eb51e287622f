#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# replay.sh: one shrunk failure, kept as a test: RTL and golden model agree on it.
# usage: replay.sh STREAM [OPTION...]   options go to `scord cosim`. Environment: BUILD, SCORD_OUTPUT (docs/regress.md).
#                                       Last line: "N passed, N failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
exits 0 "$1" "$work/out" env SCORD_OUTPUT="${SCORD_OUTPUT:-$work/mismatch}" "${BUILD:-build}/scord" cosim "$@" \
    --no-shrink
grep -q ', 0 mismatches$' "$work/out"; check $? "$1: nothing was compared: $(head -n 12 "$work/out")"
finish
