#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# equivalent.sh: is the mutant the same circuit? For all states and inputs, in every shape in which warp_scheduler
# instantiates the module, outputs and next state are equal (yosys: registers become ports, then SAT on the miter).
#
# usage: equivalent.sh NUMBER MODULE     environment: see mutation.sh. Prints "number<TAB>equivalent|survived<TAB>how".
# As tb/mutation/automatic/equivalent.sh, with warp_scheduler as the top and without the second try under the module's
# assertions.
number=$1; module=$2
. tb/lockstep/scheduler/sources.sh
original=$MUTATION_DIRECTORY/original; mutated=$MUTATION_DIRECTORY/mutant.$number
decide() { printf '%s\t%s\t%s\n' "$number" "$1" "$2"; rm -rf "$mutated"; exit 0; }
elaborate() { # output, files
    yosys -q -p "read_verilog -sv -Irtl/common ${*:2}; hierarchy -top warp_scheduler; proc; write_rtlil $1.part" \
        > "$1.log" 2>&1 && mv "$1.part" "$1"
}
# shellcheck disable=SC2086
( flock 9; [ -e "$original.il" ] || elaborate "$original.il" $scheduler_sources ) 9> "$original.lock"
mkdir -p "$mutated/rtl/sm"
# shellcheck disable=SC2086
"$MUTATION_BUILD/tools/mutate" apply "$mutated" "$number" $scheduler_sources || exit 3
shapes=$(sed -n 's/^module //p' "$original.il" | grep -E "(^|\\\\)$module(\\\\|\$)")
[ -n "$shapes" ] || decide survived "not instantiated"
elaborate "$mutated/mutated.il" "$mutated"/rtl/sm/*.v ||
    decide survived "yosys: $(tail -n 1 "$mutated/mutated.il.log" | cut -c1-80)"
load() { # file, shape, name
    echo "read_rtlil $1; hierarchy -top $2; rename -top $3; memory_map; opt_clean; expose -dff -evert -evert-dff; select -clear; design -stash $3;"
}
# Instances inside the module become ports, too: they are the same on both sides.
for shape in $shapes; do
    yosys -q -p "$(load "$original.il" "$shape" gold) $(load "$mutated/mutated.il" "$shape" gate)
        design -copy-from gold -as gold gold; design -copy-from gate -as gate gate; miter -equiv -flatten gold gate miter;
        hierarchy -top miter; opt -fast; sat -verify -prove trigger 0 -timeout 60 miter" > "$mutated/log" 2>&1 ||
        decide survived "not proved: $(tail -n 1 "$mutated/log" | cut -c1-80)"
done
decide equivalent proved
