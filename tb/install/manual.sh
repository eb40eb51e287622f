#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# manual.sh: the manual pages say what --help says: every line of it, every option, in pages that groff formats without
# a warning.
set -u
. tb/expect.sh
test_command help
pages=$build/install/man
commands=$("$scord" --help | sed -n '/^commands:$/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p' | grep -v '^help$')
[ "$(echo "$commands" | wc -w)" -ge 9 ]; check $? "commands: $commands"

# Words of a text one a line, without the layout: what was wrapped or indented otherwise is the same.
words() { tr -s ' \n' '\n\n' | sed '/^$/d'; }
formatted() { groff -man -Tascii -P-c -P-b -P-u -rLL=2000n -rHY=0 "$1" 2> "$folder/warnings"; }
same_words() { # HELP PAGE: each line of HELP stands in PAGE, in its order (headings apart)
    sed -E -e 's/^usage: //' -e '/^(examples|commands|environment):$/d' -e 's/^exit codes: //' "$1" |
        words > "$folder/wanted"
    formatted "$2" | words > "$folder/found"
    awk '
        FNR == NR { wanted[++n] = $0; next } { if (at < n && ($0 == wanted[at + 1] || wanted[at + 1] == $0 ":" )) at++ }
        END { if (at < n) { print "missing from word " at + 1 ": " wanted[at + 1] " " wanted[at + 2] " " wanted[at + 3];
                exit 1 } }' "$folder/wanted" "$folder/found"
}
compare() { # PAGE COMMAND…
    local page=$1; shift
    "$scord" "$@" --help > "$folder/help"
    problem=$(same_words "$folder/help" "$pages/$page.1"); check $? "$page.1: $problem"
    [ ! -s "$folder/warnings" ]; check $? "$page.1: $(head -n 3 "$folder/warnings")"
    groff -man -ww -Tutf8 "$pages/$page.1" 2>&1 > /dev/null | grep -v '^$' > "$folder/warnings"
    [ ! -s "$folder/warnings" ]; check $? "$page.1: groff warns: $(head -n 3 "$folder/warnings")"
    grep -q '^examples:' "$folder/help"; check $? "scord $* --help has examples"
    grep -q '^\.SH EXAMPLES' "$pages/$page.1"; check $? "$page.1 has them"
    for section in NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' 'SEE ALSO'; do
        [ "$section" = 'EXIT STATUS' ] && ! grep -q '^exit codes:' "$folder/help" && continue
        [ "$(grep -c "^.SH $section\$" "$pages/$page.1")" -eq 1 ]; check $? "$page.1: section $section, once"
    done
    formatted "$pages/$page.1" > "$folder/text"
    grep -oE '(^|[ [|,(])--?[A-Za-z][A-Za-z0-9_-]*' "$folder/help" | sed 's/^[^-]*//' | sort -u > "$folder/options"
    while read -r option; do
        grep -qwF -e "$option" "$folder/text"
        check $? "$page.1: option $option"
    done < "$folder/options"
}
compare scord
for command in $commands; do compare "scord-$command" "$command"; done
compare scord-events-import events import .
[ "$(ls "$pages"/*.1 | wc -l)" -eq $(( $(echo "$commands" | wc -w) + 2 )) ]; check $? "a page for each command"

# The comparison can fail: a page without one line of its help text is found out.
"$scord" check --help > "$folder/help"
grep -v 'schedule: 0 is plain' "$pages/scord-check.1" > "$folder/poorer.1"
! same_words "$folder/help" "$folder/poorer.1" > /dev/null; check $? "a page without an explanation passes"
sed 's/\\-\\-seed/\\-\\-sed/' "$pages/scord-check.1" > "$folder/poorer.1"
! same_words "$folder/help" "$folder/poorer.1" > /dev/null; check $? "a page with another option passes"
finish
