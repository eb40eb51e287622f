# SPDX-License-Identifier: Apache-2.0
# audit.awk: every register bit of a machine attributed to a structure, beside the papers' arithmetic (docs/area.md).
#
# usage: awk -v config=NAME -v keys="NumSms=15 BlocksPerSm=8 …" [-v rows=FILE] -f audit.awk state.table ROWS ROWS: of
# words.awk
# Prints two tables (Markdown): the structures with their budgets, and the bits that no paper counts; the last line but
# one is the total.
# rows: also a line "state CONFIG STRUCTURE BITS" for each structure, there.
# Exit codes: 0 every bit attributed and every structure as the papers have it; 1 not
# (each reason in a line "audit: …" on stderr); 2 state.table is malformed (its line is named).
function malformed(text) { printf "audit.awk: %s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"; stop = 2; exit 2 }
function complain(text) { print "audit: " text > "/dev/stderr"; failed = 1 }
function quoted(line) { sub(/^[^"]*"/, "", line); sub(/".*/, "", line); return line }
function factor(word) { if (word ~ /^[0-9]+$/) return word + 0;
    if (!(word in key)) malformed("no key " word " in the configuration"); return key[word] }
function entries(sum,  t, i, k, n, terms, parts, product, result) {  # NumSms*BlocksPerSm of this machine, 4*NumSms+2
    t = split(sum, terms, "+")
    for (k = 1; k <= t; k++) { product = 1; n = split(terms[k], parts, "*");
        for (i = 1; i <= n; i++) product *= factor(parts[i]); result += product }
    return result
}
function holds(condition,  part) {  # NumSms>1 in this machine
    if (condition !~ /^[A-Za-z]+>[0-9]+$/) malformed("not a condition: " condition)
    split(condition, part, ">"); return factor(part[1]) > part[2]
}
function grouped(n,  text) { text = n ""; while (text ~ /[0-9][0-9][0-9][0-9]/) sub(/[0-9][0-9][0-9](,|$)/, ",&", text);
    return text }
BEGIN { k = split(keys, pair, " "); for (i = 1; i <= k; i++) { split(pair[i], part, "="); key[part[1]] = part[2] } }
FNR == NR {
    line = $0; sub(/#.*/, "", line)
    if (line ~ /^[ \t]*$/) next
    if ($1 == "paper" && NF >= 6) { order[++structures] = $2; budget[$2] = entries($3) * $4; table_v[$2] = $5;
        product[$2] = $3; each[$2] = $4; source[$2] = quoted(line) }
    else if ($1 == "extension" && NF >= 8) {
        budget[$2] = entries($4) * $5; product[$2] = $4; each[$2] = $5; source[$2] = quoted(line); extension[$2] = 1
        if (factor($3)) { order[++structures] = $2; if ($6 == config) table_v[$2] = $7 * 8 } else absent[$2] = 1
    }
    else if ($1 == "total" && NF >= 5) { total_name = $2; total_bytes = $3; total_source = quoted(line);
        for (i = 4; $i !~ /^"/; i++) of_total[$i] = 1 }
    else if ($1 == "other" && NF >= 3) { order[++structures] = $2; source[$2] = quoted(line); budget[$2] = -1 }
    else if ($1 == "register" && (NF == 3 || NF == 4)) { if (!($2 in budget)) malformed("no structure " $2);
        if (!($2 in absent) && (NF == 3 || holds($4))) structure_of[$3] = $2 }
    else malformed("not a statement: " line)
    next
}
$1 == "register" {
    name = $2; gsub(/\[[0-9]+\]/, "", name)
    if (!(name in structure_of)) {
        if (!(name in stray)) complain($2 ", " $3 " bits, is not in state.table: say what it is"); stray[name] = 1 }
    else { found[name] += $3; bits[structure_of[name]] += $3 }
    total += $3
}
END {
    if (stop) exit stop
    for (name in structure_of) if (!(name in found)) complain("state.table has " name ", the hardware has not")
    printf "| structure | entries | bits each | the paper's bits | bits found | source " \
        "|\n|---|---:|---:|---:|---:|---|\n"
    for (i = 1; i <= structures; i++) {
        s = order[i]; if (budget[s] < 0) continue
        if (bits[s] + 0 > budget[s]) \
            complain(s \
            " has " bits[s] " bits, " bits[s] - budget[s] " more than its budget of " budget[s] " (" source[s] ")")
        if (bits[s] + 0 < budget[s]) \
            complain(s " has " bits[s] + 0 " bits of " budget[s] ": part of it is gone (" source[s] ")")
        if ((config == "gtx480" || s in extension) && s in table_v &&
            budget[s] != table_v[s]) \
            complain(s ": " product[s] " x " each[s] " = " budget[s] " bits, but " table_v[s] " for " (s in extension \
            ? config : "Table V"))
        printf "| %s | %s | %d | %s | %s | %s |\n", s, grouped(budget[s] / each[s]), each[s], grouped(budget[s]),
            grouped(bits[s] + 0), source[s]
        if (s in of_total) sum += bits[s]
        if (s in extension) beyond += bits[s]; else counted += bits[s]
    }
    if (config == "gtx480" && sum > total_bytes * 8) \
        complain(total_name " has " sum / 8 " bytes, more than " total_bytes " (" total_source ")")
    printf "| **%s** | | | %s | **%s = %s bytes** | %s |\n", total_name,
        config == "gtx480" ? grouped(total_bytes * 8) : "", grouped(sum), grouped(sum / 8), total_source
    printf "\n| not counted by a paper | bits | what |\n|---|---:|---|\n"
    for (i = 1; i <= structures; i++) if (budget[order[i]] < 0) printf "| %s | %s | %s |\n", order[i],
        grouped(bits[order[i]] + 0), source[order[i]]
    printf "| **all of these** | **%s** | |\n", grouped(total - counted - beyond)
    printf "\n%s bits in all, %s of them counted by the papers%s.\n", grouped(total), grouped(counted),
        beyond ? ", " grouped(beyond) " (" grouped(beyond / 8) " bytes) of extensions" : ""
    if (rows != "") for (i = 1; i <= structures; i++) print "state " config " " order[i] " " bits[order[i]] + 0 > rows
    exit failed
}
