#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_eval.sh: the tables of eval_schedules.sh: counts against the exploration's own, and rows worked out by hand.
set -u
. tb/expect.sh
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
label="count_runs.awk"
run_line() { # NUMBER SCHEDULE SITES
    echo "    {\"number\": $1, \"schedule\": \"$2\", \"exit_code\": 0, \"sites\": $3, \"printed_differs\": false},"
}
{
    echo '  "runs": ['
    run_line 0 '--seed 0' 0
    run_line 1 '--schedule pct:2:1:9' 0
    run_line 2 '--schedule pct-lanes:2:2:9' 3
    run_line 3 '--schedule pct:3:3:9' 1
    run_line 4 '--seed 4' 0
    echo '  ]'
} > "$folder/json"
equal "$label" "2 5 2 2 1 2 3 1 1" "$(awk -f tb/eval/schedules/count_runs.awk "$folder/json")"
label="rare_row.awk"
# 2 of 5, the first is run 2; of depth 2 one of two; 4 warps and 9 steps: 1 in 36
equal "$label" "| x | 2 | 4 | 9 | 2 of 5 | 2 | 2 | 2 | 36 | 0 of 5 | - | yes |" \
    "$(printf '%s\n' '2 5 2 2 1 2 3 1 1' '0 5 -' | awk -v name=x -v depth=2 -v n=4 -v k=9 -v effect=yes \
        -f tb/eval/schedules/rare_row.awk)"
label="eval_schedules.sh"
nice "${BUILD:-build}/scord" check tb/eval/schedules/programs/open_window.cu --schedules 60 --draw pct --no-early-stop \
    --json "$folder/json" > "$folder/out" < /dev/null
SCORD=${BUILD:-build}/scord tb/eval/schedules/eval_schedules.sh 60 3 open_window red > "$folder/page"
check $? "$label: exit code"
shown=$(grep -c '"number": .*"sites": [1-9]' "$folder/json")
has "$folder/page" "| open_window | 2 | 2 | 85 | $shown of 60 |"
has "$folder/page" "| 170 | 0 of 60 | - | yes |" # 2 warps × 85 steps; no random seed shows it
has "$folder/page" "| red | 0 | 0 of 3 | - | 0 of 3 | - | - |"
has "$folder/page" "| red | 2 | 3 of 3 | 0 | 3 of 3 | 0 |"
lacks "$folder/page" "| mm |"
finish
