#!/bin/sh
# fuzz.sh: a short, fixed run of a libFuzzer target from a committed corpus (default: that of the stream reader).
# usage: fuzz.sh FUZZER [RUNS [SEED [CORPUS]]]        longer: fuzz.sh build/tb/unit/stream/fuzz_reader 10000000 $RANDOM
# A crash leaves its input in build/test/fuzz-crash-*; run the fuzzer on that file to replay it.
set -u
fuzzer=$1; runs=${2:-30000}; seed=${3:-1}
corpus=${4:-$(dirname "$0")/corpus}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p build/test
inputs=$(ls "$corpus" | wc -l)
"$fuzzer" -runs="$runs" -seed="$seed" -max_len=4096 -timeout=20 -rss_limit_mb=1024 -print_final_stats=1 \
    -artifact_prefix=build/test/fuzz-crash- "$work" "$corpus" > "$work.log" 2>&1
code=$?
grep -E 'INITED|DONE|stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' "$work.log"
executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work.log")
# Positive evidence: it ended by itself, did all runs, and every committed input was among them.
if [ $code -eq 0 ] && [ "$inputs" -ge 1 ] && [ "${executed:-0}" -ge "$runs" ]; then
    echo "seed $seed, $inputs inputs in the corpus"
    rm -f "$work.log"
    echo "1 passed, 0 failed"
else
    tail -n 40 "$work.log"
    rm -f "$work.log"
    echo "0 passed, 1 failed"; exit 1
fi
