# SPDX-License-Identifier: Apache-2.0
# tables.awk: tables of docs/results/area.md from measured machines (scripts/area/area.sh).
#
# usage: awk -v table=modules -f tables.awk ROWS cells, flip-flops and area of each module, all its instances together
#        awk -v table=timing -v fo4=NS -f tables.awk PATHS    longest path into the registers of each block
#        awk -v table=machines -v fo4=NS -f tables.awk ROW…   one row a machine
#  awk -v table=clock -v fo4=NS -f tables.awk ROW… MHz for other values of an FO4 at 40 nm: whole machines, detection
# logic
#  awk -v table=path -v fo4=NS -f tables.awk REPORT where the longest path between registers spends its time (report of
# OpenSTA)
# fo4: of the library. At 40 nm an FO4 is 360 ps/µm × 0.04 µm = 14.4 ps typical, 500 ps/µm: 20 ps in the worst
# environment (Ho, Mai,
# Horowitz, The Future of Wires, Proc. IEEE 89(4), 2001).
function grouped(n,  text) { text = sprintf("%d", n);
    while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text); return text }
function clocks(ns,  n) { n = ns / fo4;
    return sprintf("%.3f | %.1f | %.0f | %.0f | %.0f", ns, n, 1000 / ns, 1e6 / (n * 14.4), 1e6 / (n * 20)) }
BEGIN { FS = table == "clock" || table == "machines" || table == "path" ? " " : "\t" }
BEGIN { picoseconds = split("12 14.4 16 20", value, " ") }

table == "modules" && $1 == "instance" {
    name = $3; if (!(name in instances)) order[++count] = name
    instances[name]++; cells[name] += $4; flops[name] += $5; area[name] += $6
    all_cells += $4; all_flops += $5; all_area += $6
}
table == "timing" && $1 != "module" {
    what = $1 == "configured" ? "whole machine, paths from static configuration registers too" : $2 == "." ? \
        "**whole machine**" : $2
    worst[++count] = sprintf("%012.3f", 1000 - $3) "| " what " | " clocks($3) " |"
}
table == "machines" && $1 == "gates" {
    print "| " $2 " | " grouped($3) " | " grouped($4) " | " sprintf("%.3f", $5 / 1e6) " | " clocks($6) " |"
}
table == "clock" && $1 == "gates" && ($2 !~ /^block\// || $2 == "block/detection_logic") {
    n = $6 / fo4; printf "| %s | %.1f", $2, n
    for (i = 1; i <= picoseconds; i++) printf " | %.0f", 1e6 / (n * value[i])
    print " |"
}
# " delay time ^ instance/…/cell/pin (CELL)": the delay belongs to the instance that the cell stands in
table == "path" && /^path / { here = $2 == "block" && $3 == "." }
table == "path" && here && / \([A-Z0-9]+\)$/ && NF == 5 && $1 != "-" {
    block = $4; if (sub(/\/[^\/]*\/[^\/]*$/, "", block) == 0) block = "scord_top"
    if (block != last) { segments++; name_of[segments] = block; last = block }
    spent[segments] += $1; gates[segments]++
}
END {
    if (table == "modules") {
        print "| module | instances | cells | flip-flops | area, mm² | % |\n|---|---:|---:|---:|---:|---:|"
        for (i = 1; i <= count; i++) sorted[i] = sprintf("%015.0f|%s", area[order[i]], order[i])
        for (i = 2; i <= count; i++) { x = sorted[i];
            for (j = i - 1; j > 0 && sorted[j] < x; j--) sorted[j + 1] = sorted[j]; sorted[j + 1] = x }
        for (i = 1; i <= count; i++) { n = sorted[i]; sub(/^[^|]*\|/, "", n);
            printf "| %s | %d | %s | %s | %.3f | %.1f |\n", n, instances[n], grouped(cells[n]), grouped(flops[n]),
                area[n] / 1e6, 100 * area[n] / all_area }
        printf "| **all** | | **%s** | **%s** | **%.3f** | |\n", grouped(all_cells), grouped(all_flops), all_area / 1e6
    }
    if (table == "timing") {
        print "| registers in | ns | FO4 | MHz, 0.18 µm | MHz, 40 nm typical | MHz, 40 nm worst " \
            "|\n|---|---:|---:|---:|---:|---:|"
        for (i = 2; i <= count; i++) { x = worst[i];
            for (j = i - 1; j > 0 && worst[j] > x; j--) worst[j + 1] = worst[j]; worst[j + 1] = x }
        for (i = 1; i <= count; i++) { sub(/^[^|]*/, "", worst[i]); print worst[i] }
    }
    if (table == "path") {
        print "| in | cells | ns | FO4 |\n|---|---:|---:|---:|"
        for (i = 1; i <= segments; i++) printf "| %s | %d | %.3f | %.1f |\n", name_of[i], gates[i], spent[i],
            spent[i] / fo4
    }
}
