# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# marked_lines.sh: sourced, after expect.sh, by tests of kernels whose racing lines are marked `// RACE`. The test sets
# `kernels`, their folder.
#
# Sets scord (SCORD, default build/scord) and folder, which goes at the end. $folder/report.json: the report in JSON;
# $folder/output: what scord printed.
#   judge_racy WHAT NAME RULES CODE   checks of a run of $kernels/NAME.cu that must be racy: exit CODE, rules among
#                                     RULES, both sides at marked lines
#   judge_clean WHAT CODE             check of a run that must be clean
#   rules_found                       letters of Table IV in the report
#   lines_of SIDE                     lines that a side ("access" or "owner") of the reported races is at, one a row;
#                                     "unknown" when it is not known
#   is_marked FILE                    true when every line number of standard input is marked in FILE
scord=${SCORD:-build/scord}
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
lines_of() {
    sed -n "s/^ *\"$1\": {\(.*\)},\$/\1/p" "$folder/report.json" |
        sed 's/.*"line": \([0-9]*\),.*/\1/; /"known": false/s/.*/unknown/'
}
is_marked() {
    while read -r line; do sed -n "${line}p" "$1" 2> "$folder/sed" | grep -q '// RACE' || return 1; done
}
rules_found() { sed -n 's/.*"rule_table": "Table IV(\(.\))".*/\1/p' "$folder/report.json" | sort -u | tr -d '\n'; }
judge_racy() {
    [ "$4" -eq 1 ]; check $? "$1: exit code $4, expected races: $(cat "$folder/output")"
    found=$(rules_found)
    [ -n "$found" ] && [ -z "$(printf %s "$found" | tr -d "$3")" ]; check $? "$1: rules '$found', accepted '$3'"
    lines_of access | is_marked "$kernels/$2.cu"
    check $? "$1: this access at lines $(lines_of access | tr '\n' ' '), not all marked RACE"
    lines_of owner | is_marked "$kernels/$2.cu"
    check $? "$1: owner at lines $(lines_of owner | tr '\n' ' '), not all marked RACE"
}
judge_clean() { [ "$2" -eq 0 ]; check $? "$1: exit code $2, expected a clean run: $(cat "$folder/output")"; }
