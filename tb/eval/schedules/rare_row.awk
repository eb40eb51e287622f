# SPDX-License-Identifier: Apache-2.0
# rare_row.awk: a row of the table of rare races, from two lines of count_runs.awk: of PCT, and of random seeds.
# -v name, depth (of the bug), n, k, effect.
function in_all(shown, all) { return shown > 0 ? sprintf("%.0f", all / shown) : "-" }
NR == 1 {
    pct = $1 " of " $2 " | " $3 " | " in_all($1, $2)
    for (i = 4; i < NF; i += 3) if ($i == depth) of_depth = in_all($(i + 1), $(i + 2))
}
NR == 2 {
    bound = n
    for (i = 1; i < depth; i++) bound *= k
    printf "| %s | %d | %d | %d | %s | %s | %.0f | %d of %d | %s | %s |\n", name, depth, n, k, pct, of_depth, bound,
        $1, $2, $3, effect
}
