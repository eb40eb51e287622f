# SPDX-License-Identifier: Apache-2.0
# state.awk: the registers of one module of scord_top, from the names of a wave and the comments of its source.
#
# usage: awk -v module=NAME -f state.awk NAMES rtl/…/FILE.v     NAME: of its instances, without u_
#   NAMES: the definitions of a wave of the machine (VCD, up to $enddefinitions): widths as elaborated
# Prints a table (Markdown): register, bits an instance, instances, and what the comment behind or above its declaration
# says. A memory's
# words count together. Exit code 1, with a message, when the wave has no such instance or the source none of its
# registers.
FNR == NR && $1 == "$scope" { path[++depth] = $3; if ($3 == "u_" module) { inside = depth; instances++ } next }
FNR == NR && $1 == "$upscope" { if (depth == inside) inside = 0; depth--; next }
# An instance's own registers: in its scope, or in generate blocks of it.
FNR == NR && $1 == "$var" && inside {
    name = $5; sub(/\[.*/, "", name)
    if (name !~ /_q$/ || seen[name, $4]++) next
    for (i = inside + 1; i <= depth; i++) if (path[i] !~ /^g_/) next
    bits[name] += $3
    next
}
FNR == NR { next }
# What is for assertions alone is no hardware.
/^`ifndef SYNTHESIS/ { simulated = 1; next }
simulated { simulated += /^`if/; simulated -= /^`endif/; next }
/^ *\/\/ / { above = $0; sub(/^ *\/\/ */, "", above); above_line = FNR }
/^ *(logic|metadata_t|detector_request_t)[ \[].*_q/ {
    text = $0; comment = text
    if (!sub(/.*;[^\/]*\/\/ */, "", comment)) comment = above_line == FNR - 1 ? above : ""
    sub(/ *\/\/.*/, "", text)
    while (match(text, /[a-z0-9_]+_q/)) {
        name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
        if (name in bits && !(name in what)) { order[++registers] = name; what[name] = comment }
    }
}
END {
    if (!instances || !registers) { print "state.awk: no registers of " module > "/dev/stderr"; exit 1 }
    print "| register | bits | instances | what |\n|---|---:|---:|---|"
    for (i = 1; i <= registers; i++) {
        gsub(/\|/, "\\|", what[order[i]])
        printf "| `%s` | %d | %d | %s |\n", order[i], bits[order[i]] / instances, instances, what[order[i]]
    }
}
