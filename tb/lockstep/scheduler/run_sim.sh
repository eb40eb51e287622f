#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run_sim.sh: programs on the cycle-level machine with the RTL of the warp scheduling unit in the loop: no mismatch, the
# program's own check of its results holds, and the statistics are those of the golden model alone, byte by byte.
#
# usage: run_sim.sh [--all] rtl|closed-loop [PROGRAM.cu…] no program: every kernel of the BAWS evaluation
# (sim/kernels/baws) In a closed loop the RTL's picks drive the machine, and are compared as in lockstep (rtl). A
# program runs with one of the twelve combinations of issue and fetch policy in hardware, in turn; --all: with each. Two
# SMs. Environment: BUILD (default build).
# Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; all=0
[ "${1:-}" = --all ] && { all=1; shift; }
case ${1:-} in rtl | closed-loop) by=$1; shift;; *) sed -n '/^# usage/p' "$0" >&2; exit 2;; esac
[ $# -gt 0 ] || set -- sim/kernels/baws/*.cu
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
combinations="mwf-gto,cff lrr,rr gto,cff mewf-lrr,rr mwf-lrr,rr mewf-gto,cff-refill lrr,cff mwf-gto,rr gto,rr mwf-lrr,cff mewf-gto,rr mewf-lrr,cff"
decides=$([ "$by" = rtl ] && echo lockstep || echo closed-loop)
cycles=0

statistics() { # file, what, options…
    json=$1; what=$2; shift 2; rm -f "$json"
    exits 0 "$what" "$work/out" "$build/scord" sim "$program" --set sms=2 --sched "${combination%,*}" \
        --fetch "${combination#*,}" \
        --json "$json" --quiet "$@" -- 1
    grep -q ': ok$' "$work/out"; check $? "$what: the program does not say ok"
    [ -s "$json" ] || echo none > "$json"
}
compare() {
    name="$(basename "$program" .cu) $combination"
    statistics "$work/model.json" "$name, golden model"
    statistics "$work/rtl.json" "$name, $by" "--$by"
    grep -q "\"schedule_by\": \"$decides\"" "$work/rtl.json"; check $? "$name: the RTL was not asked"
    # all but the word that says who decided
    sed -i '/"schedule_by"/d' "$work/model.json" "$work/rtl.json"
    cmp -s "$work/model.json" "$work/rtl.json"
    check $? "$name: the statistics with the RTL differ: $(diff "$work/model.json" "$work/rtl.json" | head -n 4)"
    run=$(sed -n 's/.*"cycles": \([0-9]*\).*/\1/p' "$work/rtl.json" | head -n 1)
    [ "${run:-0}" -gt 1000 ]; check $? "$name: ${run:-no} cycles"
    cycles=$((cycles + ${run:-0}))
    echo "$name: ${run:-no} cycles"
}
for program in "$@"; do
    combination=${combinations%% *}
    if [ $all = 1 ]; then for combination in $combinations; do compare; done; else compare; fi
    combinations="${combinations#* } ${combinations%% *}"
done
echo "$cycles cycles of two SMs, $by"
finish
