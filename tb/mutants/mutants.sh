#!/bin/bash
# mutants.sh: plants each bug of tb/mutants/*.patch into a copy of the RTL and demands that lockstep catches it, with the
# first mismatching unit and field that tb/mutants/expected names; the unmutated RTL must pass the very same runs.
#
# usage: mutants.sh [--show] [PATCH-NAME...]     --show: print what was found, compare nothing (to write expectations)
# tb/mutants/expected: "patch | unit | field", unit and field as shell patterns. Environment: BUILD (default build).
# Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
work=$build/mutants
show=0; [ "${1:-}" = --show ] && { show=1; shift; }
root=$PWD
mkdir -p "$work"
runs=""
for stream in tb/streams/*.sevt; do [ -e "$stream" ] && runs="$runs $stream"; done
for seed in 1 2 3 4; do runs="$runs random:$seed:4000"; done
for seed in 5 6; do runs="$runs random:$seed:4000:free"; done
config=$(sed -n 's/^CONFIG_tiny_VERILATOR = //p' rtl/common/scord_configs.mk)
verilator_root=$(verilator --getenv VERILATOR_ROOT)

verilate() { # directory
    directory=$1; rm -rf "$directory/verilated"
    # shellcheck disable=SC2086
    verilator --cc -O3 --x-assign fast --x-initial fast --assert --top-module scord_top -I"$directory/rtl/common" $config \
        -CFLAGS "-include $root/cosim/verilated_print.h" --prefix Vscord_top_tiny --Mdir "$directory/verilated" \
        $(find "$directory/rtl" -name '*.v' | sort) &&
    make --no-print-directory -s -C "$directory/verilated" -f Vscord_top_tiny.mk Vscord_top_tiny__ALL.a OPT_FAST=-O0 OPT_SLOW=-O0
}
# links it with the harness: $1/top
link_device() {
    directory=$1
    runtime=$work/unmutated/verilated
    [ -e "$runtime/verilated.o" ] ||
        make --no-print-directory -s -C "$runtime" -f Vscord_top_tiny.mk verilated.o verilated_threads.o OPT_GLOBAL=-O1 || return 1
    g++ -std=c++17 -O1 -Icmodel -Icmodel/stream -Icosim -isystem "$verilator_root/include" -isystem "$verilator_root/include/vltstd" \
        -isystem "$directory/verilated" -DSCORD_ELABORATION=tiny '-DSCORD_HEADER="Vscord_top_tiny.h"' -DSCORD_WITHOUT_TRACE \
        -c -o "$directory/device.o" cosim/rtl_device.cpp &&
    g++ -o "$directory/top" "$build"/obj/tb/cosim/lockstep_main.o "$build"/obj/tb/cosim/lockstep_top.o "$directory/device.o" \
        "$build"/obj/cosim/rtl_device_single.o "$directory/verilated/Vscord_top_tiny__ALL.a" "$runtime/verilated.o" "$runtime/verilated_threads.o" \
        "$build"/libscordlockstep_core.a "$build"/libscord.a -lpthread -lz
}

passed=0; failed=0
pass() { passed=$((passed + 1)); echo "caught  $1"; }
fail() { failed=$((failed + 1)); echo "FAIL    $1"; }

# what was built from the same sources last time need not be built again
rtl_print() { cat $(find "$1/rtl" -name "*.v" -o -name "*.vh" | sort) cosim/verilated_print.h | cksum; }
harness_print() { cat cosim/rtl_device.cpp cosim/*.h tb/cosim/*.[ch] "$build"/libscordlockstep_core.a "$build"/libscord.a | cksum; }
prepare() { # name [patch]
    directory=$work/$1
    rm -rf "$directory/rtl"; mkdir -p "$directory"; cp -r rtl "$directory/rtl"
    if [ $# -gt 1 ]; then patch -s -d "$directory" -p1 < "$2" || { fail "$1: the patch does not apply"; return 1; }; fi
    rtl_now=$(rtl_print "$directory"); now="$rtl_now $(harness_print)"
    if [ "$(cat "$directory/rtl_print" 2>/dev/null)" != "$rtl_now" ]; then
        verilate "$directory" > "$directory/build.log" 2>&1 || { fail "$1: does not build, see $directory/build.log"; return 1; }
        echo "$rtl_now" > "$directory/rtl_print"
    fi
    [ -x "$directory/top" ] && [ "$(cat "$directory/print" 2>/dev/null)" = "$now" ] && return 0
    link_device "$directory" >> "$directory/build.log" 2>&1 || { fail "$1: does not build, see $directory/build.log"; return 1; }
    echo "$now" > "$directory/print"
}

# the unmutated RTL passes
if prepare unmutated; then
    # shellcheck disable=SC2086
    if "$work/unmutated/top" tiny $runs > "$work/unmutated/out" 2> "$work/unmutated/err"; then
        checks=$(awk '$2 == "ok" {n += $7} END {print n + 0}' "$work/unmutated/out")
        if [ "$checks" -gt 1000 ]; then passed=$((passed + 1)); echo "clean   unmutated RTL: $checks checks"
        else fail "unmutated RTL: only $checks checks"; fi
    else fail "unmutated RTL mismatches: $(awk '$2 == "mismatch"' "$work/unmutated/out"), see $work/unmutated/err"; fi
fi

count=0
for patch in tb/mutants/*.patch; do
    name=$(basename "$patch" .patch)
    [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
    count=$((count + 1))
    prepare "$name" "$patch" || continue
    directory=$work/$name
    # shellcheck disable=SC2086
    timeout 300 "$directory/top" tiny $runs > "$directory/out" 2> "$directory/err"
    code=$?
    found=$(awk '$2 == "mismatch" {print $3, $4; exit}' "$directory/out")
    unit=${found%% *}; field=${found#* }
    where=$(awk '$2 == "mismatch" {print $1; exit}' "$directory/out")
    if [ $show = 1 ]; then echo "$name | $unit | $field    # $where"; continue; fi
    want=$(awk -F'|' -v name="$name" '{p = $1; gsub(/[ \t]/, "", p)} p == name {print $2 "|" $3}' tb/mutants/expected | tr -d ' \t')
    want_unit=${want%%|*}; want_field=${want#*|}
    if [ -z "$want" ]; then fail "$name: tb/mutants/expected has no line for it (found $unit $field)"
    elif [ $code -ne 1 ] || [ -z "$found" ]; then fail "$name: not caught (exit $code)"
    elif [[ "$unit" != $want_unit || "$field" != $want_field ]]; then fail "$name: first mismatch is $unit $field in $where, expected $want_unit $want_field"
    else pass "$name: $unit $field ($where)"; fi
done
# shrinking: a long random stream comes down to a few events that still show the same mismatch
shrink_one() { # mutant
    directory=$work/$1
    "$build/scord" cosim --random --seed 7 --events 3000 --model-only --quiet --save "$directory/long.sevt" || { fail "$1: no stream to shrink"; return; }
    "$directory/top" tiny "shrink:$directory/short.sevt" "$directory/long.sevt" > "$directory/shrink.out" 2> "$directory/shrink.err"
    "$directory/top" tiny "$directory/short.sevt" > "$directory/short.out" 2>> "$directory/shrink.err"
    long=$(awk '$2 == "mismatch" {print $3, $4}' "$directory/shrink.out" | tr -d 0-9); short=$(awk '$2 == "mismatch" {print $3, $4}' "$directory/short.out" | tr -d 0-9)
    events=$(sed -n 's/^shrunk \([0-9]*\) of .*/\1/p' "$directory/shrink.out")
    if [ -n "$events" ] && [ "$events" -le 20 ] && [ -n "$long" ] && [ "$long" = "$short" ]; then
        passed=$((passed + 1)); echo "shrunk  $1: $events events still show $short"
    else fail "$1: shrunk to '$events' events, '$long' became '$short', see $directory/shrink.out"; fi
}
if [ $# -eq 0 ] && [ $show = 0 ]; then shrink_one tag-ignored; shrink_one release-drops-oldest; fi

if [ $# -gt 0 ]; then [ $count -eq $# ] || fail "$count of $# named patches are there"
else [ $count -ge 10 ] || fail "only $count mutants; at least ten are asked for"; fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
