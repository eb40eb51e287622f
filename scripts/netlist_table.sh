#!/bin/bash
# netlist_table.sh: runs a command and puts the table that it prints into a document, between "<!-- TABLE -->" and "<!-- end -->".
#
# usage: netlist_table.sh DOCUMENT TABLE COMMAND…     the table is also printed; other tables stay as they are
# Exit codes: the command's when it is not 0, and the document is then untouched; 1 the document has no such table; 2 bad usage.
set -u
[ $# -ge 3 ] && [ -w "$1" ] || { echo "usage: netlist_table.sh DOCUMENT TABLE COMMAND..." >&2; exit 2; }
document=$1; table=$2; shift 2
. "$(dirname "$0")/../tb/evaluation/evaluate.sh"
tables=$(mktemp -d) || exit 3; trap 'rm -rf "$tables"' EXIT
grep -q "^<!-- $table -->\$" "$document" || { echo "netlist_table.sh: $document has no table $table" >&2; exit 1; }
awk -v tables="$tables" '/^<!-- end -->$/ {file = ""} file != "" {print > file} /^<!-- [a-z-]+ -->$/ && !/end -->$/ {file = tables "/" $2 ".md"}' "$document"
"$@" | tee "$tables/$table.part"
code=${PIPESTATUS[0]}; [ "$code" -eq 0 ] || exit "$code"
grep '^|' "$tables/$table.part" > "$tables/$table.md"
fill "$document" "$tables" > "$tables/document" && cp "$tables/document" "$document"
