#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# links.sh: relative links of Markdown documents that lead nowhere: no such file, or no such heading in it.
#
# usage: links.sh FILE.md…      run in the repository's root; prints "FILE: TARGET" for each dead link
# A heading's anchor is GitHub's: lower case, without punctuation, spaces as hyphens. Exit codes: 0 none is dead, 1 some
# are.
set -u
anchors() { # FILE: of its headings, and those set by hand: <a id="d12"></a>
    grep -oE '<a id="[^"]*"' "$1" | sed 's/.*="//; s/"$//'
    sed -n '/^```/,/^```/d; s/^##* *//p' "$1" | tr '[:upper:]' '[:lower:]' |
        sed 's/\[\([^]]*\)\]([^)]*)/\1/g; s/[^a-z0-9 _-]//g; s/ /-/g'
}
dead=0
for file in "$@"; do
    for target in $(sed '/^```/,/^```/d; s/`[^`]*`//g' "$file" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' |
        sort -u); do
        case $target in *://* | mailto:*) continue;; esac
        path=${target%%#*}; anchor=
        case $target in *'#'*) anchor=${target#*#};; esac
        aim=$file; [ -z "$path" ] || aim=$(dirname "$file")/$path
        [ -e "$aim" ] && {
            [ -z "$anchor" ] || anchors "$aim" | grep -qx -e "$anchor"
        } || {
            echo "$file: $target"
            dead=1
        }
    done
done
exit $dead
