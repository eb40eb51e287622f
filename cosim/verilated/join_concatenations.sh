#!/bin/sh
# join_concatenations.sh: a change, exact, to what Verilator 5.006 generated: a concatenation of many wide parts, one of each SM or lane, is put together in place.
#
# Verilator makes {z, …, c, b, a} a chain, {b, a} into one temporary, {c, that} into the next: each copies all that is there already, the square of the parts in all
# (of 15 requests of SMs, 4 kB for 700 bytes). Where the calls of a chain follow each other and each of its temporaries is used by the next one alone, all parts go into the last
# temporary, each behind the one before it (SCORD_APPEND_W, verilated_idle.h). What is not of this form stays as it is.
#
# usage: join_concatenations.sh DIRECTORY PREFIX       the generated C++, changed in place
# Exit codes: 0 done (also where there was none), 2 bad usage.
set -eu
[ $# -eq 2 ] || { echo "usage: join_concatenations.sh DIRECTORY PREFIX" >&2; exit 2; }
cd "$1"
exec awk -f - "$2"_*.cpp <<'AWK'
# VL_CONCAT_WWW(bits, left bits, right bits, out, left, right) as field[1..6] of call I; returns 0 if line I is another
function parse(i,   text) {
    text = line[i]
    if (!sub(/^ *VL_CONCAT_WWW\(/, "", text) || !sub(/\); *$/, "", text)) return 0
    gsub(/ /, "", text)
    return split(text, part, ",") == 6 && text !~ /[(\[]/
}
# How often each name stands in the function of lines FROM..TO
function count_names(from, to,   i, text) {
    split("", uses)
    for (i = from; i <= to; i++) { text = line[i]; while (match(text, /__Vtemp_[A-Za-z_0-9]+/)) { uses[substr(text, RSTART, RLENGTH)]++; text = substr(text, RSTART + RLENGTH) } }
}
# The chain that begins at line I, joined; returns its last line
function join_chain(i,   k, n, bits, out, left, right, wide, target, end) {
    for (n = 0; parse(i + n); n++) {
        if (n > 0 && (part[6] != out[n] || part[3] != bits[n] || uses[out[n]] != 3)) break # declared, written, read
        bits[n + 1] = part[1]; wide[n + 1] = part[2]; out[n + 1] = part[4]; left[n + 1] = part[5]; right[n + 1] = part[6]
        if (n == 0) end = part[3]
    }
    target = out[n]
    for (k = 1; k <= n; k++) if (left[k] == target || right[k] == target) n = 0
    if (n < 2 || target !~ /^__Vtemp_/) return i
    line[i] = "    VL_CONCAT_WWW(" bits[1] "," wide[1] "," end ", " target ", " left[1] ", " right[1] ");"
    for (k = 2; k <= n; k++) line[i + k - 1] = "    SCORD_APPEND_W(" bits[k - 1] "," wide[k] ", " target ", " left[k] ");"
    return i + n - 1
}
function finish(   i) {
    if (!changed) return
    printf "" > file
    for (i = 1; i <= lines; i++) print line[i] > file
    close(file)
}
FNR == 1 { if (file != "") finish(); file = FILENAME; lines = changed = found = from = 0; split("", line) }
{ line[++lines] = $0 }
/^[^ }#\/].*\) \{$/ { from = lines }
/^ *VL_CONCAT_WWW\(/ { found = 1 }
/^}/ && from && found { count_names(from, lines); for (i = from; i <= lines; i++) i = join_chain(i); changed = 1; found = 0 }
END { finish() }
AWK
