# SPDX-License-Identifier: Apache-2.0
# eval_tables.awk: the judgements of eval_races.sh as tables.
# usage: awk -v schedules=N -v oracle=yes -f eval_tables.awk race_sites paper_tables RESULTS
# Exit code 1 when a correct program was reported, a run failed or an oracle calls a report a false positive.
function cell(count) { return count == schedules ? "all" : count + 0 }
BEGIN { apps = split("mm red r110 gcol gcon 1dc uts", app, " ") }
FNR == 1 { file++; if (file < 3) FS = " *[|] *"; else FS = " "; $0 = $0 }
/^#/ || NF == 0 { next }
file == 1 { sites[$1]++; objects[$1, $2] = $3; text[$1, $2] = $4; next }
file == 2 { for (i = 3; i <= NF; i++) paper[$1, $2, i - 2] = $i + 0; next }
/\?/ { failed[++failures] = $0; next }
$1 == "alone" || $1 == "together" {
    key = $1 SUBSEP $2 SUBSEP $3 SUBSEP $4
    caught[key] += $6
    if ($1 == "alone" && $4 == "nocache") { manifest[$2, $3] += $7; unseen[$2, $3] += $7 && !$6 }
    other[$1] += $8; invented[$1] += $9
}
$1 == "correct" { clean[$2, $4] += $6 }
$1 == "micro" && $2 == "racy" { micro_runs[$4]++; micro_caught[$4] += $6 != "-" && $6 !~ "[^" $3 "]" }
$1 == "micro" && $2 == "clean" { clean["micro", $4] += $6 != "-" }
$1 == "granularity" { granule[$2, $3] = $4 }
function sites_caught(mode, name, config,    site, n, key) {
    for (site = 1; site <= sites[name]; site++) {
        key = mode SUBSEP name SUBSEP site SUBSEP config
        n += caught[key] > 0
    }
    return n + 0
}
function site_table(    i, site, name) {
    printf "Race sites: in how many of %d schedules each was caught, alone and with all of its application\n",
           schedules
    printf "  %-4s %-4s %-8s %-5s %-8s %-6s %-8s %-5s %s\n", "app", "site", "no cache", "1:16", "manifest", "missed",
           "together", "1:16", "racy variant"
    for (i = 1; i <= apps; i++)
        for (site = 1; site <= sites[app[i]]; site++) {
            name = SUBSEP app[i] SUBSEP site SUBSEP
            printf "  %-4s %-4s %-8s %-5s %-8s %-6s %-8s %-5s %s\n", app[i], site, cell(caught["alone" name "nocache"]),
                   cell(caught["alone" name "gtx480"]),
                   oracle == "yes" ? cell(manifest[app[i], site]) : "-",
                   oracle == "yes" ? unseen[app[i], site] + 0 : "-",
                   cell(caught["together" name "nocache"]), cell(caught["together" name "gtx480"]), text[app[i], site]
        }
    print "  manifest: the exact oracle finds the race in that schedule; missed: it does and the detector without"
    print "  caching does not."
}
function table6_row(name, here, config_all, config_cache, together_all, together_cache) {
    printf "  %-6s %6d %6d %6d %9d %6d %9d %6d\n", name, here, paper["table6", name, 2], paper["table6", name, 3],
           config_all, config_cache, together_all, together_cache
    total[1] += here; total[2] += paper["table6", name, 2]; total[3] += paper["table6", name, 3]
    total[4] += config_all; total[5] += config_cache; total[6] += together_all; total[7] += together_cache
}
function table6(    i) {
    printf "\nTable VI: races caught in at least one of %d schedules\n", schedules
    print "                      paper          ours, alone     ours, together"
    print "         races no cache 1:16   no cache   1:16  no cache   1:16"
    for (i = 1; i <= apps; i++)
        table6_row(app[i], sites[app[i]], sites_caught("alone", app[i], "nocache"),
                   sites_caught("alone", app[i], "gtx480"),
                   sites_caught("together", app[i], "nocache"), sites_caught("together", app[i], "gtx480"))
    table6_row("micro", micro_runs["nocache"] / schedules, micro_caught["nocache"] / schedules,
               micro_caught["gtx480"] / schedules, micro_caught["nocache"] / schedules,
               micro_caught["gtx480"] / schedules)
    printf "  %-6s %6d %6d %6d %9d %6d %9d %6d\n", "total", total[1], total[2], total[3], total[4],
           total[5], total[6], total[7]
}
function false_positives(    i, sum) {
    printf "\nFalse positives on the correct programs, sites reported in %d schedules\n", schedules
    printf "  %-9s %9s %9s\n", "", "no cache", "1:16"
    app[apps + 1] = "micro"
    for (i = 1; i <= apps + 1; i++) {
        printf "  %-9s %9d %9d\n", app[i], clean[app[i], "nocache"], clean[app[i], "gtx480"]
        sum += clean[app[i], "nocache"] + clean[app[i], "gtx480"]
    }
    printf "  racy runs: %d reports that the oracle calls false, %d of other objects or rules than the site's\n",
           invented["alone"] + invented["together"], other["alone"]
    return sum + invented["alone"] + invented["together"]
}
function table7(    i) {
    print "\nTable VII: false positives of the correct programs by bytes a metadata entry covers (sites; paper / ours)"
    printf "  %-6s %11s %11s %11s %13s\n", "", "4", "8", "16", "4, 1:16"
    for (i = 1; i <= apps; i++)
        printf "  %-6s %5d / %3d %5d / %3d %5d / %3d %7d / %3d\n", app[i], paper["table7", app[i], 1],
               granule[app[i], 4],
               paper["table7", app[i], 2], granule[app[i], 8], paper["table7", app[i], 3], granule[app[i], 16],
               paper["table7", app[i], 4], clean[app[i], "gtx480"]
}
END {
    site_table()
    table6()
    wrong = false_positives()
    table7()
    for (i = 1; i <= failures && i <= 10; i++)
        print "FAILED RUN: " failed[i]
    if (failures > 10)
        printf "and %d more failed runs\n", failures - 10
    exit (wrong + failures > 0)
}
