#!/bin/bash
# faults.sh: plants each bug of tb/timing/faults/*.patch into a copy of sim/mem/detector_timing.c and demands that the comparison with
# the RTL fails; without a bug it must pass.
#
# usage: faults.sh [NAME…]     faults/expected: "patch | what it breaks". Only the model is compiled again, the rest are the objects of
# the build. Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/timing_faults; here=tb/timing/faults; source=sim/mem/detector_timing.c
passed=0; failed=0
pass() { passed=$((passed + 1)); echo "caught  $1"; }
fail() { failed=$((failed + 1)); echo "FAIL    $1"; }
finish() { echo "$passed passed, $failed failed"; [ $failed -eq 0 ]; exit; }
flags="-std=c11 -O1 -g -Wall -Werror -Wno-unused -Wno-shift-count-overflow -D_GNU_SOURCE -Icmodel -Isim"

rm -rf "$work"; mkdir -p "$work/copy/sim/mem"
link() { # OUTPUT MODEL
    g++ -o "$1" "$2" "$build"/obj/tb/timing/*.o "$build"/obj/tb/throughput/detector.o "$build"/obj/tb/throughput/traffic.o \
        "$build"/obj/cosim/random_*.o \
        "$build"/throughput/*/Vdetector_*__ALL.a "$build"/throughput/tiny1/verilated*.o "$build/libscord.a" -lpthread -lz
}
compare() { timeout 300 "$1" --first --configuration "$2"; }

# A fault is looked for in two configurations, wide-* in those with wide beats, lines-* in the one with most lines; the first that
# differs ends it.
configurations() { case $1 in wide-*) echo tiny16 tinywide;; lines-*) echo tiny64lines;; *) echo tiny1 tiny4;; esac; }
compare_all() { for configuration in $(configurations "$2"); do compare "$1" "$configuration" || return 1; done; }

link "$work/sound" "$build/obj/${source%.c}.o" || fail "the objects of the build do not link"
for configuration in tiny1 tiny4 tiny16 tinywide tiny64lines; do
    compare "$work/sound" $configuration > "$work/sound.log" 2>&1 && pass "nothing, the comparison passes ($configuration)" ||
        fail "the comparison fails without a bug ($configuration): $(tail -n 1 "$work/sound.log")"
done

count=0
for patch in "$here"/*.patch; do
    name=$(basename "$patch" .patch)
    [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
    count=$((count + 1))
    cp "$source" "$work/copy/$source"
    if ! grep -q "^$name  *|" "$here/expected"; then fail "$name: $here/expected has no line for it"
    elif ! patch -s -d "$work/copy" -p1 < "$patch" > "$work/$name.log" 2>&1; then fail "$name: does not apply: $(head -n 1 "$work/$name.log")"
    elif ! gcc $flags -c -o "$work/planted.o" "$work/copy/$source" > "$work/$name.log" 2>&1; then fail "$name: does not compile, see $work/$name.log"
    elif ! link "$work/planted" "$work/planted.o" > "$work/$name.log" 2>&1; then fail "$name: does not link, see $work/$name.log"
    elif compare_all "$work/planted" "$name" > "$work/$name.log" 2>&1; then fail "$name: nobody notices"
    else # a time limit alone shows nothing
        shown=$(grep -m 1 -e "^FAIL" -e Assertion "$work/$name.log" | cut -c 1-150)
        if [ -n "$shown" ]; then pass "$name: $shown"; else fail "$name: the comparison ends without a word"; fi
    fi
done
if [ $# -gt 0 ]; then [ $count -eq $# ] || fail "$count of $# named patches are there"
else [ $count -ge 12 ] || fail "only $count bugs; at least twelve are asked for"; fi
finish
