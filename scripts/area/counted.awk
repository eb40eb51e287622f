# SPDX-License-Identifier: Apache-2.0
# counted.awk: what the state that the papers count takes, ScoRD's 3,000 bytes alone: mm² and, where they were measured,
# pJ (docs/area.md, "Power").
#
# usage: awk -f counted.awk part=table state.table part=rows ROWS [part=check ENERGY part=fence ENERGY]
# ROWS of netlist.awk; ENERGY of scripts/area/power.sh. A structure is the instances that hold its registers, with all
# that is in them: what decodes, selects and compares as well. pJ are those of a cycle; without ENERGY they are "-".
# Exit code 1: a structure without instances, or with other flip-flops than its bytes, or without energies.
function plain(name) { gsub(/\[[0-9]+\]/, "", name); gsub("/", ".", name); return name }
function grouped(n,  text) { text = sprintf("%d", n);
    while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text); return text }
function wrong(text) { print "counted.awk: " text > "/dev/stderr"; failed = 1 }
function energy(value) { return measured ? grouped(value + 0.5) : "-" }
function line(name, bits, area, clock, check, fence) {
    printf "| %s | %s | %.3f | %.1f | %s | %s | %s |\n", name, grouped(bits / 8), area / 1e6, 100 * area / machine,
        energy(clock), energy(check), energy(fence)
}
BEGIN { FS = "\t" }
part == "table" {
    split($0, word, / +/)
    if (word[1] == "paper") { order[++structures] = word[2]; paper[word[2]] = word[5] }
    if (word[1] == "total") { whole = word[2]; bytes = word[3]; split($0, quoted, "\"")
        count = split(quoted[1], word, / +/); for (i = 4; i <= count; i++) in_whole[word[i]] = 1 }
    if (word[1] == "register" && word[2] in paper) {
        owner = word[3]; sub(/\.[^.]*$/, "", owner); structure[owner] = word[2] }
}
part == "rows" && $1 == "instance" {
    path = plain($2)
    if (path == ".") machine = $9
    else if (path in structure) { bits[structure[path]] += $8; area[structure[path]] += $9 }
}
(part == "check" || part == "fence") && $1 == "module" && $2 in structure {
    measured = 1; pj[structure[$2], "clock"] = $4; pj[structure[$2], part] = $5 }
END {
    print "| state | bytes | mm² | % of the machine | clock, pJ a cycle | data, pJ a cycle of checks | " \
        "of fences |\n|---|---:|---:|---:|---:|---:|---:|"
    for (i = 1; i <= structures; i++) {
        name = order[i]
        if (!(name in bits) || machine == 0) { wrong("no instance of " name); continue }
        if (bits[name] != paper[name]) wrong(name " has " bits[name] " flip-flops, not " paper[name])
        if (measured && !((name, "check") in pj && (name, "fence") in pj)) wrong("no energy of " name)
        line(name, bits[name], area[name], pj[name, "clock"], pj[name, "check"], pj[name, "fence"])
        if (!(name in in_whole)) continue
        all_bits += bits[name]; all_area += area[name]; all_clock += pj[name, "clock"]
        all_check += pj[name, "check"]; all_fence += pj[name, "fence"]
    }
    if (all_bits != 8 * bytes) wrong(whole " has " all_bits + 0 " flip-flops, not " bytes " bytes")
    if (!failed) line("**" whole ", the " grouped(bytes) " bytes alone**", all_bits, all_area, all_clock, all_check,
        all_fence)
    exit failed
}
