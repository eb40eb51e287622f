#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# equivalent.sh: is the mutant the same circuit? Proved for the module, in every shape in which the configuration
# instantiates it: for all states and inputs, outputs and next state are equal (yosys: registers become ports, then SAT
# on the miter). Where that does not hold, once more for all states and inputs in which the module's own assertions
# hold: these are checked in every cycle of every simulation, and many are proved (tb/formal).
#
# usage: equivalent.sh NUMBER MODULE     environment: see mutation.sh
# Prints "number<TAB>equivalent|survived<TAB>how". Equal next state for all states is sufficient, not necessary: a
# mutant that differs in states that cannot occur remains a survivor.
. tb/mutation/automatic/apply.sh
number=$1; module=$2
decide() { printf '%s\t%s\t%s\n' "$number" "$1" "$2"; rm -rf "$mutated"; exit 0; }
parameters=$(sed -n "s/^CONFIG_${MUTATION_CONFIG}_YOSYS = //p" rtl/common/scord_configs.mk)
original=$MUTATION_DIRECTORY/original

elaborate() { # output, options of read_verilog, files
    output=$1; options=$2; shift 2
    yosys -q -p "read_verilog -sv $options -Irtl/common $*
        hierarchy -top scord_top $parameters; proc; write_rtlil $output.part" &&
        mv "$output.part" "$output"
}
elaborate_once() { # output, options of read_verilog: the RTL without a mutant, for all that follow
    (
        flock 9
        # shellcheck disable=SC2046
        [ -e "$1" ] || elaborate "$1" "$2" $(find rtl -name '*.v' | sort) > "$original.log" 2>&1
    ) 9> "$1.lock"
}
elaborate_once "$original.il" ""

load() { # file, shape, name, what to do first
    echo "read_rtlil $1; hierarchy -top $2; rename -top $3; $4; memory_map; opt_clean
        expose -dff -evert -evert-dff; select -clear; design -stash $3;"
}
same() { # shape, original, what to do with it first, with the mutant, options of sat
    yosys -q -p "$(load "$2" "$1" gold "$3") $(load "$mutated/mutated.il" "$1" gate "$4")
        design -copy-from gold -as gold gold; design -copy-from gate -as gate gate
        miter -equiv -flatten gold gate miter;
        hierarchy -top miter; opt -fast; sat -verify $5 -prove trigger 0 -timeout 60 miter" > "$mutated/log" 2>&1
}
all_same() { # options of same
    for shape in $shapes; do same "$shape" "$@" || return; done
}

apply "$number"
shapes=$(sed -n 's/^module //p' "$original.il" | grep -E "(^|\\\\)$module(\\\\|\$)")
[ -n "$shapes" ] || decide survived "not instantiated"
elaborate "$mutated/mutated.il" "" "${files[@]}" > "$mutated/log" 2>&1 ||
    decide survived "yosys: $(tail -n 1 "$mutated/log" | cut -c1-80)"
# Instances inside the module become ports, too: they are the same on both sides.
all_same "$original.il" "" "" "" && decide equivalent proved
elaborate_once "$original.formal.il" "-formal -D__ICARUS__"
# Both with assertions, but for those with $past ("not Icarus"): it is a register that has no name.
elaborate "$mutated/mutated.il" "-formal -D__ICARUS__" "${files[@]}" > "$mutated/log" 2>&1 ||
    decide survived "yosys: $(tail -n 1 "$mutated/log" | cut -c1-80)"
all_same "$original.formal.il" "flatten; chformal -early; chformal -assert2assume" "flatten; chformal -early" \
    -set-assumes && decide equivalent "proved where the assertions hold"
decide survived "equivalence: $(tail -n 1 "$mutated/log" | cut -c1-80)"
