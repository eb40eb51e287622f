#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# build_mutated.sh: libscordscheduler.so (48 warps only, no waves) of RTL with switched mutants (build/tools/mutate
# switch, plant).
#
# usage: build_mutated.sh DIRECTORY     takes DIRECTORY/rtl/sm/*.v, makes DIRECTORY/libscordscheduler.so; SCORD_MUTANT=N
#                                       at run
# time is the mutant, 0 none. Nothing is done when it was made from the same sources. Log: DIRECTORY/build.log.
# As tb/mutation/automatic/build_top.sh and cosim/scheduler/scheduler.mk, whose options these are.
set -eu
directory=$1; root=$PWD; build=${BUILD:-build}; verilated=$directory/verilated
code="-fPIC -fvisibility=hidden -include $root/cosim/verilated/verilated_print.h"
exec > "$directory/build.log" 2>&1
print=$(cat "$directory"/rtl/sm/*.v rtl/common/*.vh cosim/scheduler/*.cpp cosim/verilated/verilated_print.* \
    cmodel/sm/*scheduler*.h sim/sm/schedule/scheduler_device.h "$0" tb/mutation/automatic/mutation_[cn]* | cksum)
[ "$(cat "$directory/print" 2> /dev/null)" != "$print" ] || exit 0
rm -rf "$verilated" "$directory/print"
# Replaced expressions may be wider or narrower than those around them: no lint here.
verilator --cc -O3 --x-assign fast --x-initial unique --assert -Wno-fatal -Wno-lint -Wno-style -CFLAGS "$code" \
    --top-module warp_scheduler \
    -Irtl/common -GWarpsPerSm=48 --prefix Vwarp_scheduler_48 --Mdir "$verilated" \
    tb/mutation/automatic/mutation_control.v "$directory"/rtl/sm/*.v
cosim/verilated/compile_model.sh --one "$verilated" Vwarp_scheduler_48 -O1
root_of_verilator=$(verilator --getenv VERILATOR_ROOT)
g++ -std=c++17 -O1 -fPIC -fvisibility=hidden -I. -isystem "$root_of_verilator/include" \
    -isystem "$root_of_verilator/include/vltstd" \
    -isystem "$verilated" -DSCORD_WITHOUT_TRACE -DSCORD_SCHEDULER_48_ONLY -c -o "$directory/device.o" \
    cosim/scheduler/scheduler_device.cpp
gcc -std=c11 -O1 -fPIC -fvisibility=hidden -c -o "$directory/mutation_number.o" tb/mutation/automatic/mutation_number.c
gcc -std=c11 -O1 -fPIC -fvisibility=hidden -I. -c -o "$directory/verilated_print.o" cosim/verilated/verilated_print.c
g++ -shared -static-libstdc++ -static-libgcc -Wl,--version-script=cosim/scheduler/exports.map -Wl,-z,defs \
    -o "$directory/libscordscheduler.so" \
    "$directory"/*.o "$verilated/Vwarp_scheduler_48__ALL.a" "$build"/verilated/runtime/verilated.o \
    "$build"/verilated/runtime/verilated_threads.o "$build"/verilated/runtime/verilated_dpi.o -lpthread
echo "$print" > "$directory/print"
