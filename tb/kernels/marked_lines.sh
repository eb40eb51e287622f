# marked_lines.sh: sourced by tests of kernels whose racing lines are marked `// RACE`. $folder/report.json: the report in JSON.
#
#   lines_of SIDE     lines that a side ("access" or "owner") of the reported races is at, one a row; "unknown" when it is not known
#   is_marked FILE    true when every line number of standard input is marked in FILE
#   rules_found       letters of Table IV in the report
lines_of() {
    sed -n "s/^ *\"$1\": {\(.*\)},\$/\1/p" "$folder/report.json" | sed 's/.*"line": \([0-9]*\),.*/\1/; /"known": false/s/.*/unknown/'
}
is_marked() {
    while read -r line; do sed -n "${line}p" "$1" 2> "$folder/sed" | grep -q '// RACE' || return 1; done
}
rules_found() { sed -n 's/.*"rule_table": "Table IV(\(.\))".*/\1/p' "$folder/report.json" | sort -u | tr -d '\n'; }
