# SPDX-License-Identifier: Apache-2.0
# make_help.awk: `make help`: the targets by role, their texts whole.
#
# usage: cat MAKEFILES | awk -f make_help.awk
# A line "## ROLE: TARGET: TEXT" above a target; ROLE is one of those below. Exit code 1, after the list: a line "## "
# has another form.
BEGIN {
    roles = split("use test evaluate develop", role, " ")
    WIDTH = 100; COLUMN = 24
}
/^## / {
    at = index($0, ": "); name = substr($0, 4, at - 4)
    rest = substr($0, at + 2); at = index(rest, ": ")
    for (r = roles; r > 0 && role[r] != name; r--);
    if (!r || at < 2) { wrong = wrong "make_help.awk: not \"## ROLE: TARGET: TEXT\": " $0 "\n"; next }
    target = substr(rest, 1, at - 1); text[r, target] = substr(rest, at + 2)
    for (i = ++count[r]; i > 1 && order[r, i - 1] > target; i--) order[r, i] = order[r, i - 1] # by name
    order[r, i] = target
}
function show(target, text,    line, words, word, i) {
    line = sprintf("  %-" (COLUMN - 3) "s", target)
    words = split(text, word, " ")
    for (i = 1; i <= words; i++) {
        if (length(line) + 1 + length(word[i]) > WIDTH && i > 1) {
            print line
            line = sprintf("%" (COLUMN - 1) "s", "")
        }
        line = line " " word[i]
    }
    print line
}
END {
    for (r = 1; r <= roles; r++) {
        print (r > 1 ? "\n" : "") "to " role[r] " (make TARGET):"
        for (i = 1; i <= count[r]; i++) show(order[r, i], text[r, order[r, i]])
    }
    if (wrong) { printf "%s", wrong > "/dev/stderr"; exit 1 }
}
