# SPDX-License-Identifier: Apache-2.0
# total_lines.awk: the lines "total" that the text of a cycle-level `scord sim` must have, from the raw counts of its
# JSON, not from the members derived of them; without commas, one space between words.
#
# usage: awk -f total_lines.awk FILE.json
function percent(part, whole) { return 100 * part / whole }
/^  "total"/ { inside = 1 }
/^  }/ { inside = 0 }
inside && /^ +"[a-z0-9_]+": / {
    name = $1; gsub(/[":]/, "", name)
    line = $0; sub(/^[^:]*: /, "", line)
    if (line !~ /^\{/) { value[name] = line + 0; next }
    for (i = split(line, parts, ", "); i > 0; i--) { sub(/^[^:]*: /, "", parts[i]); by_reason[name, i] = parts[i] + 0 }
}
END {
    used = value["warp_instructions"]; idle = value["issue_slots"] - used
    fetched = value["fetch_hits"] + value["fetch_misses"]
    waiting = value["warp_cycles"] - used
    print "total"
    print " cycles", value["cycles"], value["launches"] " launches", value["blocks"] " blocks"
    printf " thread instructions %d IPC %.2f (thread instructions a cycle)\n", value["thread_instructions"],
        value["thread_instructions"] / value["cycles"]
    print " warp instructions", used
    printf " issue slots used %.1f%% of %d; idle and why in %%:\n", percent(used, value["issue_slots"]),
        value["issue_slots"]
    print " exit barrier fetch control data structural not sel. empty"
    printf " idle slots"
    for (i = 1; i <= 7; i++) printf " %.1f", percent(by_reason["idle_slots", i], idle)
    printf " %.1f\n waiting warps", percent(value["idle_slots_empty"], idle)
    for (i = 1; i <= 7; i++) printf " %.1f", percent(by_reason["warp_stalls", i], waiting)
    printf "\n barrier share %.1f%% waiting at barriers of a block's life; for its end %.1f%%\n",
        percent(value["barrier_shares"], value["warps"]), percent(value["exit_shares"], value["warps"])
    printf " RTRU %.1f%% mean over %d phases %.1f%%\n", percent(value["rtru_lost"], value["rtru_total"]),
        value["phases"], percent(value["rtru_phases"], value["phases"])
    printf " fetch port used %.1f%% I-cache misses %.2f%% of its accesses\n", percent(fetched, value["fetch_slots"]),
        percent(value["fetch_misses"], fetched)
    printf " L1 hits %.1f%% L2 hits %.1f%%\n", percent(value["l1_hits"], value["l1_hits"] + value["l1_misses"]),
        percent(value["l2_hits"], value["l2_hits"] + value["l2_misses"])
}
