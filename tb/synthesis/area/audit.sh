#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# audit.sh: the state audit of the default machine holds, and notices what it is there to notice.
#
# Planted into a copy of rtl/, all in one machine: a bit more in each fence counter, a priority table that is never read
# (synthesis removes it), a lock table one entry short, a register that no structure owns. Each must be named; so must
# errors of the table itself.
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
build=${BUILD:-build}; work=$build/area/audit_test; area=scripts/area/area.sh
rm -rf "$work"; mkdir -p "$work"

exits 0 "gtx480 as it is" "$work/gtx480" $area audit gtx480
grep -q '^| \*\*ScoRD\*\* .*\*\*24,000 = 3,000 bytes\*\*' "$work/gtx480"
check $? "gtx480 does not have 3,000 bytes: $(grep ScoRD "$work/gtx480")"
grep -q '^| warp_priority_table | 120 | 6 | 720 | 720 |' "$work/gtx480"
check $? "gtx480: no priority table of 720 bits"

$area audit gtx480 > /dev/full 2> "$work/full"; [ $? -eq 3 ]; check $? "standard output is full: $(cat "$work/full")"
exits 0 "as an option" "$work/option" "$build/scord" area --audit
cmp -s "$work/option" "$work/gtx480"; check $? "scord area --audit differs from scord area audit"
exits 2 "rows of what was not measured" "$work/none" $area rows nothing
grep -q "'scord area measure nothing TOP' measures it" "$work/none"; check $? "$(cat "$work/none")"
exits 0 "gtx480 against the baseline" "$work/ratchet" $area check "$build/area/gtx480_state/row"
[ "$(grep -c '^ok   state gtx480 ' "$work/ratchet")" -eq 16 ]
check $? "not every structure of gtx480 was compared: $(cat "$work/ratchet")"

cp -r rtl "$work/rtl"; params=$work/rtl/common/scord_params.vh
plant() { # file, sed script: it must change something
    cp "$1" "$work/before"; sed -i "$2" "$1"
    ! cmp -s "$1" "$work/before"; check $? "the fault '$2' changes nothing in $1"
}
plant "$params" '/FENCE_ENTRY_WIDTH = 12;/s/12/14/; /_fence_id;.* fences executed by the warp/s/\[5:0\]/[6:0]/'
plant "$params" '/LOCK_TABLE_ENTRIES = 4;/s/4/3/'
plant "$work/rtl/sm/warp_priority_table.v" \
    "s/assign priorities_o = warp_priority_table_q;/assign priorities_o = '0;/; s/after_arrivals = priorities_o;/after_arrivals = warp_priority_table_q;/"
plant "$work/rtl/detector/scord_detector.v" \
    's/assign stall_race_log_o = \(.*\);/logic stray_q; always_ff @(posedge clk_i) stray_q <= \1; assign stall_race_log_o = stray_q;/'
RTL=$work/rtl; export RTL
exits 1 "four faults" "$work/planted" $area audit tiny1
for words in "fence_file has 112 bits, 16 more than its budget of 96" "lock_tables has 216 bits of 288" \
    "warp_priority_table has 0 bits of 24" \
    "state.table has g_sm.u_scord_sm.u_warp_priority_table.warp_priority_table_q, the hardware has not" \
    "u_scord_detector.stray_q, 1 bits, is not in state.table"; do
    grep -q "^audit: $words" "$work/planted"; check $? "not noticed: $words"
done
[ "$(grep -c '^audit: ' "$work/planted")" -eq 5 ]
check $? "complaints beside the planted ones: $(grep '^audit: ' "$work/planted")"

# After mapping: as many flip-flops in an instance as bits; one lost, one gained, an instance more
printf 'register\tu_a.x_q\t3\nregister\tu_a.g[1].y_q\t2\nregister\tz_q\t1\n' > "$work/audited"
mapped() { printf 'instance\t.\ttop\t9\t%s\t0\ninstance\tu_a\ta\t9\t%s\t0\n' "$3" "$4" > "$work/mapped"
    exits "$1" "mapped $3 and $4" "$work/answer" awk -f scripts/area/mapped_state.awk "$work/audited" "$work/mapped"
    grep -q "$2" "$work/answer"; check $? "mapped $3 and $4: no '$2' in: $(cat "$work/answer")"; }
mapped 0 '^6 register bits in the audit, 6 flip-flops after mapping; 2 of 2 instances agree' 1 5
mapped 1 '^mapped state: u_a has 4 flip-flops, its registers 5 bits' 1 4
mapped 1 '^mapped state: . has 2 flip-flops, its registers 1 bits' 2 5

# The table: what is not a statement, and a register of a structure that is not there
for fault in '5s/^/oops /' 's/^register lock_tables/register lock_tabels/' 's/ NumSms>1$/ NumSms=1/' \
    's/NumSms\*WarpsPerSm 12/NumSms*Warps 12/'; do
    sed "$fault" scripts/area/state.table > "$work/table"
    exits 2 "table with '$fault'" "$work/malformed" awk -v config=tiny1 \
        -v keys="NumSms=2 BlocksPerSm=2 WarpsPerSm=4 IndependentThreads=0 AcquireRelease=0" -f scripts/area/audit.awk \
        "$work/table" "$build/area/tiny1_state/rows"
    grep -q '^audit.awk: .*/table:[0-9]*: ' "$work/malformed"; check $? "no line named for '$fault'"
done
finish
