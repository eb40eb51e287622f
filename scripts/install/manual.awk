# manual.awk: a --help text as a manual page (man macros). The help text is the only source; nothing is added but the frame.
#
# usage: awk -v page=scord-check -v summary='…' -v version='scord 1.0.0' -f manual.awk HELP
# Understood of a help text: "usage:" and the lines under it; paragraphs; "heading:" and "heading (remark):" alone on a line;
# "heading: text" for exit codes and environment; entries "  term  explanation", continued on lines that are indented further.
function escaped(text) {
    gsub(/\\/, "\\e", text); gsub(/-/, "\\-", text); gsub(/'/, "\\(aq", text); gsub(/`/, "\\(ga", text); gsub(/\^/, "\\(ha", text); gsub(/~/, "\\(ti", text)
    return text
}
function put(text) { text = escaped(text); if (text ~ /^[.]/) text = "\\&" text; print text }
function fill(on) { if (on && !filling) print ".fi"; if (!on && filling) print ".nf"; filling = on }
function section(name) { fill(1); print ".SH " name; current = name; in_entries = 0 }
function subsection(name) { fill(1); if (current != "OPTIONS") section("OPTIONS"); print ".SS"; put(name); in_entries = 0 }
function heading(name, remark) {
    if (name == "examples") section("EXAMPLES")
    else if (name == "exit codes") section("EXIT STATUS")
    else if (name == "environment") section("ENVIRONMENT")
    else if (name == "commands") section("COMMANDS")
    else subsection(name remark)
}
# "term  explanation" into term and rest; terms hold single blanks only
function split_entry(text) {
    term = text; rest = ""
    if (match(text, /  +/)) { term = substr(text, 1, RSTART - 1); rest = substr(text, RSTART + RLENGTH) }
}
BEGIN {
    filling = 1; name = toupper(page); gsub(/-/, "\\-", name)
    printf ".TH %s 1 \"\" \"%s\" \"scord manual\"\n.SH NAME\n", name, version
    print escaped(page) " \\- " escaped(summary)
}
/^usage: / { section("SYNOPSIS"); fill(0); put(substr($0, 8)); usage = 1; next }
usage && /^ +/ { sub(/^       /, ""); put($0); next }
usage && /^$/ { usage = 0; section("DESCRIPTION"); next }
/^$/ { blank = 1; next }
/^[a-z][a-z ]*( \(.*\))?:$/ || /^[a-z][a-z ,]*.*:$/ && !/[.;] / {
    text = substr($0, 1, length($0) - 1); remark = ""
    if (match(text, / \(|, /)) { remark = substr(text, RSTART); text = substr(text, 1, RSTART - 1) }
    heading(text, remark); blank = 0; next
}
/^(exit codes|environment): / { text = $0; sub(/: .*/, "", text); heading(text, ""); sub(/^[a-z ]*: /, ""); put($0); blank = 0; next }
current == "EXAMPLES" { fill(0); put($0); blank = 0; next }
# Continued text of an exit code or an entry.
/^        / && current != "DESCRIPTION" { sub(/^ +/, ""); put($0); next }
/^ +[^ ]/ {
    if (current == "DESCRIPTION" && /^ +-/) section("OPTIONS")
    leading = match($0, /[^ ]/) - 1
    if (leading >= 8 || leading > 4 && !/^ +-/) { sub(/^ +/, ""); put($0); next }
    fill(1); sub(/^ +/, ""); split_entry($0); in_entries = 1
    print rest != "" ? ".TP" : ".PP"; printf ".B "; put(term)
    if (rest != "") put(rest)
    blank = 0; next
}
{
    fill(1)
    if (in_entries) { print ".PP"; in_entries = 0 }
    else if (blank && current != "EXIT STATUS") print ".PP"
    put($0); blank = 0
}
END { fill(1) }
