#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# demo.sh: the main job. Runs graph_coloring.cu as in ScoRD Figure 3b (racy) and Figure 3a (corrected) on the front-end
# model, checked by RTL and golden model in lockstep. Leaves in FOLDER the report and event stream of both, and of the
# racy run the wave around the first race's decision, its gtkwave view and, where gtkwave is installed, a picture.
#
# usage: demo.sh SCORD FOLDER
# Exit codes: 0 the racy program was reported and the corrected one is clean, 1 not so, 2 bad usage, 3 no picture.
set -u
[ $# -eq 2 ] || { echo "usage: demo.sh SCORD FOLDER" >&2; exit 2; }
scord=$1; folder=$2
mkdir -p "$folder" || exit 3
rm -f "$folder"/racy.* "$folder"/corrected.*

check() { # name, expected exit code, what, options...
    name=$1; expected=$2; what=$3; shift 3
    printf '\n== graph colouring, %s\n' "$what"
    "$scord" check --rtl "$@" --events "$folder/$name.sev" --json "$folder/$name.json" sim/kernels/graph_coloring.cu
    code=$?
    [ $code -eq "$expected" ] && return
    echo "demo: exit code $code, expected $expected" >&2
    exit 1
}

check racy 1 'racy: atomicAdd_block on a head that other blocks steal from (Figure 3b)' \
    -DRACE_BLOCK_SCOPE_HEAD --wave "$folder/racy.fst"
check corrected 0 'corrected: device scope (Figure 3a)'
if command -v gtkwave > /dev/null && command -v xvfb-run > /dev/null; then
    scripts/wave_render.sh "$folder/racy.gtkw" "$folder/racy.png" || exit 3
else
    echo "no picture of the wave: gtkwave or xvfb-run is missing (apt-get install gtkwave xvfb xauth)"
fi
printf '\nThe racy program was reported, the corrected one is clean. In %s:\n' "$folder"
ls "$folder" | sed 's/^/  /'
