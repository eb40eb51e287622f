#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# build_top.sh: verilates RTL with switched mutants (build/tools/mutate switch, plant) and links the lockstep harness to
# it.
#
# usage: build_top.sh RTL-DIRECTORY     results: $MUTATION_DIRECTORY/top, a lockstep_top, and …/registers, the register
#                                       test
# Environment: MUTATION_DIRECTORY, MUTATION_BUILD (as BUILD of the Makefile), MUTATION_CONFIG; SCORD_MUTANT=N at run
# time is the mutant. MUTATION_PARAMETERS, when set, are options for Verilator instead of the configuration's (a netlist
# has no parameters). Registers that no reset reaches power up with random values: else a forgotten reset would look
# right. MUTATION_LEVEL (default -O1): compiler's level for the model; -O0 where few mutants run.
set -eu
directory=$MUTATION_DIRECTORY; build=$MUTATION_BUILD; config=$MUTATION_CONFIG; root=$PWD; rtl=$1
level=${MUTATION_LEVEL:--O1}
options=${MUTATION_PARAMETERS-$(sed -n "s/^CONFIG_${config}_VERILATOR = //p" rtl/common/scord_configs.mk)}
verilated=$directory/verilated
if [ ! -e "$verilated/stamp" ]; then
    # Replaced expressions may be wider or narrower than those around them: no lint here.
    # shellcheck disable=SC2046,SC2086
    verilator --cc -O3 --x-assign fast --x-initial unique \
        --assert -Wno-fatal -Wno-lint -Wno-style --top-module scord_top -Irtl/common $options \
        -CFLAGS "-include $root/cosim/verilated/verilated_print.h" --prefix "Vscord_top_$config" --Mdir "$verilated" \
        tb/mutation/automatic/mutation_control.v $(find "$rtl" -name '*.v' | sort)
    cosim/verilated/compile_model.sh --one "$verilated" "Vscord_top_$config" "$level"
    touch "$verilated/stamp"
fi
verilator_root=$(verilator --getenv VERILATOR_ROOT)
g++ -std=c++17 "$level" -I. -isystem "$verilator_root/include" -isystem "$verilator_root/include/vltstd" \
    -isystem "$verilated" "-DSCORD_ELABORATION=$config" "-DSCORD_HEADER=\"Vscord_top_$config.h\"" \
    -DSCORD_WITHOUT_TRACE \
 -c -o "$directory/device.o" cosim/lockstep/device/rtl_device.cpp
gcc -std=c11 -D_GNU_SOURCE -O2 -I. "-DSCORD_DEVICE_CLASSES(X)=X($config)" -c -o "$directory/classes.o" \
    cosim/lockstep/device/rtl_device.c
gcc -std=c11 -O2 -c -o "$directory/mutation_number.o" tb/mutation/automatic/mutation_number.c
objects="$directory/mutation_number.o $directory/device.o $directory/classes.o $verilated/Vscord_top_${config}__ALL.a
    $build/verilated/runtime/verilated.o $build/verilated/runtime/verilated_threads.o
    $build/verilated/runtime/verilated_dpi.o $build/libscordlockstep_core.a $build/libscord.a"
# shellcheck disable=SC2086
{
    g++ -o "$directory/top" "$build"/obj/tb/lockstep/device/lockstep_main.o \
        "$build"/obj/tb/lockstep/device/lockstep_top.o $objects -lpthread -lz
    g++ -o "$directory/registers" "$build"/obj/tb/lockstep/device/test_registers.o $objects -lcmocka -lpthread -lz
}
