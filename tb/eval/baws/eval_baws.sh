#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_baws.sh: the evaluation of BAWS (Liu et al., ICS 2016) from runs to docs/results/eval-baws.md.
#
# usage: eval_baws.sh [--groups "NAME..."] [--experiments FILE] [--document FILE] FOLDER
# See tb/eval/common/evaluate.sh for files, environment and exit codes.
set -u
name=baws; here=tb/eval/baws

phases() { # FOLDER NAME PROGRAM ISSUE KERNEL BLOCKS
    nice "$build/scord" sim "sim/kernels/baws/$3.cu" --sched "$4" --quiet --phases "$1/data/$2.csv" -- 1 > /dev/null &&
        awk -F, -v kernel="$5" -v blocks="$6" -f $here/phase_rows.awk "$1/data/$2.csv" > "$1/data/$2.rows" &&
        rm "$1/data/$2.csv"
}
plot() { # FOLDER IMAGES
    phases "$1" phases-bt-tb0 bt gto 0 1 && phases "$1" phases-fwt-gto fwt gto 1 3 &&
        phases "$1" phases-fwt-lrr fwt lrr 1 3 &&
        phases "$1" phases-bt-tb0-5 bt gto 0 6 &&
        gnuplot -e "data='$1/data'; images='$2'; form='svg'" $here/eval_plots.gp &&
        { echo '```'; "$build/scord" sim --machine help; echo '```'; } > "$1/tables/machine.md"
}
. tb/eval/common/evaluate.sh
evaluate "$@"
