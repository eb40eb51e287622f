# completion.awk: what a --help text offers to complete, as the branches of the case statement of completion.sh's function.
#
# usage: awk -v command=check -f completion.awk HELP
# Lines: words COMMAND WORD…          options, and sub-commands like `dump` of `scord events`
#        value COMMAND OPTION KIND    KIND of the word after OPTION: file, directory, other, or the words to choose from
# Read: usage lines and everything up to the examples, except what stands in `back quotes`, which is about other commands.
# Choices are what follows the last ": " of an explanation as "a (default), b, c", or a placeholder like exact|inclusive.
function add(word) { if (!(word in seen)) { seen[word] = 1; words = words " " word } }
function kind(placeholder, explanation,    list, items, count, i, word) {
    if (placeholder ~ /^[a-z][a-z-]*([|][a-z-]+)+$/) { gsub(/[|]/, " ", placeholder); return placeholder }
    if (placeholder ~ /^(FILE|F|OUT)$/) return "file"
    if (placeholder ~ /^(DIR|DIRECTORY)$/) return "directory"
    list = explanation; gsub(/ *\([^)]*\)/, "", list); sub(/;.*/, "", list)
    if (!sub(/^.*: /, "", list) && list !~ /^[a-z0-9-]+, /) return "other"
    count = split(list, items, / *, */); list = ""
    for (i = 1; i <= count; i++) { word = items[i]; if (word == "..." || word == "") continue; if (word !~ /^[a-z][a-z0-9-]*$/) return "other"; list = list " " word }
    return count > 1 ? substr(list, 2) : "other"
}
# The entry that is complete: "--option PLACE  explanation"; several may stand in one: "-c  --compile", "--quiet, --json F".
function flush(    term, rest, parts, count, i, option) {
    if (entry == "") return
    term = entry; rest = ""
    if (match(entry, /   */)) { term = substr(entry, 1, RSTART - 1); rest = substr(entry, RSTART); sub(/^ +/, "", rest) }
    count = split(term, parts, / /)
    for (i = 1; i <= count; i++) {
        option = parts[i]; sub(/,$/, "", option)
        if (option !~ /^--?[A-Za-z][A-Za-z0-9_-]*$/) continue
        if (i < count && parts[i] !~ /,$/ && parts[i + 1] !~ /^-/ && !((command, option) in told)) {
            told[command, option] = 1; place = parts[i + 1]; sub(/[[,].*/, "", place)
            print "value " command " " option " " kind(place, rest)
        }
    }
    entry = ""
}
function options_of(text,    option) {
    gsub(/`[^`]*`/, "", text)
    while (match(text, /(^|[ [(|,])--?[A-Za-z][A-Za-z0-9_-]*/)) {
        option = substr(text, RSTART, RLENGTH); sub(/^[^-]/, "", option); text = substr(text, RSTART + RLENGTH)
        if (option ~ /^--[a-z]/ || text ~ /^( |$|,|\])/) add(option)
    }
}
# "--option PLACE" of a usage line
function usage_values(text,    option, place) {
    while (match(text, /--[a-z][a-z0-9_-]* [A-Z]+/)) {
        option = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH); place = option; sub(/ .*/, "", option); sub(/.* /, "", place)
        pending[option] = place
    }
}
function subcommands(text,    parts, count, i) {
    if (!match(text, "scord " command " ")) return
    text = substr(text, RSTART + RLENGTH); count = split(text, parts, / /)
    sub(/^\[/, "", parts[1])
    if (parts[1] ~ /^[a-z]+$/) add(parts[1])
    for (i = 2; i < count; i++) if (parts[i] == "|" && parts[i + 1] ~ /^[a-z]+$/) add(parts[i + 1])
}
/^usage: / { usage = 1 }
/^$/ { usage = 0 }
/^examples:$/ { exit }
usage { subcommands($0); usage_values($0) }
{ options_of($0) }
/^  --?[A-Za-z]/ { flush(); entry = $0; sub(/^  /, "", entry); next }
entry != "" && /^        / { text = $0; sub(/^ +/, " ", text); entry = entry (entry ~ /   *[^ ]/ ? "" : "   ") text; next }
{ flush() }
END {
    flush()
    for (option in pending) if (!((command, option) in told)) print "value " command " " option " " kind(pending[option], "")
    add("--help"); print "words " command words
}
