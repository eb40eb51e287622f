#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_judge.sh: the arithmetic and the rules of judge.awk, on runs made up by hand.
#
# usage: test_judge.sh
set -u
. tb/expect.sh
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

# tree, cycles direct and indirect, donations of 1000 tasks, flushes = invalidations direct and indirect, targeted
runs() {
    local i
    for i in "$@"; do
        IFS=: read -r tree direct indirect donations many few targeted <<< "$i"
        echo "$tree,direct,base,1,$direct,$many,10,$many,0,0,1000,0,0.5"
        echo "$tree,indirect,base,1,$indirect,$few,10,$few,$((donations - 1)),1,1000,0,0.5"
        echo "$tree,direct,targeted,1,$targeted,$many,10,$many,0,0,1000,0,0.5"
    done > "$folder/runs.csv"
    awk -f tb/eval/hrf/judge.awk "$folder/runs.csv" > "$folder/page"
}
row() { has "$folder/page" "| $1 | **$2** | $3 |"; }

# 10, 8, 6, 4 % with 40, 30, 20, 10 donations: r = 1
runs A:1100:1000:40:100:50:1090 B:1080:1000:30:100:50:1080 C:1060:1000:20:100:50:990 D:1040:1000:10:100:50:1040
has "$folder/page" '| A | 1100 | 1000 | 10.0 | 10.0 to 10.0 |'
row 'E1 faster in all cases' confirmed '4 of 4 trees'
row 'E2 by 3 to 10 %' confirmed '4 of 4 trees inside'
row 'E3 correlates with donations' confirmed 'r = 1.00 over 4 trees'
row 'E4 fewer flushes and invalidations' confirmed 'at most 50 % of the direct version'\''s'
row 'E5 section 6'\''s flush does not surpass it' partly '3 of 4 trees'
# One slower, one by 20 %; donations fall as the speed-up rises: r = -1
runs A:1200:1000:10:100:60:1200 B:900:1000:40:100:50:900
row 'E1 faster in all cases' 'not confirmed' '1 of 2 trees'
row 'E2 by 3 to 10 %' 'not confirmed' '0 of 2 trees inside'
row 'E3 correlates with donations' 'not confirmed' 'r = -1.00 over 2 trees'
row 'E4 fewer flushes and invalidations' partly 'at most 60 % of the direct version'\''s'
row 'E5 section 6'\''s flush does not surpass it' partly '1 of 2 trees'
# Two seeds: 1100 and 1300 against 1000 and 1000 are 10 and 30 %, 20 % of the means
runs A:1100:1000:10:100:50:1100
sed 's/,1,1100,/,2,1300,/; s/,1,1000,/,2,1000,/' "$folder/runs.csv" >> "$folder/runs.csv.2"
cat "$folder/runs.csv.2" >> "$folder/runs.csv"
awk -f tb/eval/hrf/judge.awk "$folder/runs.csv" > "$folder/page"
has "$folder/page" '| A | 1200 | 1000 | 20.0 | 10.0 to 30.0 |'
# Another setting: 1250 against 1000 are 25 %, beside the 20 % of base
printf 'A,%s,l1-16KB,1,%s,100,10,100,9,1,1000,0,0.5\n' direct 1250 indirect 1000 >> "$folder/runs.csv"
awk -f tb/eval/hrf/judge.awk "$folder/runs.csv" > "$folder/page"
has "$folder/page" '| tree | base | l1-16KB |'
has "$folder/page" '| A | 10.0 | 25.0 |' # base of seed 1, which is that of the other setting
# Fences of one side: 1050 against 1000 are 5 %
printf 'A,%s,one-sided,1,%s,100,10,100,9,1,1000,0,0.5\n' direct 1050 indirect 1000 >> "$folder/runs.csv"
awk -f tb/eval/hrf/judge.awk "$folder/runs.csv" > "$folder/page"
has "$folder/page" '| A | 1050 | 1000 | 5.0 | 20.0 |'
finish
