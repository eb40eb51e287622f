#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutants.sh: plants each bug of a set into the RTL and demands that lockstep catches it, with the first mismatching
# unit and field that the set names; the unmutated RTL must pass the very same runs.
#
# usage: mutants.sh [--wide|--its|--acqrel|--cuda|--grouped] [--show] [--sample N [--seed S]] [NAME...]
#   --show: print what was found, compare nothing (to write expectations)
#   --sample: a few, drawn by seed, one of each unit at least (tb/sample.sh); of those that are shrunk, two
# Sets (tb/mutation/plant.c; columns: unit, field, as shell patterns): base.planted on tiny; --wide:
# wide.planted on tinywide (32 lanes, 16 metadata entries a beat); --its: its.planted on tinyits (independent threads);
# --acqrel: acqrel.planted on tinyar (acquire and release); --cuda: cuda.planted on tinycuda (both, and many locks);
# --grouped: grouped.planted on tinygrouped (metadata lines stored grouped).
# Environment: BUILD (default build).
# All bugs are in one verilated model, switched by number (build/tools/mutate plant; bug 0: none): a bug must change one
# expression or assignment. Last line: "N passed, N failed".
set -u
build=${BUILD:-build}
take_set() { # name, machine, folder, how many bugs at least
    bugs=tb/mutation/planted/$1.planted; config=$2; work=$build/$3; least=$4
}
take_set base tiny mutants 10
case ${1:-} in
    --wide) take_set wide tinywide mutants_wide 3; shift ;;
    --its) take_set its tinyits mutants_its 8; shift ;;
    --acqrel) take_set acqrel tinyar mutants_acqrel 45; shift ;;
    --cuda) take_set cuda tinycuda mutants_cuda 14; shift ;;
    --grouped) take_set grouped tinygrouped mutants_grouped 29; shift ;;
esac
show=0; [ "${1:-}" = --show ] && { show=1; shift; }
. tb/sample.sh
sample_options "$@" || exit 2
set -- "${arguments[@]}"
mkdir -p "$work"
# a row of a sample and one of all bugs do not work in one folder at a time
exec 9> "$work/lock" && flock 9
runs=""

# D62: 4090 releases; a word without lock whose number looks like one of every lock, met by a holder of a lock; messages
# from one block to another while the numbers wrap from 4095 to 1; a word from before, met by a block that has acquired
# nothing
numbers_come_round() {
    awk 'BEGIN {
        print "scord-event-stream 1 config=tinyar log2_cache_ratio=0"
        print "kernel_begin name=\"numbers-come-round\" grid=2 block=64 tracked_base=0x10000000 log2_tracked_words=10"
        for (sm = 0; sm < 2; sm++) print "block_launch sm=" sm " slot=0 cta=" sm ",0,0 warps=0x3 threads=64"
        print "block_launch sm=1 slot=1 cta=2,0,0 warps=0xc threads=64"
        for (i = 0; i < 4090; i++) print "fence sm=0 slot=0 warp=1 scope=device semantics=release"
        unlocked = "0x10000200"; old = "0x10000204"; lock = "0x10000208"
        print "access sm=0 slot=0 warp=0 op=store strong=1 mask=0x1 address=" unlocked
        print "access sm=0 slot=0 warp=0 op=store mask=0x1 address=" old
        print "fence sm=0 slot=0 warp=0 scope=device"
        print "access sm=1 slot=0 warp=1 op=atomic atomic_kind=cas strong=1 mask=0x1 address=" lock \
            " compare=0 value=1 returned=0"
        print "fence sm=1 slot=0 warp=1 scope=device"
        print "access sm=1 slot=0 warp=1 op=store strong=1 mask=0x1 address=" unlocked
        for (i = 0; i < 12; i++) {
            data = sprintf("0x%x", 268435456 + 8 * i); flag = sprintf("0x%x", 268435456 + 8 * i + 4)
            print "access sm=0 slot=0 warp=0 op=store mask=0x1 address=" data
            print "access sm=0 slot=0 warp=0 op=store scope=device semantics=release mask=0x1 address=" flag
            print "access sm=1 slot=0 warp=0 op=load scope=device semantics=acquire mask=0x1 address=" flag
            print "access sm=1 slot=0 warp=0 op=load mask=0x1 address=" data
        }
        print "access sm=1 slot=1 warp=2 op=load mask=0x1 address=" old
        print "access sm=1 slot=1 warp=2 op=load scope=device semantics=acquire mask=0x3 address=0x10000004,0x10000008"
        print "kernel_end"; print "end"
    }'
}

streams=tb/streams
[ $config != tinyits ] || streams=tb/streams/its
[ $config != tinycuda ] || streams=tb/streams/cuda
[ $config != tinyar ] || {
    streams=tb/streams/acquire_release
    numbers_come_round > "$work/numbers-come-round.sevt"
    runs=" $work/numbers-come-round.sevt"
}
for stream in $streams/*.sevt; do [ -e "$stream" ] && runs="$runs $stream"; done
for seed in 1 2 3 4; do runs="$runs random:$seed:4000"; done
for seed in 5 6; do runs="$runs random:$seed:4000:free"; done
runs="$runs random:7:4000:free:consume:errors=100:latency=40 random:8:4000:consume:latency=1
    random:9:4000:free:latency=300"
# ranges of up to 2^36 words: every bit of an address matters
runs="$runs random:10:4000:sparse random:11:4000:sparse:free"
# every entry of every line read with an error (D27); skipped where threads are independent
runs="$runs tb/synthesis/netlist/streams/each-entry-failed.sevt:errors=500
    tb/synthesis/netlist/streams/each-entry-failed.sevt:errors=1000"
# a small race log: it fills, wraps and drops
machine=$config:log_capacity=24; machines=$machine
# sixteen lines hold all of a small random program: with an entry a word they do not
[ $config != tinywide ] && [ $config != tinygrouped ] || machines="$machine $machine,log2_cache_ratio=0"
. tb/expect.sh

# a copy of the RTL for each patch, then one with all of them
plant() {
    rm -rf "$work/copies" "$work/rtl"; mkdir -p "$work/copies"
    : > "$work/names"
    for name in $("$build/tools/plant" "$bugs" list | cut -d '|' -f 1); do
        mkdir "$work/copies/$name"; cp -r rtl "$work/copies/$name/rtl"
        if "$build/tools/plant" "$bugs" apply "$name" "$work/copies/$name" > "$work/apply.log"; then
            echo "$name" >> "$work/names"
        else fail "$name: does not apply"; fi
    done
    cp -r rtl "$work/rtl"
    # shellcheck disable=SC2046
    "$build/tools/mutate" plant "$work" "$work/copies" "$work/names" $(find rtl -name '*.v' | sort)
}
plant > "$work/plant.log" 2>&1 || { cat "$work/plant.log"; fail "the bugs cannot be planted"; finish; exit; }
grep '^FAIL' "$work/plant.log"

# What was built from the same sources last time need not be built again. A few bugs of a small machine: compiled
# faster, not to run faster.
level=-O1; [ "$sample" -eq 0 ] || [ $config = tinywide ] || level=-O0
print=$level$(cat $(find "$work/rtl" -name '*.v*' | sort) tb/mutation/automatic/build_top.sh | cksum)
harness=$(cat cosim/lockstep/device/rtl_device.cpp cosim/lockstep/*.h cosim/lockstep/device/*.h \
    tb/lockstep/device/*.[ch] \
    "$build"/libscordlockstep_core.a "$build"/libscord.a | cksum)
[ "$(cat "$work/print" 2> /dev/null)" = "$print" ] || rm -rf "$work/verilated" "$work/top"
if [ ! -x "$work/top" ] || [ "$(cat "$work/harness" 2> /dev/null)" != "$harness" ]; then
    MUTATION_DIRECTORY=$work MUTATION_BUILD=$build MUTATION_CONFIG=$config \
        MUTATION_LEVEL=$level tb/mutation/automatic/build_top.sh \
        "$work/rtl" > "$work/build.log" 2>&1 ||
        { fail "does not build, see $work/build.log"; finish; exit; }
    echo "$print" > "$work/print"; echo "$harness" > "$work/harness"
fi

# Bug number $1 in every run of every machine, up to the first machine that shows it; output in $work/$2.
play() {
    : > "$work/$2.out"; : > "$work/$2.err"
    for this in $machines; do
        # shellcheck disable=SC2086
        SCORD_MUTANT=$1 timeout 300 "$work/top" "$this" $runs >> "$work/$2.out" 2>> "$work/$2.err" || return
    done
}

# the unmutated RTL passes
if play 0 unmutated; then
    checks=$(awk '$2 == "ok" {n += $7} END {print n + 0}' "$work/unmutated.out")
    if [ "$checks" -gt 1000 ]; then pass "clean   unmutated RTL: $checks checks"
    else fail "unmutated RTL: only $checks checks"; fi
else fail "unmutated RTL mismatches: $(awk '$2 == "mismatch"' "$work/unmutated.out"), see $work/unmutated.err"; fi

# NAME UNIT
units() { "$build/tools/plant" "$bugs" list "$@" | awk -F ' *[|] *' '{print $1, $2}'; }
drawn=$(units "$@" | draw)
[ $# -eq 0 ] || [ "$(units "$@" | wc -l)" -eq $# ] || fail "not all of $# named bugs are in $bugs"
number=0; count=0
while read -r name; do
    number=$((number + 1))
    printf '%s\n' "$drawn" | grep -qxF "$name" || continue
    count=$((count + 1))
    play $number "$name"
    code=$?
    found=$(awk '$2 == "mismatch" {print $3, $4; exit}' "$work/$name.out")
    unit=${found%% *}; field=${found#* }
    where=$(awk '$2 == "mismatch" {print $1; exit}' "$work/$name.out")
    if [ $show = 1 ]; then echo "$name | $unit | $field    # $where"; continue; fi
    want=$("$build/tools/plant" "$bugs" list "$name" | cut -d '|' -f 2,3)
    want_unit=${want%%|*}; want_field=${want#*|}
    if [ -z "$want" ]; then fail "$name: $bugs names no field for it (found $unit $field)"
    elif [ $code -ne 1 ] || [ -z "$found" ]; then fail "$name: not caught (exit $code)"
    elif [[ "$unit" != $want_unit || "$field" != $want_field ]]; then
    fail "$name: first mismatch is $unit $field in $where, expected $want_unit $want_field"
    else pass "caught  $name: $unit $field ($where)"; fi
done < "$work/names"

# shrinking: long random streams come down to a few events that still show the same mismatch (all bugs: make
# shrink-figures)
shrink_some() { # bugs of different units
    BUILD=$build tb/mutation/planted/shrink.sh --least $# "$@" > "$work/shrink.out" 2>&1
    cat "$work/shrink.out"
    add "$(tail -n 1 "$work/shrink.out")" || fail "shrinking: no closing line, see $work/shrink.out"
}
if [ $# -eq 0 ] && [ $show = 0 ] && [ $config = tiny ]; then
    # shellcheck disable=SC2046
    shrink_some $(units tag-ignored release-drops-oldest own-fence-compared gto-oldest-is-lowest-slot \
        fence-not-retired barrier-counter-by-two grant-drops-a-request race-record-of-segment read-error-ignored |
        if [ "$sample" -eq 0 ]; then draw; else sed 's/ .*/ one/' | sample=2 draw; fi)
fi

[ $# -gt 0 ] || [ "$sample" -gt 0 ] || [ $count -ge $least ] || fail "only $count mutants; at least $least are needed"
[ $count -eq "$(printf '%s\n' "$drawn" | wc -l)" ] || fail "$count of the bugs were played, not all of: $drawn"
finish
