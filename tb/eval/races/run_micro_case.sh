#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_micro_case.sh: one microbenchmark under `scord check`; prints the rules reported (letters of Table IV, "-" when
# none, "?" when the run failed). usage: run_micro_case.sh NAME CONFIG SEED      NAME: of sim/kernels/micro/catalogue
set -u
[ $# -eq 3 ] || { echo "usage: run_micro_case.sh NAME CONFIG SEED" >&2; exit 2; }
report=$(mktemp) || exit 3
trap 'rm -f "$report"' EXIT
nice "${SCORD:-build/scord}" check "sim/kernels/micro/$1.cu" --config "$2" --seed "$3" --json "$report" > /dev/null 2>&1
[ $? -le 1 ] || { echo '?'; exit; }
rules=$(grep -o '"rule_table": "Table IV([a-f])"' "$report" | sed 's/.*(\(.\)).*/\1/' | sort -u | tr -d '\n')
echo "${rules:--}"
