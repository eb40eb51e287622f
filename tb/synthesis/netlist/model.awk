# SPDX-License-Identifier: Apache-2.0
# model.awk: prepares a netlist of scripts/synthesis.sh for the lockstep harness: the state registers that it compares
# become
# visible (cosim/lockstep/device/state_registers.h finds them by the names of docs/rtl-interface.md, as in the RTL), and
# planted faults are added.
#
# usage: awk [-v faults=N -v list=FILE] -f gates.awk -f model.awk NETLIST > MODEL
#  faults swaps the middle generic gate (AND or OR) in each of N modules, the largest first, and, as spares for one
# whose swap changes
#  nothing, the next `spares` gates; each takes effect when the mutant number is its own, the module's rank plus N for
# each
#  spare before it (tb/mutation/automatic/mutation_control.v), so that one model serves for the sound netlist and for
# every fault
#   list     "number module gate" of each fault, gate as in the netlist
# With faults the netlist is read twice: give its name twice.
BEGIN {
    split("barrier_counters lock_table warp_priority_table fence_file", names)
    for (i in names) register[names[i]] = names[i] "_q"
    port["warp_priority_table"] = "priorities_o"  # the register itself: the netlist has one name for both
}
$1 == "module" { module = $2; sub(/\(.*/, "", module); base = module; sub(/_in_.*/, "", base);
    sub(/_[0-9]+$/, "", base); gate = 0; shown = 0; width = "" }

faults && FNR == NR { if (swappable($0)) gates[module]++; next }
faults && FNR == 1 { choose() }
# The middle gate of each of the largest modules.
function choose(  number, name, best) {
    for (number = 1; number <= faults; number++) {
        best = ""
        for (name in gates) if (!(name in fault) &&
            (best == "" || gates[name] > gates[best] || (gates[name] == gates[best] && name < best))) best = name
        if (best == "") return
        fault[best] = number; middle[best] = int((gates[best] + 1) / 2)
    }
}
base in register && $NF == register[base] ";" && ($1 == "reg" || $1 == "wire") {
    sub(/;$/, " /*verilator public_flat_rd*/;"); shown = 1 }
base in port && $1 == "output" && $NF == port[base] ";" { width = $2 }
base in register && $1 == "endmodule" && !shown && width != "" {
    print "  wire " width \
        " " register[base] " /*verilator public_flat_rd*/;\n  assign " register[base] " = " port[base] ";"
    shown = 1
}
base in register && $1 == "endmodule" { found[base] += shown }
swappable($0) && module in fault && ++gate >= middle[module] && gate <= middle[module] + spares {
    number = fault[module] + faults * (gate - middle[module])
    left = $0; sub(/ = .*/, " = ", left)
    right = $0; sub(/^[^=]*= /, "", right); sub(/;$/, "", right)
    print number, module, "gate " gate ":", right, "becomes", swapped(right) > list
    print left "(mutation_control::number == " number ") ? (" swapped(right) ") : (" right ");"
    next
}
{ print }
END {
    for (name in register) if (!found[name]) {
        print "model.awk: no register " register[name] " in the netlist" > "/dev/stderr"; failed = 1 }
    exit failed
}
