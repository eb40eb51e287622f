#!/bin/sh
# run_random.sh: random programs in lockstep, a test a seed.
# usage: run_random.sh CONFIG FIRST-SEED LAST-SEED EVENTS [OPTION...]   options go to `scord cosim`
# Environment: BUILD. A failing seed leaves its report in $BUILD/test/random-CONFIG-SEED. Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
config=$1; seed=$2; last=$3; events=$4; shift 4
passed=0; failed=0; checks=0; cycles=0
while [ "$seed" -le "$last" ]; do
    output=${BUILD:-build}/test/random-$(printf '%s' "$config" | tr ':=' '__')-$seed
    mkdir -p "${BUILD:-build}/test"
    out=$("$scord" cosim --random --config "$config" --seed "$seed" --events "$events" --output "$output" "$@" 2>&1)
    code=$?
    line=$(printf '%s\n' "$out" | sed -n 's/^random .*events, \([0-9]*\) checks, .* \([0-9]*\) cycles, 0 mismatches$/\1 \2/p')
    if [ $code -eq 0 ] && [ -n "$line" ] && [ "${line% *}" -gt 0 ]; then
        passed=$((passed + 1)); checks=$((checks + ${line% *})); cycles=$((cycles + ${line#* }))
    else
        failed=$((failed + 1)); echo "FAIL seed $seed (exit $code)"; printf '%s\n' "$out"
    fi
    seed=$((seed + 1))
done
echo "$checks checks compared in $cycles cycles"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
