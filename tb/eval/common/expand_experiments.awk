# SPDX-License-Identifier: Apache-2.0
# expand_experiments.awk: the runs of a file of experiments, a line each: every combination of the words of a group's
# fields.
#
# A line of the file is a group: fields separated by " | ", the first its name, the second its programs. "@name = words"
# defines a list that later fields name; "@name+TEXT" is every word of it with ",TEXT" behind it. "#" starts a comment
# line.
# usage: awk -v fields=N -v order="M..." [-v numbers=M] -v groups="NAME..." -f expand_experiments.awk EXPERIMENTS
#   fields    of a group        order     the fields from 2 on, that whose words change slowest first
#  numbers a field whose words are numbers; the runs of the lowest come first over all groups, so that what is done of
# an
#             evaluation that was interrupted is a whole one of fewer of them
#   groups    those wanted; empty: all
# Exit codes: 0 printed, 2 a line that is not as said here, or no such group, after one message.
function fail(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; failed = 1; exit 2 }
function with(text, tail,    list, count, i, result) {
    count = split(text, list, " ")
    for (i = 1; i <= count; i++) result = result " " list[i] "," tail
    return result
}
function words_of(text,    list, count, i, result, at, name) {
    count = split(text, list, " ")
    for (i = 1; i <= count; i++) {
        at = index(list[i], "+")
        if (list[i] ~ /^@/ && at) {
            name = substr(list[i], 1, at - 1)
            if (!(name in names)) fail("no list " name " has been defined above")
            result = result with(names[name], substr(list[i], at + 1))
            continue
        }
        if (list[i] ~ /^@/ && !(list[i] in names)) fail("no list " list[i] " has been defined above")
        result = result " " (list[i] in names ? names[list[i]] : list[i])
    }
    return result
}
function print_run(    field, line, rank) {
    line = $1; rank = numbers ? chosen[numbers] + 0 : 0
    for (field = 2; field <= fields; field++) line = line " " chosen[field]
    if (rank > last) last = rank
    runs[rank] = runs[rank] line "\n"
}
function expand(depth,    words, count, i) { # the fields of `order` from the depth-th on
    if (depth > depths) { print_run(); return }
    count = split(words_of($slowest[depth]), words, " ")
    if (!count) fail("an empty field")
    for (i = 1; i <= count; i++) {
        if (slowest[depth] == numbers && words[i] !~ /^[0-9]+$/) fail("a seed is a number, not '" words[i] "'")
        chosen[slowest[depth]] = words[i]
        expand(depth + 1)
    }
}
BEGIN {
    FS = " *[|] *"; depths = split(order, slowest, " "); last = 0
    count = split(groups, list, " "); for (n = 1; n <= count; n++) wanted[list[n]] = 1
}
/^ *(#|$)/ { next }
/^@[a-z]+ *=/ {
    name = $0; sub(/ *=.*/, "", name)
    text = $0; sub(/^[^=]*= */, "", text)
    names[name] = words_of(text); next
}
NF != fields { fail("a group has " fields " fields, not " NF) }
{ found[$1] = 1; if (groups == "" || ($1 in wanted)) expand(1) }
END {
    if (failed) exit 2
    for (name in wanted) if (!(name in found)) { print FILENAME ": no group " name > "/dev/stderr"; exit 2 }
    for (rank = 0; rank <= last; rank++) printf "%s", runs[rank]
}
