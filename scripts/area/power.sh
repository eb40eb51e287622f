#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# power.sh: energy of the default machine: its netlist of standard cells in two runs of lockstep, one of checks, one of
# fences (scripts/area/power/power.h says how, docs/area.md what came out).
#
# usage: power.sh                  in a checkout, after `make area AREA=gtx480` (the netlist) and `make build`
#        power.sh build PROGRAM    only compiles the program of scripts/area/power
# Prints of each run what the program prints. The energies stay in $BUILD/area/power; counted.sh makes pJ of the state
# that the papers count of them, and `make power` calls both. Takes five to ten minutes of one core and 2 GB.
# Environment: BUILD (default build), CC (default cc), CFLAGS (default -O2).
# Exit codes: 0 printed, 1 a step failed or the netlist behaves otherwise than the RTL, 2 bad usage, 3 a tool or the
# netlist is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
scripts=scripts/area; build=${BUILD:-build}; work=$build/area/power; machine=$build/area/gtx480
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
missing() { echo "power.sh: $*" >&2; exit 3; }

compile() { # program
    [ -d cmodel/base ] || missing "no cmodel/base here: power.sh needs a checkout"
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wshadow -Werror ${CFLAGS:--O2} -I. -o "$1" \
        $scripts/power/*.c cmodel/base/array.c cmodel/base/index_map.c cmodel/base/read_number.c
}
case $#${1:+ $1} in
0) ;;
"2 build") compile "$2" || exit 1; exit 0;;
*) sed -n '6,7s/^# //p' $scripts/power.sh >&2; exit 2;;
esac

for tool in yosys fst2vcd; do
    command -v $tool > /dev/null || missing "$tool is missing, run 'make test-setup'"
done
for file in netlist.v rows; do
    [ -r "$machine/$file" ] || missing "$machine/$file is missing, run 'make area AREA=gtx480'"
done
[ -r $library ] || missing "$library is missing, run 'apt-get install qflow-tech-osu018'"
mkdir -p "$work" && compile "$work/power" || exit 1

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

printf '%s\n' "read_liberty -lib $library" "read_verilog $machine/netlist.v" "hierarchy -check -top scord_top" \
    flatten "write_blif -gates -cname -conn $work/flat.blif" > "$work/flat.ys"
yosys -q -l "$work/flat.log" "$work/flat.ys" || exit 1
for kind in check fence; do
    rm -f "$work/$kind.energy" "$work/rows"
    stream $kind > "$work/$kind.sevt"
    "$build/scord" cosim "$work/$kind.sevt" --wave "$work/$kind.fst" --max-latency 8 || exit 1
    fst2vcd "$work/$kind.fst" > "$work/$kind.vcd" || exit 1
    "$work/power" $library "$work/flat.blif" "$work/$kind.vcd" 3 > "$work/$kind.part" || exit 1
    rm -f "$work/$kind.vcd"
    mv "$work/$kind.part" "$work/$kind.energy" && cat "$work/$kind.energy" || exit 1
done
cp "$machine/rows" "$work/rows"
