# SPDX-License-Identifier: Apache-2.0
# count_runs.awk: the runs of an exploration's JSON: "SHOWN ALL FIRST", then " DEPTH SHOWN ALL" for each depth of PCT.
# FIRST: number of the first run that showed a site, "-": none. Runs stand a line each.
/^    \{"number": / {
    match($0, /"number": [0-9]+/); number = substr($0, RSTART + 10, RLENGTH - 10)
    match($0, /"sites": [0-9]+/); sites = substr($0, RSTART + 9, RLENGTH - 9)
    depth = 0
    if (match($0, /pct(-lanes)?:[0-9]+/)) { depth = substr($0, RSTART, RLENGTH); sub(/.*:/, "", depth) }
    all++; drawn[depth]++
    if (sites + 0 == 0) next
    if (shown++ == 0) first = number
    of[depth]++
}
END {
    line = shown + 0 " " all + 0 " " (shown ? first : "-")
    for (depth = 1; depth <= 16; depth++) if (drawn[depth]) line = line " " depth " " of[depth] + 0 " " drawn[depth]
    print line
}
