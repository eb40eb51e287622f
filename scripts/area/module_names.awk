# module_names.awk: gives the modules of a netlist of Yosys their RTL names back.
#
# usage: awk -f module_names.awk NETLIST NETLIST        (the same file twice: names first, then text)
# A module with parameters is called \$paramod$HASH\name or \$paramod\name\Key=…  : here name, or name_2, name_3, … in the order of the
# file where several parameter sets of one module are in use.
function plain(escaped,  parts, n) {
    sub(/^\\/, "", escaped)
    if (escaped !~ /^\$paramod/) return escaped
    n = split(escaped, parts, "\\")
    return parts[2]
}
FNR == NR {
    if ($1 == "module") {
        name = $2; sub(/\(.*/, "", name)
        base = plain(name); count[base]++
        renamed[name] = count[base] == 1 ? base : base "_" count[base]
    }
    next
}
$1 == "module" { name = $2; sub(/\(.*/, "", name); rest = substr($0, index($0, "(")); print "module " renamed[name] rest; next }
# An instance: the escaped module name, the instance's name, an opening parenthesis
$1 in renamed && $NF == "(" { print "  " renamed[$1] substr($0, index($0, $1) + length($1)); next }
{ print }
