#!/bin/bash
# eval_modes.sh: `scord check` as it is without an option, against ScoRD's machine as published: what each finds and
# what it reports of clean programs, over the kernels, applications and programs of this repository.
#
# usage: eval_modes.sh [SEED...]     prints docs/results/eval-modes.md (default: seed 0)
# A group's programs have verdicts by hand: catalogues of sim/kernels, tb/eval/races/race_sites; programs of evaluations
# and tb/programs/frontend/programs/user are clean. Seconds: of processor time, compilation left out by the cache.
# Environment: SCORD (build/scord). Exit codes: 0 printed, 2 a program could not be run.
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/programs/kernels/catalogue_rows.sh
scord=${SCORD:-build/scord}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- 0

# verdict | words of scord check
programs() { # GROUP
    case $1 in
    micro) rows sim/kernels/micro/catalogue | awk -F'|' '{print $2 "|sim/kernels/micro/" $1 ".cu"}';;
    acquire_release | shared | cuda) rows "sim/kernels/$1/catalogue" | awk -F'|' -v group="$1" \
        '$5 != "nightly" {print $3 "|sim/kernels/" group "/" $1 ".cu " ($2 == "-" ? "" : $2)}';;
    warp) rows sim/kernels/warp/catalogue | awk -F'|' \
        '$3 !~ /always/ {print $4 "|sim/kernels/warp/" $1 ".cu " ($2 == "-" ? "" : $2)}';;
    apps) rows tb/eval/races/race_sites | awk -F'|' \
        '{print "racy|sim/kernels/apps/" $1 ".cu -- --race " $2}
         !seen[$1]++ {print "clean|sim/kernels/apps/" $1 ".cu"}';;
    user) for file in tb/programs/frontend/programs/user/*.cu; do
        echo "clean|$file $(sed -n 's,^// sources: ,,p' "$file" | tr '\n' ' ')"; done;;
    baws) for file in sim/kernels/baws/*.cu; do echo "clean|$file -- 1"; done;;
    litmus) rows tb/unit/oracle/litmus/verdicts | awk -F" *[|] *" '
        {split($2, racy, " "); print (racy[4] == "R" ? "racy" : "clean") "|tb/unit/oracle/litmus/" $1 ".litmus"}';;
    esac
}
# A litmus test on the golden model of the machine: 1 when one of its outcomes has a race. By the verdict of model ptx.
judge_litmus() { # FILE, options of scord check
    local machine=cuda
    [ "${2:-}" != --as ] || machine=gtx480
    "$scord" events import "$1" -o "$work/litmus.sev" > "$work/out" 2>&1 &&
        "$scord" cosim --model-only --config $machine "$work/litmus.sev" > "$work/out" 2>&1
    [ $? -le 1 ] || return 2
    ! grep -q " [1-9][0-9]* races by the model" "$work/out"
}
run_all() { # GROUP, words: racy found, racy, clean reported, clean, seconds
    local group=$1 seed verdict words code; shift
    programs "$group" > "$work/programs"
    : > "$work/facts"
    for seed in "${seeds[@]}"; do
        while IFS='|' read -r verdict words; do
            # shellcheck disable=SC2086 # words
            if [ "$group" = litmus ]; then
                judge_litmus "$words" "$@"
            else
                "$scord" check "$@" --seed "$seed" $words > "$work/out" 2>&1 < /dev/null
            fi
            code=$?
            [ $code -le 1 ] || { echo "eval_modes.sh: exit $code: $words: $(tail -n 1 "$work/out")" >&2; exit 2; }
            echo "$verdict $code $(sed -n 's/.*(\([0-9.]*\) s)$/\1/p' "$work/out")" >> "$work/facts"
        done < "$work/programs"
    done
    awk '{n[$1]++; found[$1] += $2; seconds += $3}
        END {printf "%s | %s | %.1f", n["racy"] ? found["racy"] + 0 " of " n["racy"] : "-",
            n["clean"] ? found["clean"] + 0 " of " n["clean"] : "-", seconds}' "$work/facts"
}

seeds=("$@")
echo "# Results: the default against ScoRD as published

Written by \`make eval-modes\` ([eval_modes.sh](../../tb/eval/modes/eval_modes.sh)), seeds ${seeds[*]}.
A program counts as found or reported when \`scord check\` ends with races, a litmus test when the golden model of the
machine (gtx480, cuda) reports one in any of its outcomes. Seconds are of the runs, without compilation. How often the
two are right on random programs: [accuracy](accuracy.md).

| programs | published: racy found | clean reported | seconds | default: racy found | clean reported | seconds |
|---|---:|---:|---:|---:|---:|---:|"
while IFS='|' read -r group name; do
    published=$(run_all "$group" --as published) || exit 2
    default=$(run_all "$group") || exit 2
    echo "| $name | $published | $default |"
done <<'X'
micro|microbenchmarks of ScoRD Table I
apps|applications of ScoRD Table II, 26 race sites
shared|kernels with races in shared memory
warp|kernels with races between threads of a warp
acquire_release|kernels of acquire and release
cuda|volatile flags, locks of the lanes of a warp
user|user programs
baws|programs of BAWS
litmus|litmus tests, golden model, verdicts of model ptx
X
