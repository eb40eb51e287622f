# shown.awk: is an output what a document shows of it? "…" alone on a line stands for any lines, elsewhere for any part
# of a line.
#
# usage: awk -f shown.awk SHOWN OUTPUT exit code 0 yes, 1 no (prints the first line of SHOWN that has no match)
#  awk -v alter=N -f shown.awk SHOWN OUTPUT the same with line N of SHOWN altered, for the test of this file; 2 when
# that is a line of "…" alone
function same(shown, found,    parts, count, i, at) {
    count = split(shown, parts, "…")
    if (count <= 1) return shown == found
    if (substr(found, 1, length(parts[1])) != parts[1]) return 0
    found = substr(found, length(parts[1]) + 1)
    for (i = 2; i < count; i++) {
        at = index(found, parts[i])
        if (at == 0) return 0
        found = substr(found, at + length(parts[i]))
    }
    return length(found) >= length(parts[count]) &&
        substr(found, length(found) - length(parts[count]) + 1) == parts[count]
}
# Lines from S of what is shown against lines from F of what was found.
function match_from(s, f,    k) {
    for (; s <= shown_count && shown[s] != "…"; s++) {
        if (f > found_count || !same(shown[s], found[f++])) { if (s > furthest) furthest = s; return 0 } }
    if (s > shown_count) { if (f <= found_count && s > furthest) furthest = s; return f > found_count }
    for (k = f; k <= found_count + 1; k++) if (match_from(s + 1, k)) return 1
    return 0
}
FILENAME == ARGV[1] { shown[++shown_count] = $0; next }
{ found[++found_count] = $0 }
END {
    if (alter) { if (shown[alter] == "…") exit 2; shown[alter] = "~" shown[alter] "~" }
    if (match_from(1, 1)) exit 0
    print furthest <= shown_count ? "shown, not found: " shown[furthest] : "more was found than is shown"
    exit 1
}
