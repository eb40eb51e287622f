# SPDX-License-Identifier: Apache-2.0
# case_facts.awk: what one run of an application says, by object name. Reads the program's output (lines "object NAME
# ADDRESS BYTES", of `--objects`), then the report of `scord check --json`, with or without `--oracle`. Prints
#   objects NAME ...                        the program's arrays
#   answer PASS                             the program's own verdict, absent if it did not come that far
#   report RULE OBJECT RACES TRUTH SOURCE   a site of the detector; TRUTH by the oracle: true_positive,
#                                           false_positive, -; SOURCE: the source lines of its sides
#   race OBJECT RELATION FOUND              a site of the oracle; FOUND 1: the detector has one of its two sides
# An address in no object has the name "?". Form of the JSON: docs/report-format.md, docs/oracle.md.
function number(hex,    i, value) {
    value = 0
    for (i = 3; i <= length(hex); i++)
        value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
    return value
}
function object_at(address,    i) {
    for (i = 1; i <= objects; i++)
        if (address >= first[i] && address < end[i])
            return name[i]
    return "?"
}
function sources(    text, found) {
    for (text = $0; match(text, /"source": "[^"]*"/); text = substr(text, RSTART + RLENGTH))
        found = found " " substr(text, RSTART + 11, RLENGTH - 12)
    return found
}
function value_of(key,    text) {
    text = $0
    if (!sub(".*\"" key "\": \"?", "", text))
        return ""
    sub("[\",}].*", "", text)
    return text
}
FNR == 1 { file++ }
file == 1 && $1 == "object" { name[++objects] = $2; first[objects] = number($3); end[objects] = first[objects] + $4 }
file == 1 && ($1 == "PASS" || $1 == "FAIL") { print "answer", $1 }
file == 1 { next }
/^ *"rule_table":/ { rule = value_of("rule_table"); sub(/.*\(/, "", rule); sub(/\).*/, "", rule); races = "" }
/^ *"races":/ && rule != "" && races == "" { races = value_of("races") }
/^ *"address": "0x/ {
    sites++
    site_rule[sites] = rule; site_races[sites] = races; site_object[sites] = object_at(number(value_of("address")))
    truth[sites] = "-"
}
/^ *"(access|owner|owners)":/ { site_source[sites] = site_source[sites] sources() }
/^ *\{"conflict":/ {
    oracle_race[++oracle_races] = object_at(value_of("address") + 0) " " value_of("relation") " " \
                                  ($0 ~ /"detector": \[\]/ ? 0 : 1)
}
/^ *\{"verdict":.*"exact":/ { truth[++judged] = value_of("exact") }
END {
    for (i = 1; i <= objects; i++)
        names = names " " name[i]
    print "objects" names
    for (i = 1; i <= sites; i++)
        print "report", site_rule[i], site_object[i], site_races[i], truth[i] site_source[i]
    for (i = 1; i <= oracle_races; i++)
        print "race", oracle_race[i]
}
