#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/order/planted into a copy of sim/order and demands that test_random,
# test_words, test_host or test_launches fails; without a bug all pass.
#
# usage: faults.sh [--sample N [--seed S]] [NAME…]     --sample: a few, drawn by seed (tb/sample.sh).
# Only the changed file is compiled again, the rest are the objects of
# the build. Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/order_faults; bugs=tb/faults/order/planted
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy/sim"
link() { # OUTPUT OBJECTS…: the test with the objects of the build, but for those named
    local output=$1; shift
    local test
    for test in random words host launches; do
        gcc -o "$output.$test" "$build/obj/tb/unit/order/test_$test.o" "$@" "$work/rest.a" "$build/libscord.a" -lz ||
            return 1
    done
}
both() { timeout 60 "$1.random" 1 8000 && timeout 60 "$1.words" 1 8000 &&
    timeout 60 "$1.host" && timeout 60 "$1.launches" 1 3000; }
ar rcs "$work/rest.a" "$build"/obj/sim/order/*.o
link "$work/test" && both "$work/test" > "$work/out" 2>&1 && pass "nothing, the tests pass" ||
    fail "the test fails without a bug: $(tail -n 1 "$work/out")"

prepare() { rm -rf "$work/copy/sim"; mkdir -p "$work/copy/sim"; cp -r sim/order "$work/copy/sim"; }
link_planted() { link "$work/planted" "$work/planted.o"; }
notices_not() { both "$work/planted"; }
who() { echo "test_random, test_words, test_host or test_launches"; }

plant_all "$@"
finish
