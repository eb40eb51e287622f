#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_races.sh: ScoRD's Tables VI and VII on our own programs, beside the paper's numbers; docs/eval-races.md reads
# them.
#
# usage: eval_races.sh [--jobs N] [--table2] FOLDER GRANULARITY SEED...
#   --table2      the applications at Table II's sizes, without the exact oracle; else at small ones
#   FOLDER        gets the facts of every run (run_case.sh), the judgements ("results") and the tables
#   GRANULARITY   the tool granularity.c
#   SEED...       schedules; every case runs in each of them
# Cases: the seven applications correct, with each race site alone, and with all sites of an application at once; the 32
# microbenchmarks; each without metadata caching (nocache) and with 1:16 (gtx480).
# Environment: SCORD (build/scord). Exit codes: 0 no false positive and every run ended well, 1 not so, 2 bad usage.
set -u
jobs=$(nproc); size=
[ "${1:-}" != --jobs ] || { jobs=$2; shift 2; }
[ "${1:-}" != --table2 ] || { size=--table2; shift; }
[ $# -ge 3 ] || { echo "usage: eval_races.sh [--jobs N] [--table2] FOLDER GRANULARITY SEED..." >&2; exit 2; }
folder=$1; granularity=$2; shift 2
seeds=$*; schedules=$#
here=tb/eval/races; apps="mm red r110 gcol gcon 1dc uts"; configs="nocache gtx480"
export SCORD=${SCORD:-build/scord}
rm -rf "$folder"; mkdir -p "$folder" || exit 3
sites_of() { awk -F' *[|] *' -v app="$1" '$1 == app {print $2}' $here/race_sites; }

# ---- runs: "NAME command", JOBS at a time, output in FOLDER/NAME ----

list_runs() {
    local seed config app site oracle program
    for seed in $seeds; do for config in $configs; do
        oracle=; [ "$config$size" != nocache ] || oracle=--oracle # the schedule does not depend on the configuration
        for app in $apps; do
            for site in none $(sites_of $app) all; do
                echo "$app.$site.$config.$seed $here/run_case.sh $oracle $app $site $config $seed $size"
            done
        done
        for program in $(awk -F' *[|] *' '/^[a-z]/ {print $1}' sim/kernels/micro/catalogue); do
            echo "micro.${program/\//_}.$config.$seed $here/run_micro_case.sh $program $config $seed"
        done
    done; done
    for app in $apps; do
        echo "granularity.$app $here/run_granularity.sh $granularity $app ${seeds%% *} $size"
    done
}
export folder
list_runs | xargs -P "$jobs" -I{} bash -c 'run=({}); "${run[@]:1}" > "$folder/${run[0]}" 2>&1'

# ---- judgements: "APP SITE CONFIG SEED CAUGHT MANIFEST OTHER FALSE", or "APP SITE CONFIG SEED ?" ----

judge_sites() {
    local app mode site config seed judgement
    for app in $apps; do for site in $(sites_of $app); do for config in $configs; do for seed in $seeds; do
        for mode in $site all; do
            judgement=$(awk -v app=$app -v site=$site -f $here/judge_site.awk $here/race_sites \
                "$folder/$app.$mode.$config.$seed")
            [ $mode = all ] && mode=together || mode=alone
            echo "$mode $app $site $config $seed ${judgement:-?}"
        done
    done; done; done; done
}
judge_correct() { # a run is right when it passed, ended with 0 and nothing was reported
    local app config seed reports facts
    for app in $apps; do for config in $configs; do for seed in $seeds; do
        facts=$folder/$app.none.$config.$seed
        reports=$(grep -c '^report' "$facts")
        grep -qx 'answer PASS' "$facts" && grep -qx 'exit [01]' "$facts" || reports='?'
        echo "correct $app 0 $config $seed $reports"
    done; done; done
}
judge_micro() {
    local config seed name
    while IFS='|' read -r name verdict rules scope; do
        case $name in ''|'#'*) continue;; esac
        name=$(echo $name); verdict=$(echo $verdict); rules=$(echo $rules)
        for config in $configs; do for seed in $seeds; do
            echo "micro $verdict $rules $config $seed $(cat "$folder/micro.${name/\//_}.$config.$seed")"
        done; done
    done < sim/kernels/micro/catalogue
}
{ judge_sites; judge_correct; judge_micro; } > "$folder/results"
for app in $apps; do sed "s/^/granularity $app /" "$folder/granularity.$app"; done >> "$folder/results"
awk -v schedules=$schedules -v oracle="${size:-yes}" -f $here/eval_tables.awk \
    $here/race_sites $here/paper_tables "$folder/results" > "$folder/tables"
code=$?
cat "$folder/tables"
exit $code
