#!/bin/sh
# manual.sh: a manual page for scord and for every command, from their --help texts.
#
# usage: manual.sh SCORD DIRECTORY        SCORD: the executable; writes DIRECTORY/scord.1, scord-check.1, …
# What help texts do not say (environment, files) is scripts/install/scord.tail, behind the page of scord itself.
# Exit codes: 0 written, 3 a help text cannot be had or a page not be written.
set -u
[ $# -eq 2 ] || { echo "usage: manual.sh SCORD DIRECTORY" >&2; exit 2; }
scord=$1; directory=$2; here=$(dirname "$0")
version=$("$scord" --version | sed 's/,.*//')
commands=$("$scord" --help | sed -n '/^commands:$/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p' | grep -v '^help$')

page() { # NAME SUMMARY COMMAND…: the page of `scord COMMAND… --help`
    name=$1; summary=$2; shift 2
    "$scord" "$@" --help > "$directory/help" && [ -s "$directory/help" ] || { echo "manual.sh: no help text of scord $*" >&2; exit 3; }
    awk -v page="$name" -v summary="$summary" -v version="$version" -f "$here/manual.awk" "$directory/help" > "$directory/$name.1" || exit 3
}
see_also() { # PAGES…, to standard output
    echo ".SH SEE ALSO"
    for other; do printf '.BR %s (1)%s\n' "$(echo "$other" | sed 's/-/\\-/g')" ,; done | sed '$s/,$//'
}

pages=
for command in $commands; do pages="$pages scord-$command"; done
page scord "scoped race detection for GPU programs"
{ cat "$here/scord.tail"; see_also $pages; } >> "$directory/scord.1" || exit 3
for command in $commands; do
    summary=$("$scord" --help | sed -n "s/^  $command  *//p" | head -n 1)
    page "scord-$command" "$summary" "$command"
    { cat "$here/scord-$command.tail" 2>/dev/null; see_also scord; } >> "$directory/scord-$command.1" || exit 3
done
page scord-events-import "Accel-Sim traces as an event stream" events import .
see_also scord-events >> "$directory/scord-events-import.1" || exit 3
rm -f "$directory/help"
