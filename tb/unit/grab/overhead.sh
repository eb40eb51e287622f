#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# overhead.sh: what GRAB costs beside the functional simulation, on the seven applications (sim/kernels/apps) with the
# sizes of ScoRD's Table II.
#
# usage: overhead.sh [TURNS [APP...]]
#   TURNS  runs of each kind in turn, the fastest counts (3)
# Processor seconds (user and system) of the program itself, without compilation; peak memory. Columns: the plain
# functional simulation, with the paper's GRAB (L1), and with both levels. BUILD names the build directory (build).
set -u
build=$(realpath "${BUILD:-build}")
turns=${1:-3}; [ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- mm red r110 gcol gcon 1dc uts
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT

run() { # FILE COMMAND…: appends "centiseconds kilobytes"
    local file=$1; shift
    /usr/bin/time -f "%U %S %M" -o "$folder/time" "$@" > /dev/null || { echo "overhead.sh: $* failed" >&2; exit 3; }
    awk '{printf "%d %d\n", 100 * ($1 + $2) + 0.5, $3}' "$folder/time" >> "$file"
}
best() { sort -n "$1" | head -n 1; }

for app; do
    "$build/scord-nvcc" -Isim/kernels/apps -o "$folder/$app" "sim/kernels/apps/$app.cu" || exit 3
    for _ in $(seq "$turns"); do
        run "$folder/$app.plain" "$folder/$app" --table2
        run "$folder/$app.one" env SCORD_GRAB=l2=0 "$folder/$app" --table2
        run "$folder/$app.two" env SCORD_GRAB= "$folder/$app" --table2
    done
    echo "$app $(best "$folder/$app.plain") $(best "$folder/$app.one") $(best "$folder/$app.two")"
done | awk 'BEGIN {
        print "| application | simulation, s | MB | with GRAB, s | MB | overhead | with both levels, s | MB | overhead |"
        print "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    } {
        printf "| %s | %.2f | %.0f | %.2f | %.0f | %.0f %% | %.2f | %.0f | %.0f %% |\n", $1, $2 / 100, $3 / 1024,
            $4 / 100, $5 / 1024,
               ($4 / $2 - 1) * 100, $6 / 100, $7 / 1024, ($6 / $2 - 1) * 100
        a += $2; b += $4; c += $6
    } END {
        printf "| all | %.2f | | %.2f | | %.0f %% | %.2f | | %.0f %% |\n", a / 100, b / 100, (b / a - 1) * 100, c / 100,
            (c / a - 1) * 100
    }'
