#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_rtl.sh: the seven applications, very small, with the RTL in lockstep with the golden model: the correct program
# is clean, all race sites at once are reported, and RTL and model agree. usage: test_rtl.sh SEED
# Closes with "N passed, N failed".
set -u
. tb/expect.sh
[ $# -eq 1 ] || { echo "usage: test_rtl.sh SEED" >&2; exit 2; }
while read -r app sizes; do
    facts=$(tb/eval/races/run_case.sh --rtl $app none gtx480 $1 $sizes | grep -v '^objects')
    [ "$facts" = "answer PASS
exit 0" ]; check $? "$app, correct: $facts"
    facts=$(tb/eval/races/run_case.sh --rtl $app all gtx480 $1 $sizes)
    grep -qx 'answer PASS' <<< "$facts" && grep -q '^report' <<< "$facts" && grep -qx 'exit 1' <<< "$facts" &&
        ! grep -q '^scord:' <<< "$facts"
    check $? "$app, racy: $facts"
done << 'END'
mm 10 32 2
red 1000 3
r110 600 3 2
gcol 60 80 3
gcon 100 120 3
1dc 600
uts 2 4 2
END
finish
