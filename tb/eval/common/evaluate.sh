# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# evaluate.sh: sourced by the eval_NAME.sh of an evaluation: from runs to verdicts, tables, plots and the document.
#
#   name=NAME; here=tb/eval/NAME; . tb/eval/common/evaluate.sh; evaluate "$@"
#   usage: eval_NAME.sh [--groups "NAME..."] [--experiments FILE] [--document FILE] FOLDER
#   FOLDER       runs, results, programs (run_experiments.sh); tables and data (eval.sql); images
#   --document   the text whose parts between "<!-- TABLE -->" and "<!-- end -->" are replaced by the tables; its plots
#                go to images/NAME beside it. Default docs/results/eval-NAME.md when every group is run, else none
# `plot FOLDER IMAGES` writes the plots to IMAGES, and further tables to FOLDER/tables; a caller may define its own.
# Prints the claims with their verdicts. Environment: BUILD (default build), JOBS. Exit codes: 0 done, 1 some runs
# failed (the tables are of the others), 2 bad usage or results, 3 environment.
build=${BUILD:-build}

declare -F plot > /dev/null || plot() { # FOLDER IMAGES
    gnuplot -e "data='$1/data'; images='$2'; form='svg'" "$here/eval_plots.gp"
}

evaluate() {
    local options=() document=docs/results/eval-$name.md folder images runs tables
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
    "$here/run_experiments.sh" "${options[@]}" "$folder"; runs=$?
    [ $runs -le 1 ] || exit $runs
    "$build/tb/eval" "$here/eval.sql" "$folder" > "$folder/claims"
    tables=$?
    [ $tables -le 1 ] || exit $tables
    cat "$folder/claims"
    [ -n "$document" ] || exit $((runs | tables))
    images=$(dirname "$document")/images/$name
    mkdir -p "$images" && plot "$folder" "$images" || exit 3
    scripts/results_page.sh "$document" --every "$folder/tables" || exit 2
    exit $((runs | tables))
}
