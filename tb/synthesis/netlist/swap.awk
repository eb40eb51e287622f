# SPDX-License-Identifier: Apache-2.0
# swap.awk: one module of a netlist, alone, with a gate swapped.
#
# usage: awk -v module=NAME -v number=N -f gates.awk -f swap.awk NETLIST N: 0 the middle gate, 1, 2, … those after it;
# "" none
# Exit code 1 when the module has no such gate.
$1 == "module" { name = $2; sub(/\(.*/, "", name) }
name == module { line[++lines] = $0; if (swappable($0)) gate[++gates] = lines }
END {
    if (number != "") {
        at = int((gates + 1) / 2) + number
        if (!(at in gate)) exit 1
        line[gate[at]] = swapped(line[gate[at]])
    }
    for (i = 1; i <= lines; i++) print line[i]
}
