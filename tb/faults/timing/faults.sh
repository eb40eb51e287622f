#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# faults.sh: plants each bug of tb/faults/timing/planted into a copy of sim/mem/detector_timing.c or detector_queues.c
# and demands that the comparison with the RTL fails; without a bug it must pass.
#
# usage: faults.sh [--sample N [--seed S]] [NAME…]     --sample: a few, drawn by seed (tb/sample.sh).
# Only the model is compiled again, the rest are the objects of
# the build. Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
build=${BUILD:-build}; work=$build/timing_faults; bugs=tb/faults/timing/planted
files="sim/mem/detector_timing.c sim/mem/detector_queues.c"
flags="-std=c11 -O1 -g -Wall -Werror -Wno-unused -Wno-shift-count-overflow -D_GNU_SOURCE -I."; width=150
. tb/faults/planted_faults.sh
sample_options "$@" || exit 2; set -- "${arguments[@]}"

rm -rf "$work"; mkdir -p "$work/copy/sim/mem"
link() { # OUTPUT MODEL…
    local output=$1; shift
    g++ -o "$output" "$@" "$build"/obj/tb/lockstep/timing/*.o "$build"/obj/tb/speed/throughput/detector.o \
        "$build"/obj/tb/speed/throughput/traffic.o \
        "$build"/obj/cosim/random/*.o \
        "$build"/throughput/*/Vdetector_*__ALL.a "$build"/throughput/runtime/*.o "$build/libscord.a" \
        -lpthread -lz
}
compare() { timeout 300 "$1" --first --configuration "$2"; }

# A fault is looked for in two configurations, wide-* in those with wide beats, lines-* in the one with most lines; the
# first that differs ends it.
configurations() { case $1 in wide-*) echo tiny16 tinywide;; lines-*) echo tiny128lines;; *) echo tiny1 tiny4;; esac; }
compare_all() { for configuration in $(configurations "$2"); do compare "$1" "$configuration" || return 1; done; }

built() { for name; do echo "$build/obj/${name%.c}.o"; done; }
# shellcheck disable=SC2046,SC2086
link "$work/sound" $(built $files) || fail "the objects of the build do not link"
# All configurations without a bug are row timing-rtl.
compare "$work/sound" tiny1 > "$work/sound.log" 2>&1 && pass "nothing, the comparison passes" ||
    fail "the comparison fails without a bug: $(tail -n 1 "$work/sound.log")"

prepare() { cp "$file" "$work/copy/$file"; }
# The other file is as it was built.
# shellcheck disable=SC2046
link_planted() { link "$work/planted" "$work/planted.o" $(built $(echo " $files " | sed "s| $file | |")); }
notices_not() { compare_all "$work/planted" "$1"; }
who() { echo "the comparison"; }

# by the configurations that show it
group_of() { awk -F '[|]' '{print $1, $1 ~ /^(wide|lines)-/ ? substr($1, 1, 4) : 0}'; }
plant_all "$@"
finish
