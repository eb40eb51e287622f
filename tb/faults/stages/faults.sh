#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/stages/planted into a copy of the checker's threads and demands that
# test_stages of tb/unit/stages fails; without a bug it passes.
#
# usage: faults.sh [--sample N [--seed S]] [NAME…]     --sample: a few, drawn by seed (tb/sample.sh).
# Only the changed file is compiled again, the rest are the objects of the build. Environment: BUILD (default build).
# Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/stages_faults; bugs=tb/faults/stages/planted
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy"
objects=$build/obj; test="$objects/tb/unit/stages/test_stages.o $objects/tb/unit/stages/no_lockstep.o"
# the last file that is changed comes first, so that its functions are taken
link() {
    gcc -o "$1" $test "${@:2}" "$work/rest.a" "$build/libscord.a" \
        -Wl,--wrap=pthread_create -Wl,--wrap=calloc -Wl,--wrap=realloc -lz -lpthread
}
for part in check_engine check_halves check_oracle check_stages relay; do
    ar rcs "$work/rest.a" "$objects/cosim/commands/program/$part.o"
done
ar rcs "$work/rest.a" "$objects"/cosim/random/*.o "$objects"/cosim/commands/compile/source_path.o \
    "$objects"/cosim/commands/shared/{document_paths,fail,interrupts,scratch}.o
link "$work/test" && timeout 120 "$work/test" 1 24 > "$work/out" 2>&1 && pass "nothing, the test passes" ||
    fail "the test fails without a bug: $(tail -n 1 "$work/out")"

prepare() {
    rm -rf "$work/copy"; mkdir -p "$work/copy/cosim/commands/program" "$work/copy/cmodel/stream"
    cp cosim/commands/program/*.[ch] "$work/copy/cosim/commands/program"
    cp cmodel/stream/*.[ch] "$work/copy/cmodel/stream"
}
link_planted() { link "$work/planted" "$work/planted.o"; }
# A thread that waits forever is ended by SIGALRM after STAGES_SECONDS.
notices_not() {
    STAGES_SECONDS=8 timeout 60 "$work/planted" 1 24
    local code=$?
    [ $code -ne 142 ] || echo "FAIL a run that does not end"
    return $code
}
who() { echo "test_stages"; }

plant_all "$@"
finish
