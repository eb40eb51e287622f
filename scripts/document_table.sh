#!/bin/bash
# document_table.sh: runs a command and puts the table that it prints into a document, between "<!-- TABLE -->" and "<!-- end -->".
#
# usage: document_table.sh DOCUMENT TABLE COMMAND…     the table is also printed; other tables stay as they are
# Exit codes: the command's when it is not 0, and the document is then untouched; 1 the document has no such table; 2 bad usage.
set -u
[ $# -ge 3 ] && [ -w "$1" ] || { echo "usage: document_table.sh DOCUMENT TABLE COMMAND..." >&2; exit 2; }
document=$1; table=$2; shift 2
tables=$(mktemp -d) || exit 3; trap 'rm -rf "$tables"' EXIT
grep -q "^<!-- $table -->\$" "$document" || { echo "document_table.sh: $document has no table $table" >&2; exit 1; }
"$@" | tee "$tables/printed"
code=${PIPESTATUS[0]}; [ "$code" -eq 0 ] || exit "$code"
grep '^|' "$tables/printed" > "$tables/$table.md"
awk -v tables="$tables" -f "$(dirname "$0")/fill_document.awk" "$document" > "$tables/document" && cp "$tables/document" "$document"
