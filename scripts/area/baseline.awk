# SPDX-License-Identifier: Apache-2.0
# baseline.awk: measured rows against the recorded ones (docs/area.md, "Baselines").
#
# usage: awk [-v record=1] -f baseline.awk BASELINE ROWS
#  Without record: a line for each row, "ok" or "FAIL" with both figures. A row without a baseline fails. With record:
# the new baseline on
#   stdout, the measured rows in place of the recorded ones of the same name, others as they were.
# Rows: "state CONFIG STRUCTURE BITS" (exact) and "gates NAME CELLS FLIP_FLOPS AREA NS FO4"; the head of the baseline
# has
# "tolerance FIELD PERCENT". Exit codes: 0 every row within its tolerance, 1 not, or there is no row.
function key_of() { return $1 == "state" ? $1 " " $2 " " $3 : $1 " " $2 }
function compare(field, old, new, allowed) {
    if (old == new || (old > 0 && (new - old) / old * 100 <= allowed && (old - new) / old * 100 <= allowed)) return
    problems = problems sprintf(" %s %s, recorded %s%s;", field, new, old,
        old > 0 ? sprintf(" (%+.1f %%, allowed %s)", (new - old) / old * 100, allowed) : "")
}
FNR == NR {
    if ($1 == "tolerance") allowed[$2] = $3
    if ($1 == "state" || $1 == "gates") recorded[key_of()] = $0
    lines[++count] = $0
    next
}
$1 != "state" && $1 != "gates" { next }
{ key = key_of(); rows++ }
record { measured[key] = $0; if (!(key in recorded)) added[++more] = $0; next }
!(key in recorded) { print "FAIL " key ": no baseline; make area-record records it"; failed = 1; next }
{
    problems = ""; split(recorded[key], old, " ")
    if ($1 == "state") compare("bits", old[4], $4, 0)
    else { compare("cells", old[3], $3, allowed["cells"]); compare("flip_flops", old[4], $4, 0);
        compare("area", old[5], $5, allowed["area"]); compare("ns", old[6], $6, allowed["ns"]) }
    if (problems != "") failed = 1
    print (problems == "" ? "ok   " : "FAIL ") key \
        (problems == "" ? "" : ":" problems " if that is meant, make area-record")
}
END {
    if (record) {
        for (i = 1; i <= count; i++) { split(lines[i], f, " ");
            key = f[1] == "state" ? f[1] " " f[2] " " f[3] : f[1] " " f[2];
            print key in measured ? measured[key] : lines[i] }
        for (i = 1; i <= more; i++) print added[i]
    }
    exit failed || rows == 0
}
