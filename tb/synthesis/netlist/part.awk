# SPDX-License-Identifier: Apache-2.0
# part.awk: makes the netlist of one module fit into RTL that instantiates it: its submodules get names that the RTL
# does not use, and it
# gets the parameters of the RTL module, without effect (the netlist was made for one set of values).
#
# usage: awk -v part=MODULE -v parameters="A B" -f part.awk NETLIST NETLIST         (the same file twice)
$1 == "module" { name = $2; sub(/\(.*/, "", name) }
FNR == NR { if ($1 == "module" && name != part) renamed[name] = name "_in_" part; next }
$1 == "module" && name == part && parameters != "" {
    sub(/\(/, " #(" header() ") (")
}
function header(  word, i, n, text) {
    n = split(parameters, word, " ")
    for (i = 1; i <= n; i++) text = text (i > 1 ? ", " : "") "parameter int " word[i] " = 0"
    return text
}
$1 == "module" && name in renamed { sub(/ [^ (]*/, " " renamed[name]) }
$1 in renamed && $NF == "(" { sub(/[^ ]+/, renamed[$1]) }
{ print }
