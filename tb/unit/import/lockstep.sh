#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lockstep.sh: imported traces through RTL and golden model: every hand-written one, in every order, on the smallest
# machine.
# usage: lockstep.sh SCORD
set -u
. tb/expect.sh
scord=$1; here=$(dirname "$0")
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
for order in "random --seed 1" "random --seed 2" round-robin greedy; do
    name=$(echo "$order" | tr -d ' -')
    for trace in "$here"/traces/*.traceg; do
        exits 0 "$trace, $order" "$work/out" "$scord" events import "$trace" --order $order --config tiny \
            -o "$work/$(basename "$trace")-$name.sev"
    done
done
exits 0 "lockstep" "$work/out" "$scord" cosim "$work"/*.sev
streams=$(ls "$work"/*.sev | wc -l)
[ "$(grep -c ', 0 mismatches$' "$work/out")" -eq "$streams" ]
check $? "$streams streams without a mismatch: $(grep mismatches "$work/out" | head -n 5)"
compared=$(sed -n 's/^  compared  \([0-9]*\) items.*/\1/p' "$work/out" | awk '{n += $1} END {print n}')
[ "$compared" -ge 900 ]; check $? "only $compared items were compared"
echo "$streams streams, $compared items compared"
finish
