#!/bin/bash
# faults.sh: plants each bug of FOLDER/faults/*.patch into a copy of sim and demands that the test which faults/expected names fails;
# without a bug every test must pass.
#
# usage: faults.sh [FOLDER] [NAME…]     FOLDER: tb/pipeline (the default) or tb/memory. expected: "patch | test | what it breaks". Only
# the patched file is compiled again, the rest are the objects of the build. Environment: BUILD (default build). Last line: "N passed,
# N failed".
set -u
folder=tb/pipeline
if [ -d "${1:-}" ]; then folder=$1; shift; fi
build=${BUILD:-build}; work=$build/${folder#tb/}_faults; here=$folder/faults
passed=0; failed=0
pass() { passed=$((passed + 1)); echo "caught  $1"; }
fail() { failed=$((failed + 1)); echo "FAIL    $1"; }
finish() { echo "$passed passed, $failed failed"; [ $failed -eq 0 ]; exit; }
flags="-std=c11 -O1 -Wall -Werror -Wno-unused -D_GNU_SOURCE -Icmodel -Icmodel/stream -Icosim"

rm -rf "$work"; mkdir -p "$work/copy/sim"
link() { # OUTPUT TEST OBJECTS…: a test with the objects of the build, but for those named
    local output=$1 test=$2; shift 2
    gcc -o "$output" "$build/obj/$folder/test_$test.o" "$@" "$work/rest.a" "$build/libscord.a" -lm -lz
}
ar rcs "$work/rest.a" "$build"/obj/{tb/pipeline,$folder}/*bench.o "$build"/obj/sim/ptx/*.o "$build"/obj/sim/core/*.o "$build"/obj/sim/mem/*.o "$build"/obj/sim/sm/*.o

tests=$(awk -F'|' '!/^#/ {gsub(/ /, "", $2); print $2}' "$here/expected" | sort -u)
for test in $tests; do
    link "$work/test_$test" "$test" && "$work/test_$test" > "$work/$test.out" 2>&1 && pass "nothing, test_$test passes" ||
        fail "test_$test fails without a bug: $(tail -n 1 "$work/$test.out")"
done

count=0
for patch in "$here"/*.patch; do
    name=$(basename "$patch" .patch)
    [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
    count=$((count + 1))
    test=$(awk -F'|' -v name="$name" '{p = $1; gsub(/ /, "", p)} p == name {gsub(/ /, "", $2); print $2}' "$here/expected")
    file=$(sed -n 's/^+++ b\///p' "$patch")
    rm -rf "$work/copy/sim"; cp -r sim "$work/copy/sim"
    if [ -z "$test" ]; then fail "$name: $here/expected has no line for it"
    elif ! patch -s -d "$work/copy" -p1 < "$patch" > "$work/$name.log" 2>&1; then fail "$name: does not apply: $(head -n 1 "$work/$name.log")"
    elif ! gcc $flags -I"$work/copy/sim" -c -o "$work/planted.o" "$work/copy/$file" > "$work/$name.log" 2>&1; then fail "$name: does not compile, see $work/$name.log"
    elif ! link "$work/planted" "$test" "$work/planted.o" > "$work/$name.log" 2>&1; then fail "$name: does not link, see $work/$name.log"
    elif timeout 120 "$work/planted" > "$work/$name.log" 2>&1; then fail "$name: test_$test does not notice"
    else # a time limit alone shows nothing
        shown=$(grep -m 1 -e "^FAIL" -e Assertion "$work/$name.log" | cut -c 1-120)
        if [ -n "$shown" ]; then pass "$name by test_$test: $shown"; else fail "$name: test_$test ends without a word"; fi
    fi
done
if [ $# -gt 0 ]; then [ $count -eq $# ] || fail "$count of $# named patches are there"
else [ $count -ge 12 ] || fail "only $count bugs; at least twelve are asked for"; fi
finish
