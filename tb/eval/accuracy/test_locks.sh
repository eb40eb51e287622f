#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_locks.sh: the table of eval_locks.sh can be made, and says that with D71 no right program is reported and wrong
# ones are, whose warps hold 32 locks.
# Last line: "N passed, N failed".
. tb/expect.sh
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
tb/eval/accuracy/eval_locks.sh 1 32 > "$work/table"; equal "exit code" 0 $?
column() { awk -F' *[|] *' -v name="$1" -v at="$2" '$2 == name && $3 == 32 {print $at}' "$work/table"; }
for program in "a lock a lane" "hashes alike" "in shared memory" "claims before"; do
    equal "$program: reported with D20" 1 "$(($(column "$program" 6) > 20))"
    equal "$program: reported with D71" 0 "$(column "$program" 9)"
done
for program in "a lane without a lock" "a lane with another's lock"; do
    equal "$program: found with D71" "1 of 1" "$(column "$program" 7)"
done
finish
