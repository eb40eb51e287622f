#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wave_scheduler.sh: writes a gtkwave view of a wave of the warp scheduling unit (`scord sim --rtl --wave`), beside the
# wave.
#
# usage: wave_scheduler.sh FILE.fst [CYCLE]     writes FILE.gtkw with the cursor on CYCLE of the wave (8 if not given)
# Time = 10 x cycle + 5: the inputs of the cycle and the picks from them; the rising edge that takes them in is 5 later.
# Cycles count the clock edges of the unit from power-up: 4 of reset, then one a cycle of the kernel; another kernel
# start is one edge more. Shown: picks, ready and eligible masks, events, and by slot priority, rank and last issued
# warp. Show it with `gtkwave FILE.gtkw`, or `scord wave FILE.gtkw --png FILE.png` without a display. Exit codes: 0
# written, 2 bad usage or input, 3 the folder cannot be written.
set -u
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: wave_scheduler.sh FILE.fst [CYCLE]" >&2; exit 2; }
fst=$1; cycle=${2:-8}
case $cycle in '' | *[!0-9]*) echo "wave_scheduler.sh: CYCLE is a number, not '$cycle'" >&2; exit 2;; esac
[ -r "$fst" ] || {
    echo "wave_scheduler.sh: cannot read $fst; write it with 'scord sim --rtl --wave FILE.fst'" >&2
    exit 2
}
directory=$(cd "$(dirname "$fst")" && pwd); folder=$(cd "$(dirname "$0")/.." && pwd)
source=$folder/cosim/wave; [ -d "$source" ] || source=$folder/wave    # checkout, installed
view=$directory/$(basename "${fst%.fst}").gtkw; filters=${view%.gtkw}.filters    # together wherever they are copied
mkdir -p "$filters" && cp "$source"/*.filter "$filters" || exit 3
{ fst2vcd -f "$fst" 2> /dev/null | sed '/enddefinitions/q'; } > "${fst%.fst}.names" 2> /dev/null || true
warps=$(sed -n 's/^.var [a-z]* \([0-9]*\) [^ ]* issue_ready_i .*/\1/p' "${fst%.fst}.names" | head -n 1)
rm -f "${fst%.fst}.names"
awk -v warps="${warps:-48}" -v cycle="$cycle" -v filters="$filters" -v dump="$directory/$(basename "$fst")" -v view="$view" '
function group(title) { printf "@200\n-%s\n", title }
function one(name) { printf "@28\nTOP.%s\n", name }
function bus(name, width) { printf "@22\nTOP.%s[%d:0]\n", name, width - 1 }
# bits [shift, shift + width) of a bus; gtkwave counts from the left. flag: 22 hexadecimal, 24 decimal
function slice(label, name, total, shift, width, flag,    i) {
    printf "@%s\n#{%s}", flag, label
    for (i = width - 1; i >= 0; i--) printf " (%d)TOP.%s[%d:0]", total - 1 - shift - i, name, total - 1
    print ""
}
BEGIN {
    from = cycle > 8 ? 10 * (cycle - 8) : 0; to = 10 * (cycle + 8); unit_warps = warps / 2
    unit_width = 0
    while (2 ^ unit_width < unit_warps) unit_width++
    printf "[*] scord: cursor on cycle %d (time = 10 x cycle + 5)\n[scord_window] %d %d\n", cycle, from, to
    printf "[dumpfile] \"%s\"\n[savefile] \"%s\"\n[timestart] %d\n", dump, view, from
    # 200 pixels show 2^-zoom: the window in the 700 that names and values leave (cosim/wave/wave_view.c)
    printf "[size] 1260 760\n[pos] -1 -1\n*%f %d", -log(200 * (to - from) / 700) / log(2), 10 * cycle + 5
    for (marker = 0; marker < 26; marker++) printf " -1"
    print "\n[sst_width] 24\n[signals_width] 500\n[sst_expanded] 0"
    one("clk_i"); one("clear_i")
    printf "@2022\n^1 %s/issue_policy.filter\nTOP.issue_policy_i[2:0]\n", filters
    printf "@2022\n^2 %s/fetch_order.filter\nTOP.fetch_order_i[1:0]\n", filters
    group("issue"); bus("issue_ready_i", warps)
    for (unit = 0; unit < 2; unit++) {
        slice("unit" unit "_asked", "issue_valid_i", 2, unit, 1, "28")
        slice("unit" unit "_pick_valid", "issue_pick_valid_o", 2, unit, 1, "28")
        slice("unit" unit "_pick", "issue_pick_o", 12, 6 * unit, 6, "24")
    }
    group("fetch"); one("fetch_valid_i"); bus("fetch_eligible_i", warps); bus("fetch_blocked_i", warps);
    one("fetch_pick_valid_o")
    slice("fetch_pick", "fetch_pick_o", 6, 0, 6, "24")
    for (unit = 0; unit < 2; unit++) slice("critical of unit" unit, "warp_scheduler.critical", 12, 6 * unit, 6, "24")
    bus("warp_scheduler.critical_valid", 2)
    group("events"); one("launch_i"); slice("launch_slot", "launch_slot_i", 3, 0, 3, "24"); bus("launch_warps_i", warps)
    bus("arrive_i", 2)
    for (unit = 0; unit < 2; unit++) slice("unit" unit "_arrive_slot", "arrive_slot_i", 6, 3 * unit, 3, "24")
    bus("release_i", 8)
    group("priority table: waiting warps by slot")
    for (slot = 0; slot < 8; slot++) slice("slot" slot "_priority", "priorities_o", 48, 6 * slot, 6, "24")
    group("block order: 0 is the oldest")
    for (slot = 0; slot < 8; slot++) slice("slot" slot "_rank", "block_ranks_o", 24, 3 * slot, 3, "24")
    group("last issued, as warp of the scheduler (warp of the SM / 2)")
    for (unit = 0; unit < 2; unit++) slice("unit" unit "_last", "warp_scheduler.g_scheduler[" unit "].last", unit_width,
        0, unit_width, "24")
    for (unit = 0; unit < 2; unit++) for (slot = 0; slot < 8; slot++)
        slice("unit" unit "_slot" slot "_last", "warp_scheduler.g_scheduler[" unit "].slot_last", 8 * unit_width,
            unit_width * slot, unit_width, "24")
}' > "${fst%.fst}.gtkw"
echo "${fst%.fst}.gtkw"
