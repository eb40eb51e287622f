#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_correct.sh: the seven applications as they stand: the right answer and no report, with and without metadata
# caching, and no race by the exact oracle, neither under ScoRD's model nor under PTX's.
# usage: test_correct.sh SEED... Closes with "N passed, N failed".
set -u
. tb/expect.sh
[ $# -ge 1 ] || { echo "usage: test_correct.sh SEED..." >&2; exit 2; }
clean() { # APP CONFIG SEED MODEL
    local facts
    facts=$(tb/eval/races/run_case.sh "--oracle=$4" "$1" none "$2" "$3" | grep -v '^objects')
    [ "$facts" = "answer PASS
exit 0" ]; check $? "$1, $2, seed $3, oracle $4: $facts"
}
for app in mm red r110 gcol gcon 1dc uts; do for seed in "$@"; do
    clean $app gtx480 "$seed" ptx
    clean $app nocache "$seed" scor
done; done
finish
