#!/bin/bash
# eval_baws.sh: the evaluation of BAWS (Liu et al., ICS 2016) from runs to docs/eval-baws.md.
#
# usage: eval_baws.sh [--groups "NAME..."] [--experiments FILE] [--document FILE] FOLDER
#   FOLDER       runs, results, programs (run_experiments.sh); tables and data (eval_baws.c); images
#   --document   the text whose parts between "<!-- NAME -->" and "<!-- end -->" are replaced by the tables; its plots go to
#                images/baws beside it. Default docs/eval-baws.md when every group is run, else none
# Prints the claims with their verdicts. Environment: BUILD (default build), JOBS. Exit codes: 0 done, 1 some runs failed (the tables are
# of the others), 2 bad usage or results, 3 environment.
set -u
here=tb/baws; build=${BUILD:-build}
options=(); document=docs/eval-baws.md
while [ $# -gt 1 ]; do
    case $1 in
        --groups) [ -z "$2" ] || { options+=(--groups "$2"); document=; } ;;
        --experiments) options+=(--experiments "$2"); document= ;;
        --document) break ;;
        *) break ;;
    esac
    shift 2
done
[ "${1:-}" != --document ] || { document=$2; shift 2; }
[ $# -eq 1 ] || { sed -n 's/^# usage: /usage: /p' "$0" >&2; exit 2; }
folder=$1
$here/run_experiments.sh "${options[@]}" "$folder"; runs=$?
[ $runs -le 1 ] || exit $runs
"$build/tb/eval_baws" "$folder" > "$folder/claims"; tables=$?
[ $tables -le 1 ] || exit $tables
cat "$folder/claims"
[ -n "$document" ] || exit $((runs | tables))

# ---- plots ----
phases() { # NAME PROGRAM ISSUE KERNEL BLOCKS
    nice "$build/scord" sim "sim/kernels/baws/$2.cu" --sched "$3" --quiet --phases "$folder/data/$1.csv" -- 1 > /dev/null &&
        awk -F, -v kernel="$4" -v blocks="$5" -f $here/phase_rows.awk "$folder/data/$1.csv" > "$folder/data/$1.rows" && rm "$folder/data/$1.csv"
}
images=$(dirname "$document")/images/baws; mkdir -p "$images" || exit 3
phases phases-bt-tb0 bt gto 0 1 && phases phases-fwt-gto fwt gto 1 3 && phases phases-fwt-lrr fwt lrr 1 3 && phases phases-bt-tb0-5 bt gto 0 6 || exit 3
gnuplot -e "data='$folder/data'; images='$images'; form='svg'" $here/eval_plots.gp || exit 3

{ echo '```'; "$build/scord" sim --machine help; echo '```'; } > "$folder/tables/machine.md" || exit 3

# ---- tables into the document ----
awk -v tables="$folder/tables" '
    /^<!-- end -->$/ { inside = 0 }
    !inside { print }
    /^<!-- [a-z-]+ -->$/ && !/^<!-- end -->$/ {
        file = tables "/" $2 ".md"; lines = 0
        while ((got = (getline text < file)) > 0) { print text; lines++ }
        close(file); inside = 1
        if (got < 0 || lines == 0) { print "eval_baws.sh: no table " $2 > "/dev/stderr"; failed = 1 }
    }
    END { exit failed }' "$document" > "$folder/document" || exit 2
cp "$folder/document" "$document"
exit $((runs | tables))
