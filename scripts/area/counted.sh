#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# counted.sh: mm² and pJ of the state of the default machine that the papers count, the 3,000 bytes alone (counted.awk).
#
# usage: counted.sh    after `make area AREA=gtx480`
# pJ are those of `make power` if it ran on this netlist (power/rows); a line on standard error says so if it did not.
# Environment: BUILD (default build). Exit codes: 0 printed, 1 the netlist has another state, 3 it is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
scripts=scripts/area; machine=${BUILD:-build}/area/gtx480; power=${BUILD:-build}/area/power
[ -s "$machine/rows" ] || { echo "counted.sh: $machine/rows is missing, run 'make area AREA=gtx480'" >&2; exit 3; }
set -- part=table $scripts/state.table part=rows "$machine/rows"
if cmp -s "$machine/rows" "$power/rows"; then
    set -- "$@" part=check "$power/check.energy" part=fence "$power/fence.energy"
else
    echo "counted.sh: no pJ of this netlist yet: 'make power' measures them in five to ten minutes" >&2
fi
awk -f $scripts/counted.awk "$@"
