#!/bin/bash
# fuzz_long.sh: long campaigns of the fuzzers of fuzzers.rows, one after the other; prints the table of docs/robustness.md.
#
# usage: fuzz_long.sh [CPU_SECONDS [NAME...]]     default: 3600 each, all; at CPU_SECONDS of its own, not of the clock: the machine may be shared
# Each runs under ASan, UBSan and LeakSanitizer, 120 s (of the clock) and 1 GiB at most an input, in slices of two minutes with a seed each (printed). A campaign that is stopped
# (SIGTERM, SIGINT: after its slice) goes on with the next call as long as the program is the same: what it did is in BUILD/fuzz/NAME/done, what it learnt in grown.
# At the end the inputs that reach edges that those of the repository do not are added to tb/fuzz/corpus/NAME. A finding stays in BUILD/fuzz/NAME/found-*, ends the
# campaign of that fuzzer and is counted; the program on that file repeats it.
# The table has a row a fuzzer, that of its longest campaign: rows of others, and longer ones without findings, are taken from the document.
# Environment: BUILD (default build), DOCUMENT (docs/robustness.md). Last line "N passed, N failed": one each that ended without a finding.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}; document=${DOCUMENT:-docs/robustness.md}; limit=${1:-3600}; [ $# -eq 0 ] || shift
case "$limit" in ''|*[!0-9]*) echo "usage: fuzz_long.sh [CPU_SECONDS [NAME...]]" >&2; exit 2;; esac
rows() { sed '/^#/d; s/ *| */|/g' tb/fuzz/fuzzers.rows; }
[ $# -gt 0 ] || set -- $(rows | cut -d'|' -f1)
stopped=0; trap 'stopped=1' TERM INT
passed=0; failed=0; TIMEFORMAT='%U %S'
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

slice() { # program, longest, grown, seeds: into $work/log; CPU-seconds, executions and edges are added up; exit code of the fuzzer
    local code
    { time "$1" -max_total_time=${SLICE:-120} -seed="$RANDOM$RANDOM" -max_len="$2" -timeout=120 -rss_limit_mb=1024 -print_final_stats=1 -reload=0 \
        -artifact_prefix="$3/../found-" "$3" "$4" > "$work/log" 2>&1; } 2> "$work/time"
    code=$?
    cpu=$(awk -v sum="$cpu" '{print sum + $1 + $2}' "$work/time")
    runs=$((runs + $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log" | grep . || echo 0)))
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$work/log" | tail -n 1)
    return $code
}

keep_new() { # program, name, grown, seeds: inputs of new edges into the repository
    local kept=tb/fuzz/corpus/$2 input
    mkdir -p "$kept" "$work/merged"
    find "$4" "$kept" -type f -exec cp -t "$work/merged" {} +
    ls "$work/merged" | sort > "$work/before"
    "$1" -merge=1 -use_counters=0 -rss_limit_mb=1024 "$work/merged" "$3" > "$work/log" 2>&1 || tail -n 20 "$work/log" >&2
    for input in $(ls "$work/merged" | sort | comm -13 "$work/before" -); do cp "$work/merged/$input" "$kept/"; done
    echo "$2: $(ls "$kept" | wc -l) inputs in $kept"
    rm -rf "$work/merged"
}

campaign() { # name, program, longest, seeds
    local name=$1 program=$build/$2 grown=$build/fuzz/$1/grown code=0 found=0 file
    local cpu=0 runs=0 edges=0 kept hash
    [ -x "$program" ] || { echo "fuzz_long.sh: $program is missing, run 'make $program'" >&2; exit 3; }
    mkdir -p "$grown" "$work/seeds" tb/fuzz/corpus/"$name"
    hash=$(sha256sum < "$program" | cut -c 1-16)
    [ ! -e "$build/fuzz/$name/done" ] || { read -r kept found_cpu found_runs found_edges < "$build/fuzz/$name/done"; [ "$kept" != "$hash" ] || { cpu=$found_cpu; runs=$found_runs; edges=$found_edges; }; }
    for file in $4 tb/fuzz/corpus/"$name"; do find "${file/#BUILD/$build}" -type f -exec cp -t "$work/seeds" {} + ; done
    while [ $code -eq 0 ] && [ $stopped -eq 0 ] && awk -v cpu="$cpu" -v limit="$limit" 'BEGIN {exit !(cpu < limit)}'; do
        slice "$program" "$3" "$grown" "$work/seeds"; code=$?
        echo "$hash $cpu $runs $edges" > "$build/fuzz/$name/done"
        echo "$name: $(sed -n 's/^INFO: Seed: /seed /p' "$work/log"), $runs executions in $cpu CPU-seconds, $edges edges"
    done
    if [ $code -eq 0 ]; then passed=$((passed + 1)); else
        found=1; failed=$((failed + 1)); cp "$work/log" "$build/fuzz/$name/found.log"
        tail -n 40 "$work/log"; echo "FAIL $name: exit $code, input $(ls -t "$build/fuzz/$name"/found-* 2> /dev/null | head -n 1)"
    fi
    keep_new "$program" "$name" "$grown" "$work/seeds"
    rm -rf "$work/seeds"
    echo "| $name | $5 | $runs | ${cpu%.*} | $edges | $(ls tb/fuzz/corpus/"$name" | wc -l) | $found |" > "$work/row-$name"
}

table() { # rows in the order of fuzzers.rows: the new one when it is longer, or the old one had findings, or this one has
    echo "| fuzzer | reads | executions | CPU-seconds | edges reached | inputs kept | findings |"
    echo "|---|---|---:|---:|---:|---:|---:|"
    sed -n '/^<!-- fuzzers -->$/,/^<!-- end -->$/p' "$document" > "$work/old"
    rows | cut -d'|' -f1 | while read -r name; do
        cat "$work/row-$name" /dev/null 2> /dev/null | cat - <(grep "^| $name |" "$work/old") | awk -F' *[|] *' '
            {line[NR] = $0; cpu[NR] = $5; found[NR] = $8} END {if (NR) print line[(NR > 1 && !found[1] && !found[2] && cpu[2] > cpu[1]) ? 2 : 1]}'
    done
}

for name in "$@"; do
    [ $stopped -eq 0 ] || break
    row=$(rows | grep "^$name|") || { echo "fuzz_long.sh: no fuzzer $name, there are: $(rows | cut -d'|' -f1 | tr '\n' ' ')" >&2; exit 2; }
    IFS='|' read -r name program longest seeds reads <<< "$row"
    campaign "$name" "$program" "$longest" "$seeds" "$reads"
done
table
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
