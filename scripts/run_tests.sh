#!/bin/bash
# run_tests.sh: runs every line of the test catalogues given, two at a time, and closes with "N passed, N failed".
#
# usage: run_tests.sh CATALOGUE…        catalogue line: id | command      ('#' comments)
# A test passes only with positive evidence (docs/contributing.md): exit code 0 *and* a last line "N passed, N failed"
# with N passed >= 1. Anything else is an error and counts as one failure. Logs: build/test/<id>.log
# Exit codes: 0 all passed, 1 some failed, 2 bad usage.
set -u
[ $# -ge 1 ] || { echo "usage: run_tests.sh CATALOGUE..." >&2; exit 2; }
directory=build/test
rm -rf "$directory"; mkdir -p "$directory"
jobs=${JOBS:-$(nproc)}
cat "$@" | sed -e 's/^[[:space:]]*//' | grep -v -e '^#' -e '^$' > "$directory/catalogue"

run_one() { # id | command
    id=$(printf '%s' "$1" | cut -d'|' -f1 | tr -d ' ')
    command=$(printf '%s' "$1" | cut -d'|' -f2-)
    log="$directory/$id.log"
    start=$(date +%s)
    sh -c "$command" > "$log" 2>&1 < /dev/null
    code=$?
    seconds=$(( $(date +%s) - start ))
    last=$(tail -n 1 "$log" | sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed$/\1 \2/p')
    passed=${last% *}; failed=${last#* }
    if [ -z "$last" ] || { [ $code -ne 0 ] && [ "$failed" -eq 0 ]; } || { [ $code -eq 0 ] && [ $((passed + failed)) -eq 0 ]; }; then
        echo "0 1" > "$directory/$id.result"
        printf 'ERROR  %-40s exit %d, no usable closing line (%ss), see %s\n' "$id" $code $seconds "$log"
    else
        echo "$passed $failed" > "$directory/$id.result"
        if [ "$failed" -eq 0 ]; then printf 'pass   %-40s %6d passed (%ss)\n' "$id" "$passed" $seconds
        else printf 'FAIL   %-40s %6d passed, %d failed (%ss), see %s\n' "$id" "$passed" "$failed" $seconds "$log"; fi
    fi
}
running=0
while IFS= read -r line; do
    run_one "$line" &
    running=$((running + 1))
    if [ $running -ge "$jobs" ]; then wait -n 2>/dev/null || wait; running=$((running - 1)); fi
done < "$directory/catalogue"
wait
expected=$(wc -l < "$directory/catalogue")
found=$(ls "$directory" | grep -c '\.result$')
total=$(cat "$directory"/*.result 2>/dev/null | awk '{p += $1; f += $2} END {print p + 0, f + 0}')
passed=${total% *}; failed=$(( ${total#* } + expected - found ))
[ "$failed" -eq 0 ] || for result in "$directory"/*.result; do
    [ "$(cut -d' ' -f2 "$result")" = 0 ] || { echo "--- ${result%.result}.log (last 15 lines)"; tail -n 15 "${result%.result}.log"; }
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
