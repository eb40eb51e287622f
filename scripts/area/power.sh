#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# power.sh: energy of the default machine: its netlist of standard cells in two runs of lockstep, one of checks, one of
# fences (scripts/area/power.c says how, docs/area.md what came out).
#
# usage: power.sh     after `make area AREA=gtx480` (the netlist) and `make build`
# Prints what power.c prints, of each run. Takes ten minutes and 2 GB. Environment: BUILD (default build).
# Exit codes: 0 printed, 1 a step failed or the netlist behaves otherwise than the RTL, 3 a tool or the netlist is
# missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}; work=$build/area/power; netlist=$build/area/gtx480/netlist.v
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
for tool in yosys fst2vcd cc; do command -v $tool > /dev/null || { echo "power.sh: $tool is missing" >&2; exit 3; }; done
[ -r "$netlist" ] || { echo "power.sh: $netlist is missing, run 'make area AREA=gtx480'" >&2; exit 3; }
mkdir -p "$work" && cc -O2 -o "$work/power" scripts/area/power.c -lm || exit 1

# All SMs, 20 requests each; every request needs its own metadata.
stream() { # check or fence
    awk -v kind="$1" 'BEGIN {
        print "scord-event-stream 1 config=gtx480 log2_cache_ratio=4"
        print "kernel_begin name=\"power\" grid=15 block=256 tracked_base=0x10000000 log2_tracked_words=14"
        for (s = 0; s < 15; s++)
            printf "block_launch sm=%d slot=0 cta=%d,0,0 warps=0xff threads=256\n", s, s
        for (k = 0; k < 20; k++) for (s = 0; s < 15; s++) {
            place = sprintf("sm=%d slot=0 warp=%d pc=0x%x", s, k % 8, 8 * k)
            if (kind == "fence") print "fence " place " scope=" (k % 2 ? "block" : "device")
            else printf "access %s op=%s size=4 strong=0 mask=0xffffffff base=0x%x stride=4\n", place,
                k % 4 == 3 ? "store" : "load", 268435456 + 128 * (s * 20 + k)
        }
        print "kernel_end" }'
}

printf '%s\n' "read_liberty -lib $library" "read_verilog $netlist" "hierarchy -check -top scord_top" flatten \
    "write_blif -gates -cname -conn $work/flat.blif" > "$work/flat.ys"
yosys -q -l "$work/flat.log" "$work/flat.ys" || exit 1
for kind in check fence; do
    stream $kind > "$work/$kind.sevt"
    "$build/scord" cosim "$work/$kind.sevt" --wave "$work/$kind.fst" --max-latency 8 || exit 1
    fst2vcd "$work/$kind.fst" > "$work/$kind.vcd" || exit 1
    "$work/power" $library "$work/flat.blif" "$work/$kind.vcd" 3 || exit 1
done
