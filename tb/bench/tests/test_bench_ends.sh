#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_bench_ends.sh: a bench whose device has failed ends with a closing line, although it waits for something that
# never comes: here a device that is always busy.
#
# usage: test_bench_ends.sh      Last line: "N passed, N failed"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/../../../tb/expect.sh"
for file in rtl/*.v rtl/*/*.v; do sed 's/always_comb/always @*/' "$file" > "$work/$(basename "$file")"; done
sed -i 's/^  assign busy_o = request_valid_i != .*;/  assign busy_o = 1;/' "$work/scord_detector.v"
grep -q 'assign busy_o = 1;' "$work/scord_detector.v"; check $? "scord_detector: no busy_o to change"
iverilog -g2012 -Irtl/common -Itb/bench/parts -s bench_scord_top -o "$work/bench" tb/bench/bench_scord_top.v \
    tb/bench/parts/axi_memory.v tb/bench/parts/handshake_monitor.v "$work"/*.v > "$work/log" 2>&1
check $? "the bench does not compile: $(head -n 3 "$work/log")"
timeout 60 vvp -n "$work/bench" +seed=1 > "$work/out" 2>&1
check $? "the bench does not end in a minute"
grep -q '^[0-9]* passed, [1-9][0-9]* failed$' "$work/out"; check $? "the failures are not counted"
finish
