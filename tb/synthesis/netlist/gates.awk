# SPDX-License-Identifier: Apache-2.0
# gates.awk: functions on lines of a netlist, for planted faults (model.awk, equivalence.sh).
#
# swappable(line) true for an AND, NAND, OR or NOR of two single nets: generic, "assign y = ~(a | b);", or an instance,
# "NAND2X1 _1_ ("
# swapped(line)    the line with OR for AND or the other way round
function swappable(line) {
    return line ~ /^ *assign [^=]*= (~\()?~?[^ ~]+ [&|] ~?[^ ~]+\)?;$/ ||
        line ~ /^ *(NAND2X1|NOR2X1|AND2X[12]|OR2X[12]) [^ ]* \($/
}
function swapped(line) {
    if (line ~ /^ *N?AND2X/) sub(/AND2X/, "OR2X", line)
    else if (line ~ /^ *N?OR2X/) { if (!sub(/NOR2X/, "NAND2X", line)) sub(/OR2X/, "AND2X", line) }
    else if (line ~ / & /) sub(/ & /, " | ", line)
    else sub(/ \| /, " \\& ", line)
    return line
}
