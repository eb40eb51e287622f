# SPDX-License-Identifier: Apache-2.0
# sums.awk: what must add up in the JSON of a cycle-level `scord sim`. Prints a line for every sum that does not, then
# "sums N": how many were looked at. usage: awk -f sums.awk FILE
#   every count of the total = the sum of the kernels' (but what is of the last launch, and what is derived)
#  in the total and every kernel: idle slots by reason + empty + issued = issue slots; stalls of warps + issued = warp
# cycles;
#   fetch hits + misses + refused + idle = fetch slots; no share is above 1
function near(a, b) { return a - b <= 1e-6 * (a > b ? a : b) && b - a <= 1e-6 * (a > b ? a : b) }
function expect(what, found, wanted) { sums++; if (!near(found, wanted)) print what ": " found ", not " wanted }
function inside(which) {
    expect(which ": issue slots", idle[which] + value[which, "idle_slots_empty"] + value[which, "warp_instructions"],
        value[which, "issue_slots"])
    expect(which ": warp cycles", stalled[which] + value[which, "warp_instructions"], value[which, "warp_cycles"])
    expect(which ": fetch slots",
        value[which, "fetch_hits"] + value[which, "fetch_misses"] + value[which, "fetch_refused"] + value[which,
        "fetch_idle"],
           value[which, "fetch_slots"])
    for (i = 1; i <= split("barrier_share exit_share rtru rtru_mean issue_use fetch_use", shares, " "); i++)
        expect(which ": " shares[i] " at most 1", value[which, shares[i]] > 1, 0)
}
/^  "total"/ { which = "total" }
/^      "name"/ { which = "kernel " ++kernels }
which != "" && /^ +"[a-z0-9_]+": / {
    name = $1; gsub(/[":]/, "", name)
    line = $0; sub(/^[^:]*: /, "", line)
    if (line ~ /^\{/) {
        reasons = split(line, parts, ", ")
        for (i = 1; i <= reasons; i++) {
            sub(/^[^:]*: /, "", parts[i])
            if (name == "idle_slots") idle[which] += parts[i]; else stalled[which] += parts[i]
        }
        next
    }
    sub(/,$/, "", line)
    value[which, name] = name == "name" ? 0 : line + 0
    if (which != "total" && name != "name") names[name] = names[name] + line
}
END {
    for (name in names)
        if (name !~ /^(blocks_per_sm|warps_per_block|registers_per_thread|ipc|barrier_share|exit_share)$/ &&
            name !~ /^(rtru|rtru_mean|issue_use|fetch_use|.*_rate)$/)
            expect("total: " name, value["total", name], names[name])
    inside("total")
    for (kernel = 1; kernel <= kernels; kernel++) inside("kernel " kernel)
    print "sums " sums
}
