#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_schedules.sh: how many schedules `scord check --schedules` needs, drawn by PCT and at random, on the programs
# with rare races of this folder and on the 26 race sites of the applications (tb/eval/races/race_sites). Markdown on
# standard output.
#
# usage: eval_schedules.sh RARE SITES [NAME...]
#   RARE, SITES   schedules of each program and draw; of PCT for bugs of depth 3 six times as many
#   NAME          programs or applications; default all
# Environment: SCORD, the executable (build/scord). Exit code 1 when a program under test ended badly.
set -u
scord=${SCORD:-build/scord}
[ $# -ge 2 ] || { echo "usage: eval_schedules.sh RARE SITES [NAME...]" >&2; exit 2; }
rare=$1; sites=$2; shift 2
names=" $* "
folder=$(mktemp -d) || exit 3
trap 'rm -rf "$folder"' EXIT
problem=0

wanted() { [ "$names" = "  " ] || [[ $names == *" $1 "* ]]; }
explore() { # DRAW SCHEDULES PROGRAM ARGUMENTS…: into $folder/DRAW
    local draw=$1 count=$2 program=$3
    shift 3
    nice "$scord" check "$program" --schedules "$count" --draw "$draw" --no-early-stop --json "$folder/$draw" -- "$@" \
        > "$folder/out" 2> "$folder/err" < /dev/null
    [ $? -lt 2 ] || { echo "$program $*: $(head -n 1 "$folder/err")" >&2; problem=1; }
}
member() { sed -n "s/.*\"$2\": \([0-9]*\).*/\1/p" "$folder/$1" | head -n 1; }
# What the runs of a draw showed: "shown of all, first; per depth: shown of all".
count() { awk -f tb/eval/schedules/count_runs.awk "$folder/$1"; }
# The effect of the race on the output, the strongest of its sites.
effect() {
    grep -o '"changes_output": "[a-z]*"' "$folder/$1" | sed 's/.*"\([a-z]*\)"/\1/' |
        awk '{ has[$1] = 1 } END { print has["yes"] ? "yes" : has["perhaps"] ? "perhaps" : NR ? "no" : "-" }'
}

echo "# Results: schedules needed"
echo
cat << 'PAGE'
Written by `make eval-schedules` ([eval_schedules.sh](../../tb/eval/schedules/eval_schedules.sh)); what the
columns mean: [many schedules](../schedules.md). No early stop; number 0, the fair schedule, is in both.
PAGE
echo
echo "## Ten programs with rare races"
cat << PAGE
$rare schedules each; of PCT six times as many where the bug has depth 3. *1 in*: schedules for one that shows the race;
*bound*: what PCT promises for the depth that the bug has, 1 in n k^(d-1), beside what its schedules of that depth
showed. *Output*: whether the report says that the race changes it.

| program | depth d | n | k | PCT: in | first | 1 in | depth d: 1 in | bound: 1 in | random: in | first | output |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
PAGE
for program in tb/eval/schedules/programs/*.cu; do
    name=$(basename "$program" .cu)
    wanted "$name" || continue
    depth=$(sed -n 's/.*Depth \([0-9]\).*/\1/p' "$program" | head -n 1)
    explore random "$rare" "$program"
    explore pct $((depth < 3 ? rare : 6 * rare)) "$program"
    { count pct; count random; } | awk -v name="$name" -v depth="$depth" -v n="$(member pct warps)" \
        -v k="$(member pct steps)" -v effect="$(effect pct)" -f tb/eval/schedules/rare_row.awk
done
echo
echo "## The 26 race sites of the applications"
cat << PAGE
$sites schedules each; a schedule shows a race when its report has one. Site 0 is the correct program.

PAGE
echo "| application | site | PCT: in | first | random: in | first | output |"
echo "|---|---:|---:|---:|---:|---:|---|"
row() { # APP SITE
    { count pct; count random; } | awk -v app="$1" -v site="$2" -v effect="$(effect pct)" '
        NR == 1 { pct = $1 " of " $2 " | " $3 }
        NR == 2 { print "| " app " | " site " | " pct " | " $1 " of " $2 " | " $3 " | " effect " |" }'
}
while read -r app site; do
    wanted "$app" || continue
    arguments=(--race "$site")
    [ "$site" != 0 ] || arguments=()
    for draw in pct random; do explore $draw "$sites" "sim/kernels/apps/$app.cu" "${arguments[@]}"; done
    row "$app" "$site"
done < <(grep -v '^#' tb/eval/races/race_sites | tr -d ' ' |
    awk -F '|' '!seen[$1]++ { print $1, 0 } { print $1, $2 }')
exit $problem
