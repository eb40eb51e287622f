#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_experiments.sh: makes the runs of tb/eval/grab/experiments that are not there yet, and says which file has which.
#
# usage: run_experiments.sh [--groups "NAME..."] [--experiments FILE] FOLDER
# In FOLDER: programs/X; results/X-HASH/ARGUMENTS.SETTINGS.ANALYSIS.SEED.json; runs, "group program settings analysis
# seed file" a line (tb/eval/common/experiments.sh says more). A program says PASS when its answer is right.
# Environment: BUILD (default build), JOBS. Exit codes: 0 every run is there, 1 some failed, 2 bad usage or program, 3
# environment.
set -u
here=tb/eval/grab; sources=sim/kernels/grab; headers=sim/kernels/apps/app.h
fields=5; order="5 3 4 2"; numbers=5

simulate() { # PROGRAM:ARGUMENTS SETTINGS ANALYSIS SEED JSON
    local arguments=() analysis=(sim --sched "$3")
    [ "$2" = - ] || analysis+=(--set "$2")
    [ "$3" != faults ] || analysis=(grab --sched gto --caches "$2")
    IFS=, read -r -a arguments <<< "${1#*:}"
    timeout 1800 nice -n 10 "$scord" "${analysis[0]}" "./programs/${1%%:*}" "${analysis[@]:1}" --seed "$4" \
        --quiet --json "$5" -- "${arguments[@]}"
}
right() { grep -qx PASS "$2"; } # PROGRAM LOG
. tb/eval/common/experiments.sh
run_experiments "$@"
