# SPDX-License-Identifier: Apache-2.0
# memories.awk: the arrays that Yosys infers as memories, from the coarse netlist in RTLIL (scripts/synthesis.sh -s).
#
# usage: awk -f memories.awk words.il      prints a Markdown table, a row for each array of a module
$1 == "module" { module = $2; sub(/^\\/, "", module) }
$1 == "cell" { memory = $2 == "$mem_v2" }
memory && $1 == "parameter" { value[$(NF-1)] = $NF }
memory && $1 == "end" {
    name = value["\\MEMID"]; gsub(/"|\\+/, "", name); sub(/g_entry\[[0-9]+\]/, "g_entry[…]", name)
    row = module "." name; if (!(row in count)) order[++rows] = row
    count[row]++; words[row] = value["\\SIZE"] + 0; width[row] = value["\\WIDTH"] + 0;
    readers[row] = value["\\RD_PORTS"] + 0; writers[row] = value["\\WR_PORTS"] + 0
    memory = 0
}
END {
    print "| array | arrays | words | bits a word | read ports | write ports |\n|---|---:|---:|---:|---:|---:|"
    for (i = 1; i <= rows; i++) print \
        "| " order[i] " | " count[order[i]] " | " words[order[i]] " | " width[order[i]] " | " readers[order[i]] " | " \
        writers[order[i]] " |"
}
