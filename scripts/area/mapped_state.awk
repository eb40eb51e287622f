# SPDX-License-Identifier: Apache-2.0
# mapped_state.awk: every instance has as many flip-flops after mapping as the audit found register bits in it
# (docs/area.md, "State").
#
# usage: awk -f mapped_state.awk ROWS_OF_WORDS ROWS_OF_NETLIST of words.awk (audit) and of netlist.awk (mapped), of the
# same machine
# A register belongs to the instance with the longest name before its own. Prints one line: bits of both, and how many
# instances agree.
# Exit codes: 0 all agree; 1 not (each instance that does not in a line "mapped state: …" on stderr).
BEGIN { FS = "\t" }
FNR == NR { if ($1 == "register") { registers++; name[registers] = $2; bits[registers] = $3 } next }
$1 == "instance" { path = $2; gsub("/", ".", path); flops[path] = $5; all_flops += $5; instances++ }
function owner(text) {  # the longest prefix that is an instance; "." is the top
    while (sub(/\.[^.]*$/, "", text)) if (text in flops) return text
    return "."
}
END {
    for (i = 1; i <= registers; i++) { audited[owner(name[i])] += bits[i]; all_bits += bits[i] }
    for (path in flops) {
        if (audited[path] + 0 == flops[path]) { equal++; continue }
        printf "mapped state: %s has %d flip-flops, its registers %d bits\n", path, flops[path],
            audited[path] > "/dev/stderr"
        failed = 1
    }
    printf "%d register bits in the audit, %d flip-flops after mapping; %d of %d instances agree.\n", all_bits,
        all_flops, equal, instances
    exit failed || instances == 0
}
