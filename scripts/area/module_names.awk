# SPDX-License-Identifier: Apache-2.0
# module_names.awk: gives the modules of a netlist of Yosys, Verilog or RTLIL, their RTL names back.
#
# usage: awk -f module_names.awk NETLIST NETLIST        (the same file twice: names first, then text)
# A module with parameters is called \$paramod$HASH\name or \$paramod\name\Key=…, in RTLIL without the first backslash:
# here name, or
# name_2, name_3, … in the order of the file where several parameter sets of one module are in use.
function plain(escaped,  parts) {
    sub(/^\\/, "", escaped)
    if (escaped !~ /^\$paramod/) return escaped
    split(escaped, parts, "\\")
    return parts[2]
}
$1 == "module" { name = $2; sub(/\(.*/, "", name) }
FNR == NR {
    if ($1 == "module") { base = plain(name); count[base]++;
        renamed[name] = count[base] == 1 ? base : base "_" count[base] }
    next
}
FNR == 1 { rtlil = FILENAME !~ /\.v$|netlist/ }
$1 == "module" { print "module " (rtlil ? "\\" : "") renamed[name] (rtlil ? "" : substr($0, index($0, "("))); next }
# An instance: in Verilog the module's name, the instance's, an opening parenthesis; in RTLIL "cell", the two names
!rtlil && $1 in renamed && $NF == "(" { print "  " renamed[$1] substr($0, index($0, $1) + length($1)); next }
rtlil && $1 == "cell" && $2 in renamed { print "  cell \\" renamed[$2] " " $3; next }
{ print }
