#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_modes.sh: `scord check` as it is without an option, against ScoRD's machine as published: what each finds and
# what it reports of clean programs, over the kernels, applications, programs and accuracy groups of this repository.
#
# usage: eval_modes.sh [--groups NAME,...] [SEED...]     prints docs/results/eval-modes.md (default: seed 0, all groups)
# A group's programs have verdicts by hand: catalogues of sim/kernels, tb/eval/races/race_sites; programs of evaluations
# and tb/programs/frontend/programs/user are clean. Streams of the accuracy groups have the exact oracle's, model ptx.
# Seconds: of processor time, compilation left out by the cache. A wrong verdict of the published machine is tried again
# with one part of the default each, the cause is the first one that mends it.
# Environment: BUILD (default build). Exit codes: 0 printed, 2 a program could not be run.
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/programs/kernels/catalogue_rows.sh
build=${BUILD:-build}; scord=$build/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
groups=
[ "${1:-}" = --groups ] && { groups=,$2,; shift 2; }
[ $# -gt 0 ] || set -- 0

streams() { # GROUP: makes them; verdict | FILE
    local file verdict
    mkdir -p "$work/$1"
    case $1 in
    random) for ((i = 0; i < 100; i++)); do
        "$build/tb/random_streams" $((100000 + i)) 1 "$work/random/$i.sev" > "$work/out" || return 2; done;;
    right) "$build/tb/release_programs" right 1000 100 10 "$work/right" > "$work/out" || return 2;;
    faulty) "$build/tb/release_programs" faulty 2000 100 4 "$work/faulty" > "$work/out" || return 2;;
    long) "$build/tb/release_programs" right 3000 5 1500 "$work/long" > "$work/out" || return 2;;
    esac
    for file in "$work/$1"/*.sev; do
        "$scord" oracle "$file" --model ptx --no-detector > "$work/out" 2>&1
        case $? in 0) verdict=clean;; 1) verdict=racy;; *) return 2;; esac
        echo "$verdict|$file"
    done
}
# verdict | words of scord check. Warp-synchronous code (D74) is racy in CUDA; catalogues say what the detector sees.
programs() { # GROUP
    local file
    case $1 in
    micro) rows sim/kernels/micro/catalogue | awk -F'|' '{print $2 "|sim/kernels/micro/" $1 ".cu"}';;
    acquire_release | shared | cuda) rows "sim/kernels/$1/catalogue" | awk -F'|' -v group="$1" \
        '$5 != "nightly" {print ($1 == "warp_reduction" && $2 == "-" ? "racy" : $3) \
            "|sim/kernels/" group "/" $1 ".cu " ($2 == "-" ? "" : $2)}';;
    warp) rows sim/kernels/warp/catalogue | awk -F'|' '{words = "|sim/kernels/warp/" $1 ".cu " ($2 == "-" ? "" : $2)
        if ($4 == "racy" || !(words in verdict)) verdict[words] = $4}
        END {for (words in verdict) print verdict[words] words}' | sort;;
    apps) rows tb/eval/races/race_sites | awk -F'|' \
        '{print "racy|sim/kernels/apps/" $1 ".cu -- --race " $2}
         !seen[$1]++ {print "clean|sim/kernels/apps/" $1 ".cu"}';;
    locks) while IFS='|' read -r verdict flags; do
        for lanes in 1 2 4 5 8 16 32; do
            [ "$lanes$verdict" = 1racy ] || echo "$verdict|sim/kernels/cuda/lane_locks.cu -DHELD=$lanes $flags"; done
        done <<< $'clean|\nclean|-DSPREAD\nclean|-DSHARED\nclean|-DCLAIMS\nracy|-DNO_LOCK\nracy|-DOTHER_LOCK';;
    user) for file in tb/programs/frontend/programs/user/*/*.cu; do
        echo "clean|$(sed -n 's,^// options: ,,p' "$file") $file $(sed -n 's,^// sources: ,,p' "$file" | tr '\n' ' ')"
        done;;
    baws) for file in sim/kernels/baws/*.cu; do echo "clean|$file -- 1"; done;;
    litmus) rows tb/unit/oracle/litmus/verdicts | awk -F" *[|] *" '
        {split($2, racy, " "); print (racy[4] == "R" ? "racy" : "clean") "|tb/unit/oracle/litmus/" $1 ".litmus"}';;
    *) streams "$1";;
    esac
}
# On the golden model of the machine: 1 when the stream, or an outcome of the litmus test, has a race.
judge_stream() { # FILE, options of scord check
    local machine=cuda file=$1 keys=; shift
    for word; do
        case $word in --as | published) machine=gtx480;; --acquire-release) keys=:acquire_release=1;;
        --independent-threads) keys=:independent_threads=1;; --config) machine=;; *=*) keys=$word;; *) ;; esac
    done
    case $file in *.litmus) "$scord" events import "$file" -o "$work/litmus.sev" > "$work/out" 2>&1 || return 2
        file=$work/litmus.sev;; esac
    "$scord" cosim --model-only --config "$machine$keys" "$file" > "$work/out" 2>&1
    [ $? -le 1 ] || return 2
    ! grep -q " [1-9][0-9]* races by the model" "$work/out"
}
judge() { # words of a program, options of scord check: 0 nothing reported, 1 a race or finding
    local words=$1; shift
    case $words in
    *.sev | *.litmus) judge_stream "$words" "$@"; return;;
    *--config*) [ "${1:-}" != --as ] || shift 2;; # its own machine
    esac
    # shellcheck disable=SC2086 # words
    "$scord" check "$@" --seed "$seed" $words > "$work/out" 2>&1 < /dev/null
}
# The first part of the default that mends the verdict of the published machine.
cause() { # verdict by exit code, words
    local want=$1 words=$2 options
    while read -r options; do
        case $words$options in *.sev*--shared | *.litmus*--shared) continue;; esac
        # shellcheck disable=SC2086 # words
        case $options in --config*) judge "$words" $options;; *) judge "$words" --as published $options;; esac
        [ $? -ne "$want" ] || { echo "${options#--}" | sed "s,--,,g; s,config gtx480:,,"; return; }
    done << 'X'
--config gtx480:log2_cache_ratio=0
--shared
--independent-threads
--acquire-release
--shared --independent-threads
--shared --acquire-release
X
    echo "several parts"
}
run_all() { # GROUP, options: racy found, racy, clean reported, clean, seconds
    local group=$1 verdict words code want; shift
    : > "$work/facts"
    for seed in "${seeds[@]}"; do
        while IFS='|' read -r verdict words; do
            judge "$words" "$@"
            code=$?; want=$([ "$verdict" = racy ] && echo 1 || echo 0)
            [ $code -le 1 ] || { echo "eval_modes.sh: exit $code: $words: $(tail -n 1 "$work/out")" >&2; exit 2; }
            echo "$verdict $code $(sed -n 's/.*(\([0-9.]*\) s)$/\1/p' "$work/out")" >> "$work/facts"
            [ $code -ne "$want" ] || continue
            if [ $# -gt 0 ]; then
                echo "$group|$verdict|$(cause "$want" "$words")" >> "$work/causes"
            else
                echo "$group|$verdict|$(basename "${words%% -- *}" | tr -d '\n')|$seed" >> "$work/wrong"
            fi
        done < "$work/programs"
        case $group in litmus | random | right | faulty | long) break;; esac # nothing is drawn
    done
    awk '{n[$1]++; found[$1] += $2; seconds += $3}
        END {printf "%s | %s | %.1f", n["racy"] ? found["racy"] + 0 " of " n["racy"] : "-",
            n["clean"] ? found["clean"] + 0 " of " n["clean"] : "-", seconds}' "$work/facts"
}

seeds=("$@")
: > "$work/causes"; : > "$work/wrong"
echo "# Results: the default against ScoRD as published

Written by \`make eval-modes\` ([eval_modes.sh](../../tb/eval/modes/eval_modes.sh)), seeds ${seeds[*]}.
A program counts as found or reported when \`scord check\` ends with races or findings, a litmus test or stream when the
golden model of the machine (gtx480, cuda) reports a race in any of its outcomes. Verdicts are by hand; of streams of
the accuracy groups ([accuracy](../accuracy.md)) by the exact oracle, model ptx. Warp-synchronous code counts as
racy, as CUDA says. Seconds are of the runs, without compilation.

| programs | published: racy found | clean reported | seconds | default: racy found | clean reported | seconds |
|---|---:|---:|---:|---:|---:|---:|"
while IFS='|' read -r group name; do
    case $groups in '' | *,"$group",*) ;; *) continue;; esac
    programs "$group" > "$work/programs" || { echo "eval_modes.sh: $group: not made" >&2; exit 2; }
    published=$(run_all "$group" --as published) || exit 2
    default=$(run_all "$group") || exit 2
    echo "| $name | $published | $default |"
done << 'X'
micro|microbenchmarks of ScoRD Table I
apps|applications of ScoRD Table II, 26 race sites
shared|kernels with races in shared memory
warp|kernels with races between threads of a warp
acquire_release|kernels of acquire and release
cuda|volatile flags, locks of the lanes of a warp, waits
locks|1 to 32 lanes of a warp with a lock each
user|user programs
baws|programs of BAWS
litmus|litmus tests, verdicts of model ptx
random|accuracy: random streams of the oracle's tests
right|accuracy: programs that synchronise right
faulty|accuracy: the same, parts left out
long|accuracy: the same, thousands of releases
X
echo "
## What the published machine lacks
Wrong verdicts of the table, by the first part of the default that mends each.

| programs | verdict | mended by | how many |
|---|---|---|---:|"
sort "$work/causes" | uniq -c | awk '{n = $1; sub(/^ *[0-9]+ /, ""); split($0, at, "|")
    printf "| %s | %s | %s | %d |\n", at[1], at[2] == "racy" ? "missed" : "reported", at[3], n}'
echo "
## What the default gets wrong
Of streams: why is in [accuracy](../accuracy.md), \"Acquire and release\".
"
if [ -s "$work/wrong" ]; then
    echo "| programs | verdict | how many | which |
|---|---|---:|---|"
    awk -F'|' '{key = $1 "|" ($2 == "racy" ? "missed" : "reported"); n[key]++
        if (n[key] <= 6) names[key] = names[key] (n[key] > 1 ? ", " : "") $3
        else if (n[key] == 7) names[key] = names[key] ", …"}
        END {for (key in n) {
            split(key, at, "|"); printf "| %s | %s | %d | %s |\n", at[1], at[2], n[key], names[key]}}' \
        "$work/wrong" | sort
else echo "Nothing."; fi
