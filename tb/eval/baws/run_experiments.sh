#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_experiments.sh: makes the runs of tb/eval/baws/experiments that are not there yet, and says which file has which.
#
# usage: run_experiments.sh [--groups "NAME..."] [--experiments FILE] FOLDER
# In FOLDER: programs/X; results/X-HASH/SETTINGS.ISSUE.FETCH.SEED.json; runs, "group program settings issue fetch seed
# file" a line (tb/eval/common/experiments.sh says more). A program says "baws X: ok" when its result is right.
# Environment: BUILD (default build), JOBS. Exit codes: 0 every run is there, 1 some failed, 2 bad usage or program, 3
# environment.
set -u
here=tb/eval/baws; sources=sim/kernels/baws; headers=$sources/baws.h; fields=6; order="6 3 4 5 2"; numbers=6

simulate() { # PROGRAM SETTINGS ISSUE FETCH SEED JSON
    local set=()
    [ "$2" = - ] || set=(--set "$2")
    timeout 300 nice -n 10 "$scord" sim "./programs/$1" "${set[@]}" --sched "$3" --fetch "$4" --seed "$5" \
        --quiet --json "$6" -- "$5"
}
right() { grep -qx "baws $1: ok" "$2"; } # PROGRAM LOG
. tb/eval/common/experiments.sh
run_experiments "$@"
