# SPDX-License-Identifier: Apache-2.0
# sums.awk: laws of a report of `scord grab --json`: what is counted in one place is counted in the other. Prints "law
# …" for each that is broken,
# then "sums N", how many were looked at. Reads the layout of grab_json.c: a line for each entry of a list.
function value(name,   text) { # of the first member NAME of the line
    text = $0
    if (!sub(".*[{ ]\"" name "\": ", "", text)) return 0
    return text + 0
}
function first(name,   at, text) { # the first, not the last
    at = index($0, "\"" name "\": ")
    if (at == 0) return 0
    text = substr($0, at + length(name) + 4)
    return text + 0
}
function law(holds, text) {
    looked++
    if (!holds) print "law " text " (line " FNR ")"
}
function add(list,   i) {
    for (i in names) sum[list, names[i]] += first(names[i])
}
function compare(list,   i) {
    for (i in names) law(sum[list, names[i]] == sum["level", names[i]],
        list ": " names[i] " " sum[list, names[i]] " of " sum["level", names[i]])
}
function counts_agree() {
    law(first("requests") == first("hits") + first("misses") + first("full_misses"), "requests are hits and misses")
    law(first("misses") + first("full_misses") == first("mh") + first("m*h") + first("mm"), "misses are faults")
    law(first("cold") <= first("mm"), "cold faults are mm")
}
function end_level() {
    if (!in_level) return
    compare("lines"); compare("timeline")
    for (i = 1; i <= 3; i++) {
        type = types[i]
        told = sum["level", type] - (type == "mm" ? sum["level", "cold"] : 0)
        law(sum["causes", type] == told, "causes of " type " are its faults: " sum["causes", type] " of " told)
        law(sum["matrix", type] == told, "the matrix of " type " has its faults: " sum["matrix", type] " of " told)
        law(roots[type] == cause_lines[type], "roots of " type)
    }
    in_level = 0
}
BEGIN { split("requests hits misses full_misses mh m*h mm cold", names, " "); split("mh m*h mm", types, " ") }
/"level": "l[12]"/ {
    end_level()
    delete sum; delete roots; delete cause_lines
    in_level = 1
    add("level"); counts_agree()
}
/^        "(mh|m\*h|mm)": / {
    split($0, part, "\"")
    roots[part[2]] = first("roots")
    law(first("count") == sum["level", part[2]], "count of " part[2])
}
/"causes": \[/ { list = "causes" }
/"lines": \[/ { list = "lines" }
/"matrix": \[/ { list = "matrix" }
/"timeline": / { list = "timeline"; size = first("requests_per_bucket") }
/^        \{/ {
    if (list == "causes") {
        split($0, part, "\"")
        head = $0; sub(/"affected": .*/, "", head); tail = $0; sub(/.*"affected": /, "", tail)
        whole = $0; $0 = head; count = value("count"); $0 = whole
        sum["causes", part[4]] += count; cause_lines[part[4]]++
        affected = 0
        while (match(tail, /"count": [0-9]+/)) { affected += substr(tail, RSTART + 9, RLENGTH - 9);
            tail = substr(tail, RSTART + RLENGTH) }
        law(affected == count, "a cause's faults are those of what it affects")
    } else {
        add(list)
        if (list != "matrix") counts_agree()
        if (list == "timeline") law(first("requests") <= size, "a bucket is not too full")
    }
}
/"kernels": \[/ { end_level() }
END { end_level(); print "sums " looked + 0 }
