#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz_corpus.sh: every fuzzer of fuzzers.rows on all its inputs in the repository (seeds, what was found once,
# tb/fuzz/corpus/NAME.tar.xz), then on RUNS new ones.
#
# usage: fuzz_corpus.sh RUNS [NAME...]     RUNS of each beyond its inputs, from seed 1; all fuzzers
# Environment: BUILD (default build). Last line "N passed, N failed": one each that took all its inputs and did all runs
# without a finding.
set -u
[ $# -ge 1 ] || { echo "usage: fuzz_corpus.sh RUNS [NAME...]" >&2; exit 2; }
cd "$(dirname "$0")/../.." || exit 3
. tb/expect.sh
. tb/fuzz/corpus.sh
build=${BUILD:-build}; new=$1; shift
rows() { sed '/^#/d; s/ *| */|/g' tb/fuzz/fuzzers.rows; }
[ $# -gt 0 ] || set -- $(rows | cut -d'|' -f1)
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
mkdir -p "$build/test"
for name in "$@"; do
    IFS='|' read -r name program longest seeds _ < <(rows | grep "^$name|")
    mkdir -p "$work/$name/grown" "$work/$name/inputs"
    unpack_corpus "$name" "$work/$name/inputs"
    for file in $seeds; do
        [ ! -e "${file/#BUILD/$build}" ] || find "${file/#BUILD/$build}" -type f -exec cp -t "$work/$name/inputs" {} +
    done
    inputs=$(ls "$work/$name/inputs" | wc -l); runs=$((inputs + new))
    "$build/$program" -runs=$runs -seed=1 -max_len="$longest" -timeout=120 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$(realpath "$build/test")/fuzz-$name-" \
        "$work/$name/grown" "$work/$name/inputs" > "$work/log" 2>&1
    code=$?; executed=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log")
    [ $code -eq 0 ] && [ "$inputs" -ge 1 ] && [ "${executed:-0}" -ge $runs ]
    check $? "$name: exit $code, ${executed:-no} executions of $runs, input in $build/test/fuzz-$name-*: $(tail -n 30 \
        "$work/log")"
    echo "$name: $inputs inputs, ${executed:-no} executions"
done
finish
