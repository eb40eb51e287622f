#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# lockstep.sh: the lockstep harness on the gate-level netlist of scord_top instead of its RTL (docs/netlist.md).
#
# usage: lockstep.sh CONFIG generic|osu018 short|long [FAULTS [PART...]]
#   generic Yosys's gates and flip-flops; osu018: standard cells, each modelled by the functions of the Liberty file it
#   was mapped with
#   short    every stream of tb/streams/ that fits the machine
#   long     also the 32 microbenchmarks, recorded from their CUDA programs, and random programs
#   FAULTS   swaps a gate in each of so many modules (generic only), one at a time: the harness must notice all of them.
#            A swap that is not noticed and is proved to leave the module as it is (equal.sh), in all states or those of
#            tb/synthesis/netlist/assumptions, is no fault: the next gate then, up to eight; default 0
#   PART     these modules, with all below them, are the netlist, and the rest is RTL; default scord_top, so that
#            nothing is
# Ports, scoreboard and drivers are those of the RTL, and so is what is compared: every retired item and its cycle,
# scheduler picks, every bit of the state registers, which keep their names in the netlist. Memories are flip-flops.
# Each run must also take the same cycles and read the same register values as the RTL's.
# Environment: BUILD (default build), ROW=file: a row of docs/results/netlist.md when all passed. Everything stays in
# $BUILD/netlist/CONFIG-CELLS.
# Exit codes: 0 all passed, 1 not, 2 bad usage,
# 3 a tool is missing. Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
usage="usage: lockstep.sh CONFIG generic|osu018 short|long [FAULTS [PART...]]"
config=${1:-}; cells=${2:-}; tier=${3:-}; faults=${4:-0}; shift $(($# < 4 ? $# : 4)); parts=$*
grep -q "^CONFIG_${config}_YOSYS" rtl/common/scord_configs.mk || {
    echo "$usage: no configuration '$config'" >&2
    exit 2
}
case $cells$tier in genericshort|genericlong|osu018short|osu018long) ;; *) echo "$usage" >&2; exit 2;; esac
[ "$faults" -eq 0 ] || [ "$cells" = generic ] || { echo "$usage: faults are planted in generic gates" >&2; exit 2; }
for tool in yosys verilator; do
    command -v $tool > /dev/null || { echo "lockstep.sh: $tool is missing, run 'make test-setup'" >&2; exit 3; }
done
build=${BUILD:-build}; work=$build/netlist/$config-$cells${parts:+-parts}; rm -rf "$work/model"; mkdir -p "$work/model"
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
spares=8
. tb/expect.sh
stop() { check 1 "$1"; finish; exit 1; }
timed() { # what command…: its time for the summary
    local start=$SECONDS; what=$1; shift
    "$@" > "$work/$what.log" 2>&1 || { tail -n 5 "$work/$what.log"; stop "$what failed, see $work/$what.log"; }
    times="${times:+$times, }$what $((SECONDS - start)) s"
}

# ---- netlist, and what makes it a model ------------------------------------------------------------------------------
synthesis() { # the netlist: of the whole, or of the parts, one after the other
    local part options=; [ "$cells" = osu018 ] || options=-g
    if [ -z "$parts" ]; then scripts/synthesis.sh $options -c "$config" scord_top "$work"; return; fi
    for part in $parts; do
        scripts/synthesis.sh $options -c "$config" "$part" "$work/$part" || return
        awk -v part="$part" -v parameters="$(sed -n 's/^ *parameter int \([A-Za-z]*\).*/\1/p' rtl/*/"$part".v |
            tr '\n' ' ' | sed 's/ $//')" -f tb/synthesis/netlist/part.awk \
            "$work/$part/netlist.v" "$work/$part/netlist.v" > "$work/$part/part.v" || return
        cat "$work/$part/part.v"
    done > "$work/netlist.v"
}
make_model() {
    awk -v faults="$faults" -v spares=$spares -v list="$work/faults" -f tb/synthesis/netlist/gates.awk \
        -f tb/synthesis/netlist/model.awk "$work/netlist.v" $([ "$faults" -eq 0 ] || echo "$work/netlist.v") \
        > "$work/model.part" || return 1
    if [ "$cells" = generic ]; then mv "$work/model.part" "$work/model/netlist.v"
    else
    awk -v library=$library -f tb/synthesis/netlist/cells.awk "$work/model.part" > "$work/model/netlist.v" || return
    fi
    [ -z "$parts" ] || cp $(ls rtl/*.v rtl/*/*.v | grep -vxE "rtl/[a-z]+/($(echo "$parts" | tr ' ' '|'))\.v") \
        "$work/model"
}
compile() { # again only when model or harness changed
    local print
    print=$(cat "$work"/model/*.v tb/mutation/automatic/build_top.sh cosim/lockstep/device/rtl_device.cpp \
        cosim/lockstep/{,device/}*.h \
        "$build"/obj/tb/lockstep/device/{lockstep_main,lockstep_top,test_registers}.o "$build"/libscordlockstep_core.a \
        "$build"/libscord.a | cksum)
    [ -x "$work/top" ] && [ "$(sed -n 1p "$work/print" 2> /dev/null)" = "$print" ] && return
    local start=$SECONDS
    rm -rf "$work/verilated" "$work/top"
    [ -n "$parts" ] || export MUTATION_PARAMETERS=
    MUTATION_DIRECTORY=$work MUTATION_BUILD=$build MUTATION_CONFIG=$config tb/mutation/automatic/build_top.sh \
        "$work/model" &&
        { echo "$print"; echo $((SECONDS - start)); } > "$work/print"
}
times=
timed synthesis synthesis
timed model make_model
timed compilation compile
echo "netlist $config, $cells: $times"

# ---- lockstep --------------------------------------------------------------------------------------------------------
# output of shrinking: what goes behind the shrunk stream
suffix() { sed -n 's/^shrunk .* then //p' "$1" | sed -f tb/lockstep/device/suffix.sed; }
# The first run that is no lockstep, made small: with the log of a regression's run (SCORD_OUTPUT, docs/regress.md),
# else beside the netlist.
shrink() { # configuration, the mismatching run's line
    local kept=${SCORD_OUTPUT:-$work}
    mkdir -p "$kept"
    "$work/top" "$1" "shrink:$kept/mismatch.sevt" "${2%% *}" > "$work/shrunk.out" 2>&1
    sed -n 's|^shrunk |shrunk into '"$kept"'/mismatch.sevt: |p' "$work/shrunk.out"
    echo "netlist-mismatch | $work/top $1 $kept/mismatch.sevt$(suffix "$work/shrunk.out")" > "$kept/mismatch.test"
}
# The same runs on netlist and RTL: a line a run, "name ok unit field items cycles checks registers" (lockstep_top.c).
both() { # configuration runs…
    local code=0 failing configuration=$1
    "$work/top" "$@" > "$work/netlist.out" 2> "$work/netlist.err" || code=1
    "$build/tb/lockstep/device/lockstep_top" "$@" > "$work/rtl.out" 2> "$work/rtl.err"
    while IFS= read -r line <&3 && IFS= read -r reference <&4; do
        case $line in *" skip "*) continue;; esac
        [ "$line" = "$reference" ]
        check $? "netlist: $line
     RTL:     $reference
     $(head -n 25 "$work/netlist.err")"
        set -- $line; cycles=$((cycles + ${6:-0})); checks=$((checks + ${7:-0}))
    done 3< "$work/netlist.out" 4< "$work/rtl.out"
    [ $code -eq 0 ] && [ "$(wc -l < "$work/netlist.out")" -eq "$(wc -l < "$work/rtl.out")" ]
    check $? "$config: not every run ended in lockstep: $(tail -n 1 "$work/netlist.out")"
    failing=$(awk '$2 == "mismatch"' "$work/netlist.out" | head -n 1)
    [ -z "$failing" ] || shrink "$configuration" "$failing"
}
micro() { # the 32 microbenchmarks as recorded streams
    mkdir -p "$work/micro"; micro=
    for name in $(awk -F'|' '!/^#/ && NF == 4 {gsub(/ /, "", $1); print $1}' sim/kernels/micro/catalogue); do
        file=$work/micro/$(echo "$name" | tr / -).sev
        "$build/scord" check "sim/kernels/micro/$name.cu" --config "$config" --seed 1 --events "$file" \
            > "$work/micro.log" 2>&1
        [ $? -le 1 ] && [ -s "$file" ] && micro="$micro $file" ||
            check 1 "$name: not recorded: $(tail -n 1 "$work/micro.log")"
    done
}
cycles=0; checks=0; start=$SECONDS
errors=tb/synthesis/netlist/streams/each-entry-failed.sevt
streams="$(echo tb/streams/*.sevt) tb/synthesis/netlist/streams/each-bit-of-cas.sevt tb/synthesis/netlist/streams/each-word-alone.sevt $errors:errors=500 $errors:errors=1000"
both "$config" $streams
if [ "$tier" = long ]; then
    micro
    both "$config" $micro
    both "$config" tb/synthesis/netlist/streams/long-clear.sevt
    both "$config" random:1:20000 random:2:20000:free random:3:20000:latency=1 random:4:10000:free:latency=200
    both "$config:log2_cache_ratio=0" random:5:20000 random:6:20000:free:errors=50:latency=40
    both "$config:log_capacity=24" random:7:20000:free:consume random:8:10000:free:consume:errors=100
    both "$config:both_scopes=1" random:9:10000:free
    REGISTERS_CONFIG=$config "$work/registers" > "$work/registers.log" 2>&1
    check $? "APB registers: $(grep FAILED "$work/registers.log" | head -n 3)"
fi
runs_took=$((SECONDS - start))
echo "lockstep $config, $cells: $passed runs, $checks checks compared in $cycles cycles, $runs_took s"
[ $checks -gt 400 ]; check $? "only $checks checks were compared"

# ---- planted faults --------------------------------------------------------------------------------------------------
# Noticed: a mismatch with the golden model, another cycle or register value than the RTL's, or the register test fails.
# The longer one reads fences of every warp from every SM.
fault_runs="$streams random:1:3000:free random:2:3000:free:consume:errors=100:latency=40 random:5:20000:free"
[ "$tier" = short ] || fault_runs="$fault_runs tb/synthesis/netlist/streams/long-clear.sevt"
notice() { # mutant number: what noticed it; nothing when nothing did
    SCORD_MUTANT=$1 timeout 900 "$work/top" "$config:log_capacity=24" $fault_runs > "$work/fault.out" \
        2> "$work/fault.err"
    [ $? -ne 124 ] || { echo "time limit: $1" >&2; return; }
    awk '$2 == "mismatch" {print $3, $4, "in", $1; failed = 1; exit} END {exit !failed}' "$work/fault.out" && return
    cmp -s "$work/fault.out" "$work/rtl.out" || { echo "other cycles or registers than the RTL"; return; }
    SCORD_MUTANT=$1 REGISTERS_CONFIG=$config "$work/registers" > "$work/registers.log" 2>&1 ||
        echo "register test: $(sed -n 's/^\[  FAILED  \] //p' "$work/registers.log" | head -n 1)"
}
# module, gates after the middle: is the module with that gate swapped proved equal to itself? Prints where
without_effect() {
    # as in the RTL: a part's modules are named after it, too (part.awk)
    local at=$work/faulty-$1 condition module=${1%%_in_*}
    awk -v except="$1" -f tb/synthesis/netlist/ports.awk "$work/netlist.v" > "$at.ports.v"
    awk -v module="$1" -f tb/synthesis/netlist/gates.awk -f tb/synthesis/netlist/swap.awk "$work/netlist.v" \
        > "$at.sound.v"
    awk -v module="$1" -v number="$2" -f tb/synthesis/netlist/gates.awk -f tb/synthesis/netlist/swap.awk \
        "$work/netlist.v" > "$at.v"
    printf 'read_verilog -sv %s\nread_verilog -sv %s\nrename %s gold\nread_verilog -sv %s\nrename %s gate\nproc gold gate\n' \
        "$at.ports.v" "$at.sound.v" "$1" "$at.v" "$1" > "$at.commands"
    case $(tb/synthesis/netlist/equal.sh "$at" "$at.commands") in equal*) echo "in all states"; return;; esac
    condition=$(sed -n "s/^$module  *| \(.*\) | \(.*\)/\1/p" tb/synthesis/netlist/assumptions)
    [ -n "$condition" ] || return
    sed -i "1s/^/\`default_nettype none\n/; s/^endmodule/  (* keep *) wire assumption = $condition;\nendmodule/" \
        "$at.sound.v"
    case $(tb/synthesis/netlist/equal.sh "$at" "$at.commands") in equal*) \
        echo "where $condition ($(sed -n "s/^$module  *| .* | //p" tb/synthesis/netlist/assumptions))";; *) return 1;; \
        esac
}
# A planted fault's mismatch becomes a short stream that still shows it, and that the netlist without the fault runs in
# lockstep.
shrinks() { # mutant number, what noticed it
    local machine=$config:log_capacity=24 stream=$work/shrunk.sevt
    rm -f "$stream"
    SCORD_MUTANT=$1 "$work/top" "$machine" "shrink:$stream" "${2##* in }" > "$work/shrunk.out" 2>&1
    echo "fault $1: $(grep '^shrunk' "$work/shrunk.out")"
    stream=$stream$(suffix "$work/shrunk.out")
    "$work/top" "$machine" "$stream" > "$work/shrunk.sound" 2>&1 && grep -q ' ok ' "$work/shrunk.sound" &&
        ! SCORD_MUTANT=$1 "$work/top" "$machine" "$stream" > "$work/shrunk.fault" 2>&1
    check $? "fault $1 shrinks: $(tail -n 2 "$work/shrunk.out")"
}
plant() { # rank of a module: its fault, or that of a spare, noticed?
    local spare line found
    for spare in $(seq 0 $spares); do
        line=$(sed -n "s/^$(($1 + faults * spare)) //p" "$work/faults")
        [ -n "$line" ] || { check 1 "fault $1 was not planted"; return; }
        found=$(notice $(($1 + faults * spare)))
        case $found in *' in '*) [ -n "$shrunk" ] || { shrunk=$line; shrinks $(($1 + faults * spare)) "$found"; };; esac
        [ -z "$found" ] || { noticed=$((noticed + 1)); echo "noticed $line: $found"; return; }
        found=$(without_effect "${line%% *}" "$spare") || break
        echo "without effect $found, proved: $line"
    done
    echo "unnoticed $line"
}
[ "$faults" -eq 0 ] || "$build/tb/lockstep/device/lockstep_top" "$config:log_capacity=24" $fault_runs \
    > "$work/rtl.out" 2>&1
noticed=0; shrunk=
for number in $(seq 1 "$faults"); do plant "$number"; done
[ "$faults" -eq 0 ] || {
    echo "faults: $noticed of $faults noticed"
    [ $noticed -eq "$faults" ]
    check $? "$((faults - noticed)) of $faults faults were not noticed"
}
if [ "$cells" = generic ]; then gates='assign|always'; else gates='[A-Z][A-Z0-9]*'; fi   # a line each; flip-flops too
row="| $config | $cells | ${parts:-all} | $(grep -cE "^ *($gates) " "$work/netlist.v") | $(sed -n 2p \
    "$work/print") | $runs_took | $passed | $checks | $cycles | $([ "$faults" -eq 0 ] && echo - ||
    echo "$noticed of $faults") |"
finish || exit
[ -z "${ROW:-}" ] || echo "$row" > "$ROW"
