#!/bin/bash
# faults.sh: plants each bug of FOLDER/faults/*.patch into a copy of sim and demands that the test which faults/expected names fails;
# without a bug every test must pass.
#
# usage: faults.sh [FOLDER] [NAME…]     FOLDER: tb/unit/pipeline (the default) or tb/unit/memory. expected: "patch | test | what it breaks". Only
# the patched file is compiled again, the rest are the objects of the build. Environment: BUILD (default build). Last line: "N passed,
# N failed".
set -u
folder=tb/unit/pipeline
if [ -d "${1:-}" ]; then folder=$1; shift; fi
build=${BUILD:-build}; work=$build/${folder#tb/}_faults; here=$folder/faults
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -I$work/copy -I."; width=120
. scripts/planted_faults.sh

rm -rf "$work"; mkdir -p "$work/copy/sim"
link() { # OUTPUT TEST OBJECTS…: a test with the objects of the build, but for those named
    local output=$1 test=$2; shift 2
    gcc -o "$output" "$build/obj/$folder/test_$test.o" "$@" "$work/rest.a" "$build/libscord.a" -lm -lz
}
ar rcs "$work/rest.a" "$build"/obj/{tb/unit/pipeline,$folder}/*bench.o "$build"/obj/sim/ptx/*.o "$build"/obj/sim/core/*.o "$build"/obj/sim/mem/*.o "$build"/obj/sim/sm/*.o

tests=$(awk -F'|' '!/^#/ {gsub(/ /, "", $2); print $2}' "$here/expected" | sort -u)
for test in $tests; do
    link "$work/test_$test" "$test" && "$work/test_$test" > "$work/$test.out" 2>&1 && pass "nothing, test_$test passes" ||
        fail "test_$test fails without a bug: $(tail -n 1 "$work/$test.out")"
done

prepare() {
    test=$(awk -F'|' -v name="$2" '{p = $1; gsub(/ /, "", p)} p == name {gsub(/ /, "", $2); print $2}' "$here/expected")
    file=$(sed -n 's/^+++ b\///p' "$1")
    rm -rf "$work/copy/sim"; cp -r sim "$work/copy/sim"
}
link_planted() { link "$work/planted" "$test" "$work/planted.o"; }
notices_not() { timeout 120 "$work/planted"; }
who() { echo "test_$test"; }

plant_all "$@"
finish
