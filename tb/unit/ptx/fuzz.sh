#!/bin/sh
# fuzz.sh: FUZZER CORPUS… [-- RUNS]: a short, fixed run of the parser's libFuzzer target; longer: add RUNS.
# A crash leaves its input in build/test/ptx-crash-*. Exit code 0 when every run was done without one.
set -u
fuzzer=$1; shift
runs=8000; inputs=
while [ $# -gt 0 ]; do
    if [ "$1" = "--" ]; then runs=$2; break; fi
    inputs="$inputs $1"; shift
done
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p build/test "$work/new" "$work/seed"
# shellcheck disable=SC2086
cp $inputs "$work/seed/"
"$fuzzer" -runs="$runs" -seed=1 -max_len=16384 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix=build/test/ptx-crash- \
    "$work/new" "$work/seed" > "$work/log" 2>&1
code=$?
executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
grep -E 'INITED|DONE|stat::' "$work/log"
if [ $code -eq 0 ] && [ "${executed:-0}" -ge "$runs" ]; then echo "1 passed, 0 failed"
else tail -n 40 "$work/log"; echo "0 passed, 1 failed"; exit 1; fi
