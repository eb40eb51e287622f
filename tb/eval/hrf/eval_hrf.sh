#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_hrf.sh: HRF-direct against HRF-indirect on the task runtime, machine hrf (docs/eval-hrf.md). Markdown on standard
# output.
#
# usage: eval_hrf.sh [--jobs N] [--trees "TREE…"] [--main-only | --no-sensitivity] SEEDS FOLDER
#   SEEDS    seeds of the DRAM's jitter, 1 to this
#   FOLDER   a file a run; a run whose file is there is not repeated
#   --trees  default "T1s T2s T4s T5s"; T1s_-d_5: a tree with options
#   --main-only        no sensitivity and no targeted flush
#   --no-sensitivity   no one-sided fences and no other settings of queues and L1 (these are of two seeds at most)
# FOLDER/runs.csv: tree,version,setting,seed,cycles,flushes,flushed lines,invalidations,group donations,device
# donations,tasks,partial fronts,L1 hit rate.
# Exit codes: 0, 1 a run failed or its node count is wrong, 2 bad usage.
set -u
jobs=1; trees="T1s T2s T4s T5s"; main_only=; no_sensitivity=
while [ $# -gt 2 ]; do
    case $1 in
    --jobs) jobs=$2; shift 2 ;;
    --trees) trees=$2; shift 2 ;;
    --main-only) main_only=1; shift ;;
    --no-sensitivity) no_sensitivity=1; shift ;;
    *) break ;;
    esac
done
case $#,${1:-},$jobs in
2,[1-9]*,[1-9]*) ;;
*) echo "usage: eval_hrf.sh [--jobs N] [--trees TREES] [--main-only | --no-sensitivity] SEEDS FOLDER" >&2; exit 2 ;;
esac
seeds=$1; folder=$2
export scord=${BUILD:-build}/scord folder
mkdir -p "$folder" || exit 2

# ---- the runs: tree, version, setting, seed, options of scord | arguments of uts ----
list() {
    local tree version seed
    for seed in $(seq "$seeds"); do
        for tree in $trees; do
            for version in direct indirect; do echo "$tree $version base $seed | |"; done
            [ -n "$main_only" ] || echo "$tree direct targeted $seed | --set targeted_flush=1 |"
        done
    done
    [ -z "$main_only$no_sensitivity" ] || return
    for seed in $(seq "$seeds"); do
        for tree in $trees; do
            for version in direct indirect; do echo "$tree $version one-sided $seed | -DHRF_ONE_SIDED |"; done
        done
    done
    for seed in $(seq $((seeds < 2 ? seeds : 2))); do
        for tree in $trees; do
            for version in direct indirect; do sensitivity; done
        done
    done
}

sensitivity() { # of $tree, $version, $seed
    echo "$tree $version l1-16KB $seed | --set l1_bytes=16384 |"
    echo "$tree $version l1-64KB $seed | --set l1_bytes=65536 |"
    echo "$tree $version min-device-2 $seed | | --min-device 2"
    echo "$tree $version min-device-32 $seed | | --min-device 32"
    echo "$tree $version min-group-1 $seed | | --min-group 1"
    echo "$tree $version min-group-8 $seed | | --min-group 8"
}

run() { # a line of the list
    local tree version setting seed options arguments name
    IFS='|' read -r name options arguments <<< "$1"
    read -r tree version setting seed <<< "$name"
    name=$folder/$tree-$version-$setting-$seed
    [ ! -s "$name.json" ] || return 0
    # shellcheck disable=SC2086
    nice "$scord" sim sim/kernels/hrf/uts.cu --machine hrf "-DHRF_${version^^}" --seed "$seed" $options \
        --json "$name.part" -- ${tree//_/ } --statistics $arguments > "$name.text" 2>&1 &&
        mv "$name.part" "$name.json" ||
        { echo "eval_hrf.sh: $name: $(head -n 2 "$name.text" | tr '\n' ' ')" >&2; return 1; }
}
export -f run
list > "$folder/list"
xargs -d '\n' -P "$jobs" -I '{}' bash -c 'run "$1"' run '{}' < "$folder/list" || exit 1

member() { grep -o "\"$2\": [0-9.e-]*" "$1.json" | head -n 1 | sed 's/.*: //'; }
statistic() { grep -o "\b$2 [0-9]*" "$1.text" | head -n 1 | cut -d' ' -f2; }
while IFS='|' read -r run _; do
    read -r tree version setting seed <<< "$run"
    name=$folder/$tree-$version-$setting-$seed
    echo "$tree,$version,$setting,$seed,$(member "$name" cycles),$(member "$name" l1_flushes),$(
        member "$name" l1_flushed_lines),$(member "$name" l1_invalidations),$(statistic "$name" group-donations),$(
        statistic "$name" device-donations),$(statistic "$name" tasks),$(statistic "$name" partial),$(
        member "$name" l1_hit_rate)"
done < "$folder/list" > "$folder/runs.csv"

echo "# Results: HRF-direct against HRF-indirect"
echo
echo "Written by \`make eval-hrf\` ([eval_hrf.sh](../../tb/eval/hrf/eval_hrf.sh)); what it measures, and the"
echo "rules of the verdicts: [HRF's experiment](../eval-hrf.md)."
echo
awk -f tb/eval/hrf/judge.awk "$folder/runs.csv"
