#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutation.sh: how many automatic mutants of the RTL do the tests find? (docs/mutation.md)
#
# usage: mutation.sh [--sample N] [--seed S] [--directory D] [--keep] [--modules "M N…"]
#   --sample N     mutants, chosen by seed, at least one of every module (default 40; 0: all)
#   --directory D  where everything goes (default $BUILD/mutation)
#   --keep         go on with the results that are there, if RTL and sample are the same
#   --modules      only these modules have mutants, of which N are chosen (with CONFIG=tinyar those of acquire and
#                  release, which tiny does not have)
# All mutants of the sample are in one verilated model, switched by number. Stages, each for what survived those before:
#   short lockstep runs → the module's bench → long lockstep runs → equivalence (yosys, registers cut) → the module's
#   proof → reasons (tb/mutation/automatic/equivalents) → timing (other cycles than the unmutated RTL in a short run).
# D/score.md: the table; D/survivors: what nothing found, file:line, before → after.
# Environment: BUILD (default build), JOBS (default 2), CONFIG (default tiny), STAGES (default: all, named as above in
# one word).
# Exit codes: 0 no survivor, 1 survivors, 2 bad usage, 3 a tool failed. Last line: "N passed, N failed": every mutant is
# one.
set -u
sample=40; seed=1; keep=0; only=""
build=${BUILD:-build}; directory=$build/mutation
while [ $# -gt 0 ]; do
    case $1 in
        --sample) sample=$2; shift 2;;
        --seed) seed=$2; shift 2;;
        --directory) directory=$2; shift 2;;
        --modules) only=$2; shift 2;;
        --keep) keep=1; shift;;
        *) sed -n '/^# usage/,/^# All/p' "$0" | sed '$d' >&2; exit 2;;
    esac
done
export MUTATION_DIRECTORY=$directory MUTATION_BUILD=$build MUTATION_CONFIG=${CONFIG:-tiny}
jobs=${JOBS:-2}; here=tb/mutation/automatic; stages=${STAGES:-short bench long equivalence proof}
mapfile -t sources < <(find rtl -name '*.v' | sort |
    awk -F/ -v only=" $only " '{module = $NF; sub(/\.v$/, "", module)} only == "  " || index(only, " " module " ")')
[ ${#sources[@]} -gt 0 ] || { echo "mutation.sh: no module of $only in rtl/" >&2; exit 2; }
export MUTATION_SOURCES="${sources[*]}"

print=$(cat "${sources[@]}" rtl/common/*.vh "$here"/*.c "$here/runs" | cksum)
[ $keep = 1 ] && [ "$(cat "$directory/print" 2>/dev/null)" = "$print $MUTATION_CONFIG $sample $seed $only" ] ||
    rm -rf "$directory"
mkdir -p "$directory"
"$build/tools/mutate" list "$sample" "$seed" "${sources[@]}" > "$directory/list" || exit 2
stale=0  # the harness is newer than what is linked
for part in "$build"/libscordlockstep_core.a "$build"/libscord.a \
    "$build"/obj/tb/lockstep/device/{lockstep_top,test_registers}.o cosim/lockstep/device/rtl_device.cpp; do
    [ "$directory/registers" -nt "$part" ] || stale=1
done
if [ $stale = 1 ]; then
    cp -r rtl "$directory"
    {
        "$build/tools/mutate" switch "$directory" "$sample" "$seed" "${sources[@]}" &&
            "$here/build_top.sh" "$directory/rtl"
    } \
        > "$directory/build.log" 2>&1 ||
        {
            tail -n 5 "$directory/build.log" >&2
            echo "mutation.sh: the mutated RTL does not build, see $directory/build.log" >&2
            exit 3
        }
    echo "$print $MUTATION_CONFIG $sample $seed $only" > "$directory/print"
fi

# "number module" of the mutants that no stage has decided
left() {
    awk -F'\t' -v only=" $only " 'FILENAME != list {decided[$1] = decided[$1] || $2 != "survived"; next}
        !decided[$1] && (only == "  " || index(only, " " $2 " ")) {print $1, $2}' \
        list="$directory/list" $(ls "$directory"/stage.* 2>/dev/null) "$directory/list"
}
# Of these, what may be equivalent: without a reason in tb/mutation/automatic/equivalents, and in the short runs not
# told from the original by a single cycle
maybe_equivalent() {
    awk -F'\t' -v timing="$(cat "$directory/timing")" 'FILENAME ~ /equivalents$/ {reasoned[$0] = 1; next}
        FILENAME ~ /stage.short$/ {differs[$1] = $3 != timing; next}
        FILENAME != "-" {if ($7 in reasoned) differs[$1] = 1; next}
        {split($0, word, " "); if (!differs[word[1]]) print}' "$here/equivalents" "$directory/stage.short" \
        "$directory/list" -
}
# stage NAME COMMAND…: runs COMMAND number module for what is left; it prints "number<TAB>verdict<TAB>how"
stage() {
    name=$1; shift
    case " $stages " in *" $name "*) ;; *) return;; esac
    touch "$directory/stage.$name"
    left | awk 'FILENAME != "-" {done[$1] = 1; next} !done[$1]' "$directory/stage.$name" - > "$directory/todo"
    start=$SECONDS
    [ "$name" != equivalence ] || {
        maybe_equivalent < "$directory/todo" > "$directory/todo.part"
        mv "$directory/todo.part" "$directory/todo"
    }
    xargs -r -P "$jobs" -L 1 "$@" < "$directory/todo" >> "$directory/stage.$name"
    echo "$name: $(wc -l < "$directory/todo") mutants, $(left | wc -l) left ($((SECONDS - start)) s)"
}

failed=0
fail() { echo "FAIL $*"; failed=$((failed + 1)); }
for tier in short long; do
    unmutated=$("$here/kill_lockstep.sh" $tier 0 none | cut -f2,3)
    [ "${unmutated%%	*}" = survived ] || fail "the unmutated RTL does not pass the $tier runs: $unmutated"
    [ $tier = long ] || echo "$unmutated" | cut -f2 > "$directory/timing"
done
[ $failed = 0 ] || { echo "0 passed, $failed failed"; exit 1; }

stage short "$here/kill_lockstep.sh" short
stage bench "$here/kill_bench.sh"
stage long "$here/kill_lockstep.sh" long
stage equivalence "$here/equivalent.sh"
stage proof "$here/kill_proof.sh"
"$here/score.sh" "$directory" "$here/equivalents" "$([ "$sample$only" = 0 ] && echo all)" || failed=1
exit $failed
