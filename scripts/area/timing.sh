#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# timing.sh: longest paths of a netlist of synthesis.sh in ns and FO4, block by block, by OpenSTA.
#
# usage: timing.sh NETLIST TOP WORK [BLOCK…]      BLOCK: an instance of TOP, with slashes, whose registers end the paths
#                                                 of a row
#        timing.sh --fo4 WORK                      delay of an inverter that drives four, in ns
# Prints, tab-separated: module NAME NS FO4 FROM TO for every module alone (any input or register to any output or
# register), then block . … for the register-to-register paths of TOP and block BLOCK … for those that end in BLOCK. A
# path into a register includes its setup time. Registers of the APB configuration, stable while the detector is busy
# (docs/rtl-interface.md), start no path of a block; "configured ." is TOP with them. WORK keeps the reports.
# Environment: ONLY_TOP=1 no modules; ONLY_MODULE=NAME this one only. Wires have no delay, the clock no skew, cells are
# typical (1.8 V, 25 °C). Exit codes: 0 printed, 1 OpenSTA failed, 3 sta is missing.
set -u
scripts=$(cd "$(dirname "$0")" && pwd) || exit 3
LIBRARY=/usr/share/qflow/tech/osu018/osu018_stdcells.lib; export LIBRARY
command -v sta > /dev/null || { echo "timing.sh: sta is missing, run 'apt-get install opensta'" >&2; exit 3; }
[ -r $LIBRARY ] || { echo "timing.sh: $LIBRARY is missing, run 'apt-get install qflow-tech-osu018'" >&2; exit 3; }

fail() { echo "timing.sh: $1" >&2; exit 1; }
# "path KIND NAME" and reports → KIND NAME NS FROM TO; required is the clock that the path would allow: 100 ns
# less the slack
paths() { # report
    awk -v OFS='\t' '/^path / { kind = $2; name = $3 } /^Startpoint:/ { from = $2 } /^Endpoint:/ { to = $2 }
        / slack \(/ { print kind, name, 100 - $1, from, to } /^Error/ { print > "/dev/stderr"; failed = 1 }
        END { exit failed }' "$1"
}

# A chain of eleven INVX1, each with three more as load; from the 3rd to the 9th edges have settled: three rises and
# three falls.
fo4() {
    mkdir -p "$1/fo4"
    awk '
        BEGIN { print \
            "module fo4(input a, output y);\n  wire [11:0] n; wire [32:0] d;\n  assign n[0] = a;\n  assign y = n[11];"
        for (i = 0; i < 11; i++) { print "  INVX1 u" i " (.A(n[" i "]), .Y(n[" i + 1 "]));"
            for (k = 0; k < 3; k++) print "  INVX1 d" i "_" k " (.A(n[" i + 1 "]), .Y(d[" 3 * i + k "]));" }
            print "endmodule" }' > "$1/fo4/fo4.v"
    echo "fo4 $1/fo4/fo4.v" > "$1/fo4/files"
    FILES=$1/fo4/files MODULES=fo4 sta -no_splash -exit "$scripts/timing.tcl" > "$1/fo4/report" 2>&1 ||
        fail "OpenSTA failed, see $1/fo4/report"
    awk '
        $4 == "u2/Y" { first = $2 } $4 == "u8/Y" { last = $2 }
        END { if (last <= first) exit 1; printf "%.4f\n", (last - first) / 6 }' "$1/fo4/report" ||
        fail "no FO4 in $1/fo4/report"
}

if [ "${1:-}" = --fo4 ]; then fo4 "$2"; exit 0; fi
[ $# -ge 3 ] || { echo "usage: timing.sh NETLIST TOP WORK [BLOCK...]" >&2; exit 2; }
netlist=$1; TOP=$2; work=$3; shift 3
mkdir -p "$work/modules"
fo4=$(fo4 "$work") || exit 1
awk -f "$scripts/single_assigns.awk" "$netlist" > "$work/single.v" || fail "cannot rewrite the assigns of $netlist"
awk -v directory="$work/modules" -f "$scripts/split_modules.awk" "$work/single.v" > "$work/files" ||
    fail "cannot split $work/single.v"
rm -f "$work/single.v"
FILES=$work/files; MODULES=$(cut -d' ' -f1 "$work/files" | tr '\n' ' '); BLOCKS=". $*"
[ -z "${ONLY_TOP:-}" ] || MODULES=
if [ -n "${ONLY_MODULE:-}" ]; then MODULES=$ONLY_MODULE; unset TOP; fi
export FILES MODULES BLOCKS; [ -z "${TOP:-}" ] || export TOP
sta -no_splash -exit "$scripts/timing.tcl" > "$work/report" 2>&1 || fail "OpenSTA failed, see $work/report"
rm -rf "$work/modules"
paths "$work/report" > "$work/paths" || fail "OpenSTA found an error, see $work/report"
awk -v fo4="$fo4" -F'\t' '{ printf "%s\t%s\t%.3f\t%.1f\t%s\t%s\n", $1, $2, $3, $3 / fo4, $4, $5 }' "$work/paths"
