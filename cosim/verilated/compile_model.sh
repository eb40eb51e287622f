#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# compile_model.sh: compiles the C++ that Verilator has written for one model, with less work than by Verilator's own
# makefile alone: each file begins with 30,000 lines of headers, so what a model runs once, or for waves only, is one
# file each. The runtime (verilated.o and others) is not in it: it is the same for all models (build/verilated/runtime).
#
# usage: compile_model.sh [--one] DIRECTORY PREFIX LEVEL     makes DIRECTORY/PREFIX__ALL.a
#   --one: the whole model in one file: the least work, on one core; not after skip_idle, whose functions are static
#   LEVEL: for what every cycle runs, as -O2; waves are compiled with -O1, what runs once with -O0
# The other compiler options are those of DIRECTORY/PREFIX.mk; a `make` around it shares its jobs.
set -eu
one=0
[ "$1" != --one ] || { one=1; shift; }
directory=$1; prefix=$2; level=$3
cd "$directory"

members() { # the classes in a list of Verilator's makefile
    awk -v list="$1" '/^VM_/ { inside = $1 == list } /^\t/ && inside { print $1 }' "${prefix}_classes.mk"
}
together() { # NAME CLASS…: the name of one file that holds them, if there are any
    local file=${prefix}__$1
    shift
    [ $# -gt 0 ] || return 0
    printf '#include "%s.cpp"\n' "$@" > "$file.cpp"
    echo "$file"
}
compile() { # TARGET LEVEL
    make --no-print-directory -s -f "$prefix.mk" "$1" "OPT_FAST=$2" OPT_SLOW=-O0 VM_PARALLEL_BUILDS=1 \
        VM_CLASSES_FAST="$cycle" VM_CLASSES_SLOW="$once" VM_SUPPORT_FAST="$waves" VM_SUPPORT_SLOW= > /dev/null
}

support=$(members VM_SUPPORT_FAST)
waves=$(grep '__Trace__[0-9]*$' <<< "$support" || true)
# shellcheck disable=SC2046
cycle=$(echo $(members VM_CLASSES_FAST) $(grep -v '__Trace__[0-9]*$' <<< "$support"))
once="$(members VM_CLASSES_SLOW) $(members VM_SUPPORT_SLOW)"
# shellcheck disable=SC2086
if [ $one = 1 ]; then
    cycle=$(together Model $cycle $waves $once); once=; waves=
else
    once=$(together Once $once); waves=$(together Waves $waves)
    [ -z "$waves" ] || compile "$waves.o" -O1
fi
compile "${prefix}__ALL.a" "$level"
