#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_judge.sh: the judge itself: what counts as caught and what does not, the extraction of facts from a report, and
# the applications' arguments. Closes with "N passed, N failed".
set -u
. tb/expect.sh
judge() { # site, facts [, another name for "pending"]
    printf 'objects localLock localTop localNodes globalLock globalTop globalNodes %s\n%s\n' "${3:-pending}" "$2" |
        awk -v app=uts -v site="$1" -f tb/eval/races/judge_site.awk tb/eval/races/race_sites -
}
expect() { # what, actual, expected
    [ "$2" = "$3" ]; check $? "$1: '$2', expected '$3'"
}
end=$'answer PASS\nexit 1'
expect "object and rule of the site" \
    "$(judge 4 $'report b globalTop 3 true_positive\nrace globalTop device 1\n'"$end")" '1 1 0 0'
expect 'second object of the site' "$(judge 4 $'report b globalNodes 3 true_positive\n'"$end")" '1 0 0 0'
expect 'rule of another site' "$(judge 4 $'report e globalTop 3 true_positive\n'"$end")" '0 0 1 0'
expect 'object of another site' "$(judge 4 $'report b localTop 3 true_positive\n'"$end")" '0 0 1 0'
expect 'source text of the site' "$(judge 5 $'report d globalLock 3 - atomicExch_block(lock, 0);\n'"$end")" '1 0 0 0'
expect "source text of another site" \
    "$(judge 5 $'report d globalLock 3 - (INJECT(GLOBAL_LOCK_BLOCK_SCOPE)\n'"$end")" '0 0 1 0'
expect 'unknown object' "$(judge 4 $'report b ? 3 -\n'"$end")" '0 0 1 0'
expect 'false positive' "$(judge 4 $'report b globalTop 3 false_positive\n'"$end")" '1 0 0 1'
expect 'lanes of a warp only' "$(judge 4 $'race globalTop warp 0\n'"$end")" '0 0 0 0'
expect 'no array of that name' "$(judge 6 $'report d pending 3 -\n'"$end" notPending)" ''
expect 'wrong answer' "$(judge 4 $'answer FAIL\nreport b globalTop 3 true_positive\nexit 1')" ''
expect 'failed run' "$(judge 4 $'answer PASS\nreport b globalTop 3 true_positive\nexit 2')" ''

count=$(grep -c '^[^#]' tb/eval/races/race_sites)
expect 'sites in the table' "$count" 26
for app in mm red r110 gcol gcon 1dc uts; do
    expect "$app: as many sites as Table VI has" "$(grep -c "^$app *|" tb/eval/races/race_sites)" \
        "$(awk -F' *[|] *' -v app=$app '$1 == "table6" && $2 == app {print $3 + 0}' tb/eval/races/paper_tables)"
done
facts=$(tb/eval/races/run_case.sh --oracle red 1 gtx480 0 300 3)
expect 'facts of a run' "$(cut -d' ' -f1-5 <<< "$facts")" \
    "$(printf '%s\n' 'answer PASS' 'objects input partial flag blockSum' \
                'report b blockSum 2 true_positive' 'race blockSum device 1' 'exit 1')"
expect 'source of both sides' "$(grep -cF 'blockSum[block]; reduction.blockSum[blockIdx.x] = sum;' <<< "$facts")" 1
refused() { # what, words of the message, arguments
    local what=$1 words=$2 output; shift 2
    output=$("${SCORD:-build/scord}" check --as published sim/kernels/apps/red.cu -- "$@" 2>&1)
    [ $? -eq 2 ] && grep -qF -- "$words" <<< "$output"; check $? "$what: $output"
}
refused 'site that there is not' "'3' does not name race sites" --race 3
refused 'no number' "'x1' is not a ELEMENTS from 1 to" x1
refused 'one argument too many' "'9' is one argument too many" 100 2 9
finish
