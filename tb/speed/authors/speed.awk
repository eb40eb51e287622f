# SPDX-License-Identifier: Apache-2.0
# speed.awk: the tables of speed.sh. The authors' simulator, measured on one core beside ours in one run: up to 8,900
# GPU cycles, 512,000 thread instructions and 39,000 checks a second, by the application (issue 28; issue 7 had a third
# of that, from a slower machine). A ratio is to the fast end of each.
# The same kernel takes the authors' simulator at least its cycles, its instructions and its checks at those rates, each
# alone: we are at
# least the largest of the three ratios as fast ("at least"), as far as both count the same cycles, instructions and
# checks.
#
# usage: awk -f speed.awk -v part=head                 heading of the table
#        awk -f speed.awk -v part=row -v app=… -v size=… -v mode=cycle|functional -v cores=…
#  lines "seconds cycles thread_instructions checks" of one or more runs, sorted: a row; of an even number of
#                     runs the lower one in the middle counts. Cycles 0: the mode has none.
#  awk -f speed.awk -v part=summary ROWS those rows: for each mode and number of cores the ratios against the goal
function rate(count, seconds) { return count / (seconds > 0 ? seconds : 1e-6) }
function grouped(number,   text, out) {
    text = sprintf("%.0f", number)
    for (out = ""; length(text) > 3; text = substr(text, 1, length(text) - 3)) out = "," substr(text,
        length(text) - 2) out
    return text out
}
function trimmed(text) { gsub(/^ +| +$/, "", text); return text }
function ratio(number) { return sprintf(number < 10 ? "%.2f" : number < 100 ? "%.1f" : "%.0f", number) }

function larger(a, b) { return a > b ? a : b }

# key: mode and cores; kind: 1 cycles, 2 thread instructions, 3 checks, 4 the largest of these
function count_ratio(key, kind, text) {
    if (text == "") return
    if (!((key, kind) in rows) || text + 0 < least[key, kind]) least[key, kind] = text + 0
    rows[key, kind]++; logarithms[key, kind] += log(text + 0); reached[key, kind] += text + 0 >= goal[key]
}

BEGIN {
    fast[1] = 8900; fast[2] = 512000; fast[3] = 39000
    if (part == "head") {
        printf "%s",
            "| app | size | mode | cores | runs | seconds | lowest–highest | GPU cycles/s | thread instructions/s | " \
            "checks/s "
        print "| × cycles | × instructions | × checks | at least × |"
        print "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
        exit
    }
}
part == "row" { seconds[NR] = $1; for (kind = 1; kind <= 3; kind++) counted[NR, kind] = $(kind + 1) }
part == "summary" {
    split($0, field, "|")
    key = trimmed(field[4]) " " trimmed(field[5])
    if (!(key in goal)) { order[++keys] = key; goal[key] = trimmed(field[4]) == "cycle" ? 100 : 500 }
    for (kind = 1; kind <= 4; kind++) count_ratio(key, kind, trimmed(field[11 + kind]))
}
END {
    if (part == "row") {
        middle = int((NR + 1) / 2); s = seconds[middle]
        none = counted[middle, 1] == 0
        for (kind = 1; kind <= 3; kind++) {
            per_second[kind] = rate(counted[middle, kind], s)
            times[kind] = per_second[kind] / fast[kind]
            times[4] = larger(times[4], times[kind])
        }
        printf "| %s | %s | %s | %d | %d | %.3f | %.3f–%.3f | %s | %s | %s | %s | %s | %s | %s |\n", app, size, mode,
            cores, NR, s, seconds[1],
               seconds[NR], none ? "" : grouped(per_second[1]), grouped(per_second[2]), grouped(per_second[3]),
                   none ? "" : ratio(times[1]),
               ratio(times[2]), ratio(times[3]), ratio(times[4])
    }
    if (part == "summary") {
        split("GPU cycles|thread instructions|checks|at least", what, "|")
        print "\nGeometric mean and least ratio to the fast end of the authors' simulator, and how many rows reach " \
            "the goal.\n"
        print "| mode | cores | rate | geometric mean | least | goal | reached |\n|---|---:|---|---:|---:|---:|---:|"
        for (k = 1; k <= keys; k++) for (kind = 1; kind <= 4; kind++) if ((order[k], kind) in rows) {
            key = order[k]; split(key, name, " "); n = rows[key, kind]
            printf "| %s | %s | %s | %s | %s | %d | %d of %d |\n", name[1], name[2], what[kind],
                ratio(exp(logarithms[key, kind] / n)),
                   ratio(least[key, kind]), goal[key], reached[key, kind], n
        }
    }
}
