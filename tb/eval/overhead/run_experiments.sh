#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_experiments.sh: makes the runs of tb/eval/overhead/experiments that are not there yet, and says which file has
# which.
#
# usage: run_experiments.sh [--groups "NAME..."] [--experiments FILE] FOLDER
# In FOLDER: programs/X; results/X-HASH/[ARGUMENTS.]SETTINGS.SEED.json; runs, "group program settings seed file" a line
# (tb/eval/common/experiments.sh says more). An application says PASS when its answer is right.
# Environment: BUILD (default build), JOBS. Exit codes: 0 every run is there, 1 some failed, 2 bad usage or program, 3
# environment.
set -u
here=tb/eval/overhead; apps=sim/kernels/apps; sources="$apps sim/kernels/scattered"
headers="$apps/app.h $apps/rmat.h $apps/work_stealing.h"
fields=4; order="4 3 2"; numbers=4

simulate() { # PROGRAM[:ARGUMENTS] SETTINGS SEED JSON
    local set=() arguments=()
    [ "$2" = - ] || set=(--set "$2")
    [ "$1" = "${1%%:*}" ] || IFS=, read -r -a arguments <<< "${1#*:}"
    timeout 1800 nice -n 10 "$scord" sim "./programs/${1%%:*}" --machine scord "${set[@]}" --seed "$3" \
        --quiet --json "$4" -- "${arguments[@]}"
}
right() { grep -qx PASS "$2"; } # PROGRAM LOG
. tb/eval/common/experiments.sh
run_experiments "$@"
