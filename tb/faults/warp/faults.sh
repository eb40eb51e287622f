#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/warp/planted into a copy of sim/sm and demands that test_words of tb/unit/warp
# fails; without a bug it passes.
#
# usage: faults.sh [--sample N [--seed S]] [NAME…]     --sample: a few, drawn by seed (tb/sample.sh).
# Only the changed file is compiled again, the rest are the objects of the build. Environment: BUILD (default build).
# Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/warp_faults; bugs=tb/faults/warp/planted
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy/sim/sm/watch"
test="$build/obj/tb/unit/warp/test_words.o"
link() { gcc -o "$1" "$test" "${@:2}" "$work/rest.a" "$build/libscord.a" -lz; }
ar rcs "$work/rest.a" "$build"/obj/sim/sm/watch/warp_words.o "$build"/obj/sim/sm/watch/warp_log.o
link "$work/test" && timeout 60 "$work/test" 1 3000 > "$work/out" 2>&1 && pass "nothing, the test passes" ||
    fail "the test fails without a bug: $(tail -n 1 "$work/out")"

prepare() {
    rm -rf "$work/copy/sim"; mkdir -p "$work/copy/sim/sm/watch"; cp sim/sm/watch/warp_* "$work/copy/sim/sm/watch"
    case $file in *.h) file=sim/sm/watch/warp_words.c ;; esac # where it is included
}
link_planted() { link "$work/planted" "$work/planted.o"; }
notices_not() { timeout 60 "$work/planted" 1 3000; }
who() { echo "test_words"; }

plant_all "$@"
finish
