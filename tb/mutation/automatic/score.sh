#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# score.sh: the table of a mutation run, its survivors, and "N passed, N failed" (every mutant is one; so is every
# reason).
#
# usage: score.sh DIRECTORY REASONS [all]      all: every mutant was in the run, so that a reason without a mutant fails
# REASONS: keys of mutants (column 7 of `mutate list`) at the beginning of a line, any number, then the reason,
# indented. Writes DIRECTORY/score.md and DIRECTORY/survivors. Exit codes: 0 no survivor, 1 some.
directory=$1; reasons=$2; all=${3:-}
rm -f "$directory/survivors"
awk -F'\t' -v directory="$directory" -v all="$all" -v timing="$(cat "$directory/timing")" '
function file_stage(name) { name = FILENAME; sub(/.*stage\./, "", name); return name }
FILENAME ~ /equivalents$/ {
    if ($0 ~ /^#/ || $0 ~ /^[ \t]*$/) next
    if ($0 !~ /^[ \t]/) { if (reasoned) pending_count = 0; reasoned = 0; pending[++pending_count] = $0; next }
    for (i = 1; i <= pending_count; i++) reason[pending[i]] = reason[pending[i]] $0
    reasoned = 1
    next
}
FILENAME ~ /stage\./ {
    stage = file_stage()
    if (stage == "short" && $2 == "survived") hash[$1] = $3
    if ($2 == "killed" || $2 == "equivalent") { verdict[$1] = $2; how[$1] = stage; detail[$1] = $3 }
    next
}

{
    module = $2; modules[module] = 1; count[module]++; total++
    if (verdict[$1] == "killed") column = how[$1] == "long" ? "short" : how[$1]
    else if (verdict[$1] == "equivalent") column = "proved"
    else if ($7 in reason) { column = "reasoned"; used[$7] = 1 }
    else if (hash[$1] != "" && hash[$1] != timing) column = "timing"
    else {
        column = "survived"
        print $3 ": " $4 ": " $5 " → " $6 > (directory "/survivors")
    }
    if (($7 in reason) && column != "reasoned") contradicted[$7] = column
    n[module, column]++; sum[column]++
    print $1 "\t" module "\t" $3 "\t" column "\t" detail[$1] "\t" $7 > (directory "/verdicts")
}
function row(name, c, lockstep, bench, proof, timed, proved, reasoned, survived) {
    killed = lockstep + bench + proof + timed
    real = c - proved - reasoned
    return sprintf("| %s | %d | %d | %d | %d | %d | %d | %d | %d | %s |", name, c, lockstep, bench, proof, timed,
        proved, reasoned, survived,
                   real ? sprintf("%.1f %%", 100 * killed / real) : "-")
}
END {
    out = directory "/score.md"
    print "| module | mutants | lockstep | bench | proof | timing | equivalent, proved | equivalent, reasoned | survived | score |" > out
    print "|---|---|---|---|---|---|---|---|---|---|" > out
    sorted = "sort >> " out
    close(out)
    for (m in modules) print row(m, count[m], n[m, "short"], n[m, "bench"], n[m, "proof"], n[m, "timing"],
        n[m, "proved"], n[m, "reasoned"], n[m, "survived"]) | sorted
    close(sorted)
    print row("**all**", total, sum["short"], sum["bench"], sum["proof"], sum["timing"], sum["proved"], sum["reasoned"],
        sum["survived"]) >> out
    failed = sum["survived"] + 0
    for (key in contradicted) if (contradicted[key] != "proved") {
        print "FAIL a reason for what is no survivor (" contradicted[key] "): " key; failed++ }
    if (all) for (key in reason) if (!(key in used) && !(key in contradicted)) {
        print "FAIL a reason without a mutant: " key; failed++ }
    print total - sum["survived"] + 0, failed > (directory "/closing")
}' "$reasons" $(ls "$directory"/stage.*) "$directory/list"
cat "$directory/score.md"
[ ! -s "$directory/survivors" ] || sed 's/^/FAIL survived: /' "$directory/survivors"
read -r passed failed < "$directory/closing"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
