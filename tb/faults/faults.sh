#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/WHERE/planted into a copy of sim and demands that the test of tb/unit/WHERE
# which the bug's line names fails; without a bug every test must pass.
#
# usage: faults.sh WHERE [--sample N [--seed S]] [NAME…]     WHERE: pipeline or memory. --sample: a few, drawn by seed,
#     one of each test at least (tb/sample.sh). Only the changed file is compiled again, the rest are the objects of the
# build. Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
where=${1:?WHERE}; shift; folder=tb/unit/$where
build=${BUILD:-build}; work=$build/${where}_faults; bugs=tb/faults/$where/planted
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy/sim"
link() { # OUTPUT TEST OBJECTS…: a test with the objects of the build, but for those named
    local output=$1 test=$2; shift 2
    gcc -o "$output" "$build/obj/$folder/test_$test.o" "$@" "$work/rest.a" "$build/libscord.a" -lm -lz
}
ar rcs "$work/rest.a" "$build"/obj/{tb/unit/pipeline,$folder}/*bench.o "$build"/obj/sim/ptx/*.o \
    "$build"/obj/sim/core/*.o "$build"/obj/sim/mem/*.o "$build"/obj/sim/{machine,sm,sm/*}/*.o

tests=$("$plant" "$bugs" list | cut -d '|' -f 2 | sort -u)
for test in $tests; do
    link "$work/test_$test" "$test" && "$work/test_$test" > "$work/$test.out" 2>&1 &&
        pass "nothing, test_$test passes" ||
        fail "test_$test fails without a bug: $(tail -n 1 "$work/$test.out")"
done

prepare() {
    test=$(column "$1" 2)
    rm -rf "$work/copy/sim"; cp -r sim "$work/copy/sim"
}
link_planted() { link "$work/planted" "$test" "$work/planted.o"; }
notices_not() { timeout 120 "$work/planted"; }
who() { echo "test_$test"; }

plant_all "$@"
finish
