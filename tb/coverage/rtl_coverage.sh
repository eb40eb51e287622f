#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# rtl_coverage.sh: line and toggle coverage of the RTL by Verilator: docs/coverage.md.
#
# usage: rtl_coverage.sh full|short
# Devices instrumented by Verilator run every stream of tb/streams and the random runs of tb/coverage/rtl.runs (short:
# one seed each, a tenth of the events); instrumented benches of tb/bench, as far as built, add theirs. Counts add up by
# module definition. Exclusions: tb/coverage/rtl.excluded. Gaps: $BUILD/rtl_coverage/gaps. Environment: BUILD (default
# build), JOBS (default: CPUs).
# Last line: "N passed, N failed": runs, and modules × {line, toggle} that reach the target. Exit codes: 0 reached, 1
# not, 2 bad usage.
set -u
build=${BUILD:-build}
here=tb/coverage
case ${1:-} in full) share=1;; short) share=10;; *) echo "usage: rtl_coverage.sh full|short" >&2; exit 2;; esac
scord=$build/rtl_coverage/scord
[ -x "$scord" ] || { echo "rtl_coverage.sh: $scord is not built, run 'make $scord'" >&2; exit 3; }
data=$build/rtl_coverage/data
rm -rf "$data"; mkdir -p "$data"
failures=$data/failures; : > "$failures"

one_run() { # name command...
    local name=$data/$1; shift
    mkdir -p "$name"
    if ! SCORD_RTL_COVERAGE=$name "$@" > "$name/log" 2>&1; then
        { echo "FAIL; repeat it with:"; echo "  $*"; tail -n 25 "$name/log"; } >> "$failures"
    fi
    # one file a run: many devices come and go in it
    verilator_coverage --write "$name.dat" "$name"/*.dat > /dev/null && rm -rf "$name"
}
number=0; running=0
start() {
    number=$((number + 1))
    one_run $number "$@" &
    running=$((running + 1))
    if [ $running -ge "${JOBS:-$(nproc)}" ]; then wait -n; running=$((running - 1)); fi
}

# Streams with the ratio that they are written for; a tiny machine has not the warps of each of them.
for stream in tb/streams/*.sevt; do
    ratio=$(sed -n '1s/.*\(log2_cache_ratio=[0-9]*\).*/\1/p' "$stream")
    start "$scord" cosim "$stream" --config "gtx480:num_sms=2,$ratio" --no-shrink --output "$data/mismatch"
    "$scord" cosim "$stream" --config "tiny1:$ratio" --model-only --quiet > /dev/null 2>&1 &&
        start "$scord" cosim "$stream" --config "tiny1:$ratio" --no-shrink --output "$data/mismatch"
done
while IFS='|' read -r config first seeds events options; do
    config=${config// /}
    case $config in ''|'#'*) continue;; esac
    [ $share -eq 1 ] || seeds=1
    for ((seed = first; seed < first + seeds; seed++)); do
        # shellcheck disable=SC2086
        start "$scord" cosim --random --config $config --seed $seed --events $((events / share)) \
            --no-shrink --output "$data/mismatch" $options
    done
done < $here/rtl.runs
for bench in "$build"/rtl_coverage/benches/*/bench; do
    [ -x "$bench" ] && start $here/run_bench.sh "$bench"
done
wait
failed=$(grep -c '^FAIL' "$failures")
cat "$failures"
"$build/tb/coverage/coverage_rtl" --excluded $here/rtl.excluded --gaps "$build/rtl_coverage/gaps.unsorted" \
    "$data"/*.dat > "$data/report"
sort "$build/rtl_coverage/gaps.unsorted" > "$build/rtl_coverage/gaps"; rm -f "$build/rtl_coverage/gaps.unsorted"
sed '$d' "$data/report"
modules=$(tail -n 1 "$data/report" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p')
[ -n "$modules" ] || modules="0 1"
echo "$number runs; gaps: $(wc -l < "$build/rtl_coverage/gaps"), in $build/rtl_coverage/gaps"
passed=$((number - failed + ${modules% *})); failed=$((failed + ${modules#* }))
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
