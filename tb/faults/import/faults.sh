#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/import/planted into a copy of the importer and demands that test_random_traces
# fails; without a bug it passes.
#
# usage: faults.sh [--sample N [--seed S]] [NAME…]     --sample: a few, drawn by seed (tb/sample.sh).
# Only the changed file is compiled again. Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/import_faults; bugs=tb/faults/import/planted
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy/cmodel"
objects=$(printf "$build/obj/tb/%s.o " unit/import/test_random_traces unit/import/trace_writer \
    unit/stream/test_support unit/stream/random_event)
link() { gcc -o "$1" $objects "${@:2}" "$build/libscord.a" -lz -llzma; }
link "$work/sound" && "$work/sound" > "$work/sound.log" 2>&1 && pass "nothing: test_random_traces passes" ||
    fail "test_random_traces fails without a bug: $(tail -n 1 "$work/sound.log")"

prepare() {
    rm -rf "$work/copy/cmodel"; mkdir -p "$work/copy/cmodel"; cp -r cmodel/import "$work/copy/cmodel/import"
}
link_planted() { link "$work/planted" "$work/planted.o"; }
# The test's own words are FAIL lines here: it prints file and line of a check.
notices_not() { timeout 120 "$work/planted" | sed 's/^tb\/unit\/import\//FAIL &/'; return "${PIPESTATUS[0]}"; }
who() { echo test_random_traces; }

group_of() { awk -F '[|]' '{print $1, 1}'; }
plant_all "$@"
finish
