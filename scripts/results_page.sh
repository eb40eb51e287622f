#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# results_page.sh: writes tables into a page of docs/results, and the commit they were made at into its head.
#
# usage: results_page.sh PAGE --from FOLDER      every table NAME of the page for which FOLDER/NAME.md is there
#        results_page.sh PAGE --every FOLDER     the same; a table without a file is an error
#        results_page.sh PAGE NAME COMMAND…      runs COMMAND, prints its output, and takes the table NAME from it: the
#                                                lines that begin with "|"; with text:NAME all lines; with
#                                                fenced:NAME all lines, as a code block
# A table stands between "<!-- NAME -->" and "<!-- end -->" (fill_document.awk). Tables that are not made stay as they
# are. Exit codes: the command's when it is not 0, and the page is then untouched; 1 the page has no such table, or one
# of its tables has no file; 2 bad usage.
set -u
usage() { echo "usage: results_page.sh PAGE --from FOLDER | --every FOLDER | NAME COMMAND..." >&2; exit 2; }
if [ $# -lt 3 ] || [ ! -w "$1" ]; then usage; fi
page=$1; name=$2; every=; shift 2
work=$(mktemp -d) || exit 3; trap 'rm -rf "$work"' EXIT

take() { # KIND: of what the command printed
    case $1 in
    fenced) echo '```'; cat "$work/printed"; echo '```' ;;
    text) cat "$work/printed" ;;
    *) grep '^|' "$work/printed" ;;
    esac
}
case $name in
--from | --every)
    tables=$1; [ -d "$tables" ] || usage
    [ "$name" = --from ] || every=1 ;;
*)
    tables=$work; kind=${name%%:*}; name=${name#*:}
    grep -q "^<!-- $name -->\$" "$page" || { echo "results_page.sh: $page has no table $name" >&2; exit 1; }
    "$@" | tee "$work/printed"
    code=${PIPESTATUS[0]}; [ "$code" -eq 0 ] || exit "$code"
    take "$kind" > "$work/$name.md" ;;
esac
commit=$(git -C "$(dirname "$0")" describe --always --dirty --abbrev=7 --exclude '*' 2> /dev/null || echo unknown)
awk -v tables="$tables" -v commit="$commit" -v every=$every -v command="$page" \
    -f "$(dirname "$0")/fill_document.awk" "$page" > "$work/page" && cp "$work/page" "$page"
