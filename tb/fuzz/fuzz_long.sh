#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# fuzz_long.sh: long campaigns of the fuzzers of fuzzers.rows, some at a time; prints the table of
# docs/results/fuzzing.md.
#
# usage: fuzz_long.sh [CPU_SECONDS [NAME...]]     default: 3600 each, all; at CPU_SECONDS of its own, not of the clock:
#                                                 the machine may be shared
# Each runs under ASan, UBSan and LeakSanitizer, 120 s (of the clock) and 1 GiB at most an input, in slices of two
# minutes with a seed each (printed). What was done is in tb/fuzz/campaigns, a row for each build of a program, written
# after every slice: a call goes on where the last one stopped (SIGTERM, SIGINT: after its slice), also on another
# machine and after the code has changed, until the rows of a fuzzer add up to CPU_SECONDS. What it learnt is in
# BUILD/fuzz/NAME/grown; at the end the inputs that reach edges that those of the repository do not are added to
# tb/fuzz/corpus/NAME.tar.xz. A finding stays in BUILD/fuzz/NAME/found-*, ends the campaign of that fuzzer and is
# counted; the
# program on that file repeats it; the next build of the program starts from zero: the sums are of the campaigns since
# the last finding.
# Environment: BUILD (default build), JOBS (campaigns at a time, default the number of processors). Two calls may run at
# once, of different fuzzers. Last line "N passed, N failed": one each that ended without a finding.
set -u
cd "$(dirname "$0")/../.." || exit 3
. tb/fuzz/corpus.sh
build=${BUILD:-build}; jobs=${JOBS:-$(nproc)}; campaigns=tb/fuzz/campaigns; limit=${1:-3600}; [ $# -eq 0 ] || shift
case "$limit" in ''|*[!0-9]*) echo "usage: fuzz_long.sh [CPU_SECONDS [NAME...]]" >&2; exit 2;; esac
rows() { sed '/^#/d; s/ *| */|/g' tb/fuzz/fuzzers.rows; }
[ $# -gt 0 ] || set -- $(rows | cut -d'|' -f1)
stopped=0; TIMEFORMAT='%U %S'
all=$(mktemp -d) || exit 3
trap 'rm -rf "$all"' EXIT

# Below, $work is a folder of the campaign that runs, $all/NAME.
# program, longest, grown, seeds: into $work/log; CPU-seconds, executions and edges are added up; exit code of the
# fuzzer.
slice() {
# The finding's place is absolute: a fuzzer may be in another folder when it ends
    local code
    {
        time "$1" -max_total_time="${SLICE:-120}" -seed="$RANDOM$RANDOM" -max_len="$2" -timeout=120 -rss_limit_mb=1024 \
            -print_final_stats=1 -reload=0 \
        -artifact_prefix="$(realpath "$3/..")/found-" "$3" "$4" > "$work/log" 2>&1; } 2> "$work/time"
    code=$?
    cpu=$(awk -v sum="$cpu" '{print sum + $1 + $2}' "$work/time")
    runs=$((runs + $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log" | grep . || echo 0)))
    edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$work/log" | tail -n 1)
    return $code
}

keep_new() { # program, name, grown, seeds (with those of the repository): inputs of new edges into the repository
    local kept=$work/kept input
    mkdir -p "$kept" "$work/merged"
    cp -t "$work/merged" "$4"/*
    ls "$work/merged" | sort > "$work/before"
    "$1" -merge=1 -use_counters=0 -rss_limit_mb=1024 "$work/merged" "$3" > "$work/log" 2>&1 ||
        tail -n 20 "$work/log" >&2
    for input in $(ls "$work/merged" | sort | comm -13 "$work/before" -); do cp "$work/merged/$input" "$kept/"; done
    pack_corpus "$2" "$kept"
    echo "$2: $(ls "$kept" | wc -l) inputs in tb/fuzz/corpus/$2.tar.xz"
    rm -rf "$work/merged"
}

# name, program: CPU-seconds of its other builds, then CPU-seconds, executions, edges and findings of this one. A build
# with a finding counts for nothing
sums() (
    flock 9
    awk -F' *[|] *' -v name="$1" -v hash="$2" '
        $1 == name && $2 == hash {own = $4; runs = $3; edges = $5; found = $6}
        $1 == name && $2 != hash {other = $6 ? 0 : other + $4}
        END {print other + 0, own + 0, runs + 0, edges + 0, found + 0}' "$campaigns"
) 9< tb/fuzz/fuzzers.rows

# name, program, executions, CPU-seconds, edges, findings: its row anew, as the last; rows up to another build's finding
# go. One campaign at a time
record() (
    flock 9
    awk -F' *[|] *' -v name="$1" -v hash="$2" '
        {line[NR] = $0; mine[NR] = $1 == name; own[NR] = mine[NR] && $2 == hash;
            if (mine[NR] && !own[NR] && $6) last = NR}
        END {for (i = 1; i <= NR; i++) if (!own[i] && !(mine[i] && i <= last)) print line[i]}' "$campaigns" > \
        "$work/campaigns"
    echo "$1 | $2 | $3 | $4 | $5 | $6" >> "$work/campaigns"
    cp "$work/campaigns" "$campaigns"
) 9< tb/fuzz/fuzzers.rows

campaign() { # name, program, longest input, seeds. 0: no finding, 1: one, 3: it could not run
    local name=$1 program=$build/$2 grown=$build/fuzz/$1/grown code=0 file
    local cpu=0 runs=0 edges=0 found=0 before hash work=$all/$1
    [ -x "$program" ] || { echo "fuzz_long.sh: $program is missing, run 'make $program'" >&2; return 3; }
    trap 'stopped=1' TERM INT
    mkdir -p "$grown" "$work/seeds"
    unpack_corpus "$name" "$work/kept"
    hash=$(sha256sum < "$program" | cut -c 1-16)
    read -r before cpu runs edges found <<< "$(sums "$name" "$hash")"
    for file in $4 "$work/kept"; do find "${file/#BUILD/$build}" -type f -exec cp -t "$work/seeds" {} + ; done
    while [ $code -eq 0 ] && [ $stopped -eq 0 ] &&
        awk -v cpu="$cpu" -v before="$before" -v limit="$limit" 'BEGIN {exit !(cpu + before < limit)}'; do
        slice "$program" "$3" "$grown" "$work/seeds"; code=$?
        case $code in
        72) code=0; stopped=1;;  # of libFuzzer: interrupted
        126|127) echo "fuzz_long.sh: $program does not run: $(tail -n 1 "$work/log")" >&2; return 3;;
        esac
        record "$name" "$hash" "$runs" "$cpu" "$edges" $((found + (code != 0)))
        echo "$name: $(sed -n 's/^INFO: Seed: /seed /p' \
            "$work/log"), $runs executions in $cpu CPU-seconds, $before before this build, $edges edges"
    done
    if [ $code -ne 0 ]; then
        cp "$work/log" "$build/fuzz/$name/found.log"
        tail -n 40 "$work/log"
        echo "FAIL $name: exit $code, input $(ls -t "$build/fuzz/$name"/found-* 2> /dev/null | grep -v 'found.log$' |
            head -n 1)"
    fi
    keep_new "$program" "$name" "$grown" "$work/seeds"
    [ $code -eq 0 ]
}

table() { # the rows of campaigns, added up, in the order of fuzzers.rows
    echo "| fuzzer | reads | executions | CPU-seconds | edges reached | inputs kept | findings |"
    echo "|---|---|---:|---:|---:|---:|---:|"
    rows | while IFS='|' read -r name _ _ _ reads; do
        awk -F' *[|] *' -v name="$name" -v reads="$reads" \
            -v kept="$(count_corpus "$name")" '
            $1 == name {runs += $3; cpu += $4; edges = $5; found += $6; some = 1}
            END {if (some) printf "| %s | %s | %d | %d | %d | %d | %d |\n", name, reads, runs, cpu, edges, kept, found}' "$campaigns"
    done
}

for name in "$@"; do
    rows | grep -q "^$name|" || {
        echo "fuzz_long.sh: no fuzzer $name, there are: $(rows | cut -d'|' -f1 | tr '\n' ' ')" >&2
        exit 2
    }
done
trap 'stopped=1; kill -TERM $(jobs -rp) 2> /dev/null' TERM INT
for name in "$@"; do
    while [ $stopped -eq 0 ] && [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
    [ $stopped -eq 0 ] || break
    IFS='|' read -r name program longest seeds _ <<< "$(rows | grep "^$name|")"
    { campaign "$name" "$program" "$longest" "$seeds"; echo $? > "$all/$name.code"; } &
done
while [ -n "$(jobs -rp)" ]; do wait; done
table
codes() { cat "$all"/*.code 2> /dev/null | grep -c "$1"; }
echo "$(codes 0) passed, $(codes '[13]') failed"
[ "$(codes 3)" -eq 0 ] || exit 3
[ "$(codes 1)" -eq 0 ] && [ "$(codes 0)" -gt 0 ]
