# SPDX-License-Identifier: Apache-2.0
# judge.awk: the tables and verdicts of docs/eval-hrf.md from runs.csv (eval_hrf.sh). The rules are fixed there.
BEGIN { FS = "," }
{
    if (!($1 in known)) { known[$1] = 1; tree[++trees] = $1 }
    key = $1 SUBSEP $2 SUBSEP $3
    runs[key]++
    cycles[key SUBSEP $4] = $5
    sum[key] += $5; flushes[key] += $6; lines[key] += $7; invalidations[key] += $8
    group[key] += $9; device[key] += $10; tasks[key] += $11; partial[key] += $12; hits[key] += $13
    if ($4 > seeds) seeds = $4
    if ($3 !~ /^(base|targeted|one-sided)$/ && !($3 in listed)) { listed[$3] = 1; setting[++settings] = $3 }
}
function mean(table, key) { return runs[key] ? table[key] / runs[key] : 0 }
# Speed-up in percent of the indirect over the direct version, both of a setting: of the means.
function gain(name, of,    d, i) {
    d = name SUBSEP "direct" SUBSEP of; i = name SUBSEP "indirect" SUBSEP of
    return (mean(sum, d) / mean(sum, i) - 1) * 100
}
# The same of base, over the first COUNT seeds.
function gain_of_seeds(name, count,    s, d, i) {
    for (s = 1; s <= count; s++) {
        d += cycles[name SUBSEP "direct" SUBSEP "base" SUBSEP s]
        i += cycles[name SUBSEP "indirect" SUBSEP "base" SUBSEP s]
    }
    return (d / i - 1) * 100
}
function verdict(claim, word, why) { printf "| %s | **%s** | %s |\n", claim, word, why }
END {
    print "## Figure 10: speed-up of the indirect version\n"
    print "Cycles are means over " seeds " seeds; the spread is of the speed-ups of the single seeds.\n"
    print "| tree | direct, cycles | indirect, cycles | speed-up, % | least to most |"
    print "|---|---:|---:|---:|---:|"
    for (t = 1; t <= trees; t++) {
        d = tree[t] SUBSEP "direct" SUBSEP "base"; i = tree[t] SUBSEP "indirect" SUBSEP "base"
        least = 1e9; most = -1e9
        for (s = 1; s <= seeds; s++) {
            g = (cycles[d SUBSEP s] / cycles[i SUBSEP s] - 1) * 100
            if (g < least) least = g
            if (g > most) most = g
        }
        printf "| %s | %d | %d | %.1f | %.1f to %.1f |\n", tree[t], mean(sum, d), mean(sum, i), gain(tree[t], "base"),
            least, most
    }
    print "\n## Donations, flushes and invalidations\n"
    print "Of a run, mean over the seeds. A flush is a release of device scope, an invalidation an acquire.\n"
    print "| tree | version | donations to blocks | to the device | partial fronts | flushes | lines flushed |" \
        " invalidations | L1 hits, % |"
    print "|---|---|---:|---:|---:|---:|---:|---:|---:|"
    for (t = 1; t <= trees; t++)
        for (v = 0; v < 2; v++) {
            key = tree[t] SUBSEP (v ? "indirect" : "direct") SUBSEP "base"
            printf "| %s | %s | %d | %d | %d | %d | %d | %d | %.1f |\n", tree[t], v ? "indirect" : "direct",
                mean(group, key), mean(device, key), mean(partial, key), mean(flushes, key), mean(lines, key),
                mean(invalidations, key), 100 * mean(hits, key)
        }
    if (settings > 0) {
        print "\n## Sensitivity: speed-up in %\n"
        of = runs[tree[1] SUBSEP "direct" SUBSEP setting[1]]
        print "Of the means over seeds 1 to " of ". `base`: L1 32 KB, `--min-device 8`, `--min-group 2`.\n"
        printf "| tree | base"
        for (k = 1; k <= settings; k++) printf " | %s", setting[k]
        printf " |\n|---|---:"
        for (k = 1; k <= settings; k++) printf "|---:"
        print "|"
        for (t = 1; t <= trees; t++) {
            printf "| %s | %.1f", tree[t], gain_of_seeds(tree[t], of)
            for (k = 1; k <= settings; k++) printf " | %.1f", gain(tree[t], setting[k])
            print " |"
        }
    }
    if (runs[tree[1] SUBSEP "direct" SUBSEP "one-sided"] > 0) {
        print "\n## Fences that only release or only acquire\n"
        print "`-DHRF_ONE_SIDED`: a release flushes, an acquire invalidates, as in OpenCL; else each does both.\n"
        print "| tree | direct, cycles | indirect, cycles | speed-up, % | of two-sided fences, % |"
        print "|---|---:|---:|---:|---:|"
        for (t = 1; t <= trees; t++) {
            d = tree[t] SUBSEP "direct" SUBSEP "one-sided"; i = tree[t] SUBSEP "indirect" SUBSEP "one-sided"
            printf "| %s | %d | %d | %.1f | %.1f |\n", tree[t], mean(sum, d), mean(sum, i), gain(tree[t], "one-sided"),
                gain(tree[t], "base")
        }
    }
    targeted = runs[tree[1] SUBSEP "direct" SUBSEP "targeted"] > 0
    if (targeted) {
        print "\n## Section 6: a targeted flush under HRF-direct\n"
        print "| tree | direct, cycles | with targeted flush | gain, % | indirect's gain, % |"
        print "|---|---:|---:|---:|---:|"
        for (t = 1; t <= trees; t++) {
            d = tree[t] SUBSEP "direct" SUBSEP "base"; f = tree[t] SUBSEP "direct" SUBSEP "targeted"
            target[t] = (mean(sum, d) / mean(sum, f) - 1) * 100
            printf "| %s | %d | %d | %.1f | %.1f |\n", tree[t], mean(sum, d), mean(sum, f), target[t],
                gain(tree[t], "base")
        }
    }
    print "\n## Verdicts\n"
    print "| claim | verdict | seen |"
    print "|---|---|---|"
    for (t = 1; t <= trees; t++) {
        g = gain(tree[t], "base")
        faster += g > 0; inside += g >= 3 - 1e-9 && g <= 10 + 1e-9
        d = tree[t] SUBSEP "direct" SUBSEP "base"; i = tree[t] SUBSEP "indirect" SUBSEP "base"
        x = 1000 * (mean(group, i) + mean(device, i)) / mean(tasks, i)
        sx += x; sy += g; sxx += x * x; syy += g * g; sxy += x * g
        ratio = (mean(flushes, i) + mean(invalidations, i)) / (mean(flushes, d) + mean(invalidations, d))
        half += ratio <= 0.5; fewer += ratio < 1
        if (ratio > worst) worst = ratio
        unbeaten += target[t] <= g + 1e-9
    }
    spread = (trees * sxx - sx * sx) * (trees * syy - sy * sy)
    r = spread > 0 ? (trees * sxy - sx * sy) / sqrt(spread) : 0
    verdict("E1 faster in all cases",
        faster == trees ? "confirmed" : faster * 2 > trees ? "partly" : "not confirmed",
        faster " of " trees " trees")
    verdict("E2 by 3 to 10 %",
        inside == trees ? "confirmed" : inside > 0 && faster == trees ? "partly" : "not confirmed",
        inside " of " trees " trees inside")
    verdict("E3 correlates with donations", r >= 0.7 ? "confirmed" : r >= 0.3 ? "partly" : "not confirmed",
        sprintf("r = %.2f over %d trees", r, trees))
    verdict("E4 fewer flushes and invalidations",
        half == trees ? "confirmed" : fewer == trees ? "partly" : "not confirmed",
        sprintf("at most %.0f %% of the direct version's", 100 * worst))
    if (targeted)
        verdict("E5 section 6's flush does not surpass it",
            unbeaten == trees ? "confirmed" : unbeaten * 2 >= trees ? "partly" : "not confirmed",
            unbeaten " of " trees " trees")
}
