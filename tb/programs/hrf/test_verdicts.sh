#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_verdicts.sh: the verdicts of hrf-direct and hrf-indirect, and of the detector, on both versions of the task
# runtime and on each planted mistake, against the table `verdicts` beside this file.
#
# usage: test_verdicts.sh
# One schedule, functionally: 944 nodes by 64 warps. "missed": the oracle finds sites, and the detector none of them.
set -u
. tb/expect.sh
scord=${BUILD:-build}/scord
table=$(dirname "$0")/verdicts
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

verdicts() { # options of the oracle: a word a model
    nice "$scord" oracle "$folder/run.sev" "$@" > "$folder/oracle" 2>&1
    [ $? -lt 2 ] || { cat "$folder/oracle"; return; }
    awk '$1 == "races" { printf "%s%s", separator, $2 == 0 ? "clean" : "racy"; separator = " " }' "$folder/oracle"
}
while IFS='|' read -r version mistake direct indirect explicit detector; do
    read -r version <<< "$version"
    case $version in '' | '#'*) continue ;; esac
    read -r mistake <<< "$mistake"
    read -r explicit <<< "$explicit"
    read -r detector <<< "$detector"
    what="$version, mistake $mistake"
    # shellcheck disable=SC2086
    nice "$scord" check sim/kernels/hrf/uts.cu -D${version//+/ -D} "-DTASK_MISTAKE=$mistake" --only race \
        --events "$folder/run.sev" -- T1 -d 4 --idle 3000 > "$folder/check" 2>&1
    [ $? -lt 2 ] || fail "$what: $(tail -n 2 "$folder/check")"
    grep -q '^944 nodes, 744 leaves' "$folder/check"
    check $? "$what: wrong on a coherent machine: $(head -n 1 "$folder/check")"
    races=$(grep -o '^[0-9]* races at' "$folder/check" | cut -d' ' -f1)
    case $detector in found) [ "$races" -gt 0 ] ;; *) [ "$races" -eq 0 ] ;; esac
    check $? "$what: the detector reports $races races, expected: $detector"
    equal "$what: models" "$(echo $direct $indirect)" "$(verdicts --model hrf-direct --model hrf-indirect)"
    equal "$what: fences alone" "$explicit" \
        "$(verdicts --model hrf-direct --model hrf-indirect --acquire explicit)"
done < "$table"
finish
