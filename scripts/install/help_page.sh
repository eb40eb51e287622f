#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# help_page.sh: docs/generated/commands.md, the --help text of every command on one page.
#
# usage: help_page.sh SCORD > FILE        SCORD: the executable. Exit codes: 0 written, 2 bad usage, 3 a help text cannot be had.
set -u
[ $# -eq 1 ] || { echo "usage: help_page.sh SCORD > FILE" >&2; exit 2; }
scord=$1
section() { # TITLE COMMAND…
    title=$1; shift
    text=$("$scord" "$@" --help) && [ -n "$text" ] || { echo "help_page.sh: no help text of scord $*" >&2; exit 3; }
    printf '\n## %s\n```\n%s\n```\n' "$title" "$text"
}
commands=$("$scord" --help | sed -n '/^commands:$/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p' | grep -v '^help$')
printf '# Commands\n\nWritten by `make docs-commands` from the --help texts; not edited by hand. With examples and outputs: [user guide](../user-guide.md).\n'
section scord
for command in $commands; do section "scord $command" "$command"; done
section 'scord events import' events import .
