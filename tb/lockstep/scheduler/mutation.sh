#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# mutation.sh: how many automatic mutants of the warp scheduling unit does its random lockstep find? (docs/mutation.md
# has the operators; the detector's own run is tb/mutation/automatic/mutation.sh.)
#
# usage: mutation.sh [--sample N] [--seed S] [--directory D] N mutants chosen by seed, at least one of every module (0:
# all; 120) All mutants of the sample are in one verilated model, switched by number. For each: short lockstep runs,
# after several power-ups; for what they do not find, long ones; then equivalence (equivalent.sh), then reasons
# (tb/lockstep/scheduler/equivalents). D/score.md: the table; D/survivors: what nothing found. Environment: BUILD
# (default build), JOBS (default 1).
# Exit codes: 0 no survivor, 1 survivors, 3 a tool failed. Last line: "N passed, N failed": every mutant is one.
set -u
sample=120; seed=1; build=${BUILD:-build}; directory=$build/scheduler_mutation
while [ $# -gt 1 ]; do
    case $1 in
        --sample) sample=$2;;
        --seed) seed=$2;;
        --directory) directory=$2;;
        *) break;;
    esac
    shift 2
done
[ $# -eq 0 ] || { sed -n '/^# usage/p' "$0" >&2; exit 2; }
export MUTATION_DIRECTORY=$directory MUTATION_BUILD=$build
. tb/lockstep/scheduler/sources.sh
mkdir -p "$directory/rtl/sm"; rm -f "$directory"/rtl/sm/*.v
# shellcheck disable=SC2086
"$build/tools/mutate" list "$sample" "$seed" $scheduler_sources > "$directory/list" &&
    "$build/tools/mutate" switch "$directory" "$sample" "$seed" $scheduler_sources || exit 3
tb/lockstep/scheduler/build_mutated.sh "$directory" || {
    echo "mutation.sh: does not build, see $directory/build.log" >&2
    exit 3
}

unmutated=$(tb/lockstep/scheduler/kill.sh 0 none | cut -f2-)
[ "${unmutated%%	*}" = survived ] || {
    echo "FAIL the unmutated RTL does not pass: $unmutated"
    echo "0 passed, 1 failed"
    exit 1
}
cut -f1,2 "$directory/list" | xargs -r -P "${JOBS:-1}" -L 1 tb/lockstep/scheduler/kill.sh > "$directory/killed" ||
    exit 3
awk -F'\t' 'FILENAME != "-" {if ($2 == "survived") left[$1] = 1; next} $1 in left {print $1, $2}' "$directory/killed" \
    - < "$directory/list" > "$directory/left"
rm -f "$directory"/original*
xargs -r -P "${JOBS:-1}" -L 1 tb/lockstep/scheduler/equivalent.sh < "$directory/left" > "$directory/equivalence"

awk -F'\t' -v directory="$directory" '
FILENAME ~ /equivalents$/ { if ($0 !~ /^([ \t]|#|$)/) reason[$0] = 1; next }
FILENAME ~ /killed$/ { verdict[$1] = $2 == "killed" ? "killed" : "survived"; next }
FILENAME ~ /equivalence$/ { if ($2 == "equivalent") verdict[$1] = "proved"; next }
{
    v = verdict[$1]
    if (v == "survived" && ($7 in reason)) v = "reasoned"
    else if ($7 in reason) { print "FAIL a reason for what is no survivor (" v "): " $7; contradicted++ }
    if (v == "survived") print $3 ": " $4 ": " $5 " → " $6 "    key: " $7 > (directory "/survivors")
    count[$2]++; n[$2, v]++; count["**all**"]++; n["**all**", v]++
}
function row(name, c, real) {
    real = c - n[name, "proved"] - n[name, "reasoned"]
    return sprintf("| %s | %d | %d | %d | %d | %d | %s |", name, c, n[name, "killed"], n[name, "proved"],
        n[name, "reasoned"], n[name, "survived"],
                   real ? sprintf("%.1f %%", 100 * n[name, "killed"] / real) : "-")
}
BEGIN { printf "" > (directory "/survivors") }
END {
    print "| module | mutants | lockstep | equivalent, proved | equivalent, reasoned | survived | score |" > (directory "/score.md")
    print "|---|---|---|---|---|---|---|" > (directory "/score.md")
    sorted = "sort >> " directory "/score.md"
    close(directory "/score.md")
    for (name in count) if (name != "**all**") print row(name, count[name]) | sorted
    close(sorted)
    print row("**all**", count["**all**"]) >> (directory "/score.md")
    print count["**all**"] - n["**all**", "survived"], n["**all**", "survived"] + contradicted > (directory "/closing")
}' tb/lockstep/scheduler/equivalents "$directory/killed" "$directory/equivalence" "$directory/list"
cat "$directory/score.md"
sed 's/^/FAIL survived: /' "$directory/survivors"
read -r passed failed < "$directory/closing"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
