#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# kill_bench.sh: does the bench of the mutant's module find it?
#
# usage: kill_bench.sh NUMBER MODULE     environment: see mutation.sh
# Prints "number<TAB>killed|survived<TAB>how". A bench that does not pass with the unmutated RTL finds nothing; with
# MUTATION_BENCH_SECONDS set, what a mutant may take, other rows say that it passes.
. tb/mutation/automatic/apply.sh
number=$1; module=$2
decide() { printf '%s\t%s\t%s\n' "$number" "$1" "$2"; rm -rf "$mutated"; exit 0; }
[ -e "tb/bench/bench_$module.v" ] || { printf '%s\tsurvived\tno bench\n' "$number"; exit 0; }

compile() { # output, directory of the RTL
    output=$1; copies=$1.rtl; rm -rf "$copies"; mkdir -p "$copies"
    # as tb/bench/bench.mk does for Icarus 11
    for file in $(cd "$2" && find rtl -name "*.v"); do
        sed "s/always_comb/always @*/" "$2/$file" > "$copies/$(basename "$file")"
    done
    helpers=$(ls tb/bench/parts/*.v)
    # shellcheck disable=SC2086
    iverilog -g2012 -Irtl/common -Itb/bench/parts -s "bench_$module" -o "$output" "tb/bench/bench_$module.v" $helpers \
        "$copies"/*.v
}
# A bench passes with "N passed, 0 failed" and no failed assertion; coverage points are tb/bench/run_bench.sh's
# business.
simulate() { # vvp, seconds at most
    output=$(timeout "$2" vvp -n "$1" +seed=1 2>&1)
    printf "%s\n" "$output" | grep -v "^COVER" | grep -E "FAIL|ERROR|rror:|passed," | head -n 3
    printf "%s\n" "$output" | grep -q "^[1-9][0-9]* passed, 0 failed$" && ! printf "%s\n" "$output" | grep -q "^ERROR"
}
# once a module: is the bench of use?
reference=$MUTATION_DIRECTORY/bench_reference.$module
(
    flock 9
    [ -z "${MUTATION_BENCH_SECONDS:-}" ] || {
        mkdir -p "$reference"
        echo "$MUTATION_BENCH_SECONDS" > "$reference/seconds"
        echo passes > "$reference/verdict"
    }
    [ -e "$reference/verdict" ] && exit
    mkdir -p "$reference"
    if compile "$reference/$module.vvp" . > "$reference/log" 2>&1 && {
        start=$SECONDS
        simulate "$reference/$module.vvp" 600 >> "$reference/log" 2>&1
    }; then
        echo $((120 + 10 * (SECONDS - start))) > "$reference/seconds"  # a mutant that takes longer hangs
        echo passes
    else echo fails; fi > "$reference/verdict"
) 9> "$reference.lock"
[ "$(cat "$reference/verdict")" = passes ] || {
    printf '%s\tsurvived\tthe bench fails without a mutant\n' "$number"
    exit 0
}

apply "$number"
compile "$mutated/$module.vvp" "$mutated" > "$mutated/log" 2>&1 || decide survived "bench does not compile"
if simulate "$mutated/$module.vvp" "$(cat "$reference/seconds")" > "$mutated/log" 2>&1; then decide survived bench
else decide killed "bench: $(head -n 1 "$mutated/log" | cut -c1-80)"; fi
