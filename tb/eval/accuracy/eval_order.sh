#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_order.sh: random programs that hand data over by acquire and release, then eval_order on them (docs/accuracy.md).
#
# usage: eval_order.sh [--causes] [PROGRAMS [MODEL]]     --causes: why acquire_release misses races; PROGRAMS of each
#                                                        group (default 200); model, default ptx
# Groups: right (every idiom whole), faulty (parts left out, relaxed or of block scope now and then), long (right, some
# thousand releases each: numbers of few bits come round).
# Environment: BUILD (default
# build). Exit codes: 0 printed, 2 not made or judged.
set -u
cd "$(dirname "$0")/../../.." || exit 3
causes=; [ "${1:-}" = --causes ] && { causes=--causes; shift; }
build=${BUILD:-build}; programs=${1:-200}; model=${2:-ptx}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir "$work"/{right,faulty,long} || exit 3
"$build/tb/release_programs" right 1000 "$programs" 10 "$work/right" &&
    "$build/tb/release_programs" faulty 2000 "$programs" 4 "$work/faulty" &&
    "$build/tb/release_programs" right 3000 $((programs / 50 + 1)) 1500 "$work/long" || exit 2
"$build/tb/eval_order" --model "$model" $causes -g right "$work"/right/* -g faulty "$work"/faulty/* -g long \
    "$work"/long/*
