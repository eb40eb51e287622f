#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/grab/planted into a copy of sim/grab and demands that the test which its line
# names fails; without a bug every test must pass.
#
# usage: faults.sh [--sample N [--seed S]] [NAME…]     --sample: a few, drawn by seed (tb/sample.sh).
# Only the changed file is compiled again, the rest are the objects of
# the build. Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/grab_faults; bugs=tb/faults/grab/planted
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy/sim"
rest=("$build"/obj/tb/unit/grab/grab_test.o "$build"/obj/tb/unit/grab/grab_reference.o)
link() { # OUTPUT TEST OBJECTS…: a test with the objects of the build, but for those named
    local output=$1 test=$2; shift 2
    gcc -o "$output" "$build/obj/tb/unit/grab/test_$test.o" "$@" "${rest[@]}" "$work/rest.a" "$build/libscord.a" -lz
}
ar rcs "$work/rest.a" "$build"/obj/sim/grab/*.o
arguments() { [ "$1" = figures ] || echo "1 60"; }

for test in random figures; do
    link "$work/test_$test" $test && "$work/test_$test" $(arguments $test) > "$work/$test.out" 2>&1 &&
        pass "nothing, test_$test passes" ||
        fail "test_$test fails without a bug: $(tail -n 1 "$work/$test.out")"
done

prepare() {
    test=$(column "$1" 2)
    rm -rf "$work/copy/sim"; mkdir -p "$work/copy/sim"; cp -r sim/grab "$work/copy/sim"
}
link_planted() { link "$work/planted" "$test" "$work/planted.o"; }
notices_not() { timeout 120 "$work/planted" $(arguments "$test"); }
who() { echo "test_$test"; }

plant_all "$@"
finish
