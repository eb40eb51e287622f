# SPDX-License-Identifier: Apache-2.0
# judge_site.awk: whether the facts of a run (run_case.sh) show the race of one site. usage: awk -v app=APP -v
# site=SITE -f judge_site.awk race_sites FACTS Prints "CAUGHT MANIFEST OTHER FALSE": 1 or 0 whether a report names an
# object of the site with an accepted rule (and the source text expected); 1 or 0 whether the oracle has a race on an
# object of the site (always 0 in a run without --oracle); reports that are none of the site's; reports that the
# oracle calls false positives. Nothing when the run did not reach its right answer.
function read_objects(text,    pairs, pair, i, at) {
    for (i = split(text, pairs, " "); i > 0; i--) {
        at = index(pairs[i], "@")
        mark[i] = at ? substr(pairs[i], at + 1) : ""
        split(at ? substr(pairs[i], 1, at - 1) : pairs[i], pair, ":")
        object[i] = pair[1]; rules[i] = pair[2]
        is_object[pair[1]] = 1
        objects++
    }
}
function accepted(rule, name, source,    i) {
    for (i = 1; i <= objects; i++)
        if (object[i] == name && index(rules[i], rule) && (mark[i] == "" || index(source, mark[i])))
            return 1
    return 0
}
FNR == 1 { file++ }
file == 1 && /^[^#]/ {
    split($0, column, / *\| */)
    if (column[1] == app && column[2] == site)
        read_objects(column[3])
}
file == 2 && $1 == "objects" { for (i = 2; i <= NF; i++) has[$i] = 1 }
file == 2 && $1 == "answer" && $2 == "PASS" { right = 1 }
file == 2 && $1 == "report" {
    if (accepted($2, $3, $0)) caught = 1
    else other++
    false_positives += $5 == "false_positive"
}
file == 2 && $1 == "race" && $2 in is_object && $3 != "warp" { manifest = 1 }
file == 2 && $1 == "exit" { ended = $2 < 2 }
END {
    for (name in is_object)
        right = right && name in has
    if (right && ended)
        print caught + 0, manifest + 0, other + 0, false_positives + 0
}
