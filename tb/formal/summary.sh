#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# summary.sh: proves every module of tb/formal, the long parameter sets too, and prints the table of
# docs/results/formal.md.
#
# usage: [MODULES="X Y"] summary.sh DIRECTORY        keeps DIRECTORY/summary, DIRECTORY/proofs.md (the same as
#                                                    Markdown), DIRECTORY/log/*, DIRECTORY/traces/* (VCD) and
#                                                    traces/list
# Exit codes: 0 all proved and all planted changes refuted, 1 not, 2 bad usage, 3 a tool is missing.
[ $# -eq 1 ] || { echo "usage: summary.sh DIRECTORY" >&2; exit 2; }
directory=$1; rm -rf "$directory"; mkdir -p "$directory/log" "$directory/rows" "$directory/traces"
modules=$(echo ${MODULES:-$(ls tb/formal/formal_*.v | sed 's|tb/formal/formal_||; s|\.v$||')} | tr " " "\n")
export LONG=1 ROWS="$directory/rows" TRACES="$directory/traces"
echo "$modules" | xargs -P 2 -I M sh \
    -c "tb/formal/prove.sh M > $directory/log/M 2>&1; tail -n 1 $directory/log/M | sed 's|^|M: |'"
echo "$modules" | xargs -P 2 -I M sh \
    -c "tb/formal/refute.sh M > $directory/log/M.refute 2>&1; tail -n 1 $directory/log/M.refute | sed 's|^|M, planted changes: |'"
{
    echo "module | parameters | assertions | property groups | engine | depth | result | CPU seconds"
    for module in $modules; do cat "$directory/rows/$module"; done
} > "$directory/summary"
awk '{ print "| " $0 " |" } NR == 1 { gsub(/[^|]+/, "---"); print "|" $0 "|" }' "$directory/summary" \
    > "$directory/proofs.md"
echo; column -t -s '|' -o '|' "$directory/summary" | cut -c 1-250
echo; echo "cover traces ($(wc -l < "$directory/traces/list")): $directory/traces/list"
cat "$directory"/log/* | awk '
    / passed, .* failed$/ {p += $1; f += $3} END {print p + 0 " passed, " f + 0 " failed"; exit f > 0 || p == 0}'
