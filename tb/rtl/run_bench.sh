#!/bin/sh
# run_bench.sh: runs one compiled bench with several seeds and sums up.
#
# usage: run_bench.sh BENCH.vvp [SEED…]       default seeds: 1 2 3
# A failed assertion of the device ("ERROR" of Icarus) counts as a failure of that run, as does a missing closing line.
# Exit codes: 0 all passed, 1 some failed, 3 the bench is not built.
bench=$1; shift
[ -r "$bench" ] || { echo "run_bench.sh: $bench is not built, run 'make build test-build'" >&2; exit 3; }
[ $# -gt 0 ] || set -- 1 2 3
passed=0; failed=0
for seed; do
    output=$(timeout 120 vvp -n "$bench" "+seed=$seed" 2>&1)
    last=$(printf '%s\n' "$output" | tail -n 1 | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
    if [ -z "$last" ] || printf '%s\n' "$output" | grep -q '^ERROR'; then
        printf '%s\n' "$output" | head -n 20; echo "seed $seed: assertion failed or no closing line"
        failed=$((failed + 1)); continue
    fi
    [ "${last#* }" -eq 0 ] || printf '%s\n' "$output" | head -n 25
    passed=$((passed + ${last% *})); failed=$((failed + ${last#* }))
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
